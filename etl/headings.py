"""Headings in five languages -> our columns; the values below settle what a heading leaves open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from etl.readings import clean, place
from rulebook import spelling
from rulebook.vocabulary import UNKNOWN

PARTS = ("gender", "age_division", "belt", "weight_class")
# Headings under which tables put any part of a category: their values say which.
_OPEN = frozenset({"category", "age_division", "weight_class"})
MOSTLY = 0.8
MOST_ROWS_ABOVE = 20
_FEWEST = 2
_HALF = 0.5  # somebody looks at it and confirms
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
    for position, heading in enumerate(headings):
        name = column(heading)
        if name in _OPEN:
            name = _part(name, values(position))
        if name is not None and name not in found:
            found[name] = position
    return found


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
    """How many of the texts that column's vocabulary reads, 0 to 1."""
    texts = [text for text in values if clean(text)]
    return sum(_reads(kind, text) for text in texts) / len(texts) if texts else 0.0


def _reads(kind: str, text: str) -> bool:
    if kind == "category":
        found = spelling.read_category(clean(text))
        known = [part for part in PARTS if getattr(found, part) != UNKNOWN]
        return len(known) > 1
    if kind == "place":
        return place(text).value is not None
    return spelling.read(kind, clean(text)) is not None


# Which vocabulary tells what stands in a column whose heading nobody foresaw, in the order of being asked.
_TELLING: Mapping[str, str] = {
    "category": "category",
    "gender": "gender",
    "age_division": "age_division",
    "belt": "belt",
    "weight_class": "weight_class",
    "place": "place",
    "round": "round",
    "decision": "decision",
    "technique": "technique",
    "outcome": "result",
}


def by_values(values: Values) -> str | None:
    """The column whose vocabulary reads most of these texts; None where none reads enough, or they are too few."""
    shares = {name: share(kind, values) for kind, name in _TELLING.items()}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] > _HALF else None
