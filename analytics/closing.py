"""What would have closed a gap: the fewest results that, decided the other way, put one academy above another.

One changed result is an exchange of places (`exchanges`). Every set offered was computed through points and chain.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analytics.exchanges import Change
    from analytics.hypotheses import Laboratory, Row, Standing

_TRIED = 60  # sets computed for each size
_POOLED = 30  # changes from which sets are put together
_ALL_SETS_UP_TO = 3  # larger ones: only the set of the greatest gains


@dataclass(frozen=True)
class Closing:
    """A set of changes and where both academies then stand; `other` None = no points; `only_a_draw` = rank shared."""

    changes: tuple[Change, ...]
    own: Row
    other: Row | None
    only_a_draw: bool


def closings(
    laboratory: Laboratory, changes: Sequence[Change], own: str, other: str, gap: int, shown: int = 5
) -> list[Closing]:
    """The smallest sets that put `own` above `other` (academy keys), the most plausible first; empty if none does.

    A set that only makes a draw necessary is offered where no set of its size does better.
    """
    for size in _sizes(changes, gap):
        tried = list(itertools.islice(_sets(changes, size, gap), _TRIED))
        standings = laboratory.standings([[edit for change in one for edit in change.edits] for one in tried])
        found = [_outcome(one, standing, own, other) for one, standing in zip(tried, standings, strict=True)]
        kept = [closing for closing in found if closing is not None]
        better = [closing for closing in kept if not closing.only_a_draw] or kept
        if better:
            return better[:shown]
    return []


def _outcome(changes: tuple[Change, ...], standing: Standing, own: str, other: str) -> Closing | None:
    mine, theirs = standing.get(own), standing.get(other)
    if mine is None or (theirs is not None and theirs.rank < mine.rank):
        return None
    return Closing(changes, mine, theirs, only_a_draw=theirs is not None and theirs.rank == mine.rank)


def _sizes(changes: Sequence[Change], gap: int) -> Iterator[int]:
    """From the smallest size that can close the gap on points; one more, since the chain may decide against it."""
    best = _greatest(changes)
    for size in range(1, len(best) + 1):
        if sum(change.gain for change in best[:size]) >= gap:
            yield from range(size, min(size + 2, len(best) + 1))
            return


def _greatest(changes: Sequence[Change]) -> list[Change]:
    """The change of the greatest gain of each category, the greatest first: categories do not touch each other."""
    best: dict[int, Change] = {}
    for change in sorted(changes, key=lambda c: (-c.gain, c.plausibility)):
        best.setdefault(change.category.category_id, change)
    return list(best.values())


def _sets(changes: Sequence[Change], size: int, gap: int) -> Iterator[tuple[Change, ...]]:
    """Sets of that size that close the gap on points, the most plausible first; at most one change to a category."""
    if size > _ALL_SETS_UP_TO:
        # The second does more than draw level: where the chain decides against the first.
        yield from dict.fromkeys(found for least in (gap, gap + 1) if (found := _likeliest(changes, size, least)))
        return
    likely = sorted(changes, key=lambda c: (c.plausibility, -c.gain, c.category.category_id, c.mover.athlete))
    pool = likely if size == 1 else _pool(likely)
    sets = [
        chosen
        for chosen in itertools.combinations(pool, size)
        if sum(change.gain for change in chosen) >= gap
        and len({change.category.category_id for change in chosen}) == size
    ]
    yield from sorted(sets, key=lambda chosen: sum(change.plausibility for change in chosen))


def _likeliest(changes: Sequence[Change], size: int, gap: int) -> tuple[Change, ...]:
    """The most plausible set of that size that narrows the gap by so much (dynamic programming); empty if none does."""
    by_category: dict[int, list[Change]] = {}
    for change in changes:
        by_category.setdefault(change.category.category_id, []).append(change)
    # (changes so far, gain so far, no more than is needed) -> (implausibility, the changes)
    best: dict[tuple[int, int], tuple[int, tuple[Change, ...]]] = {(0, 0): (0, ())}
    for options in by_category.values():
        for (count, gain), (cost, chosen) in list(best.items()):
            for change in _worth_trying(options) if count < size else ():
                state, price = (count + 1, min(gap, gain + change.gain)), cost + change.plausibility
                if state not in best or price < best[state][0]:
                    best[state] = price, (*chosen, change)
    return best.get((size, gap), (0, ()))[1]


def _worth_trying(options: Sequence[Change]) -> list[Change]:
    """Of one category, for each plausibility the change of the greatest gain."""
    greatest = {change.plausibility: change for change in sorted(options, key=lambda c: (c.gain, c.mover.athlete))}
    return list(greatest.values())


def _pool(likely: list[Change]) -> list[Change]:
    """The likeliest changes and those of the greatest gains, so that a set that closes the gap is among them."""
    greatest = sorted(likely, key=lambda c: -c.gain)[: _POOLED // 2]
    chosen = {id(change) for change in likely[: _POOLED // 2] + greatest}
    return [change for change in likely if id(change) in chosen]
