"""Time to the end of a bout as competing risks; a bout that reached its match time (B3) is censored there.

Bouts with other limits are never in one curve unless `pool` says so, and the curve then names its limits. A score
decision reached the limit, or was watched as long as `elapsed` says (`short`). Not used, and counted: no decision, no
time, a limit that is not known, an end beyond the limit. Loss of consciousness is a cause of its own (D1 names it
apart; a blow may be behind it, D6) unless asked to go with submission: shares of causes add, their bands do not.
Bouts are taken as independent; `cluster="event"` adds bounds by drawing events (`analytics.incidence_clusters`).
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics import fought, incidence
from analytics.fought import CAUSES
from analytics.incidence import MINUTE, Sample
from analytics.incidence_clusters import Events
from analytics.intervals import Bounds
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

ANY = "any"
CLUSTERS = ("event",)
AT_ONCE = 4  # strata whose curves are drawn beside one another: some twenty megabytes each
UNUSED = ("no_decision", "no_time", "no_limit", "beyond_limit")

# Bouts are counted by what decides over them before anything is decided: ten million become some thousand.
_COUNTED = """
with limited as (
  select c.*, l.seconds as time_limit, l.tolerance
  from ({categories}) as c
  join asked_sheet as s on s.version_id = c.version_id
  left join asked_limit as l on l.sheet = s.sheet and l.age_division = c.age_division and l.belt = c.belt
),
counted as (
  select {by} {cluster} time_limit, tolerance, decision, elapsed, count(*) as n
  from ({bouts})
  group by {by} {cluster} time_limit, tolerance, decision, elapsed
),
ways as (
  select *,
    case
      when decision in ('points', 'advantages', 'penalties', 'referee_decision') then 'limit'
      when decision = 'draw' and elapsed >= time_limit then 'limit'
      when decision in ('stoppage', 'random_pick', 'draw') then 'stoppage'
      when decision = 'loss_of_consciousness' and {joined} then 'submission'
      else decision
    end as way
  from counted
),
read as (
  select {by} {cluster} time_limit,
    case
      when way is null then 'no_decision'
      when time_limit is null then 'no_limit'
      when way = 'limit' then 'limit'
      when elapsed is null then 'no_time'
      when elapsed > time_limit then 'beyond_limit'
      else way
    end as ended,
    case when way = 'limit' and not coalesce(elapsed < time_limit, false) then time_limit else elapsed end as seconds,
    way = 'limit' and coalesce(elapsed < time_limit - tolerance, false) as short,
    n
  from ways
)
select {by} {cluster} time_limit, ended, seconds, short, cast(sum(n) as bigint) as n
from read group by {by} {cluster} time_limit, ended, seconds, short
order by {by} {cluster} time_limit, ended, seconds, short
"""

_OWN = {
    "curves": "cause seconds share error low high band_low band_high robust_low robust_high",
    "at_risk": "minute bouts",
    "hazards": "cause start end events minutes rate low high",
    "summary": "cause n events share low high median median_low median_high clusters robust_low robust_high",
    "coverage": "bouts used reached_limit short no_decision no_time no_limit beyond_limit",
}


@dataclass(frozen=True)
class Times:
    """Tidy frames that share the columns `by`, `limit` (seconds; pooled: the longest) and `limits` (all, joined by +).

    `curves`: cause, seconds, share, error, low, high (pointwise), band_low, band_high (along the whole curve),
    robust_low, robust_high (pointwise, events drawn; NaN unless asked for); `at_risk`: minute, bouts; `hazards`: cause,
    start, end (minutes), events, minutes, rate, low, high; `summary`: cause, n, events, share, low, high at the limit,
    median, median_low, median_high (NaN = not reached), clusters (events drawn), robust_low, robust_high;
    `coverage`: bouts, used, reached_limit, short and how many were not used for each reason; `limits` "" = not known.
    """

    by: tuple[str, ...]
    pooled: bool
    causes: tuple[str, ...]
    curves: pd.DataFrame
    at_risk: pd.DataFrame
    hazards: pd.DataFrame
    summary: pd.DataFrame
    coverage: pd.DataFrame


def times(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    by: Iterable[str] = (),
    *,
    pool: bool = False,
    unconscious_submits: bool = False,
    cluster: str | None = None,
) -> Times:
    """Curves, hazards, medians and numbers at risk of every stratum: the limit, and the fields asked for."""
    found = strata(cur, of, by, pool=pool, unconscious_submits=unconscious_submits, cluster=cluster)
    return found.drawn(found.counted)


Stratum = tuple[dict[str, Any], "pd.DataFrame"]  # its values in the columns that frames share, and its bouts counted


@dataclass(frozen=True)
class Strata:
    """Every stratum as it was counted; curves take longer, and are drawn of those alone that somebody asks for."""

    by: tuple[str, ...]
    pooled: bool
    causes: tuple[str, ...]
    counted: Sequence[Stratum]

    def coverage(self) -> pd.DataFrame:
        """As of `Times`, of all of them."""
        rows = [{**head, **_coverage(own, _used(own))} for head, own in self.counted]
        return self._frame("coverage", rows)

    def drawn(self, some: Sequence[Stratum]) -> Times:
        """Of some of `counted`."""
        parts: dict[str, list[dict[str, Any]]] = {name: [] for name in _OWN}
        with ThreadPoolExecutor(min(os.cpu_count() or 1, AT_ONCE)) as workers:  # numpy draws without the lock
            curves = workers.map(lambda stratum: _stratum(stratum[1], self.causes), some)
            for (head, _), stratum in zip(some, curves, strict=True):
                for name, found in stratum.items():
                    parts[name] += [{**head, **row} for row in found]
        frames = {name: self._frame(name, rows) for name, rows in parts.items()}
        return Times(self.by, self.pooled, self.causes, **frames)

    def _frame(self, name: str, rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(rows, columns=[*self.by, "limit", "limits", *_OWN[name].split()])


def strata(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    by: Iterable[str] = (),
    *,
    pool: bool = False,
    unconscious_submits: bool = False,
    cluster: str | None = None,
) -> Strata:
    """What `times` draws, counted."""
    if cluster not in (None, *CLUSTERS):
        raise UnknownName("kind of cluster of a curve", cluster, CLUSTERS)
    fields = fought.fields(by)
    causes = tuple(cause for cause in CAUSES if not (unconscious_submits and cause == "loss_of_consciousness"))
    counted = _counted(cur, of, fields, unconscious_submits, cluster)
    return Strata(fields, pool, causes, [*_strata(counted, fields, pool)])


def _counted(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], fields: Sequence[str], joined: bool, cluster: str | None
) -> pd.DataFrame:
    """Bouts by stratum, way of ending and second: what the curves need of them, however many there are."""
    fought.write_limits(cur, of)
    listed = "".join(f"{field}, " for field in fields)
    own = "" if cluster is None else "version_id, "
    bouts = fought.bouts_in("limited", of, [*fields, *(["version_id"] if cluster else []), "time_limit", "tolerance"])
    given = {"categories": fought.categories(of), "bouts": bouts, "joined": "true" if joined else "false"}
    return cur.execute(_COUNTED.format(by=listed, cluster=own, **given)).df()


def _strata(counted: pd.DataFrame, fields: Sequence[str], pool: bool) -> Iterator[Stratum]:
    """Each stratum with its head; pooled over limits, a group also holds the bouts whose limit is not known."""
    keys = [*fields] if pool else [*fields, "time_limit"]
    groups = counted.groupby(keys, dropna=False, sort=True) if keys else [((), counted)]
    for key, rows in groups:
        if rows.empty:
            continue
        limits = sorted(int(limit) for limit in rows["time_limit"].dropna().unique())
        head = dict(zip(keys, key, strict=True))
        head.pop("time_limit", None)
        yield {**head, "limit": limits[-1] if limits else None, "limits": "+".join(map(str, limits))}, rows


def _used(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[~rows["ended"].isin(UNUSED)]


def _stratum(rows: pd.DataFrame, causes: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    used = _used(rows)
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in _OWN}
    found["coverage"].append(_coverage(rows, used))
    if used.empty:
        return found
    sample, limit = _sample(used, causes), float(used["time_limit"].max())
    events = _events(used, causes) if "version_id" in used else None
    for cause, of_cause in [*((cause, sample) for cause in causes), (ANY, sample.together())]:
        curve, robust = of_cause.curve(cause), _robust(events, cause, len(sample.seconds))
        found["curves"] += [{"cause": cause, **row} for row in _points(curve, robust, limit)]
        found["hazards"] += [{"cause": cause, **vars(row)} for row in of_cause.hazard(cause, limit)]
        summary = _summary(of_cause, cause, curve) | {"clusters": None if events is None else len(events)}
        found["summary"].append(
            {"cause": cause, **summary, "robust_low": float(robust[0][-1]), "robust_high": float(robust[1][-1])}
        )
    found["at_risk"] = [
        {"minute": minute, "bouts": sample.still_at(minute * MINUTE)} for minute in range(int(limit // MINUTE) + 1)
    ]
    return found


def _coverage(rows: pd.DataFrame, used: pd.DataFrame) -> dict[str, int]:
    """How many bouts there are, how many the curves rest on, and why the others are not in them."""
    reasons = {reason: int(rows.loc[rows["ended"] == reason, "n"].sum()) for reason in UNUSED}
    return {
        "bouts": int(rows["n"].sum()),
        "used": int(used["n"].sum()),
        "reached_limit": int(used.loc[used["ended"] == "limit", "n"].sum()),
        "short": int(used.loc[used["short"], "n"].sum()),
        **reasons,
    }


def _sample(used: pd.DataFrame, causes: Sequence[str]) -> Sample:
    wide = used.pivot_table(index="seconds", columns="ended", values="n", aggfunc="sum", fill_value=0)
    columns = wide.reindex(columns=[*causes, "limit"], fill_value=0)
    return Sample(
        wide.index.to_numpy(dtype=float),
        {cause: columns[cause].to_numpy(dtype=float) for cause in causes},
        columns["limit"].to_numpy(dtype=float),
    )


def _events(used: pd.DataFrame, causes: Sequence[str]) -> Events:
    import numpy as np

    seconds, second = np.unique(used["seconds"].to_numpy(float), return_inverse=True)
    events, event = np.unique(used["version_id"].to_numpy(int), return_inverse=True)
    tables = {way: np.zeros((len(events), len(seconds)), np.int64) for way in (*causes, "limit")}
    for way, table in tables.items():
        own = (used["ended"] == way).to_numpy()
        np.add.at(table, (event[own], second[own]), used["n"].to_numpy()[own])
    censored = tables.pop("limit")
    return Events(seconds, tables, censored)


def _robust(events: Events | None, cause: str, seconds: int) -> Bounds:
    import numpy as np

    if events is None:
        return np.full(seconds, np.nan), np.full(seconds, np.nan)
    return events.bounds(None if cause == ANY else cause)


def _points(curve: incidence.Curve, robust: Bounds, limit: float) -> list[dict[str, float]]:
    """The steps, from nothing at 0 to the limit itself, up to which the last step holds."""
    own = ("seconds", "share", "error", "low", "high", "band_low", "band_high")
    names = (*own, "robust_low", "robust_high")
    columns = [*(getattr(curve, name).tolist() for name in own), *(bound.tolist() for bound in robust)]
    steps = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    asked = dict.fromkeys(names[-2:], math.nan if math.isnan(robust[0][0]) else 0.0)
    nothing = dict.fromkeys(own, 0.0) | {"band_low": math.nan, "band_high": math.nan} | asked
    start = [] if steps[0]["seconds"] == 0 else [nothing]
    end = [] if steps[-1]["seconds"] == limit else [{**steps[-1], "seconds": limit}]
    return [*start, *steps, *end]


def _summary(sample: Sample, cause: str, curve: incidence.Curve) -> dict[str, float]:
    middle, low, high = incidence.median(curve)
    return {
        "n": sample.n,
        "events": int(sample.ended[cause].sum()),
        "share": float(curve.share[-1]),
        "low": float(curve.low[-1]),
        "high": float(curve.high[-1]),
        "median": middle,
        "median_low": low,
        "median_high": high,
    }
