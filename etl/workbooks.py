"""Sheets of a spreadsheet (.xlsx, .ods) as rows of cells, and each cell as the text a CSV file would have."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from pathlib import Path
from typing import Any

from etl import archives, formulas
from etl.errors import UnusableInput

MOST_CELLS = 60_000_000  # a reader fills the whole rectangle up to the last cell, so one far away would fill the memory
_CELL = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
_REPEATED_ROW = re.compile(rb'[^>]*?table:number-rows-repeated="(\d{1,9})"')
# Not the blank ones.
_REPEATED_CELL = re.compile(rb'<table:table-cell\b[^>]*?columns-repeated="(\d{1,9})"(?:[^>]*[^>/])?>')
_ODS = "application/vnd.oasis.opendocument.spreadsheet"

Cell = str | float | bool | dt.date | dt.time | dt.timedelta | None


def kind(path: Path) -> str | None:
    """`xlsx` or `ods` by name or by content; None for what is no spreadsheet."""
    suffix = path.suffix.casefold().lstrip(".")
    if not path.is_file():
        return None
    if suffix in ("xlsx", "ods"):
        return suffix
    if not zipfile.is_zipfile(path):
        return None
    return "xlsx" if archives.is_workbook(path) else "ods" if _is_ods(path) else None


def _is_ods(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "mimetype" in archive.namelist() and archive.read("mimetype")[:80].decode("latin-1") == _ODS
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError):
        return False


def names(path: Path) -> list[str]:
    """The sheets' names in lower case; none where the file is damaged."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        check(path)
        with CalamineWorkbook.from_path(path) as book:
            return [name.strip().casefold() for name in book.sheet_names]
    except (CalamineError, UnusableInput, OSError, ValueError):
        return []
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            return []
        raise


def sheets(path: Path) -> dict[str, list[list[Any]]]:
    """Every sheet's rows, by its name in lower case; row 1 is the first of the sheet even where it is empty."""
    from python_calamine import CalamineError, CalamineWorkbook

    check(path)
    try:
        with CalamineWorkbook.from_path(path) as book:
            found = {
                name.strip().casefold(): book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                for name in book.sheet_names
            }
    except (CalamineError, OSError, ValueError) as error:
        raise UnusableInput(f"{path.name}: no workbook that can be read: {str(error)[:100]}") from None
    except BaseException as error:
        raise _of_damage(path, error) from None
    if kind(path) == "xlsx":
        formulas.fill(path, found)
    return found


def _of_damage(path: Path, error: BaseException) -> BaseException:
    """The reader is a program of another language: what it did not foresee is no Exception of Python."""
    if type(error).__name__ == "PanicException":
        return UnusableInput(f"{path.name}: a damaged workbook; open it in a spreadsheet program and save it again")
    return error


def text(cell: Cell) -> str | None:
    """A cell as the text a CSV file would have: 3.0 is 3, a date ISO, a time or duration m:ss."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, dt.datetime):
        at_midnight = cell.time() == dt.time()
        return cell.date().isoformat() if at_midnight else cell.isoformat(timespec="seconds")
    if isinstance(cell, dt.date):
        return cell.isoformat()
    if isinstance(cell, dt.time):
        return _minutes(3600 * cell.hour + 60 * cell.minute + cell.second)
    if isinstance(cell, dt.timedelta):
        return _minutes(round(cell.total_seconds()))
    return None if cell is None or cell == "" else str(cell)


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds >= 0 else str(seconds)


def check(path: Path) -> None:
    """Refuse what is no workbook and what would fill the memory."""
    try:
        with zipfile.ZipFile(path) as archive:
            archives.check(archive, path.name)
            for info in archive.infolist():
                if info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml"):
                    _check_size(archive.read(info), path.name)
                elif info.filename == "content.xml":
                    _check_repeats(archive.read(info), path.name)
    except (zipfile.BadZipFile, NotImplementedError, EOFError):
        raise UnusableInput(
            f"{path.name}: no workbook (.xlsx or .ods), or one with a password; save it as one without"
        ) from None


def _check_size(sheet: bytes, file: str) -> None:
    columns, rows = {b"A"}, 1
    for column, row in _CELL.findall(sheet):
        columns.add(column)
        rows = max(rows, int(row))
    width = max(_number(column) for column in columns)
    if width * rows > MOST_CELLS:
        raise UnusableInput(
            f"{file}: a sheet reaches to row {rows}, column {width}; delete the cells far outside the table"
        )


def _check_repeats(content: bytes, file: str) -> None:
    """An .ods file writes equal cells once and how often: a few letters can be a billion cells."""
    cells = 0
    for sheet in content.split(b"<table:table ")[1:]:
        for row in sheet.split(b"<table:table-row")[1:]:
            if b"<text:p" not in row and b"office:value" not in row:
                continue  # blank cells to the end of the sheet: not read
            wide = row.count(b"<text:p") + sum(int(count) for count in _REPEATED_CELL.findall(row))
            times = _REPEATED_ROW.match(row)
            cells += wide * (int(times[1]) if times else 1)
            if cells > MOST_CELLS:
                raise UnusableInput(f"{file}: rows say that they stand millions of times; delete the repeated cells")


def _number(column: bytes) -> int:
    number = 0
    for letter in column:
        number = 26 * number + letter - 64
    return number
