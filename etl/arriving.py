"""Small Python tables into DuckDB."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import pyarrow as pa


def put(con: duckdb.DuckDBPyConnection, table: str, columns: str, rows: Sequence[Sequence[object]]) -> None:
    """Make TEMP `table` with these columns (as in CREATE TABLE, VARCHAR and numbers) and rows."""
    con.execute(f"CREATE OR REPLACE TEMP TABLE {table} ({columns})")
    if not rows:
        return
    by_column = [pa.array(list(values)) for values in zip(*rows, strict=True)]
    con.register("arriving", pa.table(by_column, names=[f"c{i}" for i in range(len(by_column))]))
    con.execute(f"INSERT INTO {table} SELECT * FROM arriving")
    con.unregister("arriving")


def number(con: duckdb.DuckDBPyConnection) -> int:
    """The one number that the statement just run answers, as a count or the rows that it changed."""
    row = con.fetchone()
    return 0 if row is None else int(row[0])


def texts(con: duckdb.DuckDBPyConnection, sql: str) -> list[str]:
    """The first column of a query."""
    return [str(text) for (text, *_) in con.execute(sql).fetchall()]
