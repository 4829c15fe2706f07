"""One file of a store as it was opened: hardened, read-only, and closed once nobody reads it any more."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path

import duckdb

from analytics import once
from analytics.kept import Kept, Prepare
from etl import damage, schema
from etl.errors import StoreError

Signature = tuple[int, int, int, int]
_CATALOG = "tatame"
# Where TATAME_MEMORY_LIMIT says nothing: a file that was replaced and is read still has an instance of its own.
_MEMORY = "50%"

# Bytes of half a million bouts at most: DuckDB gives a thread 122,880 rows of a table, so of a smaller file the others
# have nothing to do and are woken up for it, which was a tenth of the processor time of a hundred viewers.
SMALL = 64 * 1024 * 1024

# In this order: without external access temp_directory cannot be set any more, and the lock comes last.
_HARDENING = (
    "SET temp_directory = ''",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


class Reading:
    """A connection of its own on the file of that path; those who read it are counted by whoever opened it."""

    def __init__(self, path: Path) -> None:
        self.signature = signature(path)  # before it is opened: what takes the name between is met at the next look
        self.readers = 0
        self._con = _hardened(path)
        self._kept = Kept()
        self._memory: once.Memory = {}

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A fresh one, in which names mean the tables of the store."""
        cur = _within(self._con, _CATALOG)
        once.share(cur, self._memory)
        return cur

    def prepared(self, key: object, prepare: Prepare) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """The cursor that is kept for this key, prepared where there is none."""
        return self._kept.using(key, self.cursor(), prepare)

    def close(self) -> None:
        """Nobody may be reading it."""
        self._kept.close()
        self._con.close()
        self._memory.clear()


def beside(cur: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another cursor on what this one reads, without its temporary tables; it may be given any, so it knows nothing."""
    row = cur.execute("select current_database()").fetchone()
    assert row is not None  # noqa: S101 - always one row
    return _within(cur, str(row[0]))


def _within(con: duckdb.DuckDBPyConnection, database: str) -> duckdb.DuckDBPyConnection:
    """DuckDB forgets for each cursor which database names mean."""
    cur = con.cursor()
    try:
        cur.execute('USE "{}"'.format(database.replace('"', '""')))
    except BaseException:
        cur.close()
        raise
    return cur


def signature(path: Path) -> Signature | None:
    """What changes when another file takes the name; None = absent just now: no reason to let the old one go."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino, seen.st_mtime_ns, seen.st_size


def _size(path: Path) -> int:
    seen = signature(path)
    return seen[-1] if seen else 0


def _hardened(path: Path) -> duckdb.DuckDBPyConnection:
    """Reads this one file and nothing else: no other files, no network, no extensions, no variables, fixed settings.

    Attached to an empty database: DuckDB keeps one instance per path and process, and who connects to the path while a
    connection on the old file lives is answered old data.
    """
    limit = os.environ.get("TATAME_MEMORY_LIMIT") or _MEMORY
    size = _size(path)
    config: dict[str, str | bool | int | float | list[str]] = {"memory_limit": limit}
    if threads := os.environ.get("TATAME_THREADS") or ("1" if size < SMALL else ""):
        config["threads"] = threads
    try:
        con = duckdb.connect(":memory:", config=config)
    except duckdb.Error as error:
        raise StoreError(f"TATAME_MEMORY_LIMIT or TATAME_THREADS is no value DuckDB takes: {_first(error)}") from error
    try:
        _attach(con, path)
        for statement in _HARDENING:
            con.execute(statement)
        with damage.explained(path):
            # Another file may take the name at any moment: one of the two is the one that was opened.
            damage.refuse_cut_short(con, max(size, _size(path)), path)
            schema.check(con, str(path))
    except BaseException:
        con.close()
        raise
    return con


def _attach(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    quoted = str(path).replace("'", "''")
    try:
        con.execute(f"ATTACH '{quoted}' AS {_CATALOG} (READ_ONLY, TYPE duckdb)")
    except duckdb.Error as error:
        if _first(error).startswith("IO Error: Could not set lock on file"):  # what follows quotes the path
            said = f"another program has {path} open for writing; close it there and try again"
            raise StoreError(said) from error
        raise damage.told(path, error) from error
    con.execute(f"USE {_CATALOG}")
    con.execute("DETACH memory")  # nobody needs it, and it would be open to writing


def _first(error: duckdb.Error) -> str:
    return next(iter(str(error).splitlines()), "")
