"""A connection that writes to a store's copy: first without it, then the copy attached, in this program's layout."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb

from etl import alias_file, damage, schema
from etl.errors import StoreError

MEMORY = "2GB"  # of DuckDB's, where TATAME_MEMORY_LIMIT says nothing: what is beyond it goes to the disk for the while
_CATALOG = "tatame"  # what the copy is called on its connection


def opened(con: duckdb.DuckDBPyConnection, path: Path, copy: Path) -> int | None:
    """Opens the copy for writing; the older layout it had. A new store is made where there is none."""
    if copy.exists():
        return _checked(con, copy, path)
    attach(con, copy, path)
    schema.create(con)
    alias_file.install_defaults(con)
    return None


def up_to_date(copy: Path, name: Path) -> tuple[duckdb.DuckDBPyConnection, int | None]:
    """A store that is nobody else's, opened for writing in this program's layout, and the older layout it had."""
    con = connect(copy)
    try:
        return con, _checked(con, copy, name)
    except BaseException:
        con.close()
        raise


def _checked(con: duckdb.DuckDBPyConnection, copy: Path, name: Path) -> int | None:
    attach(con, copy, name)
    damage.refuse_cut_short(con, copy.stat().st_size, name)
    older = schema.migrate(con)
    schema.check(con, str(name))
    return older


def attach(con: duckdb.DuckDBPyConnection, copy: Path, name: Path) -> None:
    """The copy has no log of its changes: nobody opens it before it is whole; a killed load leaves nothing to recover.

    So no commit waits for the disk, and rows of many are written together.
    """
    quoted = str(copy).replace("'", "''")
    try:
        con.execute(f"ATTACH '{quoted}' AS {_CATALOG} (TYPE duckdb, RECOVERY_MODE no_wal_writes)")
    except duckdb.Error as error:
        raise damage.told(name, error) from error
    use(con)


def use(con: duckdb.DuckDBPyConnection) -> None:
    """Names mean the tables of the copy: said to each cursor anew."""
    con.execute(f"USE {_CATALOG}")


def connect(copy: Path) -> duckdb.DuckDBPyConnection:
    """No extension is fetched or loaded by itself; what does not fit into memory goes to a folder beside the copy."""
    limit = os.environ.get("TATAME_MEMORY_LIMIT") or MEMORY
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "preserve_insertion_order": True,
        "checkpoint_threshold": "1TB",  # `settle` and the end of `writing` say when
        "temp_directory": f"{copy}.tmp",
        "memory_limit": limit,
    }
    try:
        return duckdb.connect(config=config)
    except (duckdb.ParserException, duckdb.InvalidInputException) as error:
        raise StoreError(f"TATAME_MEMORY_LIMIT is {limit!r}; write a size such as 512MB or 4GB") from error
