"""Trends whose bouts go together by event or athlete: a regression, and simulations whose truth is known."""

import math

import numpy as np
import pandas as pd
import pytest

from analytics import method_trends, trend_clusters
from analytics.counting import Question
from etl.errors import UnknownName
from tests.analytics.fights import Event, Fight, store
from tests.sizes import drawn


def of_submission(found: method_trends.Trend) -> tuple[float, float, float]:
    rows = found.slopes[found.slopes["method"] == "submission"]
    return tuple(rows[["slope", "low", "high"]].iloc[0])


def held(share: float, n: int, rng: np.random.Generator, **same: str) -> list[Fight]:
    return [Fight("submission" if rng.uniform() < share else "points", **same) for _ in range(n)]  # type: ignore[arg-type]


def test_of_one_belt_the_slope_has_the_error_of_regressions_without_one_event_each() -> None:
    api = pytest.importorskip("statsmodels.api")
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(5)
    events = [Event(f"e{n}", held(rng.uniform(0.2, 0.7), 30, rng), 2018 + n % 5) for n in range(15)]
    found = method_trends.trend(store(*events), Question(), "event")
    seasons = found.seasons[found.seasons["method"] == "submission"]
    weight = dict(zip(seasons["season"], 1 / seasons["variance"] / seasons["n"], strict=True))
    hits, at, group = (
        np.array(column, float)
        for column in zip(
            *[(f.decision == "submission", e.year, n) for n, e in enumerate(events) for f in e.fights], strict=True
        )
    )
    weights = np.array([weight[year] for year in at])

    def fitted(kept: np.ndarray) -> float:
        return float(api.WLS(hits[kept], api.add_constant(at[kept] - 2018), weights=weights[kept]).fit().params[1])

    whole = fitted(group >= 0)
    error = math.sqrt(14 / 15 * sum((fitted(group != n) - whole) ** 2 for n in range(15)))
    slope, low, high = of_submission(found)
    # Satterthwaite: events of the years at the ends pull the slope more than those in the middle.
    pull = np.bincount(group.astype(int), weights * (at - (weights * at).sum() / weights.sum())) ** 2
    df = int(pull.sum() ** 2 / (pull**2).sum())
    assert 5 < df < 13
    assert slope == pytest.approx(whole, rel=1e-6)
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, df) * error, rel=1e-6)


def test_by_athlete_the_slope_is_a_regression_with_two_way_clustering() -> None:
    api = pytest.importorskip("statsmodels.api")
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(8)
    fights = [held(0.4, 1, rng, red_athlete=f"R{n % 11}", blue_athlete=f"B{n % 7}")[0] for n in range(90)]
    bouts = pd.DataFrame(
        [(2020 + n % 3, "blue", "adult", f.decision, f.red_athlete, f.blue_athlete, 1) for n, f in enumerate(fights)],
        columns=["season", "belt", "age_division", "decision", "red", "blue", "n"],
    )
    found = method_trends.of_counts(bouts, Question())
    rows = trend_clusters.of_rows(bouts, Question(("season", "belt", "age_division")), "athlete")
    slope, low, high = of_submission(method_trends.robust(found, rows))
    seasons = found.seasons[found.seasons["method"] == "submission"].set_index("season")
    weights = (1 / seasons["variance"] / seasons["n"]).loc[bouts["season"]].to_numpy()
    groups = np.stack([np.unique(bouts[side], return_inverse=True)[1] for side in ("red", "blue")], axis=1)
    model = api.WLS(
        (bouts["decision"] == "submission").to_numpy(float), api.add_constant(bouts["season"] - 2020), weights
    )
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    assert slope == pytest.approx(fit.params.iloc[1], rel=1e-6)
    error = fit.bse.iloc[1] * math.sqrt(18 / 16)
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, 16) * error, rel=1e-6)


def test_the_share_of_a_season_has_the_error_between_its_events() -> None:
    # One belt, four events of 20 in one season: the standardised share is the plain one, its error the clustered one.
    api = pytest.importorskip("statsmodels.api")
    events = [
        Event(f"e{n}", [*[Fight("submission")] * won, *[Fight("points")] * (20 - won)])
        for n, won in enumerate((2, 6, 9, 15))
    ]
    found = method_trends.trend(store(*events), Question(), "event").seasons
    row = found[found["method"] == "submission"].iloc[0]
    hits = np.concatenate([[1] * won + [0] * (20 - won) for won in (2, 6, 9, 15)]).astype(float)
    fit = api.OLS(hits, np.ones(80)).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(range(4), 20), "use_correction": False}
    )
    stats = pytest.importorskip("scipy.stats")
    error, t = fit.bse[0] * math.sqrt(4 / 3), stats.t.ppf(0.975, 3)
    # Wilson's interval of 0.4 with the bouts that would have this error, at Student's quantile.
    n = 0.4 * 0.6 / error**2
    middle, half = (0.4 + t * t / (2 * n)), t * math.sqrt(0.24 / n + t * t / (4 * n * n))
    assert row["share"] == pytest.approx(0.4)
    wanted = [(middle - half) / (1 + t * t / n), (middle + half) / (1 + t * t / n)]
    assert [row["low"], row["high"]] == pytest.approx(wanted, rel=1e-6)


def test_a_season_of_one_event_has_no_such_interval_and_two_events_no_such_slope() -> None:
    rng = np.random.default_rng(1)
    con = store(*(Event(f"e{n}", held(0.4, 20, rng), 2020 + n) for n in range(2)))
    found = method_trends.trend(con, Question(), "event")
    assert found.seasons["low"].isna().all()
    assert found.slopes["p"].isna().all()
    assert found.slopes["slope"].notna().all()


def test_by_athlete_too_and_no_other_kind() -> None:
    rng = np.random.default_rng(2)
    fights = [held(0.4, 1, rng, red_athlete=f"R{n % 9}", blue_athlete=f"B{n % 7}")[0] for n in range(60)]
    con = store(Event("a", fights[:30], 2024), Event("b", fights[30:], 2025))
    found = method_trends.trend(con, Question(), "athlete")
    assert found.seasons["low"].notna().all()
    assert found.slopes["p"].notna().all()
    with pytest.raises(UnknownName, match="event"):
        method_trends.trend(con, Question(), "bootstrap")


@pytest.mark.long
def test_a_slope_between_events_that_differ_is_covered_where_the_plain_one_is_not() -> None:
    # Known truth: each event has a share of its own around 0.4, whites and blacks 20 points apart; no change at all.
    rng = np.random.default_rng(21)
    question = Question(("season", "belt", "age_division"))
    plain = robust = 0
    for _ in range(worlds := drawn(60, 200)):
        counts = pd.DataFrame(
            [
                (2016 + n % 5, belt, "adult", f"e{n}", decision, bouts)
                for n, p, whites in zip(range(20), rng.uniform(0.15, 0.65, 20), rng.integers(10, 40, 20), strict=True)
                for belt, size, share in (("white", whites, p - 0.1), ("black", 50 - whites, p + 0.1))
                for won in [rng.binomial(size, share)]
                for decision, bouts in (("submission", won), ("points", size - won))
            ],
            columns=["season", "belt", "age_division", "event", "decision", "n"],
        )
        found = method_trends.of_counts(counts, Question())
        rows = trend_clusters.of_rows(counts, question, "event")
        for clustered, trend in ((False, found), (True, method_trends.robust(found, rows))):
            _, low, high = of_submission(trend)
            plain, robust = plain + (not clustered and low <= 0 <= high), robust + (clustered and low <= 0 <= high)
    assert plain < 0.80 * worlds
    assert robust > (0.95 - 2 * math.sqrt(0.95 * 0.05 / worlds)) * worlds
