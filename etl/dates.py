"""Days as people of five countries write them; where day and month could be either, nothing is guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime

from etl.errors import UnusableInput
from rulebook.text import normal

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
_TWO_WAYS = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?")
_EAST_ASIAN = re.compile(r"(民國|令和|平成|昭和)?\s*(\d{1,4}|元)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?.*")
_ROC = re.compile(r"民國\s*(\d{1,3})[-/.](\d{1,2})[-/.](\d{1,2})")
_DAY_FIRST = re.compile(
    r"(?:[^\W\d]+,? )?(\d{1,2})(?:st|nd|rd|th|o|a|\.)?(?: de| di)? ([^\W\d]+)\.?,?(?: de| del)? (\d{4})"
)
_MONTH_FIRST = re.compile(r"(?:[^\W\d]+,? )?([^\W\d]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_ERAS = {None: 0, "民國": 1911, "令和": 2018, "平成": 1988, "昭和": 1925}
_MONTHS = {
    1: "january jan janeiro gennaio gen",
    2: "february feb fevereiro fev febbraio",
    3: "march mar marco marzo",
    4: "april apr abril abr aprile",
    5: "may maio mai maggio mag",
    6: "june jun junho giugno giu",
    7: "july jul julho luglio lug",
    8: "august aug agosto ago",
    9: "september sep sept setembro set settembre",
    10: "october oct outubro out ottobre ott",
    11: "november nov novembro novembre",
    12: "december dec dezembro dez dicembre dic",
}
_BY_NAME = {name: number for number, names in _MONTHS.items() for name in names.split()}
DAY_FIRST, MONTH_FIRST = "day first", "month first"


def read(text: str, order: str | None = None) -> date | None:
    """The day a text names; None where it names none. UnusableInput where it could be two days and `order` is None."""
    written = " ".join(unicodedata.normalize("NFKC", text).split())
    found = _TWO_WAYS.fullmatch(written)
    if found is None:
        return _one_way(written)
    one, two, year = (int(part) for part in found.groups())
    days = {DAY_FIRST: _day(year, two, one), MONTH_FIRST: _day(year, one, two)}
    different = {day for day in days.values() if day is not None}
    if len(different) < 2:  # only one of the two is a day of the calendar, or both are the same
        return next(iter(different), None)
    if order is None:
        either = " or ".join(sorted(day.isoformat() for day in different))
        raise UnusableInput(f"{text.strip()!r} may be {either}; write it as one of these")
    return days[order]


def order_of(texts: Iterable[str]) -> str | None:
    """Whether a column writes the day or the month first, as those of its days tell that can be only one; else None."""
    orders = set()
    for text in texts:
        found = _TWO_WAYS.fullmatch(" ".join(unicodedata.normalize("NFKC", text).split()))
        if found is not None and max(int(found[1]), int(found[2])) > 12:
            orders.add(DAY_FIRST if int(found[1]) > 12 else MONTH_FIRST)
    return orders.pop() if len(orders) == 1 else None


def _one_way(text: str) -> date | None:
    if found := _ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _EAST_ASIAN.fullmatch(text):
        years = 1 if found[2] == "元" else int(found[2])
        return _day(_ERAS[found[1]] + years, int(found[3]), int(found[4]))
    if found := _ROC.fullmatch(text):
        return _day(1911 + int(found[1]), int(found[2]), int(found[3]))
    folded = normal(text)
    if found := _DAY_FIRST.fullmatch(folded):
        return _day(int(found[3]), _BY_NAME.get(found[2], 0), int(found[1]))
    if found := _MONTH_FIRST.fullmatch(folded):
        return _day(int(found[3]), _BY_NAME.get(found[1], 0), int(found[2]))
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return datetime(year, month, day).date()  # noqa: DTZ001 - a day of the calendar has no zone
    except ValueError:
        return None
