"""Whose turn it is to accept: a session stays with its process, so the one that has fewest takes the next.

All processes are woken when somebody connects. Whoever is quickest would take all sessions of a quiet hour; chance
alone (SO_REUSEPORT) is fair on average, and shares two cores 60 to 40 often enough.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_WIDE = 4  # bytes of a count
_STEP_SECONDS = 0.002
_PATIENCE_SECONDS = 0.05  # another that is busy for so long does not take it: better unfair than late
_LOOK_SECONDS = 0.01  # of what passed since the last look: the rest may have been without anybody to accept
_SERIES_SECONDS = 1.0  # what was begun before that was about another connection
_GONE = 2**32 - 1  # instead of a count: nobody serves there, and nobody waits for it
_SETTLED_SECONDS = 1.0  # by then a connection is a session, or a file that was sent
Later = Callable[[float, Callable[[], None]], object]
Count = tuple[int, int]  # sessions, and whose


def gone(folder: Path, number: int, many: int) -> None:
    """Says that nobody serves at this place: whoever starts a process there, and sees one end."""
    with _shared(folder, many) as counts:
        counts[number] = _GONE


def _shared(folder: Path, many: int) -> memoryview:
    file = os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.ftruncate(file, many * _WIDE)
        return memoryview(mmap.mmap(file, many * _WIDE)).cast("I")
    finally:
        os.close(file)


def _later(seconds: float, do: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, do)


class Turns:
    """How many sessions each process has, in memory that all share; each writes its own count alone.

    What was just accepted counts too: of sixty who come at once the first process would have all before one is told.
    """

    def __init__(self, folder: Path, number: int, many: int, later: Later = _later) -> None:
        self._number, self._later = number, later
        self._counts = _shared(folder, many)

    def serves(self) -> None:
        """From now on; whoever had this place before is gone, his sessions with him."""
        self._counts[self._number] = 0

    @property
    def fewer(self) -> list[Count]:
        """The other processes that have fewer, the one with fewest first."""
        own = self._counts[self._number]
        return sorted((count, number) for number, count in enumerate(self._counts) if count < own)

    def took(self) -> None:
        """Another connection, which may become a session."""
        self._counts[self._number] += 1
        self._later(_SETTLED_SECONDS, self._less)

    @contextmanager
    def session(self) -> Iterator[None]:
        """While one is open."""
        self._counts[self._number] += 1
        try:
            yield
        finally:
            self._less()

    def _less(self) -> None:
        self._counts[self._number] -= 1


class Patience:
    """How long each of the others was waited for since it last took somebody; who was in vain is not until it does.

    That others take some meanwhile says nothing of it: with a process that hangs nobody would be done waiting.
    """

    def __init__(self) -> None:
        self._spent: dict[int, tuple[int, float]] = {}  # by process: its count at the last look, and seconds
        self._looked = 0.0

    def waits(self, fewer: list[Count], now: float) -> bool:
        """Whether one of them is still to go first; counts as time that was waited for that one."""
        passed, self._looked = now - self._looked, now
        for count, number in fewer:
            before, spent = self._spent.get(number, (count, 0.0))
            if count > before:
                spent = 0.0
            elif spent <= _PATIENCE_SECONDS:
                spent = 0.0 if passed > _SERIES_SECONDS else spent + min(passed, _LOOK_SECONDS)
            self._spent[number] = count, spent
            if spent <= _PATIENCE_SECONDS:
                return True
        return False


class Listener(socket.socket):
    """A socket that lets another process go first, for a moment, where that one has fewer sessions."""

    turns: Turns
    patience: Patience

    @classmethod
    def of(cls, plain: socket.socket, turns: Turns) -> Listener:
        """The same socket."""
        made = cls(plain.family, plain.type, plain.proto, plain.detach())
        made.turns, made.patience = turns, Patience()
        made.setblocking(False)
        return made

    def accept(self) -> tuple[socket.socket, object]:
        """The next who connects; BlockingIOError = nobody, or somebody for another process."""
        if self.patience.waits(self.turns.fewer, time.monotonic()):
            time.sleep(_STEP_SECONDS)  # else the loop asks again at once, and again
            raise BlockingIOError
        found = super().accept()
        self.turns.took()
        return found
