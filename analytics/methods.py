"""How bouts are won: shares of decisions, technique families and techniques, none without its count and intervals.

Of decisions, the bouts are those that took place; of families and techniques, those won by submission. `unknown` are
the bouts among them whose decision, or technique, is not known: a share is of the others, and `least` and `most` are
what it would be if every unknown bout were something else, or this.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analytics import counting, intervals
from analytics.counting import FIELDS, OF, Question
from rulebook import spelling
from rulebook.vocabulary import Decision, Family, Round, age_rank, belt_rank, weight_rank

if TYPE_CHECKING:
    import duckdb

__all__ = ["COLUMNS", "DECISIONS", "FAMILIES", "FIELDS", "OF", "Question", "shares"]

_NO_BOUT = (Decision.BYE, Decision.WALKOVER, Decision.CLOSE_OUT)
DECISIONS = tuple(decision.value for decision in Decision if decision not in _NO_BOUT)
FAMILIES = tuple(family.value for family in Family)  # other = a known technique of a rarer kind, never an unknown one

# What each column of a table of shares says; with --out this is the file's dictionary.
COLUMNS = {
    "method": "Decision, technique family or technique.",
    "count": "Bouts that ended so.",
    "n": "Bouts whose method is known: what the share is of.",
    "share": "count / n; empty where n is 0.",
    "low": "Lower bound of the 95 % Wilson interval of this share alone.",
    "high": "Upper bound of it.",
    "joint_low": "Lower bound of the 95 % Goodman interval, which holds for all methods of the group together.",
    "joint_high": "Upper bound of it.",
    "bouts": "Bouts that took place (of families and techniques: submissions); by academy or athlete, sides of them.",
    "unknown": "Of these, without a known method.",
    "coverage": "n / bouts; empty where there is no bout.",
    "least": "The share of all bouts if no unknown one ended so.",
    "most": "The share of all bouts if every unknown one ended so.",
}


def shares(cur: duckdb.DuckDBPyConnection, question: Question, *, complete: bool = False) -> pd.DataFrame:
    """One row per group and method, with the columns of COLUMNS; a decision or family nobody won by has a row of 0.

    A technique nobody of the group won by has one where `complete`.
    """
    return distribution(counting.count(cur, question), question, complete=complete)


def keys(question: Question) -> list[str]:
    """Columns that make a group: the fields, and the keys of academies and athletes, whose names may be shared."""
    also = [f"{name}_key" for name in ("academy", "athlete") if name in question.by]
    return [*question.by, *also]


def distribution(counts: pd.DataFrame, question: Question, *, complete: bool = False) -> pd.DataFrame:
    """The rows of `counting.count` as shares."""
    counted = with_method(counts, question.of)
    return of_kinds(counted, question, kinds(counted, question.of), complete=complete)


def of_kinds(counted: pd.DataFrame, question: Question, methods: Sequence[str], *, complete: bool) -> pd.DataFrame:
    """The rows of `with_method` as shares of these methods: of some groups the same as of all, where `methods` is."""
    by = keys(question)
    frame = _filled(counted, by, methods)
    if question.of == "technique" and not complete:
        frame = frame[frame["count"] > 0].reset_index(drop=True)
    frame["n"] = frame["bouts"] - frame["unknown"]
    return with_intervals(frame, len(methods))[[*by, *COLUMNS]]


def with_method(counts: pd.DataFrame, of: str) -> pd.DataFrame:
    """`method` in place of decision and technique; of techniques, submissions alone."""
    if of == "decision":
        return counts.rename(columns={"decision": "method"})
    ended = counts[counts["decision"] == Decision.SUBMISSION].drop(columns="decision")
    method = ended["technique"]
    if of == "family":
        named = {each: spelling.family(each) for each in method.dropna().unique()}
        method = method.map(named)
    return ended.assign(method=method).drop(columns="technique")


def kinds(counted: pd.DataFrame, of: str) -> list[str]:
    """Every method there could be; of techniques those that occur, the most frequent first."""
    if of == "decision":
        return list(DECISIONS)
    if of == "family":
        return list(FAMILIES)
    totals = counted.dropna(subset="method").groupby("method")["n"].sum()
    return sorted(totals.index, key=lambda each: (-totals[each], each))


def _filled(counted: pd.DataFrame, by: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """One row per group and method; `bouts` and `unknown` of the group on each of its rows."""
    groups, numbers = ranked(counted, by)
    place = {kind: n for n, kind in enumerate(kinds)}
    methods, values = pd.factorize(counted["method"], use_na_sentinel=False)
    column = np.array([place.get(value, len(kinds)) for value in values], int)[methods]
    table = np.zeros((len(groups), len(kinds) + 1), dtype=np.int64)
    np.add.at(table, (numbers, column), counted["n"].to_numpy(np.int64))
    group, method = np.divmod(np.arange(len(groups) * len(kinds)), max(len(kinds), 1))
    frame = groups.take(group).reset_index(drop=True)
    frame["method"] = pd.array(list(kinds), dtype="str").take(method)
    frame["count"] = table[group, method]
    frame["bouts"] = table.sum(axis=1)[group]
    frame["unknown"] = table[group, -1]
    return frame


def ranked(counted: pd.DataFrame, by: Sequence[str]) -> tuple[pd.DataFrame, np.ndarray]:
    """The groups in the order of the sport (belts by rank …), and the number of each row's group; none: one group."""
    if not by:
        return pd.DataFrame(index=range(1)), np.zeros(len(counted), int)
    number = np.zeros(len(counted), np.int64)
    for name in by:
        places, size = _places(counted[name])
        # Numbers without holes after each field: however many fields, they stay below rows times values.
        number = np.unique(number * size + places, return_inverse=True)[1]
    first = np.zeros(int(number.max(initial=-1)) + 1, np.int64)
    first[number[::-1]] = np.arange(len(counted))[::-1]
    return counted[list(by)].take(first).reset_index(drop=True), number


def _places(column: pd.Series) -> tuple[np.ndarray, int]:
    """Where each value stands in its field's own order, unknown last, and how many values there are."""
    codes, values = pd.factorize(column, use_na_sentinel=False)
    order = sorted(range(len(values)), key=lambda n: rank(str(column.name), values[n]))
    place = np.empty(len(values), np.int64)
    place[order] = np.arange(len(values))
    return place[codes], len(values)


_ROUNDS = {each.value: -n for n, each in enumerate(Round)}  # the first round of a bracket first


def rank(field: str, value: object) -> tuple[bool, float, str]:
    """What values of a field are ordered by; equal for equal values alone, so that the order is one of all values."""
    text = str(value)
    found: float | None = None
    match field:
        case "belt":
            found = belt_rank(text)
        case "age_division":
            found = age_rank(text)
        case "weight_class":  # for the eye: one chart for all
            found = weight_rank(text, "male", "adult", "gi")
        case "round":
            found = _ROUNDS.get(text)
        case "season":
            found = float(text)
    return text in ("unknown", ""), float("inf") if found is None else found, text


def with_intervals(frame: pd.DataFrame, kinds: int) -> pd.DataFrame:
    """Share, coverage, bounds and intervals from count, n, bouts and unknown."""
    count, n, bouts, unknown = (frame[name].to_numpy(float) for name in ("count", "n", "bouts", "unknown"))
    with np.errstate(divide="ignore", invalid="ignore"):
        frame["share"] = count / n
        frame["coverage"], frame["least"], frame["most"] = n / bouts, count / bouts, (count + unknown) / bouts
    frame["low"], frame["high"] = intervals.wilson(count, n)
    frame["joint_low"], frame["joint_high"] = intervals.goodman_of(count, n, kinds)
    return frame


def starts(frame: pd.DataFrame, question: Question) -> list[int]:
    """The first row of each group of a table of shares."""
    by = keys(question)
    if not by or frame.empty:
        return [0]
    numbers = frame.groupby(by, sort=False, dropna=False).ngroup().to_numpy()
    return [int(row) for row in np.flatnonzero(np.r_[True, numbers[1:] != numbers[:-1]])]


def groups(frame: pd.DataFrame, question: Question) -> list[tuple[dict[str, object], pd.DataFrame]]:
    """The groups of a table of shares in order: their fields, and their rows."""
    by = keys(question)
    if not by:
        return [({}, frame)]
    ends = [] if frame.empty else [*starts(frame, question), len(frame)]
    return [({name: frame[name].iloc[start] for name in by}, frame.iloc[start:end]) for start, end in pairwise(ends)]
