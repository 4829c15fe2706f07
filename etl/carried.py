"""The staged rows of a source, taken off the connection that staged them and shown to the one that keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import duckdb

from etl import load, transform
from etl.extract import Source
from etl.transform import Staged

TABLES = (
    "category", "entry", "bout", "official_place", "scoring_action", "award", "official_standing", "draw",
    "academy_spelling", "file", "finding",
)  # fmt: skip


@dataclass(frozen=True)
class Carried:
    """One event's rows: staged_<name> -> pyarrow.Table, checked to belong together."""

    staged: Staged
    rows: dict[str, Any]

    @property
    def empty(self) -> frozenset[str]:
        """Tables of which this event has nothing."""
        return frozenset(name for name, table in self.rows.items() if not table.num_rows)

    @property
    def number(self) -> int:
        """Rows of all tables."""
        return sum(table.num_rows for table in self.rows.values())


def away(con: duckdb.DuckDBPyConnection, source: Source) -> Carried:
    """Stages a source here and takes its rows along; nothing of it stays behind."""
    con.begin()
    try:
        staged = transform.stage(con, source, first=True)  # what was staged before came to nothing
        load.check_references(con)
        return Carried(staged, {name: con.sql(f"FROM staged_{name}").to_arrow_table() for name in TABLES})
    finally:
        # Temporary tables of a transaction that comes to nothing need not be put away one by one. Where there is none
        # left to end, what ended it is on its way to be told.
        with suppress(duckdb.Error):
            con.rollback()


class _Shown:
    """A table that can be let go of: DuckDB keeps what a view was made of until the transaction ends, used or not."""

    def __init__(self, rows: Any) -> None:
        """`rows`: a pyarrow.Table."""
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Asked for each time that the rows are read, and for their types."""
        return self._rows.__arrow_c_stream__(requested_schema)

    def let_go(self) -> None:
        """From here on there are no rows."""
        self._rows = None


@contextmanager
def shown(con: duckdb.DuckDBPyConnection, carried: Carried) -> Iterator[Staged]:
    """Here too the rows, where there are any, stand under the names of the staged tables, for as long as this lasts."""
    tables = {f"staged_{name}": _Shown(rows) for name, rows in carried.rows.items() if name not in carried.empty}
    for name, table in tables.items():
        con.register(name, table)
    yield carried.staged  # an exception ends more than this: in a transaction that failed nothing can be taken back
    for name, table in tables.items():
        con.unregister(name)
        table.let_go()
