"""What is fit to be opened at all: a file or folder of a sane size, and nothing in the folder that leads out of it."""

from __future__ import annotations

import stat
from pathlib import Path

from etl.errors import UnusableInput

MOST_BYTES = 4 * 1024**3  # forty million bouts as text
MOST_BYTES_IN_MEMORY = 256 * 1024**2  # documents are parsed as a whole; the largest results page met has 4 MB
MOST_BYTES_BY_HAND = 32 * 1024**2
MOST_LINE = 16 * 1024**2
MOST_COLUMNS = 2_000


def check(path: Path) -> None:
    """Refuse what is missing, no file or folder, too large, or a folder with links out of it."""
    if not path.exists():
        raise UnusableInput(f"{path}: there is no such file or folder")
    if path.is_dir():
        for inside in sorted(path.iterdir()):
            _check_inside(path, inside)
    else:
        _check_file(path, str(path), MOST_BYTES)


def begins_with(path: Path, mark: bytes) -> bool:
    """Whether the first bytes of a file are these."""
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def content(path: Path, most: int = MOST_BYTES_BY_HAND) -> bytes:
    """All of a file that a person wrote, such as a list or a profile; UnusableInput where that is not to be had."""
    try:
        _check_file(path, str(path), most)
        return path.read_bytes()
    except FileNotFoundError:
        raise UnusableInput(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:  # ValueError: no name of a file
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise UnusableInput(f"{path} cannot be read: {said or error}") from None


def text(path: Path, most: int = MOST_BYTES_BY_HAND) -> str:
    """The same as text, which has to be UTF-8."""
    try:
        return content(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableInput(f"{path} cannot be read as UTF-8 text: {error}") from None


def check_in_memory(path: Path) -> None:
    """Refuse a document that would fill the memory."""
    _check_file(path, str(path), MOST_BYTES_IN_MEMORY)


def check_width(file: str, columns: int) -> None:
    """Refuse a table with more headings than any program of results writes."""
    if columns > MOST_COLUMNS:
        raise UnusableInput(f"{file}: {columns:,} columns; at most {MOST_COLUMNS:,} are read: is this the right file?")


def _check_inside(folder: Path, inside: Path) -> None:
    if inside.is_symlink() and not inside.resolve().is_relative_to(folder.resolve()):
        raise UnusableInput(f"{inside}: a link that leads out of the folder; put the file itself there")
    if inside.exists() and not inside.is_dir():
        _check_file(inside, str(inside), MOST_BYTES)


def _check_file(path: Path, shown: str, most: int) -> None:
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise UnusableInput(f"{shown}: neither a file nor a folder, so that nothing can be read of it twice; save it")
    if about.st_size > most:
        size = about.st_size
        has = f"{size / 1024**3:.1f} GiB" if size >= 1024**3 else f"{size / 1024**2:.1f} MiB"
        raise UnusableInput(f"{shown}: {has}; at most {_told(most)} are read: split it, event by event")


def _told(size: int) -> str:
    return f"{size // 1024**3} GiB" if size >= 1024**3 else f"{size // 1024**2} MiB"
