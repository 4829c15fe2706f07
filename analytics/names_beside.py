"""The names of a small event's athletes, told apart by a second core while the first computes its answers.

Names need the facts alone, and most of the time they take is a look at all names of the store. A large load keeps all
cores busy as it is, and its names come after its answers, lest both need their memory at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from analytics import athlete_names
from analytics.prepared import FEWEST
from etl.arriving import put

if TYPE_CHECKING:
    import duckdb

SMALL = 60_000  # bouts, entries and official places

Named = Callable[[], Sequence[int]]

# What new loads hold; NULL where there are none, or another is to be prepared with them, which may be large.
_ROWS = """
with made as (
  select distinct load_id from event_version where version_id in (select unnest($versions::integer[]))
  and load_id not in (select load_id from athlete_name_load)
),
lacking as (
  select load_id from current_version where load_id not in (select load_id from made) and (
    load_id not in (select load_id from athlete_name_load)
    or version_id not in (select version_id from protected_version)
    or ((select count(*) from bout) >= $fewest and load_id not in (select load_id from athlete_stand_load))
  )
)
select case when exists (from made) and not exists (from lacking) then
  (select count(*) from bout where load_id in (select load_id from made))
  + (select count(*) from entry where load_id in (select load_id from made))
  + (select count(*) from official_place where load_id in (select load_id from made))
end
"""
_POLL_SECONDS = 0.05


@contextmanager
def names(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int], small: bool) -> Iterator[Named]:
    """What answers as `athlete_names.refresh` of these versions does, once it has come to an end."""
    if not small or _in_transaction(con):
        yield lambda: athlete_names.refresh(con, version_ids, told=small)
        return
    with closing(con.cursor()) as cursor:
        cursor.execute(f"use {_database(con)}")
        work = _Work(cursor, version_ids)
        try:
            work.start()
            yield lambda: work.named(con)
        finally:
            work.stop()


class _Work(threading.Thread):
    """Tells them apart on a cursor of its own, whose temporary tables are nobody else's."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
        """Not begun yet."""
        super().__init__(name="names")
        self._cursor, self._version_ids = cursor, version_ids
        self._added: Sequence[int] = ()
        self._rows: list[tuple[object, ...]] = []
        self._failed: BaseException | None = None

    def run(self) -> None:
        """All of it."""
        try:
            self._added = athlete_names.refresh(self._cursor, self._version_ids, told=True)
            if self._added:
                self._rows = self._cursor.execute("from temp.athlete_called").fetchall()
        except BaseException as error:  # told to the one who waits
            self._failed = error

    def named(self, con: duckdb.DuckDBPyConnection) -> Sequence[int]:
        """Waits for the end; what it found stands on `con` too then."""
        self.join()
        if self._failed is not None:
            raise self._failed
        if self._added:
            put(con, "athlete_called", "who varchar, number integer", self._rows)
        return self._added

    def stop(self) -> None:
        """Nobody waits for it any more: its statements are broken off; a cursor at work could not be closed."""
        again: KeyboardInterrupt | None = None
        while self.is_alive():
            try:
                self._cursor.interrupt()
                self.join(_POLL_SECONDS)
            except KeyboardInterrupt as error:
                again = error
        if again is not None:
            raise again


def is_small(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> bool:
    """Whether new loads have so few rows that planning takes longer than running, and nothing else is to be prepared.

    Decisions make no load: nobody new is named.
    """
    values = {"versions": list(version_ids), "fewest": FEWEST}
    row = con.execute(_ROWS, values).fetchone()
    return row is not None and row[0] is not None and row[0] < SMALL


def _in_transaction(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether what is written is seen by this connection alone: each statement has a number of its own otherwise."""
    first, second = (con.execute("select txid_current()").fetchone() for _ in range(2))
    return first == second


def _database(con: duckdb.DuckDBPyConnection) -> str:
    row = con.execute("select current_database()").fetchone()
    assert row is not None  # noqa: S101 - always one row
    return '"' + str(row[0]).replace('"', '""') + '"'
