"""Many sources read and staged side by side, each worker with a cursor of its own, and handed on in their order."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb

from etl import carried
from etl.arriving import in_order, threads
from etl.carried import Carried
from etl.extract import Source

Read = Callable[[Path], list[Source]]

WORKERS = 3  # at most; as many as the machine has cores
AT_A_TIME = 64 * 1024**2  # bytes of sources in work; what is larger comes alone, and all cores work at it
_TEXTS = {".csv", ".tsv", ".txt"}
_PACKED = 8  # a workbook, an archive or a Parquet file holds about so many times its own size
_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Arrived:
    """What came of the path at `place`: an event's rows; None = too large a path to be worked at beside others."""

    place: int
    rows: Carried | None


@dataclass(frozen=True)
class _Taken:
    """One source in a worker's hands; `source` None = nobody but the one who keeps it is to read it."""

    place: int
    source: Source | None


def workers() -> int:
    """How many sources are staged at a time."""
    return max(1, min(_cores(), WORKERS))


def all_cores(con: duckdb.DuckDBPyConnection) -> AbstractContextManager[None]:
    """For a source that is not worked at beside others."""
    return threads(con, None)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def arriving(con: duckdb.DuckDBPyConnection, paths: Sequence[Path], read: Read) -> Iterator[Iterator[Arrived]]:
    """The events of these paths in their order, staged beside one another by threads that end with this.

    What is wrong with a source is raised where its turn is, whatever came of later ones.
    """
    line = _Line(paths, read, workers() + 1)
    cursors = [con.cursor() for _ in range(workers())]
    hands = [threading.Thread(target=line.work, args=(cursor,), name="stage") for cursor in cursors]
    with in_order(con), threads(con, 1):  # a source is one thread's work from end to end
        try:
            for hand in hands:
                hand.start()
            yield line.arrivals()
        finally:
            line.stop()
            for hand, cursor in zip(hands, cursors, strict=True):
                _ended(hand, cursor.interrupt)
                cursor.close()


def _ended(thread: threading.Thread, interrupt: Callable[[], None]) -> None:
    """Waits for a thread, each of whose statements is broken off."""
    while thread.ident is not None and thread.is_alive():
        interrupt()
        thread.join(_POLL_SECONDS)


class _Line:
    """The sources in their order: taken by workers one by one, given back in whatever order, handed on as they came."""

    def __init__(self, paths: Sequence[Path], read: Read, most: int) -> None:
        """`most`: sources that may be in work or waiting to be kept."""
        self._sources = self._read(paths, read)
        self._most = most
        self._reading = threading.Lock()
        self._changed = threading.Condition()
        self._taken = 0
        self._sizes: dict[int, int] = {}
        self._back: dict[int, Arrived | BaseException | None] = {}
        self._stopped = False

    def work(self, con: duckdb.DuckDBPyConnection) -> None:
        """A worker's life."""
        while (taken := self._take()) is not None:
            position, source = taken
            self._give_back(position, _staged(con, source))

    def arrivals(self) -> Iterator[Arrived]:
        """One after another, as they were taken; what is wrong with one is raised."""
        for position in itertools.count():
            with self._changed:
                self._changed.wait_for(lambda wanted=position: wanted in self._back)  # type: ignore[misc]
                arrived = self._back.pop(position)
            if arrived is None:
                return
            if isinstance(arrived, BaseException):
                raise arrived
            yield arrived
            with self._changed:
                self._sizes.pop(position)
                self._changed.notify_all()

    def stop(self) -> None:
        """Nothing more is taken."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _take(self) -> tuple[int, _Taken] | None:
        """The next source and its number; a path is read by whoever comes to it."""
        with self._reading:
            try:
                source = next(self._sources)
            except StopIteration:
                self._give_back(self._taken, None)
                return None
            except BaseException as error:
                self._give_back(self._taken, error)
                return None
            self._taken += 1
            return self._taken - 1, source

    def _read(self, paths: Sequence[Path], read: Read) -> Iterator[_Taken]:
        for place, path in enumerate(paths):
            size = _size(path)
            if not self._is_room(size):
                return
            if size > AT_A_TIME:
                yield _Taken(place, None)
                continue
            sources = read(path)
            for source in sources:
                if not self._is_room(size // len(sources)):
                    return
                yield _Taken(place, source)

    def _is_room(self, size: int) -> bool:
        """Waits until a source of this size may be taken beside those in work; false: it no longer shall be."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._fits(size))
            self._sizes[self._taken] = size
            return not self._stopped

    def _fits(self, size: int) -> bool:
        others = [other for position, other in self._sizes.items() if position != self._taken]
        return not others or (len(others) < self._most and sum(others) + size <= AT_A_TIME)

    def _give_back(self, position: int, arrived: Arrived | BaseException | None) -> None:
        with self._changed:
            self._back.setdefault(position, arrived)
            self._changed.notify_all()


def _staged(con: duckdb.DuckDBPyConnection, taken: _Taken) -> Arrived | BaseException:
    try:
        return Arrived(taken.place, carried.away(con, taken.source) if taken.source is not None else None)
    except BaseException as error:  # told where its turn is, by the thread that hears of it
        return error


def _size(path: Path) -> int:
    """Bytes of text in a file or folder, about; what cannot be looked at has none, and is refused when it is read."""
    with suppress(OSError, ValueError):  # ValueError: no name of a file
        files = list(path.iterdir()) if path.is_dir() else [path]
        return sum(file.stat().st_size * (1 if file.suffix in _TEXTS else _PACKED) for file in files)
    return 0
