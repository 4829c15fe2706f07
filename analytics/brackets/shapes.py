"""Every way in which bouts without rounds fit a bracket, where nobody came out of some of them (M7-M10, M16, M26).

Byes stand in the first round alone, on record or not; later nobody passes a round without a bout unless both of one
were out there. A reading gives each bout its rank: 1 the final, 2 a semifinal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analytics.brackets.rounds import Tree
    from analytics.brackets.rows import Bout

Ranks = dict["Bout", int]
_Gone = tuple["Bout", ...]  # bouts that nobody came out of

# Beyond these a bout list without rounds is nobody's to read.
MOST_GONE = 6
MOST_READINGS = 400


def readings(tree: Tree, rounds: Iterable[int], named: Mapping[Bout, int]) -> list[Ranks]:
    """Ranks in brackets of these numbers of rounds, each way once, the named rounds kept; empty = none fits."""
    roots = tree.roots()
    living = [bout for bout in roots if bout.victor is not None]
    gone = tuple(bout for bout in roots if bout.victor is None)
    if len(living) > 1 or len(gone) > MOST_GONE:
        return []
    found: list[Ranks] = []
    for number in rounds:
        ways = _survivor(tree, number, 1, living[0], gone) if living else _nobody(tree, number, 1, gone)
        for ranks in ways:
            if ranks not in found and all(ranks.get(bout) == rank for bout, rank in named.items()):
                found.append(ranks)
            if len(found) > MOST_READINGS:
                return []
    return found


def rounds_for(athletes: int) -> int:
    """Rounds of the smallest bracket that holds them."""
    return max(1, (athletes - 1).bit_length())


def _survivor(tree: Tree, rounds: int, rank: int, last: Bout | None, gone: _Gone) -> Iterator[Ranks]:
    """Somebody comes out of this part of the bracket, whose last round has this rank, `last` his last bout in it."""
    if rounds < 0 or (last is not None and tree.level(last) > rounds):
        return
    if last is not None:
        yield from _bout(tree, rounds, rank, last, gone)
    elif not gone and rounds <= 1:  # a place in the first round, or the bye in it
        yield {}
    for here, there in _splits(gone):
        if there:
            mine = _survivor(tree, rounds - 1, rank + 1, last, here)
            yield from _both(mine, _nobody(tree, rounds - 1, rank + 1, there))


def _bout(tree: Tree, rounds: int, rank: int, bout: Bout, gone: _Gone) -> Iterator[Ranks]:
    """This bout is the last one of the part."""
    if rounds < 1:
        return
    came = [next((b for b in tree.previous[bout] if b.victor == key), None) for key in bout.athletes]
    for here, there in _splits(gone):
        one = _survivor(tree, rounds - 1, rank + 1, came[0], here)
        if len(came) > 1:
            other = _survivor(tree, rounds - 1, rank + 1, came[1], there)
        else:  # a bye on record: nobody was there, or nobody was left there
            other = _nobody(tree, rounds - 1, rank + 1, there) if there else iter([{}])
        for ranks in _both(one, other):
            yield {bout: rank} | ranks


def _nobody(tree: Tree, rounds: int, rank: int, gone: _Gone) -> Iterator[Ranks]:
    """Nobody comes out of the part: both out in its last bout, or nobody left of either half."""
    for bout in gone:
        yield from _bout(tree, rounds, rank, bout, tuple(b for b in gone if b is not bout))
    if rounds < 1:
        return
    for here, there in _splits(gone):
        if here and there:
            one = _nobody(tree, rounds - 1, rank + 1, here)
            yield from _both(one, _nobody(tree, rounds - 1, rank + 1, there))


def _splits(gone: _Gone) -> Iterator[tuple[_Gone, _Gone]]:
    for chosen in product((True, False), repeat=len(gone)):
        yield (
            tuple(b for b, taken in zip(gone, chosen, strict=True) if taken),
            tuple(b for b, taken in zip(gone, chosen, strict=True) if not taken),
        )


def _both(one: Iterator[Ranks], other: Iterator[Ranks]) -> Iterator[Ranks]:
    others: list[Ranks] | None = None
    for left in one:
        others = list(other) if others is None else others
        for right in others:
            yield left | right
