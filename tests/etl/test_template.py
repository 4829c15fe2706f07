"""The blank workbook: filled in, it is a bundle."""

from pathlib import Path

import openpyxl
import pytest

from etl import template
from etl.columns import BUNDLE, CATEGORY, HAVE_CATEGORY, TABLES
from etl.errors import UnusableInput
from tests.etl.bundles import BOUT, Stage


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    path = tmp_path / "blank.xlsx"
    template.write(path)
    return path


def test_it_has_every_table_with_its_columns(blank: Path) -> None:
    book = openpyxl.load_workbook(blank)
    for name in BUNDLE:
        category = CATEGORY if name in HAVE_CATEGORY else ()
        wanted = [*category, *(column.name for column in TABLES[name])]
        assert [cell.value for cell in book[name][1]] == wanted


def test_words_of_the_vocabulary_are_chosen_from_lists(blank: Path) -> None:
    book = openpyxl.load_workbook(blank)
    heading = [cell.value for cell in book["bouts"][1]]
    offered = {}
    for validation in book["bouts"].data_validations.dataValidation:
        words = [cell.value for (cell,) in book["lists"][validation.formula1.split("!")[1]]]
        for cells in validation.sqref.ranges:
            offered[heading[cells.min_col - 1]] = words
    assert offered["winner"] == ["red", "blue"]
    assert offered["belt"][0] == "white"
    assert offered["belt"][-1] == "black"
    assert offered["red_dq"] == ["technical", "disciplinary", "no_show", "weigh_in", "uniform"]
    assert {"gender", "age_division", "weight_class", "round", "decision", "blue_dq"} <= offered.keys()


def test_blank_it_is_refused_and_filled_in_it_loads(blank: Path, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="has no id, no name, no start; give them in the sheet event, with"):
        Stage(blank)
    book = openpyxl.load_workbook(blank)
    for row in book["event"].iter_rows(min_row=2):
        row[1].value = {"id": "open-2026", "name": "Open", "start": "2026-05-02", "uniform": "gi"}.get(
            str(row[0].value)
        )
    sheet = book["bouts"]
    sheet.append([BOUT.get(str(cell.value)) for cell in sheet[1]])
    book.save(tmp_path / "filled.xlsx")
    staged = Stage(tmp_path / "filled.xlsx")
    assert staged.rows("bout", "red_athlete", "winner") == [("Abe", "red")]
    assert staged.findings() == []
    assert not staged.event.has_entries


def test_a_file_that_is_there_is_not_overwritten(blank: Path) -> None:
    before = blank.read_bytes()
    with pytest.raises(UnusableInput, match="choose another"):
        template.write(blank)
    assert blank.read_bytes() == before
