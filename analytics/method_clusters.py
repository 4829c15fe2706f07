"""Shares whose bouts are not independent: intervals that let bouts of one event, or of one athlete, go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics import clusters, counting, methods
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question

KINDS = ("event", "athlete", "bootstrap")  # bootstrap: events drawn with replacement, seeded
COLUMNS = {
    "clusters": "Events, or athletes, that the interval lets go together.",
    "robust_low": "Lower bound of the 95 % interval that lets their bouts go together; empty for fewer than two.",
    "robust_high": "Upper bound of it.",
}
Ints = npt.NDArray[np.int64]
Bounds = tuple[int, float, float]


@dataclass(frozen=True)
class Cell:
    """The bouts of a group whose method is known: how many of each cluster ended so, of how many.

    By athlete `red` and `blue` number the two athletes of a bout, and every cluster is one bout, or side of one.
    """

    counts: Ints
    sizes: Ints
    red: Ints | None = None
    blue: Ints | None = None

    @property
    def clusters(self) -> int:
        """Events, or athletes."""
        if self.red is None or self.blue is None:
            return int((self.sizes > 0).sum())
        return len(np.unique(np.concatenate([self.red, self.blue])))

    def error(self) -> float:
        """Standard error of the share."""
        if not self.sizes.sum():
            return float("nan")
        moved = clusters.influence(self.counts, self.sizes)
        if self.red is None or self.blue is None:
            return clusters.clustered(moved[self.sizes > 0])
        if clusters.in_all(self.red, self.blue):
            return float("nan")
        return clusters.dyadic(moved, self.red, self.blue)


def with_robust(
    cur: duckdb.DuckDBPyConnection, question: Question, frame: pd.DataFrame, kind: str, seed: int = clusters.SEED
) -> pd.DataFrame:
    """A table of shares with the columns of COLUMNS beside; `kind` is one of KINDS."""
    return beside(frame, question, bounds(cur, question, kind, seed))


def bounds(
    cur: duckdb.DuckDBPyConnection, question: Question, kind: str, seed: int = clusters.SEED
) -> dict[tuple[object, ...], Bounds]:
    """What COLUMNS say of each group and method that occurs in it."""
    return {key: _bounds(cell, kind, seed) for key, cell in cells(cur, question, kind)}


def beside(frame: pd.DataFrame, question: Question, found: Mapping[tuple[object, ...], Bounds]) -> pd.DataFrame:
    """A table of shares, of all groups or some, with these beside."""
    rows = frame[[*methods.keys(question), "method"]].itertuples(index=False, name=None)
    own = [found.get(tuple(row), (0, np.nan, np.nan)) for row in rows]
    return frame.assign(**{name: [each[n] for each in own] for n, name in enumerate(COLUMNS)})


def _bounds(cell: Cell, kind: str, seed: int) -> Bounds:
    if kind == "bootstrap":
        return cell.clusters, *clusters.bootstrap(cell.counts, cell.sizes, seed=seed)
    count, n = int(cell.counts.sum()), int(cell.sizes.sum())
    return cell.clusters, *clusters.interval(count, n, cell.error(), cell.clusters)


def cells(cur: duckdb.DuckDBPyConnection, question: Question, kind: str) -> Iterator[tuple[tuple[object, ...], Cell]]:
    """Each group and method that occurs in it, with its clusters; of a group all cells have the same ones in order."""
    if kind not in KINDS:
        raise UnknownName("kind of cluster", kind, KINDS)
    if kind == "athlete":
        yield from _of_bouts(cur, question)
        return
    counted = methods.with_method(counting.count(cur, question.also_by("event")), question.of)
    for group, rows in _groups(counted, methods.keys(question)):
        numbers, names = pd.factorize(rows["event"], sort=True)
        known = rows["method"].notna().to_numpy()
        n = rows["n"].to_numpy()
        sizes = np.bincount(numbers[known], n[known], len(names)).astype(np.int64)
        for method in sorted(rows["method"].dropna().unique()):
            own = (rows["method"] == method).to_numpy()
            yield (*group, method), Cell(np.bincount(numbers[own], n[own], len(names)).astype(np.int64), sizes)


def _of_bouts(cur: duckdb.DuckDBPyConnection, question: Question) -> Iterator[tuple[tuple[object, ...], Cell]]:
    found = methods.with_method(counting.bouts(cur, question), question.of).dropna(subset="method")
    red, blue = sides(found)
    found = found.assign(red=red, blue=blue)
    for group, rows in _groups(found, methods.keys(question)):
        red, blue = rows["red"].to_numpy(), rows["blue"].to_numpy()
        for method in sorted(rows["method"].unique()):
            hits = (rows["method"] == method).to_numpy().astype(np.int64)
            yield (*group, method), Cell(hits, np.ones(len(hits), np.int64), red, blue)


def sides(met: pd.DataFrame) -> tuple[Ints, Ints]:
    """Numbers of the two athletes of each row of `counting.bouts`."""
    numbers = pd.factorize(pd.concat([met["red"], met["blue"]], ignore_index=True))[0].astype(np.int64)
    return numbers[: len(met)], numbers[len(met) :]


def _groups(frame: pd.DataFrame, by: list[str]) -> Iterator[tuple[tuple[object, ...], pd.DataFrame]]:
    if not by:
        yield (), frame
        return
    yield from frame.groupby(by, sort=False, dropna=False)
