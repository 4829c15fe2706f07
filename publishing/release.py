"""A release for the public: gathered, written beside its place, and put there whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from etl.errors import UnusableInput, UserError
from publishing import content, exports, manifest, revisions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics.store import Store
    from publishing.content import Content, Order


@dataclass(frozen=True)
class Published:
    """What was written where; the fingerprint is the SHA-256 of SHA256SUMS."""

    folder: Path
    files: int
    size: int
    fingerprint: str
    content: Content


def publish(
    store: Store,
    folder: Path,
    order: Order,
    *,
    previous: Path | None = None,
    replace_release: bool = False,
) -> Published:
    """Writes a release; UserError leaves everything as it was.

    An existing folder that is no release is never touched, a release only with `replace_release`.
    """
    order = replace(order, formats=exports.names(order.formats))
    writers = exports.chosen(order.formats)
    _require_free(folder, replace_release)
    earlier = None if previous is None else revisions.read(previous)
    found = content.gather(store, order)
    if earlier is not None:
        found = replace(found, changes=revisions.against(store, earlier, found))
    files: dict[str, bytes] = {}
    with _explained(folder):  # workbooks are temporary files first
        for writer in writers:
            files |= dict(writer.files(found))
    files[manifest.MANIFEST] = manifest.of(found, files)
    sealed = manifest.sums({path: manifest.digest(data) for path, data in files.items()}).encode()
    files[manifest.SUMS] = sealed
    _place(folder, files)
    return Published(folder, len(files), sum(map(len, files.values())), manifest.digest(sealed), found)


def _require_free(folder: Path, replace_release: bool) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise UnusableInput(f"{folder} is no folder; name one that is not there yet")
    if not folder.absolute().parent.is_dir():
        raise UnusableInput(f"there is no folder {folder.parent} for the release; make it, or name another")
    if not folder.exists() or not any(folder.iterdir()):
        return
    checked = manifest.verify(folder)  # refuses what is no release
    if not replace_release:
        raise UnusableInput(f"{folder} holds a release already; name another folder, or add --replace")
    if checked.added:
        raise UnusableInput(
            f"{folder} holds files that are not of the release ({checked.added[0]}); take them out first"
        )


def _place(folder: Path, files: Mapping[str, bytes]) -> None:
    """Beside the place first; then one rename, or two where a release gives way."""
    beside = folder.absolute().parent
    with _explained(folder), tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=beside) as made:
        new, old = Path(made) / "new", Path(made) / "old"
        new.mkdir()
        for path, data in files.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(data)
        if not folder.exists():
            new.rename(folder)
            return
        folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            old.rename(folder)
            raise
        shutil.rmtree(old)


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {folder}: {error.strerror or os.strerror(error.errno or 0)}") from error
