"""Shares in parts: so many groups at a time, in the order of the whole answer; all parts together are the whole.

A part is found without counting the groups after it, so it comes as fast from ten million bouts as a short answer.
Whatever a row says is of its group alone, and how many techniques there are is asked of the whole question: a row is
the same in a part of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analytics import counting, method_runs, methods
from analytics.counting import replace_by
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question
    from analytics.method_runs import Run

PART = 1_000  # groups; as many as somebody might look through, and few enough to be told at once
ROOM = 2  # times as many groups as wanted are taken first by guess: few too few cost another look at all bouts

# How many groups come before, or the last of them by its values (`methods.keys`). Who somebody is over events holds
# within an answer only, so by athlete it is the number.
After = int | Sequence[object]


@dataclass(frozen=True)
class Part:
    """Groups in order with their shares; `next`: what the next part comes after, None = there is no more.

    `total`: the groups of all parts; None = not known, they were not all counted.
    """

    frame: pd.DataFrame
    groups: int
    next: After | None
    total: int | None


def part(
    cur: duckdb.DuckDBPyConnection,
    question: Question,
    limit: int = PART,
    after: After | None = None,
    *,
    numbered: bool = False,
) -> Part:
    """The first `limit` groups, or those that come after others."""
    return next(parts(cur, question, limit, after, numbered=numbered))


def parts(
    cur: duckdb.DuckDBPyConnection,
    question: Question,
    limit: int = PART,
    after: After | None = None,
    *,
    numbered: bool = False,
) -> Iterator[Part]:
    """One part after the other until there is no more, one at least; the cursor is theirs until then.

    `numbered`: places are told by number, as they are by athlete, for no names are to be told.
    """
    by = methods.keys(question)
    numbered = numbered or "athlete" in by or not by
    checked = None if after is None else place(by, after, numbered=numbered)
    given = checked if isinstance(checked, int) else 0
    last = None if isinstance(checked, int) else checked
    kinds: list[str] | None = None
    for piece in _pieces(method_runs.runs(cur, question, ROOM * limit, last), by, question.of, limit, given, last):
        if kinds is None:
            kinds = _kinds(cur, question, piece)
        given += piece.groups
        frame = methods.of_kinds(piece.counted, question, kinds, complete=False)
        frame = frame if piece.groups else frame.head(0)  # after the one group of no field there is none
        following = (given if numbered else _values(piece.counted, by)) if piece.more else None
        yield Part(frame, piece.groups, following, piece.total)


def place(by: Sequence[str], given: After, *, numbered: bool) -> After:
    """Where a part begins; UserError where it can be no place in the answer to this question."""
    if isinstance(given, int) and not isinstance(given, bool) and given >= 0:
        return given
    if numbered or isinstance(given, str) or not isinstance(given, Sequence) or len(given) != len(by):
        values = "" if numbered else f", or the {len(by)} values of the last of them"
        raise UserError(f"after {given!r}: it takes the number of groups before{values}")
    for name, value in zip(by, given, strict=True):
        if not isinstance(value, int if name == "season" else str):
            raise UserError(f"after {given!r}: {value!r} is no {name.replace('_', ' ')}")
    return list(given)


@dataclass(frozen=True)
class _Piece:
    """The counts of the groups of one part; `whole`: the run they are of had all of the question's bouts."""

    counted: pd.DataFrame
    groups: int
    more: bool
    total: int | None
    whole: pd.DataFrame | None


def _pieces(
    runs: Iterator[Run], by: Sequence[str], of: str, limit: int, before: int, last: Sequence[object] | None
) -> Iterator[_Piece]:
    """Runs cut into parts; the last groups seen wait until it is known whether others come."""
    waiting: pd.DataFrame | None = None
    groups, total, whole = 0, None, None
    for run in runs:
        shown = _with_rows(run.counted, by, of)
        counted = shown if last is None else _beyond(shown, by, last)
        ordered, starts = _ordered(counted if waiting is None else pd.concat([waiting, counted], ignore_index=True), by)
        groups = len(starts) - 1
        if run.whole:
            whole, total = run.counted, groups if last is None else _number(shown, by)
        at = min(before, groups)
        before -= at
        while groups - at > limit:
            yield _Piece(ordered[starts[at] : starts[at + limit]], limit, True, total, whole)
            at += limit
        waiting, groups = ordered[starts[at] :], groups - at
    assert waiting is not None  # noqa: S101 - there is a run at least
    yield _Piece(waiting, groups, False, total, whole)


def _ordered(counted: pd.DataFrame, by: Sequence[str]) -> tuple[pd.DataFrame, np.ndarray]:
    """The rows in the order of their groups, and where each group begins and the last ends; none asked for: one."""
    numbers = methods.ranked(counted, by)[1]
    order = np.argsort(numbers, kind="stable")
    groups = int(numbers.max(initial=-1)) + 1 if by else 1
    return counted.take(order).reset_index(drop=True), np.searchsorted(numbers[order], np.arange(groups + 1))


def _with_rows(counted: pd.DataFrame, by: Sequence[str], of: str) -> pd.DataFrame:
    """Without the groups that have no row in the answer: of techniques those of which none is known."""
    if of != "technique" or not by:
        return counted
    known = counted["method"].notna()
    return counted[known.groupby([counted[name] for name in by], sort=False, dropna=False).transform("any")]


def _number(counted: pd.DataFrame, by: Sequence[str]) -> int:
    return len(counted[list(by)].drop_duplicates()) if by else 1


def _beyond(counted: pd.DataFrame, by: Sequence[str], last: Sequence[object]) -> pd.DataFrame:
    """The rows of the groups that come after one, which need not be there."""
    state = np.zeros(len(counted), int)  # -1 before it, 0 not told apart by the fields so far, 1 after it
    for name, value in zip(by, last, strict=True):
        codes, found = pd.factorize(counted[name], use_na_sentinel=False)
        here = methods.rank(name, value)
        sides = [methods.rank(name, each) for each in found.tolist()]
        state = np.where(state == 0, np.array([(side > here) - (side < here) for side in sides], int)[codes], state)
    return counted[state > 0]


def _values(counted: pd.DataFrame, by: Sequence[str]) -> list[object]:
    """The last group of a part."""
    row = counted.iloc[-1]
    return [int(row[name]) if name == "season" else str(row[name]) for name in by]


def _kinds(cur: duckdb.DuckDBPyConnection, question: Question, piece: _Piece) -> list[str]:
    """The methods of the whole question, in their order."""
    if question.of != "technique":
        return methods.kinds(piece.counted, question.of)
    if piece.whole is not None:
        return methods.kinds(piece.whole, question.of)
    counted = methods.with_method(counting.count(cur, replace_by(question, ())), question.of)
    return methods.kinds(counted, question.of)
