"""Which bout was which round: all readings of a bracket that its bouts allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .sheet import Bout, NeedsRuling, Person, Sheet, Unfinished

LEVEL = {"final": 0, "semifinal": 1, "quarterfinal": 2, "round-of-16": 3, "round-of-32": 4, "round-of-64": 5}
Levels = dict[int, int]  # bout number -> 0 final, 1 semifinal, 2 quarterfinal, …


def split_late(sheet: Sheet) -> tuple[list[Bout], list[Bout]]:
    """The bouts of the bracket, and those fought among athletes who had already lost (new final, special semifinal)."""
    main: list[Bout] = []
    late: list[Bout] = []
    lost: set[Person] = set()
    for bout in sheet.bouts:
        again = [side for side in bout.sides() if side in lost]
        if bout.round in ("new-final", "special-semifinal") or len(again) == 2:
            late.append(bout)
            continue
        if again:
            raise NeedsRuling("an athlete who had lost fights on")
        main.append(bout)
        lost.update(side for side in bout.sides() if side != bout.winner and not bout.is_bye())
    return main, late


def readings(sheet: Sheet, main: list[Bout]) -> list[Levels]:
    """Every labelling of the bracket's bouts; exactly one when all rounds are named."""
    if all(bout.round in LEVEL for bout in main):
        return [{bout.number: LEVEL[bout.round] for bout in main}]
    if any(bout.round not in LEVEL and bout.round for bout in main):
        raise NeedsRuling("a round of an unknown name")
    named = {bout.number: LEVEL[bout.round] for bout in main if bout.round}
    forest = Forest(main)
    if sum(1 for root in forest.roots if root.winner is not None) > 1 and named:
        return [_around_the_names(sheet, forest, main, named)]
    found = _by_shape(sheet, main)
    fitting = [levels for levels in found if all(levels[n] == level for n, level in named.items())]
    unique = [levels for i, levels in enumerate(fitting) if levels not in fitting[:i]]
    if not unique and named:
        return [_around_the_names(sheet, forest, main, named)]
    if not unique:
        raise NeedsRuling("the rounds cannot be told from who meets whom")
    return unique


def _around_the_names(sheet: Sheet, forest: Forest, main: list[Bout], named: Levels) -> Levels:
    """Several winners did not go on: what is named, and what leads there, may still be all that the table needs."""
    levels = dict(named)
    for bout in main:  # upwards, in the order fought
        came = [f for f in (forest.feeder.get((bout.number, side)) for side in bout.sides()) if f is not None]
        known = [levels[feeder.number] for feeder in came if feeder.number in levels]
        if bout.number not in levels and known:
            levels[bout.number] = min(known) - 1
    for bout in reversed(main):
        for side in bout.sides():
            feeder = forest.feeder.get((bout.number, side))
            if feeder is not None and bout.number in levels:
                levels.setdefault(feeder.number, levels[bout.number] + 1)
    at = [[b for b in main if levels.get(b.number) == level and not b.is_bye()] for level in (0, 1)]
    final_bye = any(levels.get(bout.number) == 0 and bout.is_bye() for bout in main)
    if (at[0] or final_bye) and len(at[1]) != 2:
        raise NeedsRuling("a final, and not both semifinals")
    if not at[0] and len(at[1]) < 2:
        beaten = {side for bout in main if not bout.is_bye() for side in bout.sides() if side != bout.winner}
        if len(sheet.members() - beaten) > 1:
            raise Unfinished
        raise NeedsRuling("no final, and nobody left to fight it")
    return {bout.number: levels.get(bout.number, 9) for bout in main}


def _by_shape(sheet: Sheet, main: list[Bout]) -> list[Levels]:
    forest = Forest(main)
    if sum(1 for root in forest.roots if root.winner is not None) > 1:
        raise Unfinished
    if len(forest.roots) == 1:  # whoever misses a bout: the last one is the final
        return [forest.downwards(forest.roots[0])]
    smallest = _rounds_for(len({side for bout in main for side in bout.sides()}))
    largest = _rounds_for(len(sheet.status))
    return [levels for height in range(smallest, largest + 1) for levels in forest.whole(height)]


def _rounds_for(athletes: int) -> int:
    return max(1, (athletes - 1).bit_length())


class Forest:
    """The bouts linked winner to next bout, fitted into a bracket of 2^height places, first-round byes allowed."""

    def __init__(self, main: list[Bout]) -> None:
        self.feeder: dict[tuple[int, Person], Bout] = {}
        last: dict[Person, Bout] = {}
        fed: set[int] = set()
        for bout in main:
            for side in bout.sides():
                if side in last:
                    self.feeder[bout.number, side] = last[side]
                    fed.add(last[side].number)
                last[side] = bout
        self.roots = [bout for bout in main if bout.number not in fed]

    def below(self, bout: Bout) -> list[Bout]:
        """The bout and all that led to it."""
        feeders = [self.feeder[bout.number, s] for s in bout.sides() if (bout.number, s) in self.feeder]
        return [bout, *(deeper for feeder in feeders for deeper in self.below(feeder))]

    def downwards(self, final: Bout) -> Levels:
        found, waiting = {final.number: 0}, [final]
        while waiting:
            bout = waiting.pop()
            for feeder in self.below(bout)[1:]:
                if feeder.number not in found and feeder in [self.feeder.get((bout.number, s)) for s in bout.sides()]:
                    found[feeder.number] = found[bout.number] + 1
                    waiting.append(feeder)
        return found

    def whole(self, height: int) -> Iterator[Levels]:
        survivors = [root for root in self.roots if root.winner is not None]
        dead = [root for root in self.roots if root.winner is None]
        for top in survivors or dead:
            yield from self._node(height, 0, top, [root for root in dead if root is not top])
        for one, other in _splits(dead):  # nobody reached the final from one half: M7, M8, M16, M21, M22
            if survivors and other:
                yield from _both(self._side(height - 1, 1, survivors[0], one), self._dead(height - 1, 1, other))
            if not survivors and one and other:
                yield from _both(self._dead(height - 1, 1, one), self._dead(height - 1, 1, other))

    def _node(self, height: int, level: int, bout: Bout, dead: list[Bout]) -> Iterator[Levels]:
        if height < 1:
            return
        sides: list[Bout | None] = [self.feeder.get((bout.number, side)) for side in bout.sides()]
        for one, other in _splits(dead):
            left = self._side(height - 1, level + 1, sides[0], one)
            if len(sides) == 2:
                right = self._side(height - 1, level + 1, sides[1], other)
            else:  # a recorded bye: nobody there, or nobody left there
                right = self._dead(height - 1, level + 1, other) if other else iter([{}])
            for levels in _both(left, right):
                yield {bout.number: level, **levels}

    def _side(self, height: int, level: int, feeder: Bout | None, dead: list[Bout]) -> Iterator[Levels]:
        """One athlete comes out of this part of the bracket: the winner of `feeder`, or one who had no bout there."""
        if height < 0:
            return
        if feeder is not None:
            yield from self._node(height, level, feeder, dead)
        elif not dead and height <= 1:
            yield {}
        for one, other in _splits(dead):
            if other:  # M26: he passed a round without a bout
                alive = self._side(height - 1, level + 1, feeder, one)
                yield from _both(alive, self._dead(height - 1, level + 1, other))

    def _dead(self, height: int, level: int, dead: list[Bout]) -> Iterator[Levels]:
        """Nobody comes out of this part of the bracket."""
        for bout in dead:
            yield from self._node(height, level, bout, [root for root in dead if root is not bout])
        if height >= 1:
            for one, other in _splits(dead):
                if one and other:
                    yield from _both(self._dead(height - 1, level + 1, one), self._dead(height - 1, level + 1, other))


def _splits(bouts: list[Bout]) -> Iterator[tuple[list[Bout], list[Bout]]]:
    for choice in product((True, False), repeat=len(bouts)):
        yield (
            [bout for bout, left in zip(bouts, choice, strict=True) if left],
            [bout for bout, left in zip(bouts, choice, strict=True) if not left],
        )


def _both(one: Iterator[Levels], other: Iterator[Levels]) -> Iterator[Levels]:
    ready = list(other)
    for left in one:
        for right in ready:
            yield {**left, **right}
