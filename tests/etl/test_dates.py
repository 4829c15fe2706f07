"""Days as five countries write them; what could be two days is refused."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import dates
from etl.errors import UnusableInput


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-02",
        "2026/5/2",
        "2026.05.02",
        "2026-05-02T10:30",
        "2026年5月2日",
        "２０２６年５月２日",
        "民國115年5月2日",
        "民國115/05/02",
        "令和8年5月2日",
        "2 maggio 2026",
        "sabato 2 maggio 2026",
        "2 de maio de 2026",
        "2 May 2026",
        "2nd May 2026",
        "May 2, 2026",
        "2-May-2026",
    ],
)
def test_one_day_in_many_ways(text: str) -> None:
    assert dates.read(text) == date(2026, 5, 2)


def test_a_day_that_could_be_two_is_not_guessed() -> None:
    with pytest.raises(UnusableInput, match="2026-02-05 or 2026-05-02"):
        dates.read("02/05/2026")
    assert dates.read("02/05/2026", dates.DAY_FIRST) == date(2026, 5, 2)
    assert dates.read("25/05/2026") == dates.read("5/25/2026") == date(2026, 5, 25)
    assert dates.read("05/05/2026") == date(2026, 5, 5)


def test_a_column_tells_which_stands_first_by_the_days_that_can_be_only_one() -> None:
    assert dates.order_of(["02/05/2026", "25/05/2026"]) == dates.DAY_FIRST
    assert dates.order_of(["02/05/2026", "05/25/2026"]) == dates.MONTH_FIRST
    assert dates.order_of(["02/05/2026", "25/05/2026", "05/25/2026"]) is None
    assert dates.order_of(["02/05/2026"]) is None


@pytest.mark.parametrize("text", ["", "Saturday", "2026", "31/02/2026", "2026-13-01", "0 maggio 2026"])
def test_what_names_no_day_is_none(text: str) -> None:
    assert dates.read(text) is None


@given(st.dates(min_value=date(1912, 1, 1), max_value=date(2999, 12, 31)))
def test_a_day_written_day_first_is_itself_or_refused(day: date) -> None:
    text = f"{day.day}/{day.month}/{day.year}"
    assert dates.read(text, dates.DAY_FIRST) == day
    if day.day > 12 or day.day == day.month:
        assert dates.read(text) == day
    else:
        with pytest.raises(UnusableInput):
            dates.read(text)
    assert dates.read(f"民國{day.year - 1911}年{day.month}月{day.day}日") == day
