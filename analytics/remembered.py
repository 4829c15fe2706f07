"""What was read of a store, kept for whoever asks for the same of the same data, in whatever language."""

from __future__ import annotations

import pickle
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

T = TypeVar("T")
HEAVIEST = 24 * 1024 * 1024
_BESIDE = 20_000  # bytes that one takes beside what is written down
_TIMES = 3  # what lists of dictionaries take for each byte that is written down


@dataclass(frozen=True)
class _Held:
    """A value, and what tells whether the data it was read from are still those."""

    rests_on: Hashable
    value: Any
    weight: int


class Remembered:
    """The last value of each key; those asked for least lately go first. Nobody may change what is given out."""

    def __init__(self, heaviest: int = HEAVIEST) -> None:
        """All together no heavier than that; one of more than a quarter of it is not kept."""
        self._heaviest, self._weight = heaviest, 0
        self._held: OrderedDict[Hashable, _Held] = OrderedDict()
        self._making: dict[Hashable, threading.RLock] = {}
        self._changing = threading.Lock()

    def get(self, key: Hashable, rests_on: Hashable, make: Callable[[], T]) -> T:
        """The value read from what it rests on; made by one of those who ask at once, while the others wait.

        `make` may ask for others, but for none that asks for this one. What it raises reaches whoever asked.
        """
        while True:
            with self._changing:
                held = self._held.get(key)
                if held is not None and held.rests_on == rests_on:
                    self._held.move_to_end(key)
                    return cast(T, held.value)
                lock = self._making.setdefault((key, rests_on), threading.RLock())
            with lock:
                if self._making.get((key, rests_on)) is lock:  # nobody made it while we waited
                    return self._made(key, rests_on, make)

    def _made(self, key: Hashable, rests_on: Hashable, make: Callable[[], T]) -> T:
        try:
            value = make()
            self._put(key, _Held(rests_on, value, weight(value)))
            return value
        finally:
            with self._changing:
                self._making.pop((key, rests_on), None)

    def _put(self, key: Hashable, held: _Held) -> None:
        with self._changing:
            self._lose(key)
            if held.weight > self._heaviest // 4:
                return
            self._held[key] = held
            self._weight += held.weight
            while self._weight > self._heaviest:
                self._lose(next(iter(self._held)))

    def _lose(self, key: Hashable) -> None:
        if key in self._held:
            self._weight -= self._held.pop(key).weight

    def forget(self, rests_on: Hashable) -> None:
        """Lets go of all that rests on this and on nothing else."""
        with self._changing:
            for key in [key for key, held in self._held.items() if held.rests_on == rests_on]:
                self._lose(key)


class _Counted:
    """Where a value is written down: nothing of it is held but how long it is."""

    size = 0

    def write(self, part: bytes) -> int:
        """As of a file."""
        self.size += len(part)
        return len(part)


def weight(value: object) -> int:
    """Bytes it takes in memory, about; what cannot be written down is heavier than anything that is kept."""
    into = _Counted()
    try:
        pickle.Pickler(into, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
    except (pickle.PicklingError, TypeError, AttributeError):
        return sys.maxsize
    return _TIMES * into.size + _BESIDE
