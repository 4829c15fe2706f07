"""Ratings of athletes from who beat whom (openskill, Plackett-Luce), gi and no-gi apart, and how good they foretold.

Every forecast is made before its bout is used: what is told of calibration is out of sample. Events in order of their
first day, bouts in order of their number. Used: bouts that took place and have a winner, of two persons
(`analytics.persons`) of whom none was under 18 then, or may have been. Weng and Lin (2011), JMLR 12:267.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from analytics import clusters, intervals, results
from analytics.intervals import quantile

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    from openskill.models import PlackettLuce, PlackettLuceRating

    from analytics.versions import Version

UNIFORMS = ("gi", "no-gi")
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # of the favourite's chance
EVEN = 0.5
COIN = {"brier": 0.25, "log_loss": math.log(2)}  # what always saying one half gives


class Bout(NamedTuple):
    """One result: who won, who lost, where."""

    event: str
    winner: str
    loser: str


class Forecast(NamedTuple):
    """What was said of a bout before it: the winner's chance then, and how many rated bouts the less known had."""

    event: str
    chance: float
    known: int


@dataclass
class Rated:
    """Where an athlete stands: mean and uncertainty (standard deviation) of his strength, bouts and wins behind it."""

    mu: float
    sigma: float
    bouts: int = 0
    wins: int = 0
    opposition: float = 0.0


@dataclass
class History:
    """Every athlete after the last bout, and every forecast in order."""

    athletes: dict[str, Rated] = field(default_factory=dict)
    forecasts: list[Forecast] = field(default_factory=list)
    steps: list[tuple[str, str, float, float]] = field(default_factory=list)  # athlete, event, mu, sigma after a bout


@dataclass(frozen=True)
class Ratings:
    """The ratings of one uniform.

    `athletes`: id, name, academy, mu, sigma, low and high (95 % of the strength), ordinal (mu - 3 sigma, by which they
    are ranked), bouts, wins, opposition (mean strength of those met, before each bout). `reliability`: low, high (of
    the favourite's chance), n, forecast (mean), won, share, share_low, share_high (Wilson). `scores`: among (all, known
    = both had a rated bout before), n, events, brier, brier_low, brier_high, log_loss, log_loss_low, log_loss_high,
    favourite (share of bouts with a favourite that he won), even (bouts without one). `coverage`: bouts, rated,
    no_winner, unknown (a side without a name), under_18.
    """

    uniform: str
    athletes: pd.DataFrame
    reliability: pd.DataFrame
    scores: pd.DataFrame
    coverage: dict[str, int]


def ratings(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> list[Ratings]:
    """Gi, then no-gi, those that have a bout; events of unknown uniform are in neither."""
    read = results.of(cur, of)
    return [_of_uniform(uniform, read.found[read.found["uniform"] == uniform], read.names) for uniform in UNIFORMS
            if (read.found["uniform"] == uniform).any()]  # fmt: skip


def unknown_uniform(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> int:
    """Bouts that no rating uses because nobody knows whether they were in the gi."""
    wanted = [version.version_id for version in of if version.uniform not in UNIFORMS]
    row = cur.execute(
        """select count(*) from bout as b join event_version as v on v.load_id = b.load_id
        where v.version_id in (select unnest(?::integer[]))
          and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')""",
        [wanted],
    ).fetchone()
    return 0 if row is None else int(row[0])


def run(bouts: Iterable[Bout]) -> History:
    """Forecast, then learn, bout by bout."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    history = History()
    now: dict[str, PlackettLuceRating] = {}  # the library's own objects: making one takes as long as a bout
    for bout in bouts:
        won, lost = (_known(history, now, who, model) for who in (bout.winner, bout.loser))
        own, other = now[bout.winner], now[bout.loser]
        chance = _chance(own.mu - other.mu, math.sqrt(own.sigma**2 + other.sigma**2 + 2 * model.beta**2))
        history.forecasts.append(Forecast(bout.event, chance, min(won.bouts, lost.bouts)))
        won.opposition, lost.opposition = won.opposition + other.mu, lost.opposition + own.mu
        [[own], [other]] = model.rate([[own], [other]])
        now[bout.winner], now[bout.loser] = own, other
        won.mu, won.sigma, lost.mu, lost.sigma = own.mu, own.sigma, other.mu, other.sigma
        won.bouts, lost.bouts, won.wins = won.bouts + 1, lost.bouts + 1, won.wins + 1
        history.steps += [(bout.winner, bout.event, won.mu, won.sigma), (bout.loser, bout.event, lost.mu, lost.sigma)]
    return history


def _chance(ahead: float, spread: float) -> float:
    """The chance that the model's own update reckons with: logistic.

    The library's predict_win takes a normal curve of the same spread, which is too sure: in a simulation with well
    known strengths its logarithmic loss was 0.62 where this one's is 0.50 and the truth's own 0.48.
    """
    return 1 / (1 + math.exp(-ahead / spread))


def _known(history: History, now: dict[str, PlackettLuceRating], who: str, model: PlackettLuce) -> Rated:
    """Where somebody stands; at his first bout where everybody begins."""
    if who not in now:
        start = now[who] = model.rating()
        history.athletes[who] = Rated(start.mu, start.sigma)
    return history.athletes[who]


def _of_uniform(uniform: str, found: pd.DataFrame, names: pd.DataFrame) -> Ratings:
    decided, named, young = _kinds(found)
    used = found[decided & named & ~young]
    history = run(Bout(*row) for row in used[["event", "winner", "loser"]].itertuples(index=False, name=None))
    coverage = {
        "bouts": len(found),
        "rated": len(used),
        "no_winner": int((~decided).sum()),
        "unknown": int((decided & ~named).sum()),
        "under_18": int((decided & named & young).sum()),
    }
    return Ratings(
        uniform, _athletes(history, names), reliability(history.forecasts), scores(history.forecasts), coverage
    )


def _kinds(found: pd.DataFrame) -> tuple[pd.Series[bool], pd.Series[bool], pd.Series[bool]]:
    """Of each bout: whether somebody won it, whether both are known and two, whether one is under 18 or may be."""
    named = found["winner"].notna() & found["loser"].notna() & (found["winner"] != found["loser"])
    return found["outcome"] == "won", named, found["young"].fillna(False).astype(bool)


def bouts(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> int:
    """Bouts with a winner in these versions: about as many would be rated."""
    row = cur.execute(
        """select count(*) from bout as b join event_version as v on v.load_id = b.load_id
        where v.version_id in (select unnest(?::integer[])) and b.winner is not null""",
        [[version.version_id for version in of]],
    ).fetchone()
    return 0 if row is None else int(row[0])


def trails(read: results.Results) -> dict[str, pd.DataFrame]:
    """Uniform -> one row per athlete and rated bout, in order: name, academy, event by name, mu, low, high, rank.

    `rank`: where the athlete stands now. As in `ratings` nobody under 18 is in it.
    """
    found = read.found
    events = dict(zip(found["event"], found["event_name"], strict=True))
    return {
        uniform: _trails(found[found["uniform"] == uniform], read.names, events)
        for uniform in UNIFORMS
        if (found["uniform"] == uniform).any()
    }


def _trails(found: pd.DataFrame, names: pd.DataFrame, events: dict[str, str]) -> pd.DataFrame:
    import pandas as pd

    decided, named, young = _kinds(found)
    used = found[decided & named & ~young]
    history = run(Bout(*row) for row in used[["event", "winner", "loser"]].itertuples(index=False, name=None))
    ranked = _athletes(history, names)[["id", "name", "academy", "ordinal"]]
    ranked["rank"] = ranked["ordinal"].rank(method="min", ascending=False).astype("int64")
    z = quantile()
    steps = [(who, events[event], mu, mu - z * sigma, mu + z * sigma) for who, event, mu, sigma in history.steps]
    frame = pd.DataFrame(steps, columns=["id", "event", "mu", "low", "high"])
    return frame.merge(ranked.drop(columns="ordinal"), on="id", how="inner")


def _athletes(history: History, names: pd.DataFrame) -> pd.DataFrame:
    import pandas as pd

    z = quantile()
    rows = [
        {
            "id": who,
            "mu": one.mu,
            "sigma": one.sigma,
            "low": one.mu - z * one.sigma,
            "high": one.mu + z * one.sigma,
            "ordinal": one.mu - 3 * one.sigma,
            "bouts": one.bouts,
            "wins": one.wins,
            "opposition": one.opposition / one.bouts,
        }
        for who, one in history.athletes.items()
    ]
    columns = ["id", "mu", "sigma", "low", "high", "ordinal", "bouts", "wins", "opposition"]
    found = names.merge(pd.DataFrame(rows, columns=columns), on="id", how="inner")
    return found.sort_values(["ordinal", "name", "id"], ascending=[False, True, True], ignore_index=True)


def reliability(forecasts: Sequence[Forecast]) -> pd.DataFrame:
    """How often favourites won, by the chance they were given; bouts without a favourite are in no row."""
    import pandas as pd

    given = [(max(one.chance, 1 - one.chance), one.chance > EVEN) for one in forecasts if one.chance != EVEN]
    rows = []
    for low, high in pairwise(BINS):
        inside = [(chance, won) for chance, won in given if low <= chance < high or chance == high == BINS[-1]]
        n, won = len(inside), sum(won for _, won in inside)
        share_low, share_high = intervals.wilson(won, n)
        mean = sum(chance for chance, _ in inside) / n if n else math.nan
        rows.append((low, high, n, mean, won, won / n if n else math.nan, float(share_low), float(share_high)))
    return pd.DataFrame(rows, columns=["low", "high", "n", "forecast", "won", "share", "share_low", "share_high"])


def scores(forecasts: Sequence[Forecast]) -> pd.DataFrame:
    """Brier score and logarithmic loss, of all forecasts and of those about two athletes rated before."""
    import pandas as pd

    rows = []
    for among, some in (("all", forecasts), ("known", [one for one in forecasts if one.known > 0])):
        events = [one.event for one in some]
        brier = _mean([(1 - one.chance) ** 2 for one in some], events)
        loss = _mean([-math.log(one.chance) for one in some], events)
        favoured = [one for one in some if one.chance != EVEN]
        won = sum(one.chance > EVEN for one in favoured)
        share = won / len(favoured) if favoured else math.nan
        rows.append((among, len(some), len(set(events)), *brier, *loss, share, len(some) - len(favoured)))
    columns = "among n events brier brier_low brier_high log_loss log_loss_low log_loss_high favourite even"
    return pd.DataFrame(rows, columns=columns.split())


def _mean(values: Sequence[float], events: Sequence[str]) -> tuple[float, float, float]:
    """A mean with its interval over events, whose bouts go together; over bouts where there is one event."""
    if len(values) < 2:
        return (values[0] if values else math.nan), math.nan, math.nan
    mean = sum(values) / len(values)
    off: dict[object, float] = defaultdict(float)
    several = len(set(events)) > 1
    for number, (value, event) in enumerate(zip(values, events, strict=True)):
        off[event if several else number] += value - mean
    groups = len(off)
    error = math.sqrt(groups / (groups - 1) * sum(each**2 for each in off.values())) / len(values)
    half = clusters.student(0.5 + intervals.LEVEL / 2, groups - 1) * error
    return mean, mean - half, mean + half
