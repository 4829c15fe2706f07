"""The ledger of academies: which names people said are one academy, from when to when, and its association."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import duckdb

from etl import academies, versions
from etl.errors import UnusableInput

ACCEPTED, REJECTED = "accepted", "rejected"


@dataclass(frozen=True)
class Alias:
    """A reviewed pair of names; rejected = they are two academies. Validity is by the day an event starts."""

    alias: str
    academy: str
    association: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    note: str | None = None
    status: str = ACCEPTED

    @property
    def alias_key(self) -> str:
        """The alias normalised."""
        return named(self.alias)

    @property
    def academy_key(self) -> str:
        """The academy normalised."""
        return named(self.academy)

    @property
    def association_key(self) -> str | None:
        """The association normalised; None = not said."""
        return None if self.association is None else named(self.association)

    @property
    def pair(self) -> frozenset[str]:
        """Both keys, whichever is the alias."""
        return frozenset((self.alias_key, self.academy_key))

    @property
    def merges(self) -> bool:
        """Whether it makes two academies one; a row of one academy only names its association."""
        return self.status == ACCEPTED and self.alias_key != self.academy_key

    def applies(self, day: date) -> bool:
        """Whether an event that starts on this day is meant."""
        return (self.valid_from is None or self.valid_from <= day) and (self.valid_to is None or day <= self.valid_to)

    def overlaps(self, other: Alias) -> bool:
        """Whether there is a day on which both apply."""
        late = max(self.valid_from or date.min, other.valid_from or date.min)
        return late <= min(self.valid_to or date.max, other.valid_to or date.max)

    def __str__(self) -> str:
        return f"{self.alias} {'=' if self.status == ACCEPTED else '<>'} {self.academy}"


def named(academy: str) -> str:
    """The key of a name that must be one."""
    found = academies.key(academy)
    if found is None:
        raise UnusableInput(f"{academy!r} is no academy's name")
    return found


class Ledger:
    """The accepted rows in force at one time; a chain of aliases is followed to its end."""

    def __init__(self, rows: Iterable[Alias]) -> None:
        self._rows = [row for row in rows if row.status == ACCEPTED]
        self._days: dict[date, tuple[dict[str, str], dict[str, tuple[str, str]]]] = {}

    def academy(self, key: str, day: date) -> str:
        """The academy that a normalised name stands for on a day."""
        leads, _ = self._on(day)
        seen = {key}
        while (following := leads.get(key)) is not None and following not in seen:
            seen.add(following)
            key = following
        return key

    def association(self, key: str, day: date) -> tuple[str, str] | None:
        """Key and name of the association of an academy (of its end in the chain) on a day; None = none said."""
        return self._on(day)[1].get(self.academy(key, day))

    def keys(self) -> set[str]:
        """Every normalised name that a row speaks of."""
        return {key for row in self._rows for key in row.pair}

    def _on(self, day: date) -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
        if day not in self._days:
            valid = [row for row in self._rows if row.applies(day)]
            leads = {row.alias_key: row.academy_key for row in valid if row.merges}
            self._days[day] = leads, {}
            said = {
                row.academy_key: (row.association_key, row.association)
                for row in valid
                if row.association_key is not None and row.association is not None
            }
            self._days[day] = leads, {self.academy(key, day): (who[0], who[1]) for key, who in said.items()}
        return self._days[day]


def refuse_conflicts(rows: Sequence[Alias], row: Alias) -> None:
    """UnusableInput where a row cannot stand beside those in force: another academy at the same time, or a circle."""
    if not row.merges:
        return
    merging = [other for other in rows if other.merges]
    for other in merging:
        if other.alias_key == row.alias_key and other.overlaps(row):
            raise UnusableInput(f"{row.alias} already stands for {other.academy} at that time; undo that first")
    leads: dict[str, set[str]] = {}
    for other in merging:
        leads.setdefault(other.alias_key, set()).add(other.academy_key)
    if row.alias_key in set(_reached(leads, row.academy_key)):
        raise UnusableInput(f"{row.academy} already stands for {row.alias}; undo that first, or accept the other way")


def _reached(leads: dict[str, set[str]], start: str) -> Iterator[str]:
    waiting, seen = [start], {start}
    while waiting:
        key = waiting.pop()
        yield key
        fresh = leads.get(key, set()) - seen
        seen |= fresh
        waiting += fresh


_COLUMNS = "alias, academy, association, valid_from, valid_to, note, status"


@dataclass(frozen=True)
class Recorded:
    """A row of the ledger; versions of events from `since` until before `until` have it, None = it is in force."""

    number: int
    alias: Alias
    since: int
    until: int | None

    def in_force(self, version_id: int) -> bool:
        """Whether a version has it."""
        return self.since <= version_id and (self.until is None or version_id < self.until)


def recorded(con: duckdb.DuckDBPyConnection) -> list[Recorded]:
    """Every row ever recorded, in that order."""
    rows = con.execute(
        f"SELECT alias_id, version_id, undone_version_id, {_COLUMNS} FROM academy_alias ORDER BY alias_id"
    ).fetchall()
    return [Recorded(number, Alias(*row), since, until) for number, since, until, *row in rows]


def in_force(con: duckdb.DuckDBPyConnection) -> list[Alias]:
    """The rows in force now, in the order of recording."""
    return [row.alias for row in recorded(con) if row.until is None]


def ledger(con: duckdb.DuckDBPyConnection, version_id: int) -> Ledger:
    """What a version has."""
    return Ledger(row.alias for row in recorded(con) if row.in_force(version_id))


def insert(con: duckdb.DuckDBPyConnection, row: Alias, since: int, by: str, at: datetime) -> int:
    """Writes a row that versions from `since` on have; its number."""
    return insert_all(con, [row], since, by, at)[0]


def insert_all(
    con: duckdb.DuckDBPyConnection, rows: Sequence[Alias], since: int, by: str, at: datetime
) -> Sequence[int]:
    """Writes rows that versions from `since` on have; their numbers."""
    first = versions.following(con, "academy_alias", "alias_id")
    written = [
        (
            number, row.status, row.alias, row.alias_key, row.academy, row.academy_key, row.association,
            row.association_key, row.valid_from, row.valid_to, row.note, since, by, at,
        )
        for number, row in enumerate(rows, start=first)
    ]  # fmt: skip
    if written:
        places = f"({', '.join('?' * len(written[0]))})"
        con.execute(
            "INSERT INTO academy_alias (alias_id, status, alias, alias_key, academy, academy_key, association, "
            "association_key, valid_from, valid_to, note, version_id, recorded_by, recorded_at) "
            f"VALUES {', '.join([places] * len(written))}",
            [value for row in written for value in row],
        )
    return range(first, first + len(written))
