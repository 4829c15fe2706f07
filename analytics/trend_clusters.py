"""Errors of standardised shares and their slopes where bouts of one event, or of one athlete, go together.

A season's share is a sum over bouts, each with the weight that its stratum gives it, so its error is that of the sums
over clusters (Liang and Zeger 1986; by athlete dyadic, Aronow, Samii and Assenova 2015). The slope is a weighted
regression of the bouts on their seasons, each bout off by what its stratum's share in the season leaves and by how far
the season is from the line. By event as the jackknife has it, each event off by what the line without it leaves (Bell
and McCaffrey 2002, Surv. Methodol. 28:169; MacKinnon, Nielsen and Webb 2023, J. Econom. 232:272, CV3); by athlete
C/(C-2). Student's t with C-2 degrees of freedom, since the line takes two, and by event no more than events that pull
unequally are worth (Satterthwaite 1946, Biometrics 2:110).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from analytics import clusters, counting, method_clusters, methods
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question
    from analytics.intervals import Floats
    from analytics.method_clusters import Ints

KINDS = ("event", "athlete")
Mask = npt.NDArray[np.bool_]
_HELD = 1e-9
_LINE = 2  # what a line is drawn through takes two events


@dataclass(frozen=True)
class Rows:
    """Known bouts, `n` of each row; `weight`: of one bout in its season's share. By event `red` and `blue` are it."""

    season: Ints
    method: npt.NDArray[np.object_]
    stratum: Ints
    n: Floats
    weight: Floats
    red: Ints
    blue: Ints
    by_event: bool

    def season_error(self, method: str, season: int) -> tuple[float, int]:
        """Standard error of the season's share, and its degrees of freedom; NaN where one cluster is in all bouts."""
        own = self.season == season
        red, blue = self.red[own], self.blue[own]
        if clusters.in_all(red, blue):
            return math.nan, 0
        return self._error(self._off(method, own) * self.weight[own], red, blue, 1)

    def slope_error(self, method: str, seasons: pd.DataFrame) -> tuple[float, int]:
        """Standard error of the slope of `method_trends`, and its degrees of freedom; NaN below one."""
        precision = 1 / seasons["variance"].to_numpy(float)
        at, share = (seasons[name].to_numpy(float) for name in ("season", "share"))
        centred = at - (precision * at).sum() / precision.sum()
        pull = precision * centred / (precision * centred**2).sum()
        fitted = (precision * share).sum() / precision.sum() + (pull * share).sum() * centred
        place = {season: n for n, season in enumerate(seasons["season"])}
        own = np.isin(self.season, list(place))
        of = np.array([place[season] for season in self.season[own]])
        # From the line, not from the season's own share: else a season of one event would seem to be without error.
        from_line = (share - fitted)[of]
        moved = pull[of] * self.weight[own] * (self._off(method, own) + self.n[own] * from_line)
        if not self.by_event:
            return self._error(moved, self.red[own], self.blue[own], _LINE)
        hold = precision * (1 / precision.sum() + centred**2 / (precision * centred**2).sum())
        mass = self.weight[own] * self.n[own]
        return _jackknife(moved, hold[of] * mass, pull[of] * mass, self.red[own])

    def _hits(self, method: str, own: Mask) -> Floats:
        hits: Floats = (self.method[own] == method).astype(float)
        return hits

    def _off(self, method: str, own: Mask) -> Floats:
        """How far the bouts of each row are from the share of their stratum in its season."""
        hits, n = self._hits(method, own), self.n[own]
        cell = self.season[own] * (int(self.stratum.max()) + 1) + self.stratum[own]
        cell = np.unique(cell, return_inverse=True)[1]
        share = (np.bincount(cell, n * hits) / np.bincount(cell, n))[cell]
        off: Floats = n * (hits - share)
        return off

    def _error(self, moved: Floats, red: Ints, blue: Ints, taken: int) -> tuple[float, int]:
        known = len(np.unique(np.concatenate([red, blue])))
        if known <= taken:
            return math.nan, 0
        if self.by_event:
            error = clusters.clustered(np.bincount(np.unique(red, return_inverse=True)[1], moved))
        else:
            error = clusters.dyadic(moved, red, blue)
        return error * math.sqrt((known - 1) / (known - taken)), known - taken


def _jackknife(moved: Floats, held: Floats, pull: Floats, event: Ints) -> tuple[float, int]:
    """Error and degrees of freedom of a slope from what each event moves it by.

    `held`: how far the line follows the event, 0 to 1; `pull`: what the slope would rise by with its share.
    """
    number = np.unique(event, return_inverse=True)[1]
    sums, free = np.bincount(number, moved), 1 - np.bincount(number, held)
    known = len(sums)
    if known <= _LINE or free.min() < _HELD:  # without it there would be no line
        return math.nan, 0
    worth = np.square(np.bincount(number, pull))
    df = min(known - _LINE, max(int(worth.sum() ** 2 / np.square(worth).sum()), 1))
    return float(math.sqrt((known - 1) / known * np.square(sums / free).sum())), df


def rows(cur: duckdb.DuckDBPyConnection, question: Question, kind: str) -> Rows:
    """The bouts of a question by season and strata, event by event or one by one."""
    if kind not in KINDS:
        raise UnknownName("kind of cluster of a trend", kind, KINDS)
    if kind == "event":
        return of_rows(counting.count(cur, question.also_by("event")), question, kind)
    return of_rows(counting.bouts(cur, question).assign(n=1), question, kind)


def of_rows(found: pd.DataFrame, question: Question, kind: str) -> Rows:
    """The same of the rows of `counting.count` by event too, or of `counting.bouts` (by athlete)."""
    known = methods.with_method(found, question.of).dropna(subset="method").reset_index(drop=True)
    strata = [name for name in question.by if name != "season"]
    stratum = np.asarray(known.groupby(strata, sort=False).ngroup(), np.int64)
    if kind == "event":
        red = blue = np.asarray(pd.factorize(known["event"])[0], np.int64)
    else:
        red, blue = method_clusters.sides(known)
    season, n = np.asarray(known["season"], np.int64), known["n"].to_numpy(float)
    method = np.asarray(known["method"], object)
    return Rows(season, method, stratum, n, _weights(season, stratum, n), red, blue, kind == "event")


def _weights(season: Ints, stratum: Ints, n: Floats) -> Floats:
    """The mix of all seasons, shared out over the season's own bouts of the stratum; strata it lacks left out."""
    frame = pd.DataFrame({"season": season, "stratum": stratum, "n": n})
    mix = frame.groupby("stratum")["n"].transform("sum").to_numpy(float)
    cell = frame.groupby(["season", "stratum"])["n"].transform("sum").to_numpy(float)
    # Each stratum of a season counts once, however many rows it has.
    present = frame.assign(part=mix * n / cell).groupby("season")["part"].transform("sum").to_numpy(float)
    weights: Floats = mix / cell / present
    return weights
