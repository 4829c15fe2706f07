"""How bouts are won over the seasons, with the mix of belts and ages held fixed: direct standardisation.

Each season's share is the mean of the shares in its strata (belt and age division), weighted by how many of all known
bouts of all seasons are in the stratum. A stratum without a bout in a season is left out there and the other weights
scaled up; `standard` says how much of the mix the season has. The variance sums that of the strata, each with
(x + 1/2) / (n + 1) as its share so that a stratum of 0 or of all has one; the interval is Wilson's with the number of
bouts that has this variance. Keyfitz (1966), Hum. Biol. 38:309; Fay and Feuer (1997), Stat. Med. 16:791. Where bouts go
together (`cluster`) variances are those of `analytics.trend_clusters`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analytics import clusters, counting, intervals, methods, trend_clusters
from analytics.intervals import Floats
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.counting import Question

STRATA = ("belt", "age_division")
COLUMNS = {
    "season": "Year in which the events start.",
    "method": "Decision, technique family or technique.",
    "count": "Bouts of the season that ended so.",
    "n": "Bouts whose method is known.",
    "crude": "count / n, whatever the mix of belts and ages.",
    "share": "The same with the mix of belts and ages of all seasons together.",
    "low": "Lower bound of its 95 % interval.",
    "high": "Upper bound of it.",
    "standard": "How much of that mix the season has bouts in, 0 to 1.",
    "bouts": "Bouts of the season (of families and techniques: won by submission).",
    "unknown": "Of these, without a known method.",
    "coverage": "n / bouts.",
}
SLOPE_COLUMNS = {
    "method": "Decision, technique family or technique.",
    "seasons": "Seasons with a known bout.",
    "slope": "Change of the standardised share per year (weighted least squares); empty for one season.",
    "low": "Lower bound of its 95 % interval.",
    "high": "Upper bound of it.",
    "p": "P value that there is no change, of this method alone.",
    "p_holm": "The same for all methods together (Holm).",
}


@dataclass(frozen=True)
class Trend:
    """`seasons`: one row per season and method (COLUMNS); `slopes`: one per method (SLOPE_COLUMNS)."""

    seasons: pd.DataFrame
    slopes: pd.DataFrame


def trend(cur: duckdb.DuckDBPyConnection, question: Question, cluster: str | None = None) -> Trend:
    """Of the whole question: filter by `where`; the fields of `by` are seasons alone. `cluster`: event or athlete."""
    if set(question.by) - {"season"}:
        raise UserError("a trend runs over seasons: leave out --by, and choose bouts with --where")
    asked = counting.replace_by(question, ("season", *STRATA))
    found = of_counts(counting.count(cur, asked), question)
    if cluster is None or found.seasons.empty:
        return found
    return robust(found, trend_clusters.rows(cur, asked, cluster))


def robust(found: Trend, rows: trend_clusters.Rows) -> Trend:
    """The same shares and slopes with intervals that let the bouts of a cluster go together."""
    return Trend(_robust_seasons(found.seasons, rows), _robust_slopes(found, rows))


def of_counts(counts: pd.DataFrame, question: Question) -> Trend:
    """The rows of `counting.count` by season, belt and age division as a trend."""
    by_season = counting.replace_by(question, ("season",))
    shown = methods.distribution(counts, by_season, complete=True)
    if shown.empty:
        return Trend(pd.DataFrame(columns=list(COLUMNS)), pd.DataFrame(columns=list(SLOPE_COLUMNS)))
    shown = shown.rename(columns={"share": "crude"})
    occurring = shown.groupby("method")["count"].transform("sum") > 0
    shown = shown[occurring & (shown["n"] > 0)].reset_index(drop=True)
    table = _strata(counts, question.of)
    found = [
        _standardised(table, season, method) for season, method in zip(shown["season"], shown["method"], strict=True)
    ]
    shown["share"], shown["variance"], shown["standard"] = (np.array(column) for column in zip(*found, strict=True))
    shown["low"], shown["high"] = intervals.wilson(shown["share"] * _effective(shown), _effective(shown))
    return Trend(shown[[*COLUMNS, "variance"]], _slopes(shown))


def _effective(seasons: pd.DataFrame) -> Floats:
    """Bouts that would have the variance of the standardised share; never more than there are."""
    n = seasons["n"].to_numpy()
    effective: Floats = np.minimum(_spread(seasons["share"].to_numpy(), n) / seasons["variance"].to_numpy(), n)
    return effective


def _robust_seasons(seasons: pd.DataFrame, rows: trend_clusters.Rows) -> pd.DataFrame:
    """The same shares with intervals that let bouts go together; none for a season that is one event."""
    bounds = []
    told = (seasons[name].tolist() for name in ("method", "season", "share"))
    for n, method, season, share in zip(_effective(seasons).tolist(), *told, strict=True):
        error, df = rows.season_error(str(method), season)
        bounds.append(clusters.interval(share * n, n, error, df + 1))
    low, high = zip(*bounds, strict=True)
    return seasons.assign(low=low, high=high)


def _robust_slopes(found: Trend, rows: trend_clusters.Rows) -> pd.DataFrame:
    told = []
    for method, seasons in found.seasons.groupby("method", sort=False):
        slope = float(found.slopes.loc[found.slopes["method"] == method, "slope"].iloc[0])
        error, df = rows.slope_error(str(method), seasons) if len(seasons) > 1 else (math.nan, 0)
        told.append((method, len(seasons), slope, *clusters.difference(slope, error, df + 1)))
    return _adjusted(told)


def _spread(share: Floats, n: Floats) -> Floats:
    """P (1 - p), never 0."""
    kept = (share * n + 0.5) / (n + 1)
    spread: Floats = kept * (1 - kept)
    return spread


@dataclass(frozen=True)
class _Strata:
    """Known bouts: n by stratum and season; hits by method, stratum and season; the mix of all seasons."""

    n: pd.DataFrame
    hits: dict[str, pd.DataFrame]
    mix: Floats


def _strata(counts: pd.DataFrame, of: str) -> _Strata:
    known = methods.with_method(counts, of).dropna(subset="method")
    n = known.pivot_table(index=list(STRATA), columns="season", values="n", aggfunc="sum", fill_value=0)
    hits = {
        str(method): rows.pivot_table(
            index=list(STRATA), columns="season", values="n", aggfunc="sum", fill_value=0
        ).reindex(index=n.index, columns=n.columns, fill_value=0)
        for method, rows in known.groupby("method")
    }
    totals = n.sum(axis=1).to_numpy(float)
    return _Strata(n, hits, totals / totals.sum())


def _standardised(table: _Strata, season: int, method: str) -> tuple[float, float, float]:
    """Share, variance, and how much of the mix the season has."""
    n, x = table.n[season].to_numpy(float), table.hits[method][season].to_numpy(float)
    has = n > 0
    weights = table.mix[has] / table.mix[has].sum()
    kept = (x[has] + 0.5) / (n[has] + 1)
    variance = (weights**2 * kept * (1 - kept) / n[has]).sum()
    return float((weights * x[has] / n[has]).sum()), float(variance), float(table.mix[has].sum())


def _slopes(shown: pd.DataFrame) -> pd.DataFrame:
    z = intervals.quantile()
    rows = []
    for method, seasons in shown.groupby("method", sort=False):
        slope, error, p = intervals.slope(seasons["season"].tolist(), seasons["share"], seasons["variance"])
        rows.append((method, len(seasons), slope, slope - z * error, slope + z * error, p))
    return _adjusted(rows)


def _adjusted(rows: Sequence[tuple[object, ...]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=[name for name in SLOPE_COLUMNS if name != "p_holm"])
    frame["p_holm"] = intervals.holm(frame["p"])
    return frame
