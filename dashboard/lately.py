"""The answer of a question over the whole store that takes long: the last one, while a newer one is made beside.

Where results come in every few seconds, a page that waited for it would never answer, and the processor would do
nothing else. What is answered in a second is always asked anew.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

_LOG = logging.getLogger(__name__)
QUICK = 1.0  # seconds that somebody waits
REST = 20.0  # times as long as an answer takes, until the next is made: a twentieth of a processor

T = TypeVar("T")
Seen = tuple[str, int]


@dataclass(frozen=True)
class _Held(Generic[T]):
    value: T
    seen: Seen
    took: float
    made: float


class Lately(Generic[T]):
    """The newest answer there is of one question, for all sessions."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: _Held[T] | None = None
        self._failed: tuple[float, float] | None = None  # since the last answer: when, and how long it took
        self._making = threading.Lock()
        self._beside: threading.Thread | None = None

    def get(self, seen: Seen, make: Callable[[], T]) -> tuple[T, bool]:
        """The answer, and whether it is that of what stands there now; an older one is on its way to be replaced."""
        held = self._held
        if _waited_for(held, seen):
            with self._making:
                if _waited_for(self._held, seen):  # else somebody made it while we waited
                    self._make(seen, make)
                held = self._held
        elif self._due(seen):
            self._renew(seen, make)
        assert held is not None  # noqa: S101 - made above where there was none
        return held.value, not _older(held, seen)

    def _due(self, seen: Seen) -> bool:
        """Whether a newer one is wanted, and the processor did something else for long enough since the last try."""
        held = self._held
        if held is None or not _older(held, seen):
            return False
        ended, took = self._failed or (held.made, held.took)
        return self._clock() - ended >= REST * took

    def _make(self, seen: Seen, make: Callable[[], T]) -> None:
        began = self._clock()
        try:
            value = make()
        except Exception:
            self._failed = self._clock(), self._clock() - began
            raise
        ended = self._clock()
        self._held, self._failed = _Held(value, seen, ended - began, ended), None

    def _renew(self, seen: Seen, make: Callable[[], T]) -> None:
        """In a thread of its own, where none is at it already."""
        if not self._making.acquire(blocking=False):
            return
        if not self._due(seen):  # any more: somebody was at it between
            self._making.release()
            return

        def run() -> None:
            try:
                self._make(seen, make)
            except Exception:  # whoever asks after the rest tries again; the log says what was wrong
                _LOG.exception("what was to be made beside could not be made")
            finally:
                self._making.release()

        beside = threading.Thread(target=run, daemon=True)
        try:
            beside.start()
        except (RuntimeError, MemoryError):  # no room for another thread now: the last answer stays
            self._making.release()
            _LOG.exception("what was to be made beside could not be begun")
        else:
            self._beside = beside

    def settle(self) -> None:
        """Waits for what is being made beside."""
        if self._beside is not None:
            self._beside.join()


def _older(held: _Held[T], seen: Seen) -> bool:
    """Whether it is of an earlier file, or of another path."""
    return held.seen[0] != seen[0] or held.seen[1] < seen[1]


def _waited_for(held: _Held[T] | None, seen: Seen) -> bool:
    """There is none, or one of another path, or one that is quickly made again."""
    return held is None or held.seen[0] != seen[0] or (_older(held, seen) and held.took < QUICK)
