"""Headings in five languages -> our columns; the values below settle what a heading leaves open."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from etl import dates
from etl.errors import UnusableInput
from etl.readings import clean, place, year
from rulebook import spelling
from rulebook.vocabulary import UNKNOWN

PARTS = ("gender", "age_division", "belt", "weight_class")
# Headings under which tables put any part of a category: their values say which.
_OPEN = frozenset({"category", "age_division", "weight_class"})
# Headings of free texts that tables put over places as well: `Finish` and `Result` over 1, 2, 3.
SAID_BY_VALUES = frozenset({"method_text", "result"})
MOSTLY = 0.8
HALF = 0.5  # where somebody looks at it and confirms
MOST_ROWS_ABOVE = 20
_FEWEST = 2
_BRACKETED = re.compile(r"\s*[(\[（【][^)\]）】]*[)\]）】]\s*")
_SIGNS = " .:*#?!：。"

Values = Sequence[str]


def column(heading: str) -> str | None:
    """The column of ours that a heading names; brackets (`Peso (kg)`) and signs at its end are let go."""
    written = clean(heading)
    bare = _BRACKETED.sub(" ", written).strip(_SIGNS)
    return spelling.read("heading", written.strip(_SIGNS)) or (spelling.read("heading", bare) if bare else None)


def heading_row(rows: Sequence[Sequence[str | None]]) -> int:
    """Which of the first rows is the heading, from 0: the one with most names of columns, two at least.

    Where none has, the first that is as wide as the widest: above it stand titles.
    """
    first = rows[:MOST_ROWS_ABOVE]
    counts = [len({column(cell) for cell in row if cell} - {None}) for row in first]
    best = max(counts, default=0)
    if best >= _FEWEST:
        return counts.index(best)
    widths = [sum(bool(cell and cell.strip()) for cell in row) for row in first]
    return widths.index(max(widths)) if widths else 0


def columns(headings: Sequence[str], values: Callable[[int], Values]) -> dict[str, int]:
    """Our column -> position of its heading; of two headings for one column the first stands, the other is not used.

    `values` gives some different texts below a heading, where they are needed.
    """
    found: dict[str, int] = {}
    named = [column(heading) for heading in headings]
    for position, name in enumerate(named):
        own = _settled(name, values(position), named) if name in _OPEN | SAID_BY_VALUES else name
        if own is not None and own not in found:
            found[own] = position
    return found


def _settled(name: str, values: Values, named: Collection[str | None]) -> str:
    if name in _OPEN:
        return _part(name, values)
    of_bouts = {"place", "opponent", "winner", "loser", "red_athlete", "blue_athlete"} & set(named)
    return "place" if not of_bouts and share("place", values) == 1.0 else name


def _part(named: str, values: Values) -> str:
    """`Categoria` over nothing but ages is the age division, over whole categories the category."""
    shares = {part: share(part, values) for part in PARTS}
    best = max(PARTS, key=lambda part: shares[part])
    if shares[best] >= MOSTLY and shares[best] > shares.get(named, 0.0):
        return best
    if named != "category" and shares[named] < MOSTLY <= share("category", values):
        return "category"
    return named


def share(kind: str, values: Values) -> float:
    """How many of the different texts that column's vocabulary reads, 0 to 1; numbers without a 1 are no places."""
    texts = {clean(text) for text in values} - {""}
    if kind == "place" and not any(place(text).value == "1" for text in texts):
        return 0.0
    return sum(_reads(kind, text) for text in texts) / len(texts) if texts else 0.0


def _reads(kind: str, text: str) -> bool:
    own = _READERS.get(kind)
    return own(text) if own is not None else bool(spelling.read(kind, text))


def _is_category(text: str) -> bool:
    found = spelling.read_category(text)
    return len([part for part in PARTS if getattr(found, part) != UNKNOWN]) > 1


def _is_day(text: str) -> bool:
    try:
        return dates.read(text) is not None
    except UnusableInput:  # a day, but which of two
        return True


_READERS: Mapping[str, Callable[[str], bool]] = {
    "category": _is_category,
    "place": lambda text: place(text).code != "unknown_place",  # a later one is refused (A2), but is one
    "year": lambda text: year(text).value is not None,
    "date": _is_day,
}

# Which vocabulary tells what stands in a column whose heading nobody foresaw.
_TELLING: Mapping[str, str] = {
    **{part: part for part in ("category", *PARTS)},
    "place": "place",
    "round": "round",
    "decision": "decision",
    "technique": "technique",
    "status": "entry_status",
    "date": "date",
    "year": "year",
    "birth_year": "year",
}


def telling(named: Collection[str | None]) -> dict[str, str]:
    """Column -> vocabulary that tells it; sides and outcomes only where headings name both athletes of a bout."""
    found = dict(_TELLING)
    if {"red_athlete", "blue_athlete"} <= set(named):
        found["winner"] = "side"
    if "opponent" in named:
        found["result"] = "outcome"
    return found
