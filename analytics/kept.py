"""Cursors whose temporary tables took long to make: kept for whoever asks for the same, one asker at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import duckdb

# Another rule set over an event of 25,000 bouts takes some twenty megabytes.
MOST = 6

Prepare = Callable[[duckdb.DuckDBPyConnection], None]


@dataclass
class _Held:
    """One cursor, nothing yet where `cur` is None; those who use it, or wait for it, are counted."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    cur: duckdb.DuckDBPyConnection | None = None
    users: int = 0


class Kept:
    """Cursors of one connection by what was prepared in them; those asked for least lately go first."""

    def __init__(self) -> None:
        self._held: OrderedDict[Hashable, _Held] = OrderedDict()
        self._changing = threading.Lock()

    @contextmanager
    def using(
        self, key: Hashable, fresh: duckdb.DuckDBPyConnection, prepare: Prepare
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """The cursor kept for this key; else `fresh`, prepared, which is kept then. `fresh` is ours to close."""
        held = self._enter(key)
        try:
            with held.lock:
                yield self._prepared(held, fresh, prepare)
        finally:
            self._leave(key, held)

    def _enter(self, key: Hashable) -> _Held:
        with self._changing:
            held = self._held.setdefault(key, _Held())
            self._held.move_to_end(key)
            held.users += 1
            return held

    def _prepared(self, held: _Held, fresh: duckdb.DuckDBPyConnection, prepare: Prepare) -> duckdb.DuckDBPyConnection:
        if held.cur is not None:
            fresh.close()
            return held.cur
        try:
            prepare(fresh)
        except BaseException:
            fresh.close()
            raise
        held.cur = fresh
        return fresh

    def _leave(self, key: Hashable, held: _Held) -> None:
        with self._changing:
            held.users -= 1
            if held.cur is None and not held.users:
                self._held.pop(key, None)
            for oldest in [each for each, one in self._held.items() if not one.users]:
                if len(self._held) <= MOST:
                    return
                self._close(self._held.pop(oldest))

    def close(self) -> None:
        """Lets all of them go; nobody may be using one."""
        with self._changing:
            while self._held:
                self._close(self._held.popitem()[1])

    @staticmethod
    def _close(held: _Held) -> None:
        if held.cur is not None:
            held.cur.close()
