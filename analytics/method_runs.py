"""The counts of a question run by run: whole groups, in the order of the answer, without counting what comes later.

A field's values are taken in their order, as many at a time as make a run's groups; one that alone makes more is opened
and the next field's values under it are taken so. What is not prepared, or is short, is one run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics import counting, method_filters, methods, prepared_counts
from rulebook.vocabulary import Decision

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.counting import Question, Ready
    from analytics.prepared_counts import Held, Only

MOST = 12_000  # groups that are counted in one go, by guess
MOST_LATER = 60_000  # the same when run after run is taken: what is held in memory then
FIRST = 3
WRONG = 4  # how far a guess is believed to be wrong again, where memory depends on it
TOGETHER = 1_000  # cells: values of first fields that are so few are counted in one pass, for the next may be wanted
MANY = 500_000  # bouts, or sides of them: counting so many takes longer than looking for some of them in ten million


@dataclass(frozen=True)
class Run:
    """Groups with their counts, in no order among themselves; `whole`: all groups of the question, not some of them."""

    counted: pd.DataFrame
    whole: bool


def runs(
    cur: duckdb.DuckDBPyConnection, question: Question, few: int, after: Sequence[object] | None = None
) -> Iterator[Run]:
    """All runs; none of groups before `after`, except in the run that has it. `few`: groups that the first is to have.

    Where there is no group at all, one run without rows.
    """
    asked = counting.ready(cur, question)
    held = asked.prepared
    if held is None or not question.by:
        yield Run(_counted(cur, asked, {}), whole=True)
        return
    descent = Descent(cur, asked, held, few)
    found = False
    for run in descent.runs(after):
        found = found or not run.counted.empty
        yield run
    if not found:
        method_filters.refuse_absent(cur, asked.where, asked.of)


def _counted(cur: duckdb.DuckDBPyConnection, asked: Ready, only: Only) -> pd.DataFrame:
    rows = counting.rows(cur, asked, only)
    if rows.empty and not only:
        method_filters.refuse_absent(cur, asked.where, asked.of)
    return methods.with_method(counting.with_names(cur, rows, asked.question, asked.of), asked.question.of)


@dataclass(frozen=True)
class Value:
    """A value of a field: its numbers (two academies of one name have two), its bouts, the groups that it may make."""

    place: tuple[bool, float, str]
    codes: tuple[int, ...]
    rows: int
    groups: float


class Descent:
    """The way through the values of a question's fields, from the first field to the last."""

    def __init__(self, cur: duckdb.DuckDBPyConnection, asked: Ready, held: Held, few: int) -> None:
        """Reads the words of every field."""
        self._cur, self._asked, self._held = cur, asked, held
        self._by = asked.question.by
        self._words = [_words(cur, asked, name) for name in self._by]
        self._base = _base(cur, asked.question)
        self._leading = self._counted_together()
        self._together: list[tuple[tuple[int, ...], int]] | None = None
        self._few = max(few, 1)
        self._room = float(self._few)
        self._most = max(MOST, few)
        self._bound = float(self._most)
        self._taken_runs = 0

    def runs(self, after: Sequence[object] | None) -> Iterator[Run]:
        """All of them."""
        if math.prod(map(len, self._words)) <= self._most:
            yield Run(_counted(self._cur, self._asked, self._base), whole=True)
            return
        yield from self._under(0, self._base, after)

    def _under(self, depth: int, only: Only, after: Sequence[object] | None) -> Iterator[Run]:
        """The runs of all groups whose first values `only` fixes."""
        values, field = self._values(depth, only, after), self._by[depth]
        if not depth and after is None and sum(each.groups for each in values) <= self._most:
            yield Run(_counted(self._cur, self._asked, only), whole=True)
            return
        while values:
            taken = self._taken(values)
            narrowed = {**only, field: [code for each in taken for code in each.codes]}
            if len(taken) == 1 and self._opened(taken[0]) and depth + 1 < len(self._by):
                rest = after if after is not None and taken[0].place == methods.rank(field, after[depth]) else None
                yield from self._under(depth + 1, narrowed, rest)
            else:
                counted = _counted(self._cur, self._asked, narrowed)
                self._learn(sum(each.groups for each in taken), counted)
                yield Run(counted, whole=False)
            values = values[len(taken) :]

    def _values(self, depth: int, only: Only, after: Sequence[object] | None) -> list[Value]:
        """The values of a field that bouts of these have, in order; none before `after`."""
        field, words = self._by[depth], self._words[depth]
        below = math.prod(map(len, self._words[depth + 1 :]))
        sides = 1 + self._asked.question.of_sides
        found: dict[tuple[bool, float, str], dict[int, int]] = {}
        for code, n in self._numbers(depth, only).items():
            found.setdefault(methods.rank(field, words[code]), {})[code] = n
        first = None if after is None else methods.rank(field, after[depth])
        return [
            Value(place, tuple(codes), n := sum(codes.values()), len(codes) * _filled(sides * n / len(codes), below))
            for place, codes in sorted(found.items())
            if first is None or place >= first
        ]

    def _numbers(self, depth: int, only: Only) -> dict[int, int]:
        """The numbers that a field has among these bouts, with how many have each."""
        if depth >= self._leading:
            field = self._by[depth : depth + 1]
            counted = prepared_counts.values(self._cur, self._held, field, self._asked.where, only)
            return {code: n for (code,), n in counted}
        if self._together is None:
            first = self._by[: self._leading]
            self._together = prepared_counts.values(self._cur, self._held, first, self._asked.where, self._base)
        fixed = [only[name] for name in self._by[:depth]]
        numbers: dict[int, int] = {}
        for codes, n in self._together:
            if all(code in among for code, among in zip(codes, fixed, strict=False)):
                numbers[codes[depth]] = numbers.get(codes[depth], 0) + n
        return numbers

    def _counted_together(self) -> int:
        """How many of the first fields have few values together; none of a side after one of a bout, 1 at least."""
        cells, leading = len(self._words[0]), 1
        for words in self._words[1:]:
            cells *= len(words)
            if cells > TOGETHER or prepared_counts.OF_SIDES & {*self._by[: leading + 1]}:
                break
            leading += 1
        return leading

    def _learn(self, guessed: float, counted: pd.DataFrame) -> None:
        """The next run is as much as makes enough groups if guesses go on to be as wrong as this one.

        Who has taken some runs wants all of them: then each is twice as much, for many small ones take longer.
        """
        self._taken_runs += 1
        if self._taken_runs > FIRST:
            self._few = min(2 * self._few, MOST_LATER)
            self._most = max(self._most, self._few)
        found = len(counted[methods.keys(self._asked.question)].drop_duplicates())
        wrong = guessed / max(found, 1)
        self._bound = self._most * min(max(wrong, 1), WRONG)
        self._room = min(self._few * wrong, self._bound)

    def _opened(self, value: Value) -> bool:
        """Whether a value is so much that looking at the next field's values under it is less than counting it."""
        return value.groups > self._most or (value.rows > MANY and value.groups > 4 * self._room)

    def _taken(self, values: Sequence[Value]) -> Sequence[Value]:
        """So many of the first as make a run; one at least."""
        taken, groups = 1, values[0].groups
        while taken < len(values) and groups < self._room and groups + values[taken].groups <= self._bound:
            groups += values[taken].groups
            taken += 1
        return values[:taken]


def _filled(rows: float, cells: int) -> float:
    """How many of so many cells have a row if rows fall anyhow; more than there are, where they do not."""
    return cells * -math.expm1(-rows / cells)


def _words(cur: duckdb.DuckDBPyConnection, asked: Ready, name: str) -> Mapping[int, Any]:
    """What the numbers of a field stand for in the answer."""
    words = prepared_counts.words(cur, name)
    if name != "academy":
        return words
    names = counting.names_of(cur, name, asked.of)
    return {code: names.get(key, key) for code, key in words.items()}


def _base(cur: duckdb.DuckDBPyConnection, question: Question) -> Only:
    """Of families and techniques, submissions alone are read."""
    if question.of == "decision":
        return {}
    known = prepared_counts.words(cur, "decision")
    return {"decision": [code for code, word in known.items() if word == Decision.SUBMISSION]}
