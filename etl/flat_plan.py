"""How a table of anybody's layout is read: by a profile, else by its headings in five languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from etl import headings, profile, shape
from etl.errors import UnusableInput
from etl.findings import CODES, Finding
from etl.flat_files import FlatTable
from etl.profile import ATHLETE_BOUTS, EventRule, Profile
from etl.readings import clean


@dataclass(frozen=True)
class Plan:
    """`cells`: column of ours -> SQL over c0, c1, … of the table; `known` False = by headings alone."""

    table: FlatTable
    profile: Profile
    cells: Mapping[str, str]
    known: bool

    def unused(self) -> list[Finding]:
        """One warning for each heading that no column of ours is read from."""
        used = {clean(one).casefold() for named in self.profile.columns.values() for one in named}
        used |= {clean(one).casefold() for one in (*self.profile.left_out, self.profile.join or "")}
        return [
            Finding("warning", "unknown_column", self.table.file, CODES["unknown_column"], column=one, value=one)
            for one in self.table.columns
            if clean(one) and clean(one).casefold() not in used
        ]


def of(path: Path, table: FlatTable, named: Path | None = None) -> Plan:
    """By the profile that fits, else by the headings; UnusableInput where neither makes a result of the table."""
    found = profile.of(path, table.columns, named)
    own = found or by_headings(table)
    if own is None:
        heading = ", ".join(clean(one) for one in table.columns if one.strip())[:120]
        raise UnusableInput(
            f"{table.file}: no results are recognised under the headings {heading}\n"
            f"say once what they mean: tatame profile {path.name}"
        )
    return Plan(table, own, shape.cells(own, table.columns), found is not None)


def by_headings(table: FlatTable) -> Profile | None:
    """What the headings say by themselves; None where they make no result."""
    found = headings.columns(table.columns, table.values)
    return laid_out(table, found, "headings")


def laid_out(table: FlatTable, places: Mapping[str, int], name: str) -> Profile | None:
    """The profile of a table whose columns stand at these positions; None where no result can be made of them."""
    rows = profile.rows_of(places)
    if rows is None:
        return None
    known = profile.known_columns(rows)
    if "category" in places:  # a part beside it fills what its text leaves out, where it is no weight on a scale
        known -= {part for part in headings.PARTS if part in places and not _is_read(table, part, places[part])}
    columns = {one: (table.columns[place],) for one, place in places.items() if one in known}
    per = tuple(one for one in ("event", "year") if one in columns) if "event" in columns else ()
    join = columns["bout"][0] if rows == ATHLETE_BOUTS and "bout" in columns else None
    return Profile(name, rows, columns=columns, join=join, event=EventRule(per))


def _is_read(table: FlatTable, part: str, place: int) -> bool:
    return headings.share(part, table.values(place)) > headings.HALF
