"""Differences whose bouts go together by event or athlete: against regressions, and simulations with known truth."""

import math

import numpy as np
import pandas as pd
import pytest

from analytics import contrast_clusters, intervals, method_contrasts
from analytics.counting import Question
from etl.errors import UnknownName
from tests.analytics.fights import Event, Fight, store

BY_BELT = Question(("belt",))


def row(frame: pd.DataFrame, method: str = "submission") -> pd.Series:
    [found] = [each for _, each in frame.iterrows() if each["method"] == method]
    return found


def met(rng: np.random.Generator, n: int, chances: np.ndarray) -> list[Fight]:
    """Bouts of one athlete of the left half against one of the right half of `chances`, submissions by their chance."""
    half = len(chances) // 2
    found = []
    for _ in range(n):
        red, blue = int(rng.integers(half)), half + int(rng.integers(half))
        ended = "submission" if rng.uniform() < (chances[red] + chances[blue]) / 2 else "points"
        round_ = ("final", "semifinal")[int(rng.integers(2))]
        found.append(Fight(ended, round=round_, red_athlete=f"R{red}", blue_athlete=f"B{blue}"))
    return found


def test_by_athlete_it_is_two_way_clustering_where_nobody_changes_sides() -> None:
    api = pytest.importorskip("statsmodels.api")
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(6)
    fights = met(rng, 160, rng.uniform(0.1, 0.9, 24))
    con = store(Event("a", fights))
    found = row(method_contrasts.two(con, Question(("round",)), ["final"], ["semifinal"], "athlete"))
    hits = np.array([each.decision == "submission" for each in fights], float)
    final = np.array([each.round == "final" for each in fights], float)
    sides = ([each.red_athlete for each in fights], [each.blue_athlete for each in fights])
    groups = np.stack([np.unique(side, return_inverse=True)[1] for side in sides], axis=1)
    fit = api.OLS(hits, api.add_constant(final)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    athletes = sum(len(np.unique(column)) for column in groups.T)
    error = fit.bse[1] * math.sqrt(athletes / (athletes - 1))
    assert found["test"] == "dyadic"
    assert found["difference"] == pytest.approx(fit.params[1], rel=1e-6)
    half = stats.t.ppf(0.975, athletes - 1) * error
    assert (found["low"], found["high"]) == pytest.approx((fit.params[1] - half, fit.params[1] + half), rel=1e-6)
    assert found["p"] == pytest.approx(2 * stats.t.sf(abs(fit.params[1]) / error, athletes - 1), rel=1e-6)


def test_each_group_against_the_others_by_event_is_a_regression() -> None:
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(9)
    belts = ("white", "blue", "black")
    events = [
        [Fight("submission" if rng.uniform() < p else "points", belt=belts[int(rng.integers(3))]) for _ in range(40)]
        for p in rng.uniform(0.2, 0.7, 7)
    ]
    con = store(*(Event(f"e{n}", fights) for n, fights in enumerate(events)))
    frame = method_contrasts.many(con, BY_BELT, "event")
    assert set(frame["test"]) == {"clustered"}
    hits = np.array([each.decision == "submission" for fights in events for each in fights], float)
    groups = np.repeat(range(7), 40)
    for belt in belts:
        own = np.array([each.belt == belt for fights in events for each in fights], float)
        fit = api.OLS(hits, api.add_constant(own)).fit(
            cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}, use_t=True
        )
        found = row(frame[frame["belt"] == belt])
        low, high = fit.params[1] + np.array([-1, 1]) * (fit.conf_int()[1][1] - fit.params[1]) * math.sqrt(7 / 6)
        assert (found["low"], found["high"]) == pytest.approx((low, high), rel=1e-6)
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert frame["p_holm"].to_numpy() == pytest.approx(multitest.multipletests(frame["p"], method="holm")[1], rel=1e-6)


def test_a_group_of_one_event_tells_nothing_of_others_though_the_other_group_has_many() -> None:
    # All blacks fought in one event: how black belts vary from event to event nobody knows.
    black = [Fight("points", belt="black")] * 9
    events = [
        Event(f"e{n}", [*[Fight("submission")] * n, *[Fight("points")] * 6, *(black if n == 2 else [])])
        for n in range(1, 6)
    ]
    for kind in ("event", "bootstrap"):
        found = row(method_contrasts.two(store(*events), BY_BELT, ["black"], ["blue"], kind))
        assert (found["verdict"], math.isnan(found["p"])) == ("few_events", True)


def test_a_group_of_three_events_beside_forty_covers_the_truth_as_often_as_it_says() -> None:
    # Both groups' events have shares around one half, so that the true difference is 0; what says so must hold it.
    rng = np.random.default_rng(4)
    events = [f"e{n:02}" for n in range(43)]
    groups, question = [("black",), ("blue",)], Question(("belt",))
    held = 0
    for _ in range(400):
        hits = rng.binomial(40, np.clip(rng.normal(0.5, 0.15, 43), 0.01, 0.99))
        rows = pd.DataFrame(
            [
                {"belt": "black" if n < 3 else "blue", "event": event, "decision": ended, "technique": "", "n": count}
                for n, event in enumerate(events)
                for ended, count in (("submission", hits[n]), ("points", 40 - hits[n]))
            ]
        )
        difference = contrast_clusters.Difference(0, 1)
        [found] = contrast_clusters.of_rows(rows, question, "event", groups, [difference])
        low, high, _ = found["submission"]
        held += low <= 0 <= high
    assert held / 400 > 0.93  # 95 % less two standard errors; with the degrees of freedom of all events it is 80 %


def test_shares_alike_in_all_events_do_not_say_how_events_differ() -> None:
    # 3 in 10 and 1 in 10 in each of three events: no interval without width, no certainty out of rounding.
    events = [
        Event(
            f"e{n}",
            [
                Fight("submission" if own < hits * n else "points", belt=belt)
                for belt, hits in (("black", 3), ("blue", 1))
                for own in range(10 * n)
            ],
        )
        for n in (1, 2, 3)
    ]
    found = row(method_contrasts.two(store(*events), BY_BELT, ["black"], ["blue"], "event"))
    assert found["verdict"] == "few_events"
    assert all(math.isnan(found[name]) for name in ("low", "high", "p"))


def test_an_athlete_in_every_bout_of_a_group_tells_nothing_of_others() -> None:
    fights = [
        *(Fight("submission" if n % 2 else "points", blue_athlete=f"B{n}", belt="black") for n in range(12)),
        *(Fight("points" if n % 3 else "submission", red_athlete=f"R{n}", blue_athlete=f"C{n}") for n in range(12)),
    ]
    found = row(method_contrasts.two(store(Event("a", fights)), BY_BELT, ["black"], ["blue"], "athlete"))
    assert found["verdict"] == "few_events"
    by_athlete = Question(("athlete",))
    found = row(method_contrasts.two(store(Event("a", fights)), by_athlete, ["Ari"], ["R0"], "athlete"))
    assert found["verdict"] == "few_events"


def test_both_sides_of_a_bout_are_one_bout() -> None:
    # Whoever won and whoever lost were in the same bouts: their shares are equal for certain, not by chance.
    fights = [
        Fight("submission" if n % 3 else "points", red_athlete=f"R{n}", blue_athlete=None if n % 2 else f"B{n}")
        for n in range(30)
    ]
    found = row(method_contrasts.two(store(Event("a", fights)), Question(("outcome",)), ["won"], ["lost"], "athlete"))
    assert found["difference"] == 0
    assert (found["low"], found["high"]) == pytest.approx((0, 0), abs=1e-12)


def test_events_drawn_anew_give_about_the_error_between_events() -> None:
    rng = np.random.default_rng(3)
    events = [
        Event(
            f"e{n}",
            [
                Fight("submission" if rng.uniform() < p + 0.1 * black else "points", belt="black" if black else "white")
                for black in (0, 1)
                for _ in range(25)
            ],
        )
        for n, p in enumerate(rng.uniform(0.2, 0.7, 30))
    ]
    con = store(*events)
    drawn, plain = (
        row(method_contrasts.two(con, BY_BELT, ["black"], ["white"], kind)) for kind in ("bootstrap", "event")
    )
    assert drawn["test"] == "bootstrap"
    assert drawn["high"] - drawn["low"] == pytest.approx(plain["high"] - plain["low"], rel=0.15)
    assert drawn["p"] == pytest.approx(plain["p"], abs=0.03)


@pytest.mark.parametrize(("events", "told"), [(2, False), (9, False), (10, True)])
def test_draws_of_few_events_tell_nothing_though_the_other_group_has_many(events: int, told: bool) -> None:
    rng = np.random.default_rng(8)
    rows = pd.DataFrame(
        [
            (belt, f"{belt}{n}", decision, bouts)
            for belt, many in (("black", events), ("white", 40))
            for n in range(many)
            for won in [int(rng.integers(5, 25))]
            for decision, bouts in (("submission", won), ("points", 30 - won))
        ],
        columns=["belt", "event", "decision", "n"],
    )
    for difference in (contrast_clusters.Difference(0, 1), contrast_clusters.Difference(1, None)):
        [found] = contrast_clusters.of_rows(rows, BY_BELT, "bootstrap", WHOLE, [difference])
        assert [not math.isnan(each) for each in found["submission"]] == [told] * 3


def test_draws_worked_by_hand() -> None:
    # 1 of 39 draws is not above 0: twice (1 + 1) of (39 + 1).
    low, high, p = contrast_clusters.percentiles(np.array([-0.1, *[0.2] * 38]))
    assert p == pytest.approx(0.1)
    assert (low, high) == pytest.approx((-0.1 + 0.3 * 0.95, 0.2))
    assert all(math.isnan(each) for each in contrast_clusters.percentiles(np.full(9, 0.2)))


def test_a_kind_of_cluster_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownName, match="athlete"):
        method_contrasts.many(store(Event("a", [Fight(belt="black"), Fight()])), BY_BELT, "athletes")


WHOLE = [("black",), ("white",)]


@pytest.mark.long
def test_athletes_who_like_to_submit_are_covered_where_the_plain_interval_is_too_narrow() -> None:
    # Known truth: belts do alike; each athlete has a chance of his own and fights at one belt about eight times.
    rng = np.random.default_rng(12)
    plain = robust = 0
    for _ in range(300):
        sides = {belt: met(rng, 160, rng.choice([0.05, 0.95], 40)) for belt in ("black", "white")}
        rows = pd.DataFrame(
            [
                (belt, each.decision, f"{belt}{each.red_athlete}", f"{belt}{each.blue_athlete}")
                for belt, fights in sides.items()
                for each in fights
            ],
            columns=["belt", "decision", "red", "blue"],
        )
        [found] = contrast_clusters.of_rows(rows, BY_BELT, "athlete", WHOLE, [contrast_clusters.Difference(0, 1)])
        low, high, _ = found["submission"]
        robust += low <= 0 <= high
        won = [sum(each.decision == "submission" for each in fights) for fights in sides.values()]
        _, low, high = intervals.newcombe(won[0], 160, won[1], 160)
        plain += bool(low <= 0 <= high)
    assert plain < 0.88 * 300
    assert robust > 0.91 * 300


@pytest.mark.long
@pytest.mark.parametrize(("cluster", "least"), [("event", 0.92), ("bootstrap", 0.89)])
def test_events_that_differ_are_covered(cluster: str, least: float) -> None:
    # Known truth: black is ten points above white in every event; events differ, and so does their mix of belts.
    rng = np.random.default_rng(13)
    held = 0
    for _ in range(300):
        rows = pd.DataFrame(
            [
                (belt, f"e{n}", decision, bouts)
                for n, p, blacks in zip(range(25), rng.uniform(0.1, 0.8, 25), rng.integers(5, 30, 25), strict=True)
                for belt, size, share in (("black", blacks, p + 0.1), ("white", 35 - blacks, p))
                for won in [rng.binomial(size, share)]
                for decision, bouts in (("submission", won), ("points", size - won))
            ],
            columns=["belt", "event", "decision", "n"],
        )
        [found] = contrast_clusters.of_rows(rows, BY_BELT, cluster, WHOLE, [contrast_clusters.Difference(0, 1)])
        low, high, _ = found["submission"]
        held += low <= 0.1 <= high
    assert held > least * 300
