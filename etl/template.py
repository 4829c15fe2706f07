"""A blank workbook of the bundle, with drop-down lists of the vocabulary, to fill in."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from etl import event, whole_file
from etl.columns import CATEGORY, HAVE_CATEGORY, TABLES
from rulebook import ruleset
from rulebook.vocabulary import (
    Action,
    AgeDivision,
    Belt,
    Decision,
    Disqualification,
    EntryStatus,
    Gender,
    Round,
    Side,
    WeightClass,
)

ROWS = 5_000  # rows that the drop-down lists reach
_SHEETS = ("entries", "bouts", "placements", "categories", "official_standings", "events", "draws")
_CATEGORY_WORDS: Mapping[str, Iterable[str]] = {
    "gender": Gender,
    "age_division": AgeDivision,
    "belt": Belt,
    "weight_class": WeightClass,
}
_KIND_WORDS: Mapping[str, Iterable[str]] = {
    "status": EntryStatus,
    "round": Round,
    "side": Side,
    "decision": Decision,
    "disqualification": Disqualification,
    "place": ("1", "2", "3"),
    "yes_no": ("yes", "no"),
    "action": Action,
}
_EVENT_WORDS: Mapping[str, Iterable[str]] = {
    "status": ("provisional", "official"),
    "uniform": ("gi", "no-gi"),
    "ruleset": (*ruleset.names(), ruleset.NONE),
}
# Only these refuse another word: a belt may be joined of several, a weight class a limit.
_STRICT = frozenset({"side", "decision", "disqualification", "status", "yes_no", "place", "action"})
_READ_ME = (
    "Fill in the sheet event, then one or more of entries, bouts and placements; the other sheets are optional.",
    "Empty cell = not known. Combined belts are joined low to high, purple+brown+black. A limit stands as -76 kg.",
    "elapsed is seconds or minutes:seconds, written as text; no formula, no merged cells, the heading stays in row 1.",
)


def write(path: Path) -> None:
    """Write the blank workbook; an existing file is not touched."""
    whole_file.require_free(path)
    book = Workbook()
    lists = _Lists(book)
    _event(book, lists)
    for name in _SHEETS:
        _table(book, name, lists)
    _awards(book)
    _read_me(book)
    lists.hide()
    book.move_sheet(lists.sheet, len(book.sheetnames))
    written = io.BytesIO()
    with whole_file.explained(path):  # a sheet is a temporary file before it is part of the book
        book.save(written)
    whole_file.write(path, written.getvalue())


class _Lists:
    """The hidden sheet whose columns the drop-down lists show; a list in the cell itself ends at 255 characters."""

    def __init__(self, book: Workbook) -> None:
        self.sheet: Worksheet = book.create_sheet("lists")
        self.ranges: dict[tuple[str, ...], str] = {}

    def range(self, words: Iterable[str]) -> str:
        """Where these words stand."""
        wanted = tuple(str(word) for word in words)
        if wanted not in self.ranges:
            number = len(self.ranges) + 1
            letter = get_column_letter(number)
            for row, word in enumerate(wanted, start=1):
                self.sheet.cell(row, number, word)
            self.ranges[wanted] = f"lists!${letter}$1:${letter}${len(wanted)}"
        return self.ranges[wanted]

    def hide(self) -> None:
        """Out of the way of whoever fills the workbook in."""
        self.sheet.sheet_state = "hidden"

    def choose(self, sheet: Worksheet, cells: str, words: Iterable[str], strict: bool) -> None:
        """Let these cells be chosen from the words."""
        validation = DataValidation("list", formula1=self.range(words), allow_blank=True, showErrorMessage=strict)
        sheet.add_data_validation(validation)
        validation.add(cells)


def _event(book: Workbook, lists: _Lists) -> None:
    sheet = book.worksheets[0]
    sheet.title = "event"
    _heading(sheet, ("key", "value"))
    for row, key in enumerate(event.KEYS, start=2):
        sheet.cell(row, 1, key)
        if key in _EVENT_WORDS:
            lists.choose(sheet, f"B{row}", _EVENT_WORDS[key], strict=True)
        if key in ("start", "end"):
            sheet.cell(row, 2).number_format = "yyyy-mm-dd"
    sheet.column_dimensions["B"].width = 40


def _table(book: Workbook, name: str, lists: _Lists) -> None:
    sheet = book.create_sheet(name)
    category = CATEGORY if name in HAVE_CATEGORY else ()
    kinds = {**dict.fromkeys(category, ""), **{column.name: column.kind for column in TABLES[name]}}
    _heading(sheet, tuple(kinds))
    for number, (column, kind) in enumerate(kinds.items(), start=1):
        letter = get_column_letter(number)
        words = _CATEGORY_WORDS.get(column) if column in category else _KIND_WORDS.get(kind)
        if words is not None:
            strict = kind in _STRICT or column == "gender"
            lists.choose(sheet, f"{letter}2:{letter}{ROWS}", words, strict)
        if kind in ("seconds", "clock", "moment"):
            sheet.column_dimensions[letter].number_format = "@"  # 5:12 would become a time of day


def _awards(book: Workbook) -> None:
    _heading(book.create_sheet("awards"), ("id", "name", "genders", "ages", "belts", "chain"))


def _read_me(book: Workbook) -> None:
    sheet = book.create_sheet("read me")
    for row, line in enumerate(_READ_ME, start=1):
        sheet.cell(row, 1, line)
    sheet.column_dimensions["A"].width = 120


def _heading(sheet: Worksheet, columns: tuple[str, ...]) -> None:
    for number, column in enumerate(columns, start=1):
        sheet.cell(1, number, column).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(number)].width = max(12, len(column) + 2)
    sheet.freeze_panes = "A2"
