"""Penalty ladders (P1-P4) and the scores they and the actions can make (D5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Step:
    """What the n-th penalty brings: to the opponent points and advantages, to the penalised side perhaps the end."""

    number: int
    points: int = 0
    advantages: int = 0
    disqualifies: bool = False
    warning_only: bool = False


@cache
def steps(words: tuple[str, ...]) -> tuple[Step, ...]:
    """Read a ladder as rule set files write it, one text per penalty."""
    return tuple(_step(number, word) for number, word in enumerate(words, start=1))


def _step(number: int, word: str) -> Step:
    parts = word.split()
    return Step(
        number,
        points=sum(int(part.removeprefix("points:")) for part in parts if part.startswith("points:")),
        advantages=parts.count("advantage"),
        disqualifies=word == "disqualified",
        warning_only=word == "warning",
    )


def sums(up_to: int, coins: frozenset[int]) -> frozenset[int]:
    """Every total up to `up_to` that coins, each as often as wanted, make exactly; 0 among them."""
    made = {0}
    for total in range(1, up_to + 1):
        if any(total - coin in made for coin in coins):
            made.add(total)
    return frozenset(made)
