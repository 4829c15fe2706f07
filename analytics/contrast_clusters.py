"""Differences of shares whose bouts are not independent: bouts of one event, or of one athlete, go together.

By event the influence of each event on the difference (Liang and Zeger 1986, C/(C-1)); by athlete, of whom a bout has
two, dyadic (Aronow, Samii and Assenova 2015), which is two-way clustering (Cameron, Gelbach and Miller 2011, J. Bus.
Econ. Stat. 29:238) where nobody is once red and once blue; both by Student's t with the degrees of freedom of the group
that has fewer clusters: where it has two and the other forty, those of all together cover two thirds of the truth
instead of 95 % (MacKinnon and Webb 2017, J. Appl. Econom. 32:233); bootstrap: events drawn with replacement,
percentiles, and the p value at which the interval would just reach 0, where each group has `FEWEST_EVENTS` (beside
forty, two events held a known truth in 65 of 100 samples, five in 90). A group all of whose bouts are of one event, or
of one athlete, tells nothing of others, nor do groups that vary from none to the next: NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics import clusters, counting, method_clusters, methods
from analytics.clusters import ALIKE, DRAWS, FEWEST_EVENTS, SEED
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question
    from analytics.intervals import Floats
    from analytics.method_clusters import Ints

TESTS = {"event": "clustered", "athlete": "dyadic", "bootstrap": "bootstrap"}
Bounds = tuple[float, float, float]  # low, high, p
Mask = npt.NDArray[np.bool_]
Groups = Sequence[tuple[str, ...]]


@dataclass(frozen=True)
class Difference:
    """Two groups by their numbers; `b` None = all but `a`."""

    a: int
    b: int | None


def bounds(
    cur: duckdb.DuckDBPyConnection, question: Question, kind: str, names: Groups, differences: Sequence[Difference]
) -> list[dict[str, Bounds]]:
    """Of each difference, method -> interval and p value; `names` are the groups' values of the question's fields."""
    if kind not in TESTS:
        raise UnknownName("kind of cluster", kind, tuple(TESTS))
    by_athlete = kind == "athlete"
    rows = counting.bouts(cur, question) if by_athlete else counting.count(cur, question.also_by("event"))
    return of_rows(rows, question, kind, names, differences)


def of_rows(
    rows: pd.DataFrame, question: Question, kind: str, names: Groups, differences: Sequence[Difference]
) -> list[dict[str, Bounds]]:
    """The same of the rows of `counting.bouts` (by athlete), or of `counting.count` by event too."""
    tables = _of_bouts(rows, question, names) if kind == "athlete" else _of_events(rows, question, names)
    rule = _resampled if kind == "bootstrap" else _linear
    found: list[dict[str, Bounds]] = [{} for _ in differences]
    for method, table in tables:
        for own, difference in zip(found, differences, strict=True):
            own[method] = rule(table, difference)
    return found


@dataclass(frozen=True)
class _Table:
    """Known bouts of one method: `hits` of `sizes` in each row, of group `group`, in which `red` and `blue` met.

    By event a row is an event and group, and `red` and `blue` are both the event.
    """

    group: Ints
    hits: Floats
    sizes: Floats
    red: Ints
    blue: Ints
    by_event: bool

    def rows(self, difference: Difference) -> tuple[Mask, Mask]:
        """Which rows are of either group."""
        a = self.group == difference.a
        return a, ~a if difference.b is None else self.group == difference.b


def _linear(table: _Table, difference: Difference) -> Bounds:
    a, b = table.rows(difference)
    if not (_varies(table, a) and _varies(table, b)):
        return math.nan, math.nan, math.nan
    moved = np.zeros(len(a))
    shares = []
    for sign, own in ((1, a), (-1, b)):
        moved[own] = sign * clusters.influence(table.hits[own], table.sizes[own])
        shares.append(table.hits[own].sum() / table.sizes[own].sum())
    if np.abs(moved).max() < ALIKE:
        return math.nan, math.nan, math.nan
    fewest = min(_clusters(table, own) for own in (a, b))
    return clusters.difference(shares[0] - shares[1], _error(table, moved, a | b), fewest)


def _clusters(table: _Table, own: Mask) -> int:
    """Events, or athletes, of these rows."""
    return len(np.unique(np.concatenate([table.red[own], table.blue[own]])))


def _varies(table: _Table, own: Mask) -> bool:
    """Whether no event, and no athlete, is in all the bouts of the group."""
    return not clusters.in_all(table.red[own], table.blue[own])


def _error(table: _Table, moved: Floats, either: Mask) -> float:
    """Standard error of a sum of influences."""
    red, blue = table.red[either], table.blue[either]
    if not table.by_event:
        return clusters.dyadic(moved[either], red, blue)
    return clusters.clustered(np.bincount(np.unique(red, return_inverse=True)[1], moved[either]))


def _resampled(table: _Table, difference: Difference) -> Bounds:
    """Draws in which a group has no bout are left out; NaN where a group has few events."""
    a, b = table.rows(difference)
    if min(_clusters(table, own) for own in (a, b)) < FEWEST_EVENTS:
        return math.nan, math.nan, math.nan
    events = np.unique(table.red[a | b], return_inverse=True)[1]
    place = np.zeros(len(a), int)
    place[a | b] = events
    n = int(events.max()) + 1
    times = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), size=DRAWS)
    shares = []
    for own in (a, b):
        hits, sizes = (np.bincount(place[own], values[own], n) for values in (table.hits, table.sizes))
        with np.errstate(invalid="ignore"):
            shares.append((times @ hits) / (times @ sizes))
    drawn = shares[0] - shares[1]
    return percentiles(drawn[~np.isnan(drawn)])


def percentiles(drawn: Floats) -> Bounds:
    """The middle 95 % of draws, and the p value of nought; NaN where every draw is the same."""
    if not len(drawn) or np.ptp(drawn) < ALIKE:
        return math.nan, math.nan, math.nan
    low, high = np.quantile(drawn, [0.025, 0.975])
    below, above = int((drawn <= 0).sum()), int((drawn >= 0).sum())
    return float(low), float(high), min(1.0, 2 * (min(below, above) + 1) / (len(drawn) + 1))


def _of_events(counted: pd.DataFrame, question: Question, names: Groups) -> Iterator[tuple[str, _Table]]:
    known, group = _grouped(counted, question, names)
    event = pd.factorize(known["event"], sort=True)[0]
    cell = np.unique(group * (int(event.max(initial=0)) + 1) + event, return_index=True, return_inverse=True)
    first, place = cell[1], cell[2]
    n = known["n"].to_numpy(float)
    sizes = np.bincount(place, n, len(first)).astype(float)
    for method, own in _methods(known):
        hits = np.bincount(place[own], n[own], len(first)).astype(float)
        yield method, _Table(group[first], hits, sizes, event[first], event[first], by_event=True)


def _of_bouts(bouts: pd.DataFrame, question: Question, names: Groups) -> Iterator[tuple[str, _Table]]:
    known, group = _grouped(bouts, question, names)
    red, blue = method_clusters.sides(known)
    for method, own in _methods(known):
        yield method, _Table(group, own.astype(float), np.ones(len(group)), red, blue, by_event=False)


def _grouped(rows: pd.DataFrame, question: Question, names: Groups) -> tuple[pd.DataFrame, Ints]:
    """The rows whose method is known, and the number of each one's group."""
    known = methods.with_method(rows, question.of).dropna(subset="method").reset_index(drop=True)
    number = {name: n for n, name in enumerate(names)}
    values = zip(*(known[field].astype(str) for field in question.by), strict=True)
    return known, np.array([number[value] for value in values], dtype=np.int64)


def _methods(known: pd.DataFrame) -> Iterator[tuple[str, Mask]]:
    for method in sorted(known["method"].unique()):
        yield method, (known["method"] == method).to_numpy()
