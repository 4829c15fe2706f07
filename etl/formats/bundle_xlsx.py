"""A bundle as one workbook: sheets named as the tables, `event` with key and value, `awards`, `rules` (contract 1)."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from etl import bundle, csv_files, workbooks
from etl.columns import BUNDLE
from etl.errors import UnusableInput, nearest
from etl.extract import EventOptions, RawTable, Source
from etl.findings import CODES, Finding
from etl.workbooks import Cell, text

NAME = "bundle_xlsx"
IN_MEMORY = True
_DESCRIPTION = ("event", "awards", "rules")
_GUIDES = ("lists", "read me", "readme")  # sheets of our own template that hold no results


def recognises(path: Path) -> bool:
    """An Excel workbook with a sheet of a bundle, or a damaged one."""
    return is_bundle(path, "xlsx")


def is_bundle(path: Path, kind: str) -> bool:
    """A workbook of this kind with a sheet of a bundle; one without is a table of somebody else's layout."""
    if workbooks.kind(path) != kind:
        return False
    names = workbooks.names(path)
    return not names or any(name in (*BUNDLE, *_DESCRIPTION) for name in names)


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the workbook."""
    return [source(path, NAME, options)]


def source(path: Path, form: str, options: EventOptions) -> Source:
    """The one event of a workbook of either kind."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    sheets = workbooks.sheets(path)
    own = bundle.Described()
    own.event.update({str(key): value for key, value in _pairs(sheets.get("event", []))})
    own.rules.update({str(key): _switch(value) for key, value in _pairs(sheets.get("rules", []))})
    own.awards.extend(_awards(sheets.get("awards", [])))
    own.findings.extend(_unknown_sheets(path.name, sheets))
    tables = [_table(name, sheets[name], path.name, digest) for name in BUNDLE if _has_rows(sheets.get(name, []))]
    return bundle.source(path, form, own, tables, options, content=digest)


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
