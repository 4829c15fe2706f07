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
        self._making = threading.Lock()
        self._beside: threading.Thread | None = None

    def get(self, seen: Seen, make: Callable[[], T]) -> tuple[T, bool]:
        """The answer, and whether it is that of what stands there now; an older one is on its way to be replaced."""
        held = self._held
        if held is None or held.seen[0] != seen[0] or (held.seen != seen and held.took < QUICK):
            with self._making:
                if self._held is None or self._held.seen != seen:
                    self._make(seen, make)
                held = self._held
        elif held.seen != seen and self._clock() - held.made >= REST * held.took:
            self._renew(seen, make)
        assert held is not None  # noqa: S101 - made above where there was none
        return held.value, held.seen == seen

    def _make(self, seen: Seen, make: Callable[[], T]) -> None:
        began = self._clock()
        value = make()
        ended = self._clock()
        self._held = _Held(value, seen, ended - began, ended)

    def _renew(self, seen: Seen, make: Callable[[], T]) -> None:
        """In a thread of its own, where none is at it already."""
        if not self._making.acquire(blocking=False):
            return

        def run() -> None:
            try:
                self._make(seen, make)
            except Exception:  # whoever asks next tries again; the log says what was wrong
                _LOG.exception("what was to be made beside could not be made")
            finally:
                self._making.release()

        self._beside = threading.Thread(target=run, daemon=True)
        self._beside.start()

    def settle(self) -> None:
        """Waits for what is being made beside."""
        if self._beside is not None:
            self._beside.join()
