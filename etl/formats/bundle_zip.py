"""A bundle as a zip of its folder, files at the top or one folder deep (contract 1)."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from etl import archives, bundle, csv_files, encoding, workbooks
from etl.errors import UnusableInput
from etl.extract import EventOptions, Source

NAME = "bundle_zip"


def recognises(path: Path) -> bool:
    """A zip that is no workbook of either kind."""
    return path.is_file() and zipfile.is_zipfile(path) and workbooks.kind(path) is None


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the zip."""
    with _opened(path) as archive:
        members = _members(archive, path.name)
        own = bundle.Described()
        if bundle.EVENT_FILE in members:
            own = bundle.described(archive.read(members[bundle.EVENT_FILE]), bundle.EVENT_FILE)
        own.findings.extend(bundle.unknown_files(members))
        tables = []
        for file, name in bundle.TABLE_FILES.items():
            if file in members:
                digest = _digest(archive, members[file])
                with archive.open(members[file]) as stream:
                    chosen = encoding.of_stream(stream, file, options.encoding)
                    table, more = csv_files.parse(stream, name, file, digest, chosen.name)
                tables.append(table)
                own.findings.extend([*encoding.told(chosen, file), *more])
    return [bundle.source(path, NAME, own, tables, options)]


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            archives.check(archive, path.name)
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise UnusableInput(f"{path.name}: a damaged or unusual zip: {str(error)[:80]}") from None


def _members(archive: zipfile.ZipFile, file: str) -> dict[str, zipfile.ZipInfo]:
    """The files of the one folder that holds the bundle, by their last name."""
    found: dict[str, zipfile.ZipInfo] = {}
    folders: set[str] = set()
    for info in archive.infolist():
        parts = PurePosixPath(info.filename).parts
        if info.is_dir() or not parts or parts[0] == "__MACOSX" or parts[-1].startswith(".") or len(parts) > 2:
            continue
        if parts[-1] in (bundle.EVENT_FILE, *bundle.TABLE_FILES):
            folders.add(parts[0] if len(parts) == 2 else "")
            if parts[-1] in found:
                raise UnusableInput(f"{file}: it holds {parts[-1]} more than once; a zip is one bundle")
        found[parts[-1]] = info
    if len(folders) > 1:
        raise UnusableInput(f"{file}: it holds bundle files in several folders; a zip is one bundle")
    if not folders:
        raise UnusableInput(f"{file}: it holds no file of a bundle at the top or one folder deep")
    return found


def _digest(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    digest = hashlib.sha256()
    with archive.open(info) as stream:
        _feed(stream, digest.update)
    return digest.hexdigest()


def _feed(stream: IO[bytes], update: object) -> None:
    while chunk := stream.read(1 << 20):
        update(chunk)  # type: ignore[operator]
