"""Small Python tables into DuckDB, and rows in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import duckdb

_TURNING = "build_side_probe_side"
# Rows; above it Arrow is quicker, but its import and that of pandas, which its first list brings in, take 0.4 s.
_FEW = 20_000


def put(con: duckdb.DuckDBPyConnection, table: str, columns: str, rows: Sequence[Sequence[object]]) -> None:
    """Make TEMP `table` with these columns (as in CREATE TABLE, VARCHAR and numbers) and rows."""
    if not rows:
        con.execute(f"CREATE OR REPLACE TEMP TABLE {table} ({columns})")
        return
    named = [column.split(" ", 1) for column in columns.split(", ")]
    lists = [list(values) for values in zip(*rows, strict=True)]
    if len(rows) <= _FEW:
        listed = ", ".join(f"unnest(?::{kind}[]) AS {name}" for name, kind in named)
        con.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {listed}", lists)
        return
    import pyarrow as pa

    casts = [f"CAST(c{place} AS {kind}) AS {name}" for place, (name, kind) in enumerate(named)]
    by_column = [pa.array(values) for values in lists]
    # By its name: where a store is read, FROM does not look among Python's variables.
    con.register("arriving", pa.table(by_column, names=[f"c{i}" for i in range(len(by_column))]))
    try:
        con.execute(f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {', '.join(casts)} FROM arriving")
    finally:
        with suppress(duckdb.Error):  # in a transaction that failed; what made it fail is what is told
            con.unregister("arriving")


def number(con: duckdb.DuckDBPyConnection) -> int:
    """The one number that the statement just run answers, as a count or the rows that it changed."""
    rows = con.fetchall()  # all of them: a result half read keeps the connection from other work
    return int(rows[0][0]) if rows else 0


def any_row(con: duckdb.DuckDBPyConnection, sql: str) -> bool:
    """Whether the query answers at least one row."""
    con.execute(f"SELECT EXISTS ({sql})")
    return bool(number(con))


def texts(con: duckdb.DuckDBPyConnection, sql: str) -> list[str]:
    """The first column of a query."""
    return [str(text) for (text, *_) in con.execute(sql).fetchall()]


@contextmanager
def in_order(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Joins keep the order of their left side: DuckDB does not turn them round, whatever it thinks of the sizes.

    It holds for every connection to the database, so that within another of these, on whichever, it is left as it is.
    """
    con.execute("SELECT current_setting('disabled_optimizers')")
    if _TURNING in str(con.fetchall()[0][0]):
        yield
        return
    con.execute(f"SET disabled_optimizers = '{_TURNING}'")
    try:
        yield
    finally:
        with suppress(duckdb.Error):  # in a transaction that failed nothing can be said any more
            con.execute("RESET disabled_optimizers")


@contextmanager
def threads(con: duckdb.DuckDBPyConnection, number: int | None) -> Iterator[None]:
    """For the while so many threads work at the statements of all connections to the database.

    None = as many as DuckDB takes by itself, which knows what a container may use of the machine.
    """
    con.execute("SELECT current_setting('threads')")
    before = con.fetchall()[0][0]
    con.execute("RESET threads" if number is None else f"SET threads = {number}")
    try:
        yield
    finally:
        with suppress(duckdb.Error):
            con.execute(f"SET threads = {before}")
