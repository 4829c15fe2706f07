"""The tables of the store and which layout a file has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import metadata, resources

import duckdb

from etl.errors import StoreError

SCHEMA_VERSION = 4


def _step(number: int, con: duckdb.DuckDBPyConnection) -> None:
    con.execute((resources.files("etl") / "sql" / "migrations" / f"{number}.sql").read_text(encoding="utf-8"))


# Layout n -> what turns it into layout n + 1, run on the copy; `etl.load.writing` keeps the old file as a backup.
STEPS: dict[int, Callable[[duckdb.DuckDBPyConnection], None]] = {
    number: partial(_step, number) for number in range(1, SCHEMA_VERSION)
}


def create(con: duckdb.DuckDBPyConnection) -> None:
    """Makes every table and view of etl/sql/schema in an empty database."""
    con.begin()
    for statements in _files():
        con.execute(statements)
    con.execute("INSERT INTO store VALUES (?, ?)", [SCHEMA_VERSION, program_version()])
    con.commit()


def version(con: duckdb.DuckDBPyConnection) -> int | None:
    """Layout of the open database; None = this program did not make it."""
    try:
        row = con.execute("SELECT schema_version FROM store").fetchone()
    except (duckdb.CatalogException, duckdb.BinderException):
        return None
    return None if row is None else int(row[0])


def check(con: duckdb.DuckDBPyConnection, name: str = "the database") -> None:
    """StoreError unless the open database has exactly the layout this program reads."""
    found = version(con)
    if found is None:
        raise StoreError(f"{name} is a DuckDB database but no tatame store; name another file with --store")
    if found > SCHEMA_VERSION:
        raise StoreError(
            f"{name} was written by a newer tatame (layout {found}, this program reads {SCHEMA_VERSION}); update tatame"
        )
    if found < SCHEMA_VERSION:
        raise StoreError(
            f"{name} has the older layout {found}; bring it to layout {SCHEMA_VERSION} with: tatame migrate --store "
            f"{name}\nWhatever is loaded or recorded does it too; the old file is kept as a backup"
        )


def migrate(con: duckdb.DuckDBPyConnection) -> int | None:
    """Brings an older layout up to date, step by step, in one transaction; the layout it had, None = no older one."""
    before = found = version(con)
    if found is None or found >= SCHEMA_VERSION:
        return None
    con.begin()
    while found < SCHEMA_VERSION:
        STEPS[found](con)
        found += 1
        con.execute("UPDATE store SET schema_version = ?", [found])
    con.commit()
    return before


def program_version() -> str:
    """Version of the installed program; `unknown` in a source tree that was never installed."""
    try:
        return metadata.version("tatame")
    except metadata.PackageNotFoundError:
        return "unknown"


def _files() -> list[str]:
    """The statements of each schema file, in the order of the numbers they are named by."""
    folder = resources.files("etl") / "sql" / "schema"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]
