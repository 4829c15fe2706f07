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
_SERIES_SECONDS = 1.0  # what was begun before that was about another connection
_SETTLED_SECONDS = 1.0  # by then a connection is a session, or a file that was sent
Later = Callable[[float, Callable[[], None]], object]


def _later(seconds: float, do: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, do)


class Turns:
    """How many sessions each process has, in memory that all share; each writes its own count alone.

    What was just accepted counts too: of sixty who come at once the first process would have all before one is told.
    """

    def __init__(self, folder: Path, number: int, many: int, later: Later = _later) -> None:
        self._number, self._later = number, later
        file = os.open(folder / "turns", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(file, many * _WIDE)
            self._counts = memoryview(mmap.mmap(file, many * _WIDE)).cast("I")
        finally:
            os.close(file)
        self._counts[number] = 0  # whoever had this place before is gone, his sessions with him

    @property
    def counts(self) -> tuple[int, ...]:
        """Of all processes, as they are now."""
        return tuple(self._counts)

    @property
    def others_turn(self) -> bool:
        """Whether another process has fewer."""
        return self._counts[self._number] > min(self._counts)

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


class Listener(socket.socket):
    """A socket that lets another process go first, for a moment, where that one has fewer sessions."""

    turns: Turns
    _since = 0.0  # when it began to wait for another to take what is there
    _counts: tuple[int, ...] = ()  # as they were then

    @classmethod
    def of(cls, plain: socket.socket, turns: Turns) -> Listener:
        """The same socket."""
        made = cls(plain.family, plain.type, plain.proto, plain.detach())
        made.turns = turns
        made.setblocking(False)
        return made

    def accept(self) -> tuple[socket.socket, object]:
        """The next who connects; BlockingIOError = nobody, or somebody for another process."""
        if self._waits():
            raise BlockingIOError
        found = super().accept()
        self._since = 0.0
        self.turns.took()
        return found

    def _waits(self) -> bool:
        if not self.turns.others_turn:
            return False
        now, counts = time.monotonic(), self.turns.counts
        if counts != self._counts or now - self._since > _SERIES_SECONDS:  # the other took one: this is the next
            self._since, self._counts = now, counts
        if now - self._since > _PATIENCE_SECONDS:
            return False
        time.sleep(_STEP_SECONDS)  # else the loop asks again at once, and again
        return True
