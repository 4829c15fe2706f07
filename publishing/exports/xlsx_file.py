"""XLSX: a workbook per event, numbers as numbers, no cell that can run, no time of writing."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from publishing import tables

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from publishing.content import Content
    from publishing.tables import Table

NAME = "xlsx"

_THEN = (1980, 1, 1, 0, 0, 0)  # the first day a zip archive knows
_WIDEST = 44
_LONGEST = 32_767  # characters a cell holds
# What XML has no place for; openpyxl refuses the text as a whole.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms)")


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """One workbook per event and season: a sheet for each table, and one that says what it is."""
    for event in content.events:
        about: list[tuple[str, object]] = [
            (name, value) for name, value in event.facts.items() if isinstance(value, str | int)
        ]
        about += [("data_cut_off", content.cut_off), ("source_sha256", event.facts["source"]["sha256"])]
        yield f"data/{event.slug}.xlsx", as_workbook(tables.of_event(event), about)
    for season in content.seasons:
        told = [(name, season.answer[name]) for name in ("scheme", "title", "season", "by")]
        yield f"data/{season.slug}.xlsx", as_workbook([tables.of_season(season)], told)


def as_workbook(found: Sequence[Table], about: Sequence[tuple[str, object]]) -> bytes:
    """The tables as sheets, and `about` as one of names and values."""
    from openpyxl import Workbook

    book = Workbook()
    del book[book.sheetnames[0]]
    for table in found:
        sheet = book.create_sheet(table.sheet)
        _fill(sheet, table.columns, [[row.get(name) for name in table.columns] for row in table.rows])
    _fill(book.create_sheet("about"), ("what", "value"), [list(pair) for pair in about])
    written = io.BytesIO()
    book.save(written)
    return timeless(written.getvalue())


def _fill(sheet: Worksheet, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    widths = [len(name) for name in columns]
    for row_number, row in enumerate([list(columns), *rows], start=1):
        for number, value in enumerate(row, start=1):
            if value not in (None, ""):
                _write(sheet, row_number, number, value)
                widths[number - 1] = max(widths[number - 1], len(str(value)))
    for number, width in enumerate(widths, start=1):
        sheet.cell(1, number).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(number)].width = min(width, _WIDEST) + 2
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(rows) + 1}"


def _write(sheet: Worksheet, row: int, column: int, value: object) -> None:
    """Text is written as text, whatever it looks like; what looks like a formula is marked so that editing keeps it."""
    cell = sheet.cell(row, column)
    if isinstance(value, bool | int | float):
        cell.value = value
        return
    text = str(value)
    cell.value = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)[:_LONGEST]
    cell.data_type = "s"
    if tables.runs(text):
        cell.quotePrefix = True


def timeless(workbook: bytes) -> bytes:
    """The same workbook without the times at which it, and each part of it, was written."""
    rewritten = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as before,
        zipfile.ZipFile(rewritten, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for name in before.namelist():
            part = before.read(name)
            if name == "docProps/core.xml":
                part = _TIMES.sub(rb"\g<1>1980-01-01T00:00:00Z\2", part)
            entry = zipfile.ZipInfo(name, _THEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            after.writestr(entry, part)
    return rewritten.getvalue()
