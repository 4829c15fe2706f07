"""A store opened for reading: hardened, shared by threads, and reopened by itself when a load has replaced the file."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb

from analytics.kept import Kept, Prepare
from etl import damage, schema, swap
from etl.errors import StoreError

CHECK_SECONDS = 1.0
_DRAIN_SECONDS = 2.0
_ABSENT_SECONDS = 1.0
_POLL_SECONDS = 0.02

Signature = tuple[int, int, int, int]

# DuckDB keeps one instance per path and process: while a connection on the old file lives, connecting answers old data.
# So all readers of one file in this process share one connection, and close it together.
_live: dict[Path, _Live] = {}
_opening = threading.Lock()


class Store:
    """One reader's handle; `with store.cursor() as cur` gives one thread a cursor with temporary tables of its own."""

    def __init__(self, live: _Live) -> None:
        self._live: _Live | None = live

    @classmethod
    def open(cls, path: Path | str, *, check_every: float = CHECK_SECONDS) -> Self:
        """Opens an existing store and never creates one; StoreError says what stands in the way."""
        real = swap.existing(Path(path))
        with _opening:
            live = _live.get(real)
            if live is None:
                live = _live[real] = _Live(real)
            try:
                live.enter(check_every)
            except BaseException:
                if not live.users:
                    del _live[real]
                raise
        return cls(live)

    @property
    def path(self) -> Path:
        """The file, links followed."""
        return self._open().path

    @property
    def generation(self) -> int:
        """Counts the files seen behind the path: what was cached under another number may be old."""
        return self._open().generation

    @contextmanager
    def cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A fresh cursor on the newest file; while it is open the data under it does not change."""
        live = self._open()
        with damage.explained(live.path), live.cursor() as cur:
            yield cur

    @contextmanager
    def prepared(self, key: Hashable, prepare: Prepare) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor on the newest file in which `prepare` ran, kept for the next who asks for the same key.

        Nobody may change what it made: another thread is given the same cursor afterwards.
        """
        live = self._open()
        with damage.explained(live.path), live.prepared(key, prepare) as cur:
            yield cur

    def close(self) -> None:
        """Gives the file back; the last handle on it closes the connection."""
        live, self._live = self._live, None
        if live is not None:
            with _opening:
                if live.leave() == 0:
                    del _live[live.path]

    def _open(self) -> _Live:
        if self._live is None:
            raise StoreError("this store was closed; open it again")
        return self._live

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Live:
    """The one connection this process has on a file, and the cursors running on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.users = 0
        self.generation = 0
        self._con: duckdb.DuckDBPyConnection | None = None
        self._kept = Kept()
        self._signature: Signature | None = None
        self._running = 0
        self._changed = threading.Condition()
        self._mine = threading.local()
        self._check_every = CHECK_SECONDS
        self._next_check = 0.0
        self._drain_until: float | None = None

    def enter(self, check_every: float) -> None:
        with self._changed:
            self._check_every = min(check_every, self._check_every) if self.users else check_every
            if self._con is None:
                self._connect()
            self._next_check = 0.0
            self.users += 1

    def leave(self) -> int:
        with self._changed:
            self.users -= 1
            if self.users == 0 and self._con is not None:
                self._kept.close()
                self._con.close()
                self._con = None
            return self.users

    @contextmanager
    def cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        cur = self._begin()
        try:
            yield cur
        finally:
            cur.close()
            self._end()

    @contextmanager
    def prepared(self, key: Hashable, prepare: Prepare) -> Iterator[duckdb.DuckDBPyConnection]:
        fresh = self._begin()
        try:
            with self._kept.using(key, fresh, prepare) as cur:
                yield cur
        finally:
            self._end()

    def _begin(self) -> duckdb.DuckDBPyConnection:
        with self._changed:
            # A thread that waited here for its own outer cursor to end would wait for ever.
            if not getattr(self._mine, "cursors", 0):
                self._renew()
            if self._con is None:
                self._connect()
            assert self._con is not None  # noqa: S101 - _connect raises otherwise
            cur = self._con.cursor()
            self._running += 1
            self._mine.cursors = getattr(self._mine, "cursors", 0) + 1
            return cur

    def _end(self) -> None:
        with self._changed:
            self._running -= 1
            self._mine.cursors = getattr(self._mine, "cursors", 1) - 1
            self._changed.notify_all()

    def _renew(self) -> None:
        """Where the file was replaced: let running cursors end (new ones wait meanwhile, not for long), then reopen."""
        now = time.monotonic()
        if self._drain_until is None and now >= self._next_check:
            self._next_check = now + self._check_every
            if _signature(self.path) not in (None, self._signature):
                self._drain_until = now + _DRAIN_SECONDS
        if self._drain_until is None:
            return
        self._changed.wait_for(
            lambda: self._running == 0 or self._drain_until is None, timeout=max(0.0, self._drain_until - now)
        )
        if self._drain_until is not None:
            self._drain_until = None
            if self._running == 0:
                self._connect()
            self._changed.notify_all()

    def _connect(self) -> None:
        """A new connection in place of the old; a file that is absent for a moment is waited for."""
        if self._con is not None:
            self._kept.close()  # a cursor that lives would keep the old file open
            self._con.close()
            self._con = None
        until = time.monotonic() + _ABSENT_SECONDS
        while not self.path.exists() and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        signature = _signature(self.path)
        self._con = _hardened(swap.existing(self.path))
        self._signature = signature
        self.generation += 1


def _signature(path: Path) -> Signature | None:
    """What changes when another file takes the name; None = absent just now: no reason to let the old one go."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino, seen.st_mtime_ns, seen.st_size


def _size(path: Path) -> int:
    seen = _signature(path)
    return seen[-1] if seen else 0


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


def _hardened(path: Path) -> duckdb.DuckDBPyConnection:
    """Reads this one file and nothing else: no other files, no network, no extensions, no variables, fixed settings."""
    config: dict[str, str | bool | int | float | list[str]] = {}
    if limit := os.environ.get("TATAME_MEMORY_LIMIT"):
        config["memory_limit"] = limit
    if threads := os.environ.get("TATAME_THREADS"):
        config["threads"] = threads
    size = _size(path)
    try:
        con = duckdb.connect(str(path), read_only=True, config=config)
    except duckdb.Error as error:
        raise StoreError(_why(path, str(error))) from error
    try:
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


def _why(path: Path, text: str) -> str:
    first = next(iter(text.splitlines()), "")
    if "set lock on file" in first:
        return f"another program has {path} open for writing; close it there and try again"
    if "Parser Error" in first or "Invalid Input" in first:
        return f"TATAME_MEMORY_LIMIT or TATAME_THREADS is no value DuckDB takes: {first}"
    return str(damage.told(path, text))
