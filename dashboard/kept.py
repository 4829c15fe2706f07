"""What pages needed and others may want again, by what it was made from; what was wanted least lately goes first.

Streamlit's own caches do the same, but look at the names of all arguments and hash every value at each call: a page
that knows all its answers spent a tenth of its time on that.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_BESIDE = 50_000  # bytes that an answer takes beside what is written down: measured, of one with two small frames 90 KB
_ELSEWHERE = 20  # questions over a whole store, of each path


class Kept(Generic[T]):
    """Values by key, for all sessions of this process; nobody may change what is given out."""

    def __init__(self, most: int, weigh: Callable[[T], int] = lambda _: 0, heaviest: int = 0) -> None:
        """`most` of them, and together no heavier than `heaviest`; one of more than a quarter of that is not kept."""
        self._most, self._weigh, self._heaviest = most, weigh, heaviest
        self._weight = 0
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._changing = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T], fits: Callable[[T], bool] = lambda _: True) -> T:
        """The value of this key; made by one of those who ask for it at once, while the others wait.

        One that does not fit is made anew. What is raised reaches whoever asked, and the next one tries again.
        """
        while True:
            with self._changing:
                if key in self._values and fits(self._values[key]):
                    self._values.move_to_end(key)
                    return self._values[key]
                lock = self._making.setdefault(key, threading.Lock())
            with lock:
                if self._making.get(key) is lock:  # nobody made it while we waited
                    return self._made(key, make)

    def _made(self, key: Hashable, make: Callable[[], T]) -> T:
        try:
            value = make()
            self.put(key, value)
            return value
        finally:
            with self._changing:
                self._making.pop(key, None)

    def put(self, key: Hashable, value: T) -> None:
        """Keeps it in the place of what was kept for this key."""
        with self._changing:
            self._lose(key)
            weight = self._weigh(value)
            if weight > self._heaviest // 4:  # else one would send away everybody else's
                return
            self._values[key] = value
            self._weight += weight
            while len(self._values) > self._most or self._weight > self._heaviest:
                self._lose(next(iter(self._values)))

    def _lose(self, key: Hashable) -> None:
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))

    def find(self, key: Hashable) -> T | None:
        """What is kept for it; None = nothing."""
        with self._changing:
            return self._values.get(key)

    def __contains__(self, key: Hashable) -> bool:
        with self._changing:
            return key in self._values

    def drop(self, old: Callable[[Hashable], bool]) -> None:
        """Lets go of every value whose key is old."""
        with self._changing:
            for key in [key for key in self._values if old(key)]:
                self._lose(key)


class _Written:
    """Where an answer is written down: nothing is held of it but the digest of all that is in it, and the length."""

    def __init__(self) -> None:
        self.digest, self.size = hashlib.sha256(), 0

    def write(self, part: bytes) -> int:
        """As of a file."""
        self.digest.update(part)
        self.size += len(part)
        return len(part)


@dataclass(frozen=True)
class Answer:
    """An answer to what `key` says; no `digest`: it cannot be written down, nobody knows what it weighs or says."""

    value: Any
    key: Hashable
    digest: bytes | None
    size: int

    @classmethod
    def of(cls, value: Any, key: Hashable) -> Answer:
        """Weighed."""
        into = _Written()
        try:
            pickle.Pickler(into, protocol=pickle.HIGHEST_PROTOCOL).dump(value)
        except (pickle.PicklingError, TypeError, AttributeError):
            return cls(value, key, None, sys.maxsize)
        return cls(value, key, into.digest.digest(), into.size + _BESIDE)

    def says(self, digest: bytes | None) -> bool:
        """Whether this is what an answer of that digest said."""
        return self.digest is not None and self.digest == digest


class Answers:
    """The last answer to each question; one that says the same as the one before is that one, the very object.

    So whatever was made of it is found again, and whoever shows it knows that nothing changed.
    """

    def __init__(self, most: int, heaviest: int) -> None:
        self._kept = Kept[Answer](most, lambda one: one.size, heaviest)
        self._elsewhere = Kept[tuple[bytes | None, weakref.ref[Any]]](_ELSEWHERE)

    def get(self, key: Hashable, question: Hashable, make: Callable[[], Any]) -> Answer:
        """The answer kept for this key, else made; `question` is the key without when it was asked."""
        return self._kept.get(question, lambda: self._settled(key, question, make()), lambda one: one.key == key)

    def _settled(self, key: Hashable, question: Hashable, value: Any) -> Answer:
        new, last = Answer.of(value, key), self._kept.find(question)
        return replace(new, value=last.value) if last is not None and last.says(new.digest) else new

    def settled(self, question: Hashable, value: Any) -> Any:
        """This answer, or the last to the same question where that says the same; somebody else has to keep it."""
        digest, last = Answer.of(value, None).digest, self._elsewhere.find(question)
        if last is not None and digest is not None and last[0] == digest:
            before = last[1]()
            value = value if before is None else before
        self._elsewhere.put(question, (digest, weakref.ref(value)))
        return value

    def has(self, key: Hashable, question: Hashable) -> bool:
        """Whether it need not be made."""
        last = self._kept.find(question)
        return last is not None and last.key == key
