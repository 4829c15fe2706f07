"""The data dictionary on the page is the schema's own, and no column is without its meaning."""

import re
from pathlib import Path

import duckdb
import pytest

from etl import schema
from publishing import dictionary

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data-dictionary.md"


@pytest.fixture(scope="module")
def text() -> str:
    return dictionary.text()


def test_the_page_is_current(text: str) -> None:
    assert PAGE.read_text(encoding="utf-8") == text, "make dictionary"


def test_every_table_and_view_and_every_column_of_them_is_told(text: str) -> None:
    told = dict(re.findall(r"^### `(\w+)`\n(.+)\n", text, re.MULTILINE))
    with duckdb.connect() as con:
        schema.create(con)
        rows = con.execute("select table_name from information_schema.tables where table_schema = 'main'").fetchall()
    assert set(told) == {row[0] for row in rows}
    assert [line for line in text.splitlines() if re.search(r"\|\s*\|$", line)] == []


def test_what_is_prepared_of_athletes_of_every_age_is_said_never_to_be_published(text: str) -> None:
    told = dict(re.findall(r"^### `(\w+)`\n(.+)\n", text, re.MULTILINE))
    never = {table for table, meaning in told.items() if "Never published." in meaning}
    assert never == {"athlete_name", "athlete_stand", "place_number", "protected_name"}


def test_every_column_a_command_writes_is_told(text: str) -> None:
    for _, columns in dictionary.ANSWERS.values():
        assert all(columns.values())
        assert all(f"| `{name}` |" in text for name in columns)
