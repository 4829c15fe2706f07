"""docs/bundle.md names every column of the bundle and every word it may hold."""

import re
from pathlib import Path

import pytest

from etl.columns import BUNDLE, CATEGORY, TABLES
from rulebook.vocabulary import Action, Belt, Decision, Disqualification, EntryStatus, Gender

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bundle.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", BUNDLE)
def test_every_column_is_described(table: str) -> None:
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {*CATEGORY, *(column.name for column in TABLES[table])} <= named
    assert f"`{table}.csv`" in PAGE


@pytest.mark.parametrize("words", [Action, Belt, Decision, Disqualification, EntryStatus, Gender])
def test_every_word_is_named(words: type[Action]) -> None:
    assert [word.value for word in words if not re.search(rf"\b{word.value}\b", PAGE)] == []


def test_the_rows_shown_have_the_columns_above_them() -> None:
    blocks = re.findall(r"(?:^    [^\n]+\n)+", PAGE, flags=re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        heading, row = block.strip().splitlines()
        assert heading.count(",") == row.count(",")
