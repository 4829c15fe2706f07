"""What pages needed and others may want again, by what it was made from; what was wanted least lately goes first.

Streamlit's own caches do the same, but look at the names of all arguments and hash every value at each call: a page
that knows all its answers spent a tenth of its time on that.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by key, for all sessions of this process; nobody may change what is given out."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._changing = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of this key; made by one of those who ask for it at once, while the others wait.

        What is raised reaches whoever asked, and the next one tries again.
        """
        while True:
            with self._changing:
                if key in self._values:
                    self._values.move_to_end(key)
                    return self._values[key]
                lock = self._making.setdefault(key, threading.Lock())
            with lock:
                if self._making.get(key) is lock:  # nobody made it while we waited
                    return self._made(key, make)

    def _made(self, key: Hashable, make: Callable[[], T]) -> T:
        try:
            value = make()
            with self._changing:
                self._values[key] = value
                while len(self._values) > self._most:
                    self._values.popitem(last=False)
            return value
        finally:
            with self._changing:
                self._making.pop(key, None)

    def __contains__(self, key: Hashable) -> bool:
        with self._changing:
            return key in self._values

    def drop(self, old: Callable[[Hashable], bool]) -> None:
        """Lets go of every value whose key is old."""
        with self._changing:
            for key in [key for key in self._values if old(key)]:
                del self._values[key]
