"""How wide a column is: as what stands in it needs, so that a phone shows as many columns as it can."""

from __future__ import annotations

from collections.abc import Iterable

from publishing import lettering

_SIZE, _AROUND = 14, 18  # pixels: of the table's letters, and of what lies around a cell


def fitted(heading: str, cells: Iterable[object], most: int) -> int:
    """Pixels for the heading and the longest cell, `most` at most: what is longer is cut and opens at a click."""
    longest = max(lettering.width(text, _SIZE) for text in {heading, *map(str, cells)})
    return min(round(longest) + _AROUND, most)
