"""A store opened for reading: hardened, shared by threads, and reopened by itself when a load has replaced the file."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import duckdb

from analytics import marks
from analytics.kept import Prepare
from analytics.reading import Reading, signature
from analytics.remembered import Remembered
from etl import damage, swap
from etl.errors import StoreError

T = TypeVar("T")
CHECK_SECONDS = 1.0
_ABSENT_SECONDS = 1.0
_POLL_SECONDS = 0.02
# Each file that was replaced and is read still has an instance of DuckDB with threads and memory of its own. Where that
# many are, the newest file that is open goes on for everybody, but for no longer than this after another was noticed.
_MOST_OLD = 2
_OLD_SECONDS = 8.0

# All readers of one path in this process share what they opened, and see the next file together.
_live: dict[Path, _Live] = {}
_opening = threading.Lock()


class Store:
    """One reader's handle; `with store.cursor() as cur` gives one thread a cursor with temporary tables of its own."""

    def __init__(self, live: _Live, *, remembers: bool = False) -> None:
        self._live: _Live | None = live
        self._remembers = remembers

    @classmethod
    def open(cls, path: Path | str, *, check_every: float = CHECK_SECONDS, remembers: bool = False) -> Self:
        """Opens an existing store and never creates one; StoreError says what stands in the way.

        `remembers`: what was read `once` is kept for the next who asks, as somebody needs who serves many.
        """
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
        return cls(live, remembers=remembers)

    @property
    def path(self) -> Path:
        """The file, links followed."""
        return self._open().path

    @property
    def generation(self) -> int:
        """Counts the files seen behind the path: what was cached under another number may be old."""
        return self._open().generation

    def look(self) -> int:
        """The generation of the newest file, opened where another one stands there by now; it asks nothing of it."""
        live = self._open()
        with damage.explained(live.path):
            return live.alone(lambda: live.generation)

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

    def once(self, key: Hashable, read: Callable[[], T], event: str | None = None) -> T:
        """What `read` finds in one file, however many cursors it takes; nobody may change it.

        A store that remembers gives it out again for the same key, which says all that `read` rests on but the data:
        the file, or of an event alone where one is named, all that was recorded of it (`analytics/marks.py`).
        """
        live = self._open()
        with damage.explained(live.path):
            return live.once(key, read, event) if self._remembers else live.alone(read)

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
    """The newest file of one path, and older ones while somebody reads them still.

    Files are opened and closed beside `_changing`, which everybody who begins or ends to read needs for a moment.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.users = 0
        self.generation = 0
        self._newest: Reading | None = None
        self._old: list[Reading] = []
        self._changing = threading.Lock()
        self._renewing = threading.Lock()  # whoever opens another file; taken before `_changing`
        self._mine = threading.local()  # what this thread reads, the outermost first
        self._check_every = CHECK_SECONDS
        self._next_check = 0.0
        self._noticed: float | None = None  # since when another file stands there
        self._remembered = Remembered()
        self._marks = weakref.WeakKeyDictionary[Reading, dict[str, str]]()

    def enter(self, check_every: float) -> None:
        with self._renewing:
            if self._newest is None:
                self._renew()
        with self._changing:
            self._check_every = min(check_every, self._check_every) if self.users else check_every
            self._next_check = 0.0
            self.users += 1

    def leave(self) -> int:
        with self._changing:
            self.users -= 1
            users, idle = self.users, None if self.users else self._swap(None)
        _close(idle)
        return users

    @contextmanager
    def cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._reading() as reading:
            cur = reading.cursor()
            try:
                yield cur
            finally:
                cur.close()

    @contextmanager
    def prepared(self, key: Hashable, prepare: Prepare) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._reading() as reading, reading.prepared(key, prepare) as cur:
            self._mine.prepared = self._prepared() + 1
            try:
                yield cur
            finally:
                self._mine.prepared -= 1

    def _prepared(self) -> int:
        """How many such cursors this thread holds, which others may be waiting for."""
        return int(self._mine.__dict__.get("prepared", 0))

    def alone(self, read: Callable[[], T]) -> T:
        with self._reading():
            return read()

    def once(self, key: Hashable, read: Callable[[], T], event: str | None) -> T:
        if self._prepared():  # whoever reads the same may be waiting for that cursor, and we would wait for him
            raise RuntimeError("what is read once is asked for before a prepared cursor is taken, or after it")
        with self._reading() as reading:
            mark = self._marks_of(reading).get(event) if event else None
            return self._remembered.get(key, weakref.ref(reading) if mark is None else mark, read)

    def _marks_of(self, reading: Reading) -> dict[str, str]:
        found = self._marks.get(reading)
        if found is None:
            with reading.cursor() as cur:
                found = self._marks[reading] = marks.of_events(cur)
        return found

    @contextmanager
    def _reading(self) -> Iterator[Reading]:
        """The newest file; a cursor inside another reads the same as the outer one."""
        reading = self._begin()
        try:
            yield reading
        finally:
            self._end(reading)

    def _begin(self) -> Reading:
        mine: list[Reading] = self._mine.__dict__.setdefault("files", [])
        if not mine:
            self._look()
        while True:
            with self._changing:
                reading = mine[-1] if mine else self._newest
                if reading is not None:
                    reading.readers += 1
                    mine.append(reading)
                    return reading
            with self._renewing:
                if self._newest is None:
                    self._renew()

    def _end(self, reading: Reading) -> None:
        with self._changing:
            self._mine.files.pop()
            reading.readers -= 1
            idle = not reading.readers and reading is not self._newest
            if idle:
                self._old.remove(reading)
        _close(reading if idle else None)

    def _look(self) -> None:
        """Now and then, whether the file was replaced: one looks, and nobody else waits for it."""
        if time.monotonic() < self._next_check or not self._renewing.acquire(blocking=False):
            return
        try:
            self._next_check = time.monotonic() + self._check_every
            if self._replaced() and not self._stays():
                self._renew()
        finally:
            self._renewing.release()

    def _replaced(self) -> bool:
        newest = self._newest
        return newest is not None and signature(self.path) not in (None, newest.signature)

    def _stays(self) -> bool:
        """Whether the newest file that is open goes on, since too many older ones are read still."""
        now = time.monotonic()
        self._noticed = now if self._noticed is None else self._noticed
        return len(self._old) >= _MOST_OLD and now - self._noticed < _OLD_SECONDS

    def _renew(self) -> None:
        """Opens what stands there; a file that is absent for a moment is waited for. Called by whoever renews."""
        until = time.monotonic() + _ABSENT_SECONDS
        while not self.path.exists() and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        self._noticed, opened = None, None
        try:
            opened = Reading(swap.existing(self.path))
        finally:  # where it cannot be opened, nobody is told old data
            with self._changing:
                idle = self._swap(opened)
            _close(idle)

    def _swap(self, opened: Reading | None) -> Reading | None:
        """Takes the place of the newest; gives that one where nobody reads it. Called with `_changing` held."""
        reading, self._newest = self._newest, opened
        self.generation += opened is not None
        if reading is not None:
            self._remembered.forget(weakref.ref(reading))
        if reading is not None and reading.readers:
            self._old.append(reading)
            return None
        return reading


def _close(reading: Reading | None) -> None:
    if reading is not None:
        reading.close()
