"""Which zip files are safe to unpack: none that leaves its folder, is encrypted, or blows up."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from etl.errors import UnusableInput

MOST_MEMBERS = 1_000
MOST_BYTES = 4 * 1024**3
MOST_RATIO = 200  # tables of ten million bouts shrink to a tenth; only rubbish shrinks to less than this
_RATIO_COUNTS_FROM = 10 * 1024**2
_OUTSIDE = re.compile(r"(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|\x00")
_ENCRYPTED = 0x1


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
