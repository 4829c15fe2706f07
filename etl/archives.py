"""Which zip files are safe to unpack: none that leaves its folder, is encrypted, blows up, or has XML with entities."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from etl.errors import UnusableInput

MOST_MEMBERS = 1_000
MOST_BYTES = 4 * 1024**3
MOST_RATIO = 200  # tables of ten million bouts shrink to a tenth; only rubbish shrinks to less than this
_RATIO_COUNTS_FROM = 10 * 1024**2
_OUTSIDE = re.compile(r"(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|\x00")
_ENCRYPTED = 0x1
MOST_BYTES_OF_A_BOOK = 1024**3  # the reader of workbooks holds their cells in memory
_BOOKS = ("xl/workbook.xml", "content.xml")
_ENTITY = b"<!ENTITY"
_CHUNK = 1024**2
_LOCAL_HEADER = struct.Struct("<4s22xHH")


def is_workbook(path: Path) -> bool:
    """Whether the zip is an Excel workbook inside."""
    try:
        with zipfile.ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError):
        return path.suffix.casefold() == ".xlsx"


def check(archive: zipfile.ZipFile, file: str) -> None:
    """Refuse what is not safe; sizes are those the directory states, beyond which zipfile reads nothing."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise UnusableInput(f"{file}: {len(members)} files inside; at most {MOST_MEMBERS} are opened")
    for info in members:
        if _OUTSIDE.search(info.orig_filename) or _OUTSIDE.search(info.filename):
            raise UnusableInput(f"{file}: a file inside would land outside its folder ({info.filename[:60]!r})")
        if info.flag_bits & _ENCRYPTED:
            raise UnusableInput(f"{file}: it is encrypted; save it without a password")
    total = sum(info.file_size for info in members)
    packed = sum(info.compress_size for info in members)
    if total > MOST_BYTES:
        raise UnusableInput(
            f"{file}: it would unpack to {total / 1024**3:.1f} GiB; at most {MOST_BYTES // 1024**3} are opened"
        )
    if total > _RATIO_COUNTS_FROM and total > MOST_RATIO * max(packed, 1):
        raise UnusableInput(
            f"{file}: it would unpack to more than {MOST_RATIO} times its size; this is no results file"
        )
    if any(info.filename in _BOOKS for info in members):
        _check_book(archive, total, file)


def _check_book(archive: zipfile.ZipFile, total: int, file: str) -> None:
    """The reader of workbooks trusts neither sizes nor XML; so every part is unpacked here once, and nothing kept."""
    if total > MOST_BYTES_OF_A_BOOK:
        raise UnusableInput(
            f"{file}: it would unpack to {total / 1024**3:.1f} GiB; a workbook of at most 1 GiB is opened"
        )
    stream = archive.fp
    if stream is None:
        raise zipfile.BadZipFile("closed")
    for info in archive.infolist():
        size, tail = 0, b""
        for chunk in _unpacked(stream, info):
            size += len(chunk)
            if size > info.file_size:
                raise UnusableInput(f"{file}: {info.filename[:60]!r} inside is larger than it says; save it again")
            if _ENTITY in tail + chunk:
                raise UnusableInput(f"{file}: it defines XML entities, which no workbook needs; save it again")
            tail = chunk[-len(_ENTITY) :]


def _unpacked(stream: IO[bytes], info: zipfile.ZipInfo) -> Iterator[bytes]:
    """The bytes of a member by its compressed size alone, a megabyte at a time."""
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size:
        raise zipfile.BadZipFile("truncated")
    _, name, extra = _LOCAL_HEADER.unpack(header)
    stream.seek(name + extra, 1)
    left = info.compress_size
    if info.compress_type == zipfile.ZIP_STORED:
        while left > 0 and (raw := stream.read(min(_CHUNK, left))):
            left -= len(raw)
            yield raw
        return
    if info.compress_type != zipfile.ZIP_DEFLATED:
        raise NotImplementedError(f"compression {info.compress_type}")
    unpack = zlib.decompressobj(-zlib.MAX_WBITS)
    while not unpack.eof and left > 0 and (raw := stream.read(min(_CHUNK, left))):
        left -= len(raw)
        while raw and not unpack.eof:
            try:
                yield unpack.decompress(raw, _CHUNK)
            except zlib.error as error:
                raise zipfile.BadZipFile(str(error)) from None
            raw = unpack.unconsumed_tail
