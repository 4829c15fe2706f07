"""Everything a user can cause; the program prints the text (one or two lines: what, where, what to do) and exits 2."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NEAREST = 3
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SHOWN = 12


class UserError(Exception):
    """Base of all of them: `str(error)` is meant for people and holds no more than two lines.

    It may repeat what a file says; control characters of that, and other ends of lines than LF, do not come along.
    """

    def __init__(self, text: str) -> None:
        super().__init__(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


class UnusableInput(UserError):
    """A missing file, no JSON, wrong columns, an event without id: nothing of it can be loaded."""


class StoreError(UserError):
    """No store, no DuckDB file, a newer layout, or locked by another load."""


class UnknownName(UserError):
    """A name that matches nothing; says which names are nearest, or which there are."""

    def __init__(self, what: str, given: str, known: Iterable[str], *, hint: str = "") -> None:
        self.what, self.given, self.known = what, given, sorted(set(known))
        super().__init__(f"no {what} is called {given!r}.{suggestion(given, self.known)}{hint and chr(10) + hint}")


def suggestion(given: str, known: Iterable[str]) -> str:
    """' Did you mean a or b?'; where nothing is near, ' There are: …'; empty where there is nothing at all."""
    names = sorted(set(known))
    near = nearest(given, names)
    if near:
        return f" Did you mean {' or '.join(near)}?"
    more = ", …" if len(names) > _SHOWN else ""
    return f" There are: {', '.join(names[:_SHOWN])}{more}." if names else ""


def nearest(given: str, known: Iterable[str]) -> list[str]:
    """The few names most like the given one, best first; empty where none is near."""
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        given, list(known), scorer=fuzz.WRatio, processor=utils.default_process, limit=_NEAREST, score_cutoff=70
    )
    return [name for name, _, _ in found]
