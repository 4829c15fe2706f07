"""What a build reads: the tables of a store that answers rest on, as Parquet, the big ones partitioned by event.

`DIR/bout/event=open-2026/data_0.parquet` and so on: one more event is one more folder in each of these. The small
tables are one file each: a scan of four hundred files costs more than reading their rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import duckdb

from analytics.engines import folders
from etl import schema, swap
from etl.errors import StoreError, UnusableInput

_CURRENT_LOADS = "load_id in (select load_id from current_version)"
_CURRENT_EVENTS = "event_id in (select event_id from current_version)"

# Table -> which of its rows the current versions rest on.
BY_EVENT = dict.fromkeys(("category", "entry", "bout", "official_place"), _CURRENT_LOADS)
WHOLE = {
    **dict.fromkeys(("source_load", "source_file", "award", "official_standing"), _CURRENT_LOADS),
    **dict.fromkeys(("correction", "ruling", "draw"), _CURRENT_EVENTS),
    "event_version": "version_id in (select version_id from current_version)",
    "counted_version": "true",  # a view: one event from two sources is in it once
    "academy_spelling": "true",
    "academy_alias": "true",
}
TABLES = (*BY_EVENT, *WHOLE)


def columns(table: str) -> Mapping[str, str]:
    """Column -> DuckDB type, as the schema of the store has them."""
    return _layout()[table]


@cache
def _layout() -> Mapping[str, Mapping[str, str]]:
    """The columns of every table and view."""
    with duckdb.connect() as con:
        schema.create(con)
        names = con.execute("select table_name from information_schema.tables where table_schema = 'main'").fetchall()
        return {name: columns_of(con, f'"{name}"') for (name,) in names}


def columns_of(con: duckdb.DuckDBPyConnection, relation: str) -> dict[str, str]:
    """Column -> type of what stands after `describe`."""
    return {str(name): str(kind) for name, kind, *_ in con.execute(f"describe {relation}").fetchall()}


def write(store: Path, folder: Path, *, force: bool = False) -> dict[str, int]:
    """Writes the current versions of a store, whole or not at all; table -> rows.

    What is written are the facts with every name in them: material for a computation, nothing to publish.
    """
    path = swap.existing(store)
    folders.refuse_overlap(folders.Local(), str(path), str(folder))
    with folders.replaced(folders.Local(), str(folder), folders.FACTS, force=force) as new, duckdb.connect() as con:
        try:
            con.execute(f"attach {_literal(path)} as store (read_only)")
            con.execute("use store")
            schema.check(con, str(store))
            return {table: _copy(con, table, Path(new.answers)) for table in TABLES}
        except duckdb.IOException as error:
            raise StoreError(f"{store} cannot be read, or {folder} not written: {first_line(error)}") from error


def _copy(con: duckdb.DuckDBPyConnection, table: str, folder: Path) -> int:
    listed = ", ".join(f't."{name}"' for name in columns(table))
    target = folder / table
    if table in BY_EVENT:
        select = f"select {listed}, l.event_id as event from {table} as t join source_load as l using (load_id)"
        how = f"{_literal(target)} (format parquet, partition_by (event))"
    else:
        target.mkdir()
        select = f"select {listed} from {table} as t"
        how = f"{_literal(target / 'data_0.parquet')} (format parquet)"
    where = (BY_EVENT | WHOLE)[table].replace("load_id in", "t.load_id in", 1)
    row = con.execute(f"copy ({select} where {where}) to {how}").fetchone()
    if not target.is_dir() or not any(target.rglob("*.parquet")):  # no rows, no partition: the columns must be told
        target.mkdir(exist_ok=True)
        con.execute(f"copy (select {listed} from {table} as t limit 0) to {_literal(target / 'none.parquet')}")
    return 0 if row is None else int(row[0])


def view(con: duckdb.DuckDBPyConnection, folder: Path, table: str) -> None:
    """Makes the Parquet of a table readable under the table's name; UnusableInput where it is not what it should be."""
    files = sorted((folder / table).rglob("*.parquet"))
    if not files:
        raise UnusableInput(absent(str(folder), table))
    pattern = _literal(folder / table / "**" / "*.parquet")
    scan = f"read_parquet({pattern}, hive_partitioning = false)"
    try:
        lacking = [column for column in columns(table) if column not in columns_of(con, f"from {scan}")]
        if lacking:
            raise UnusableInput(unreadable(str(folder), table, f"it has no column {', '.join(lacking)}"))
        listed = ", ".join(f'cast("{name}" as {kind}) as "{name}"' for name, kind in columns(table).items())
        con.execute(f'drop {"view" if table == "counted_version" else "table"} if exists "{table}"')
        con.execute(f'create view "{table}" as select {listed} from {scan}')
    except duckdb.Error as error:
        raise UnusableInput(unreadable(str(folder), table, first_line(error))) from error


def absent(folder: str, table: str) -> str:
    """What is said where a table is not there."""
    return f"{folder} holds no Parquet of the table {table}; write it with: tatame facts DIR"


def unreadable(folder: str, table: str, why: str) -> str:
    """What is said where a table is there and cannot be used."""
    return f"the Parquet of {table} in {folder} cannot be used: {why}\nWrite it anew with: tatame facts DIR"


def first_line(error: BaseException) -> str:
    """The first line of an error, without its class."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _literal(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
