"""Every event of some paths made a version, in their order: one source alone by all cores, several side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from etl import carried, extract, load, opening, side_by_side, transform, versions
from etl.carried import Carried
from etl.errors import UnusableInput
from etl.extract import EventOptions, Source
from etl.transform import Staged

Progress = Callable[[str, int, int], None]

# In one transaction, so that row groups fill up, which then go to the disk as they are: a commit copies what is left.
_ROWS = 2_000_000
# An event, however small, counts as so many: DuckDB keeps 80 KB of what it was shown as until the transaction ends.
_OF_AN_EVENT = 2_000


@dataclass(frozen=True)
class Met:
    """An event that was read: the version it now has, and that version again if this source made it."""

    event_id: str
    version_id: int
    made: int | None


@dataclass(frozen=True)
class Keeper:
    """Who makes staged rows a version, and when."""

    by: str | None
    clock: versions.Clock

    def insert(
        self,
        con: duckdb.DuckDBPyConnection,
        staged: Staged,
        *,
        checked: bool = False,
        empty: Collection[str] = (),
    ) -> Met:
        """In the caller's transaction."""
        made = load.insert(con, staged, by=self.by, clock=self.clock, checked=checked, empty=empty)
        return Met(staged.event_id, versions.named(con, staged.event_id).version_id if made is None else made, made)

    def alone(self, con: duckdb.DuckDBPyConnection, source: Source, staged: Staged | None = None) -> Met:
        """Stages and inserts a source in a transaction of its own; `staged`: it is staged already."""
        con.begin()
        met = self.insert(con, staged or transform.stage(con, source))
        con.commit()
        load.settle(con)
        return met


class Loading:
    """Every event of some paths, in two steps: what needs no store, then the rest."""

    def __init__(self, paths: Sequence[Path], options: EventOptions, tell: Progress) -> None:
        """Nothing is read yet."""
        self._paths, self._options = paths, options
        self._told = _Told(tell, len(paths))
        self._first: list[Source] = []
        self._staged: Staged | None = None

    def begin(self, con: duckdb.DuckDBPyConnection) -> None:
        """Reads a path that is the only one, and stages its event where it holds one."""
        self._told.until(0)
        if len(self._paths) == 1:
            self._first = extract.read(self._paths[0], self._options)
            if len(self._first) == 1:
                self._staged = transform.stage(con, self._first[0], first=True)

    def events(self, con: duckdb.DuckDBPyConnection, keeper: Keeper) -> Iterator[Met]:
        """Whoever has the last has all of them committed."""
        if self._staged is not None:
            yield keeper.alone(con, self._first[0], self._staged)
        elif self._options.event_id is not None:
            yield from _the_only_one(con, self._paths, self._read, keeper, self._told)
        else:
            yield from _side_by_side(con, self._paths, self._read, keeper, self._told)
        self._told.until(len(self._paths))

    def _read(self, path: Path) -> list[Source]:
        return self._first or extract.read(path, self._options)  # a path that is the only one is not read twice


def _the_only_one(
    con: duckdb.DuckDBPyConnection, paths: Sequence[Path], read: side_by_side.Read, keeper: Keeper, told: _Told
) -> Iterator[Met]:
    """An identifier is for one event: a second is refused, whatever comes first."""
    is_first = True
    for place, path in enumerate(paths):
        told.until(place)
        for source in read(path):
            if not is_first:
                raise UnusableInput("--event-id is for files of one event; these hold several: load them one by one")
            yield keeper.alone(con, source)
            is_first = False


def _side_by_side(
    con: duckdb.DuckDBPyConnection, paths: Sequence[Path], read: side_by_side.Read, keeper: Keeper, told: _Told
) -> Iterator[Met]:
    """Many sources in one transaction, or some; nobody sees the copy before all are in it."""
    con.begin()
    rows = 0
    with side_by_side.arriving(con, paths, read) as arrived:
        for one in arrived:
            told.until(one.place)
            if one.rows is None or rows > _ROWS:
                _commit(con)
                rows = 0
            if one.rows is None:
                yield from _large(con, read(paths[one.place]), keeper)
            else:
                rows += _OF_AN_EVENT + one.rows.number
                yield _carried(con, one.rows, keeper)
    con.commit()


def _commit(con: duckdb.DuckDBPyConnection) -> None:
    """Ends the transaction and begins another."""
    con.commit()
    load.settle(con)
    con.begin()


def _carried(con: duckdb.DuckDBPyConnection, rows: Carried, keeper: Keeper) -> Met:
    with carried.shown(con, rows) as staged:
        return keeper.insert(con, staged, checked=True, empty=rows.empty)


def _large(con: duckdb.DuckDBPyConnection, sources: Sequence[Source], keeper: Keeper) -> Iterator[Met]:
    """Sources that are worked at one by one; their temporary tables end with a connection of their own."""
    con.commit()
    with closing(con.cursor()) as cursor, side_by_side.all_cores(cursor):
        opening.use(cursor)
        for source in sources:
            yield keeper.alone(cursor, source)
    con.begin()


class _Told:
    """Progress, told path by path and none left out."""

    def __init__(self, tell: Progress, total: int) -> None:
        """Nothing is told yet."""
        self._tell, self._total, self._next = tell, total, 0

    def until(self, done: int) -> None:
        """So many paths are done with."""
        for number in range(self._next, done + 1):
            self._tell("read", number, self._total)
        self._next = max(self._next, done + 1)
