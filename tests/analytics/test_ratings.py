"""Ratings by the published update, forecasts before their bouts, calibration with a known truth, nobody under 18."""

import math
from typing import Any

import numpy as np
import pytest

from analytics import fought, ratings
from analytics.ratings import Bout, Forecast
from tests.analytics.facts import bout, store

JUVENILE = ("male", "juvenile-2", "blue", "light")
HEAVY = ("male", "adult", "blue", "heavy")


def test_one_bout_is_the_published_update() -> None:
    # Weng and Lin 2011, algorithm 4 for two: mu 25, sigma 25/3, beta sigma/2, tau mu/300; chance 1/2.
    variance, beta_squared = (25 / 3) ** 2 + (25 / 300) ** 2, (25 / 6) ** 2
    c = math.sqrt(2 * (variance + beta_squared))
    step = variance / c / 2
    shrunk = math.sqrt(variance * (1 - math.sqrt(variance) / c * variance / c**2 / 4))
    found = ratings.run([Bout("e", "Ana", "Bia")])
    assert (found.athletes["Ana"].mu, found.athletes["Bia"].mu) == pytest.approx((25 + step, 25 - step))
    assert found.athletes["Ana"].sigma == found.athletes["Bia"].sigma == pytest.approx(shrunk)


def test_a_forecast_is_made_before_its_bout() -> None:
    first, again = ratings.run([Bout("e", "Ana", "Bia"), Bout("e", "Ana", "Bia")]).forecasts
    assert (first.chance, first.known) == (0.5, 0)
    one = ratings.run([Bout("e", "Ana", "Bia")]).athletes
    spread = math.sqrt(2 * (25 / 6) ** 2 + one["Ana"].sigma ** 2 + one["Bia"].sigma ** 2)
    assert again.chance == pytest.approx(1 / (1 + math.exp((one["Bia"].mu - one["Ana"].mu) / spread)))
    assert again.known == 1


def test_what_happens_later_changes_no_forecast() -> None:
    bouts = [Bout("e", "Ana", "Bia"), Bout("e", "Bia", "Cy"), Bout("f", "Cy", "Ana"), Bout("f", "Ana", "Bia")]
    whole = ratings.run(bouts).forecasts
    assert ratings.run(bouts[:3]).forecasts == whole[:3]


def test_winning_never_lowers_and_losing_never_raises() -> None:
    draw = np.random.default_rng(1)
    bouts = [Bout("e", f"a{a}", f"a{b}") for a, b in draw.choice(12, (200, 2)) if a != b]
    for n in range(0, len(bouts), 20):
        before, after = ratings.run(bouts[:n]).athletes, ratings.run(bouts[: n + 1]).athletes
        start = 25.0
        assert after[bouts[n].winner].mu > (before[bouts[n].winner].mu if bouts[n].winner in before else start)
        assert after[bouts[n].loser].mu < (before[bouts[n].loser].mu if bouts[n].loser in before else start)


def test_scores_worked_by_hand() -> None:
    # Chances of the winners 0.8, 0.4, 0.5: Brier (0.04 + 0.36 + 0.25) / 3, one of two favourites won.
    found = ratings.scores([Forecast("e", 0.8, 1), Forecast("e", 0.4, 0), Forecast("f", 0.5, 0)])
    whole, known = found.to_dict("records")
    assert (whole["n"], whole["events"], whole["even"], whole["favourite"]) == (3, 2, 1, 0.5)
    assert whole["brier"] == pytest.approx(0.65 / 3)
    assert whole["log_loss"] == pytest.approx(-(math.log(0.8) + math.log(0.4) + math.log(0.5)) / 3)
    assert whole["brier_low"] < whole["brier"] < whole["brier_high"]
    assert (known["n"], known["brier"]) == (1, pytest.approx(0.04))
    assert math.isnan(known["brier_low"])


def test_the_interval_of_a_score_is_statsmodels_with_clusters() -> None:
    linear = pytest.importorskip("statsmodels.api")
    draw = np.random.default_rng(5)
    chances, events = draw.uniform(0.2, 0.95, 90), draw.integers(0, 9, 90)
    found = ratings.scores([Forecast(f"e{e}", float(c), 1) for c, e in zip(chances, events, strict=True)])
    fit = linear.OLS((1 - chances) ** 2, np.ones(90)).fit(
        cov_type="cluster", cov_kwds={"groups": events, "use_correction": True}, use_t=True
    )
    # Its correction has (n - 1) / (n - k) too, which is 1 for one mean.
    assert [found.loc[0, "brier_low"], found.loc[0, "brier_high"]] == pytest.approx(
        fit.conf_int()[0].tolist(), rel=1e-6
    )


def test_reliability_is_told_of_favourites() -> None:
    found = ratings.reliability([Forecast("e", chance, 1) for chance in (0.55, 0.45, 0.95, 1.0, 0.5)])
    assert found["n"].tolist() == [2, 0, 0, 0, 2]
    assert found["won"].tolist() == [1, 0, 0, 0, 2]
    assert found.loc[0, "forecast"] == pytest.approx(0.55)
    assert math.isnan(found.loc[1, "share"])


def test_a_known_truth_is_found_and_foretold() -> None:
    """Strengths on a logistic scale: the order comes back, and forecasts are nearly as good as the truth's own."""
    draw = np.random.default_rng(9)
    truth = draw.normal(0, 1.2, 40)
    bouts, chances = [], []
    for _ in range(4000):
        a, b = draw.choice(40, 2, replace=False)
        chance = 1 / (1 + math.exp(truth[b] - truth[a]))
        won = draw.random() < chance
        bouts.append(Bout("e", f"{a}", f"{b}") if won else Bout("e", f"{b}", f"{a}"))
        chances.append(chance if won else 1 - chance)
    found = ratings.run(bouts)
    mu = [found.athletes[f"{n}"].mu for n in range(40)]
    assert np.corrcoef(np.argsort(np.argsort(mu)), np.argsort(np.argsort(truth)))[0, 1] > 0.95
    late = found.forecasts[2000:]
    own = ratings.scores(late).loc[0, "brier"]
    best = np.mean([(1 - chance) ** 2 for chance in chances[2000:]])
    assert best < own < best + 0.012
    assert own < ratings.COIN["brier"] - 0.03
    assert ratings.scores(late).loc[0, "log_loss"] < ratings.COIN["log_loss"] - 0.08


def asked(*events: Any, **head: Any) -> list[ratings.Ratings]:
    con = store(*events, answers=True, **head)
    return ratings.ratings(con, fought.asked(con))


def test_gi_and_no_gi_are_apart_and_events_go_by_their_day() -> None:
    one = [bout(red="Ana@North", blue="Bia@South")]
    gi, bare = asked(one, one, one, uniforms=["gi", "no-gi", "unknown"])
    assert (gi.uniform, bare.uniform) == ("gi", "no-gi")
    assert gi.athletes["bouts"].tolist() == bare.athletes["bouts"].tolist() == [1, 1]
    assert gi.athletes["name"].tolist() == ["Ana", "Bia"]
    con = store(one, one, one, answers=True, uniforms=["gi", "no-gi", "unknown"])
    assert ratings.unknown_uniform(con, fought.asked(con)) == 1


def test_one_person_over_events_and_what_is_not_rated() -> None:
    (gi,) = asked(
        [
            bout(red="Ana@North", blue="Bia@South"),
            bout("draw", None, red="Ana@North", blue="Cy@East"),
            bout("walkover"),
        ],
        [bout(red="Ana@North", blue="Bia@South"), bout(red="Ana@North", blue=None)],
    )
    ana = gi.athletes.iloc[0]
    assert (ana["name"], ana["bouts"], ana["wins"]) == ("Ana", 2, 2)
    assert gi.coverage == {"bouts": 4, "rated": 2, "no_winner": 1, "unknown": 1, "under_18": 0}
    assert ana["low"] < ana["mu"] < ana["high"]
    assert ana["ordinal"] == pytest.approx(ana["mu"] - 3 * ana["sigma"])


def test_under_18s_are_left_out_where_they_are_under_18() -> None:
    (gi,) = asked(
        [
            bout(red="Kid@North", blue="Boy@South", parts=JUVENILE),
            bout(red="Kid@North", blue="Ana@South", parts=HEAVY),  # a juvenile in an adult category stays one
            bout(red="Ana@South", blue="Bia@East", parts=HEAVY),
            bout(red="Cy@East", blue="Di@West", parts=("male", "unknown", "blue", "light")),
        ]
    )
    assert set(gi.athletes["name"]) == {"Ana", "Bia"}
    assert gi.coverage["under_18"] == 3


def test_an_empty_store_has_no_ratings() -> None:
    assert asked() == []
