"""Tie-break chains (T1-T3) as ordered levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.errors import UnknownRuleSet, near

if TYPE_CHECKING:
    from rulebook.ruleset import RuleSet

NAMES = ("T1", "T2", "T3")
_BY_AGE = ("black", "top_belt")


@dataclass(frozen=True)
class Level:
    """One comparison of a chain: `name` as standings print it, its `kind`, and the age division if it has one."""

    name: str
    kind: str
    age: str | None = None


def levels(ruleset: RuleSet, name: str) -> tuple[Level, ...]:
    """Give a chain's levels in order."""
    if name not in NAMES:
        raise UnknownRuleSet(f"there is no tie-break chain {name}.{near(name, [*NAMES, 'auto'])}")
    return tuple(_level(word) for word in ruleset.texts(f"chains.{name}"))


def _level(word: str) -> Level:
    for kind in _BY_AGE:
        if word.startswith(f"{kind}_"):
            return Level(word, kind, word.removeprefix(f"{kind}_"))
    return Level(word, word)
