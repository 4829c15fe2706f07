"""Who is shown by name: adults, and nobody of whom that is not known."""

import math
from datetime import date

import duckdb
import pandas as pd
import pytest

from analytics import minors
from analytics.minors import Minors
from analytics.versions import resolve
from publishing import privacy
from publishing.privacy import Level
from tests.analytics.podium import Category, Podium, compute


@pytest.mark.parametrize("is_minor", [True, None, pd.NA, math.nan, 0, "no"])
def test_a_minor_and_whoever_may_be_one_is_shown_by_the_academy(is_minor: object) -> None:
    row = {"athlete": "Ana Silva", "academy": "Alpha", "is_minor": is_minor}
    assert privacy.shown_name(row, Level.PUBLISHED) == "Alpha"
    assert privacy.shown_name({**row, "academy": None}, Level.PUBLISHED) == "name withheld"
    assert privacy.shown_name(row, Level.OPERATOR) == "Ana Silva"


def test_a_row_that_does_not_say_is_protected() -> None:
    assert privacy.shown_name({"athlete": "Ana Silva", "academy": "Alpha"}, Level.PUBLISHED) == "Alpha"


def test_an_adult_is_shown_by_name() -> None:
    assert privacy.shown_name({"athlete": "Ana", "academy": "Alpha", "is_minor": False}, Level.PUBLISHED) == "Ana"


def event() -> duckdb.DuckDBPyConnection:
    """Kim is a juvenile in an adult open class too; Lee, Max and Noa are adults; Sam's division cannot be read."""
    con = compute(
        Podium(
            (
                Category(((1, "Kim", "Alpha"),), age="juvenile-2"),
                Category(((1, "Lee", "Alpha"), (2, "Kim", "Alpha")), weight="open"),
                Category(((1, "Max", "Beta"), (2, "Noa", "Beta"))),
                Category(((1, "Sam", "Beta"),), age="unknown"),
            )
        )
    )
    con.execute("update entry set birth_year = 2009 where athlete = 'Noa'")  # 17 in 2026 (B1)
    con.execute("update entry set birth_year = 2008 where athlete = 'Max'")  # 18
    return con


def test_under_18_is_found_by_division_by_year_of_birth_and_across_categories() -> None:
    con = event()
    found = minors.of_event(con, resolve(con, "event-1"))
    assert resolve(con, "event-1").start_date == date(2026, 5, 2)
    assert found.athletes == {"Kim", "Noa", "Sam"}
    assert {number % 100_000 for number in found.categories} == {1, 2, 3, 4}


def test_a_juvenile_in_an_adult_class_stays_a_minor() -> None:
    found = Minors(frozenset({"kim"}), frozenset({2}))
    assert privacy.is_minor("kim", False, found) is True
    assert privacy.is_minor("lee", False, found) is False
    assert privacy.is_minor("lee", None, found) is None


def test_a_reason_that_may_name_a_minor_is_withheld() -> None:
    found = Minors(frozenset({"kim"}), frozenset({2}))
    row = {"category_id": 2, "reason": "Kim and Lee are both out."}
    assert "Kim" not in privacy.shown_reason(row, Level.PUBLISHED, found)
    assert privacy.shown_reason({**row, "category_id": 3}, Level.PUBLISHED, found) == row["reason"]
    assert privacy.shown_reason(row, Level.OPERATOR, found) == row["reason"]
