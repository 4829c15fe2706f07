"""A bundle as one workbook: sheets named as the tables, `event` with key and value, `awards`, `rules` (contract 1)."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from etl import archives, bundle, csv_files
from etl.columns import BUNDLE
from etl.errors import UnusableInput, nearest
from etl.extract import EventOptions, RawTable, Source
from etl.findings import CODES, Finding

NAME = "bundle_xlsx"
MOST_CELLS = 60_000_000  # a reader fills the whole rectangle up to the last cell, so one far away would fill the memory
_CELL = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
_DESCRIPTION = ("event", "awards", "rules")
_GUIDES = ("lists", "read me", "readme")  # sheets of our own template that hold no results

Cell = str | float | bool | dt.date | dt.time | dt.timedelta | None


def recognises(path: Path) -> bool:
    """A workbook, by name or by content."""
    if not path.is_file():
        return False
    return path.suffix.casefold() == ".xlsx" or (zipfile.is_zipfile(path) and archives.is_workbook(path))


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the workbook."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sheets = _sheets(path)
    own = bundle.Described()
    own.event.update({str(key): value for key, value in _pairs(sheets.get("event", []))})
    own.rules.update({str(key): _switch(value) for key, value in _pairs(sheets.get("rules", []))})
    own.awards.extend(_awards(sheets.get("awards", [])))
    own.findings.extend(_unknown_sheets(path.name, sheets))
    tables = [_table(name, sheets[name], path.name, digest) for name in BUNDLE if _has_rows(sheets.get(name, []))]
    return [bundle.source(path, NAME, own, tables, options, content=digest)]


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


def _sheets(path: Path) -> dict[str, list[list[Any]]]:
    """Every sheet's rows, by its name in lower case; row 1 is the first of the sheet even where it is empty."""
    from python_calamine import CalamineError, CalamineWorkbook

    _check(path)
    try:
        with CalamineWorkbook.from_path(path) as book:
            return {
                name.strip().casefold(): book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                for name in book.sheet_names
            }
    except (CalamineError, OSError, ValueError) as error:
        raise UnusableInput(f"{path.name}: no workbook that can be read: {str(error)[:100]}") from None


def _check(path: Path) -> None:
    """Refuse what is no workbook and what would fill the memory."""
    try:
        with zipfile.ZipFile(path) as archive:
            archives.check(archive, path.name)
            for info in archive.infolist():
                if info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml"):
                    _check_size(archive.read(info), path.name)
    except (zipfile.BadZipFile, NotImplementedError, EOFError):
        raise UnusableInput(
            f"{path.name}: no .xlsx workbook, or one with a password; save it as .xlsx without one"
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


def _number(column: bytes) -> int:
    number = 0
    for letter in column:
        number = 26 * number + letter - 64
    return number


def _has_rows(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether anything stands below the heading: a blank template's other sheets are no tables."""
    return any(any(text(cell) for cell in row) for row in rows[1:])


def _pairs(rows: Sequence[Sequence[Cell]]) -> list[tuple[str, Any]]:
    """Key and value of each row with both; a heading `key`, `value` is let go."""
    found = []
    for row in rows:
        key = (text(row[0]) or "").strip() if row else ""
        value = row[1] if len(row) > 1 else None
        if key and value not in (None, "") and key.casefold() != "key":
            found.append((key, value if isinstance(value, bool) else _event_value(value)))
    return found


def _event_value(cell: Cell) -> object:
    return cell if isinstance(cell, dt.date) else text(cell)


def _switch(value: object) -> object:
    """A switch's value as TOML would have it: true, 3 or text."""
    written = str(value).strip()
    if isinstance(value, bool) or written.casefold() in ("true", "false"):
        return value if isinstance(value, bool) else written.casefold() == "true"
    return int(written) if re.fullmatch(r"-?\d{1,9}", written) else value


def _awards(rows: Sequence[Sequence[Cell]]) -> list[dict[str, object]]:
    """One award per row, columns as the keys of [[award]]; lists stand in one cell with commas."""
    if not rows:
        return []
    heading = [(text(cell) or "").strip().casefold() for cell in rows[0]]
    awards = []
    for row in rows[1:]:
        cells = zip(heading, row, strict=False)
        award: dict[str, object] = {key: value for key, cell in cells if key and (value := text(cell)) is not None}
        if award:
            awards.append(award)
    return awards


def _unknown_sheets(file: str, sheets: dict[str, list[list[Any]]]) -> list[Finding]:
    known = (*BUNDLE, *_DESCRIPTION)
    findings = []
    for name, rows in sheets.items():
        if name not in known and name not in _GUIDES and _has_rows(rows):
            near = nearest(name, known)
            meant = f"; did you mean {near[0]}?" if near else ""
            reason = CODES["unknown_file"] + meant
            findings.append(Finding("warning", "unknown_file", file, reason, value=name))
    return findings


def _table(name: str, rows: Sequence[Sequence[Cell]], file: str, digest: str) -> RawTable:
    heading = [text(cell) or "" for cell in rows[0]]
    while heading and not heading[-1].strip():
        heading.pop()
    if not heading:
        raise UnusableInput(f"{file}: sheet {name}: row 1 is no heading: it is blank")
    width = len(heading)
    cells = [[text(cell) for cell in (*row[:width], *[None] * (width - len(row)))] for row in rows[1:]]
    beyond = any(text(cell) for row in rows[1:] for cell in row[width:])
    columns = (*heading, "") if beyond else tuple(heading)
    if beyond:
        cells = [
            [*row, "x" if any(text(c) for c in old[width:]) else None] for row, old in zip(cells, rows[1:], strict=True)
        ]
    return RawTable(name, name, digest, columns, csv_files.raw(columns, cells, range(2, len(cells) + 2)))
