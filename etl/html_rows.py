"""Rows of a results page under their headings: which are places, which lines of a team ranking, which neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from etl import headings
from etl.extract import RawTable
from etl.findings import CODES, Finding
from etl.readings import clean, place, whole
from rulebook import ruleset, spelling
from rulebook.vocabulary import UNKNOWN

_COLUMNS = {
    "placements": ("category", "place", "athlete", "academy"),
    "official_standings": ("award", "rank", "academy", "points"),
}
_PARTS = {"placements": "places", "official_standings": "team rankings"}
_FEWEST_PARTS = 2
_LONGEST_HEADING = 200
_ORDINAL = ".)º°ª位"


def is_category(text: str) -> bool:
    """Whether a text names a category: two of its parts, and nothing beside them that nobody knows."""
    if not 0 < len(text) <= _LONGEST_HEADING:
        return False
    found = spelling.read_category(text)
    parts = [getattr(found, part) for part in headings.PARTS]
    known = sum(part != UNKNOWN for part in parts)
    return known >= _FEWEST_PARTS and (known > _FEWEST_PARTS or not found.rest)


def list_name(text: str) -> bool:
    """Whether a text is the name of a published team ranking (A9)."""
    return 0 < len(text) <= _LONGEST_HEADING and ruleset.load(ruleset.DEFAULT).list_award(text) is not None


def is_place(text: str) -> bool:
    """Whether a text is a place, be it one that is refused later (A2)."""
    return bool(text) and place(text).code in (None, "place_beyond_third")


def _line(written: Sequence[str]) -> list[str] | None:
    """Rank, academy and points, in the order of every published list; None for another row."""
    if len(written) != 3:
        return None
    rank, points = written[0].rstrip(_ORDINAL), written[2].split()[0]
    known = whole(rank).value is not None and whole(points).value is not None
    return [rank, written[1], points] if known else None


@dataclass
class Page:
    """What has been read of a page so far; `heading` is what the next rows belong to, a category, a list or either."""

    file: str
    heading: str = ""
    of_list: bool = False
    of_places: bool = False
    layout: dict[str, int] = field(default_factory=dict)
    looks: set[tuple[str, str]] = field(default_factory=set)
    rows: dict[str, list[tuple[str | None, ...]]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})
    paths: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in _COLUMNS})
    findings: list[Finding] = field(default_factory=list)

    @property
    def has_lists(self) -> bool:
        """Whether the page holds a team ranking."""
        return bool(self.rows["official_standings"])

    def begin(self, text: str, look: tuple[str, str] | None = None) -> bool:
        """Take a text as the heading of what follows, if it is one; `Adult Male` may be a category or a list.

        `look`: tag and class. What looks as the categories above it but cannot be read, or is empty, is a category too,
        unknown: its rows are not those of the category before.
        """
        is_list, category = list_name(text), is_category(text)
        if category and look is not None:
            self.looks.add(look)
        category = category or (not is_list and look in self.looks)
        if is_list or category:
            self.heading, self.of_list, self.of_places = text, is_list, category
        return is_list or category

    def row(self, path: str, cells: Sequence[str], is_head: bool) -> None:
        """One row of cells, blank ones kept in their place."""
        written = [cell for cell in cells if cell]
        if not written or (len(written) == 1 and self.begin(written[0])):
            return
        if is_head or self._is_layout(cells):
            self.layout = {name: position for position, cell in enumerate(cells) if (name := headings.column(cell))}
            return
        if self.of_list or self.of_places:
            self._take(path, cells, written)

    def _is_layout(self, cells: Sequence[str]) -> bool:
        found = {headings.column(cell) for cell in cells if cell} - {None}
        return len(found) > 1 and not any(place(cell).value for cell in cells)

    def _take(self, path: str, cells: Sequence[str], written: list[str]) -> None:
        laid = [self._laid(cells, name) for name in ("place", "athlete", "academy")]
        if self.of_list and (line := _line(written)):
            self._add("official_standings", path, *line)
        elif not self.of_places:
            self._refuse(path, written)
        elif laid[0] and laid[1]:
            self._add("placements", path, *laid)
        elif is_place(written[0]) and 1 < len(written) < 4:
            self._add("placements", path, *written)
        else:
            self._refuse(path, written)

    def _laid(self, cells: Sequence[str], name: str) -> str:
        """The cell under that heading of the table; empty where it has none."""
        position = self.layout.get(name, len(cells))
        return cells[position] if position < len(cells) else ""

    def _add(self, name: str, path: str, *cells: str) -> None:
        row = (self.heading, *cells, "", "")[: len(_COLUMNS[name])]
        self.rows[name].append(tuple(cell or None for cell in row))
        self.paths[name].append(path)

    def _refuse(self, path: str, written: list[str]) -> None:
        reason = f"{CODES['wrong_shape']}; the row is not used"
        value = " | ".join(written)[:80]
        self.findings.append(Finding("rejected", "wrong_shape", self.file, reason, path=path, value=clean(value)))

    def tables(self, digest: str) -> list[RawTable]:
        """The tables that have rows."""
        return [self._table(name, digest) for name in _COLUMNS if self.rows[name]]

    def _table(self, name: str, digest: str) -> RawTable:
        import pyarrow as pa

        columns, rows = _COLUMNS[name], self.rows[name]
        arrays = [pa.array(cells, pa.string()) for cells in zip(*rows, strict=True)]
        data = pa.table(
            [pa.array(range(1, len(rows) + 1), pa.int32()), pa.array(self.paths[name], pa.string()), *arrays],
            names=["_row", "_path", *(f"c{i}" for i in range(len(columns)))],
        )
        return RawTable(name, self.file, digest, columns, data, part=f"{self.file} {_PARTS[name]}")
