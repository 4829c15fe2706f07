"""How many answers a process makes at once, and how many open pages ask whether theirs are still true.

Of forty that are made side by side each is there when nearly all are; one after the other half of them are there in
half the time, the last no later.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ANSWERS = 2  # while one waits for the disk or for DuckDB's own threads, another computes
_WAIT_SECONDS = 0.05  # between two looks for something better to do
_answers = threading.BoundedSemaphore(ANSWERS)
_elsewhere = threading.Lock()
_looks = threading.Lock()


@contextmanager
def answer() -> Iterator[None]:
    """The turn to make an answer; taken before anything that others wait for, so that nobody waits in a circle."""
    with _answers:
        yield


@contextmanager
def elsewhere() -> Iterator[None]:
    """The turn for what a process of its own works on: a hundred clicks on a file are no hundred processes."""
    with _elsewhere:
        yield


@contextmanager
def look(pause: Callable[[], None]) -> Iterator[None]:
    """The turn of a page that stands open; `pause` is called while it waits, and may raise to do something else.

    One at a time: after a load every page asks within seconds, and whoever clicks then comes first.
    """
    while not _looks.acquire(timeout=_WAIT_SECONDS):
        pause()
    try:
        yield
    finally:
        _looks.release()
