"""Groups against each other: the difference of two shares, what chance explains, and what may be said of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analytics import contrast_clusters, intervals, method_filters, methods
from analytics.contrast_clusters import Bounds, Difference
from etl.errors import UnknownName, UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question

SURE = 0.05
ALIKE = 0.05  # a difference known to be smaller than five points is told as none that matters

COLUMNS = {
    "method": "Decision, technique family or technique.",
    "count_a": "Bouts of group A that ended so.",
    "n_a": "Bouts of group A whose method is known.",
    "share_a": "count_a / n_a.",
    "low_a": "Lower bound of its 95 % Wilson interval.",
    "high_a": "Upper bound of it.",
    "coverage_a": "n_a of the bouts of A.",
    "count_b": "As count_a, of group B.",
    "n_b": "As n_a.",
    "share_b": "As share_a.",
    "low_b": "As low_a.",
    "high_b": "As high_a.",
    "coverage_b": "As coverage_a.",
    "difference": "share_a - share_b.",
    "low": "Lower bound of its 95 % interval: Newcombe's, or the one that lets bouts go together (--cluster).",
    "high": "Upper bound of it.",
    "p": "P value that the shares are equal, of this method alone.",
    "test": "fisher (exact, expected counts below 5), score (pooled z); clustered, dyadic, bootstrap (--cluster).",
    "p_holm": "The same for all methods and groups of the table together (Holm).",
    "p_bh": "The same as a false discovery rate (Benjamini-Hochberg).",
    "least": "Lowest difference that the bouts without a known method allow.",
    "most": "Highest one.",
    "verdict": "differ, chance, alike, too_few, few_events or none: what may be concluded.",
    "unknown_matters": "Whether the bouts without a known method could turn the sign of the difference.",
}


@dataclass(frozen=True)
class Groups:
    """Shares of each group, in order, and the fields' values of each."""

    names: list[tuple[str, ...]]
    rows: list[pd.DataFrame]


def two(
    cur: duckdb.DuckDBPyConnection, question: Question, a: Sequence[str], b: Sequence[str], cluster: str | None = None
) -> pd.DataFrame:
    """One row per method, with the columns of COLUMNS; `a` and `b` are values of the fields of the question."""
    if not question.by:
        raise UserError("a comparison needs --by: the field whose values are compared")
    found = _groups(cur, question)
    places = [_place(found, question, given) for given in (a, b)]
    if places[0] == places[1]:
        raise UserError(f"{', '.join(a)} and {', '.join(b)} are one group; name two to compare")
    [robust] = _robust(cur, question, cluster, found, [Difference(*places)])
    first, second = (found.rows[place] for place in places)
    return _contrasted(first, second, robust, cluster)


def many(cur: duckdb.DuckDBPyConnection, question: Question, cluster: str | None = None) -> pd.DataFrame:
    """Each group against all the others together: the fields, then the columns of COLUMNS, adjusted over all rows."""
    found = _groups(cur, question)
    if len(found.names) < 2:
        raise UserError("a comparison needs two groups at least")
    together = pd.concat(found.rows).groupby("method", sort=False)[["count", "bouts", "unknown"]].sum()
    robust = _robust(cur, question, cluster, found, [Difference(n, None) for n in range(len(found.names))])
    parts = []
    for name, rows, bounds in zip(found.names, found.rows, robust, strict=True):
        part = _contrasted(rows, _rest(together, rows), bounds, cluster)
        for n, (field, value) in enumerate(zip(question.by, name, strict=True)):
            part.insert(n, field, value)
        parts.append(part)
    return _judged(pd.concat(parts, ignore_index=True))


def _rest(together: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """Shares of all bouts but those of `rows`."""
    rest = (together - rows.set_index("method")[["count", "bouts", "unknown"]]).reset_index()
    rest["n"] = rest["bouts"] - rest["unknown"]
    return methods.with_intervals(rest, len(rest))


def _robust(
    cur: duckdb.DuckDBPyConnection,
    question: Question,
    cluster: str | None,
    found: Groups,
    differences: Sequence[Difference],
) -> list[dict[str, Bounds]]:
    if cluster is None:
        return [{} for _ in differences]
    return contrast_clusters.bounds(cur, question, cluster, found.names, differences)


def _groups(cur: duckdb.DuckDBPyConnection, question: Question) -> Groups:
    found = methods.groups(methods.shares(cur, question, complete=True), question)
    return Groups([tuple(str(head[name]) for name in question.by) for head, _ in found], [rows for _, rows in found])


def _place(found: Groups, question: Question, given: Sequence[str]) -> int:
    """The group of these values, in any spelling."""
    wanted = tuple(method_filters.word(name, value) for name, value in zip(question.by, given, strict=False))
    if len(given) == len(question.by) and wanted in found.names:
        return found.names.index(wanted)
    raise UnknownName("group", ",".join(given), [",".join(name) for name in found.names])


_OWN = ["count", "n", "share", "low", "high", "coverage", "bouts", "unknown", "least", "most"]


def _contrasted(a: pd.DataFrame, b: pd.DataFrame, robust: Mapping[str, Bounds], cluster: str | None) -> pd.DataFrame:
    """Methods that neither group knows are left out: there is nothing to compare."""
    own = [each.set_index("method")[_OWN].add_suffix(f"_{side}") for each, side in ((a, "a"), (b, "b"))]
    frame = own[0].join(own[1])
    frame = frame[(frame["count_a"] > 0) | (frame["count_b"] > 0)].reset_index()
    frame["difference"], frame["low"], frame["high"] = intervals.newcombe(
        frame["count_a"], frame["n_a"], frame["count_b"], frame["n_b"]
    )
    tests = [intervals.two_shares(*row) for row in frame[["count_a", "n_a", "count_b", "n_b"]].itertuples(index=False)]
    frame["p"], frame["test"] = [p for p, _ in tests], [test for _, test in tests]
    if cluster is not None:
        bounds = [robust.get(method, (math.nan,) * 3) for method in frame["method"]]
        frame[["low", "high", "p"]] = np.array(bounds, float).reshape(-1, 3)
        frame["test"] = contrast_clusters.TESTS[cluster]
    frame["least"], frame["most"] = frame["least_a"] - frame["most_b"], frame["most_a"] - frame["least_b"]
    return _judged(frame)


def _judged(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.copy()
    frame["p_holm"], frame["p_bh"] = intervals.holm(frame["p"]), intervals.benjamini_hochberg(frame["p"])
    rows = frame[["low", "high", "p", "p_holm"]].itertuples(index=False, name=None)
    known = (frame["n_a"] > 0) & (frame["n_b"] > 0)
    frame["verdict"] = [verdict(*row, known=both) for row, both in zip(rows, known, strict=True)]
    frame["unknown_matters"] = (np.sign(frame["least"]) * np.sign(frame["most"]) < 0) & (
        (frame["n_a"] < frame["bouts_a"]) | (frame["n_b"] < frame["bouts_b"])
    )
    own = [name for name in frame.columns if name not in COLUMNS and not name.endswith(("_a", "_b"))]
    return frame[[*own, *COLUMNS, "bouts_a", "bouts_b"]] if own else frame[[*COLUMNS, "bouts_a", "bouts_b"]]


def verdict(low: float, high: float, p: float, p_holm: float, *, known: bool = True) -> str:
    """What may be said: of a difference only what stands after all comparisons made; of none only what is narrow.

    differ: stands for all comparisons together. chance: below 5 % alone, not among so many. alike: any difference is
    smaller than five points. too_few: could be as great as the interval says. none: a group has no known bout.
    few_events: both have, and the events, or athletes, are too few, or too alike, for what they vary by to be known.
    """
    if not known:
        return "none"
    if np.isnan(p):
        return "few_events"
    if p_holm < SURE:
        return "differ"
    if p < SURE:
        return "chance"
    return "alike" if max(-low, high) < ALIKE else "too_few"
