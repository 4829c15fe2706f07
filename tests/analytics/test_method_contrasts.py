"""Two groups and many: differences worked by hand, what may be concluded, and trends with the mix held fixed."""

import math

import numpy as np
import pandas as pd
import pytest

from analytics import method_contrasts, method_trends
from analytics.counting import Question
from etl.errors import UnknownName, UserError
from tests.analytics.fights import Event, Fight, store


def fights(won: int, of: int, belt: str = "blue", unknown: int = 0, **same: str) -> list[Fight]:
    """Return `won` submissions and points for the rest, and bouts without a known decision."""
    known = [Fight("submission" if n < won else "points", belt=belt, **same) for n in range(of)]  # type: ignore[arg-type]
    return [*known, *[Fight(None, belt=belt, **same)] * unknown]  # type: ignore[arg-type]


def row(frame: pd.DataFrame, method: str = "submission") -> pd.Series:
    [found] = [each for _, each in frame.iterrows() if each["method"] == method]
    return found


def test_two_groups_worked_by_hand() -> None:
    # Newcombe 1998, table II (a): 56/70 against 48/80 is 0.2 (0.0524 to 0.3339).
    con = store(Event("a", [*fights(56, 70, "black"), *fights(48, 80, "white")]))
    frame = method_contrasts.two(con, Question(("belt",)), ["preta"], ["white"])
    found = row(frame)
    assert found[["count_a", "n_a", "count_b", "n_b"]].tolist() == [56, 70, 48, 80]
    assert found[["difference", "low", "high"]].to_numpy(float) == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)
    # Pooled share 104/150: z = 0.2 / sqrt(104/150 * 46/150 * (1/70 + 1/80)) = 2.651, p = 0.0080.
    assert (found["test"], round(found["p"], 4)) == ("score", 0.008)
    assert found["p_holm"] == pytest.approx(2 * found["p"])  # submission and points, the only two that occur
    assert found["verdict"] == "differ"


def test_turned_round_the_difference_changes_its_sign_alone() -> None:
    con = store(Event("a", [*fights(9, 20, "black"), *fights(12, 50, "white")]))
    one, other = (
        row(method_contrasts.two(con, Question(("belt",)), [a], [b]))
        for a, b in (("black", "white"), ("white", "black"))
    )
    assert one[["difference", "low", "high"]].tolist() == pytest.approx(
        [-other[name] for name in ("difference", "high", "low")]
    )
    assert one["p"] == pytest.approx(other["p"])


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ((0.02, 0.2, 0.001, 0.01), "differ"),
        ((0.01, 0.2, 0.03, 0.2), "chance"),
        ((-0.03, 0.04, 0.4, 1.0), "alike"),
        ((-0.2, 0.3, 0.7, 1.0), "too_few"),
        ((-0.04, 0.2, 0.2, 1.0), "too_few"),
        ((math.nan, math.nan, math.nan, math.nan), "few_events"),
    ],
)
def test_what_may_be_concluded(bounds: tuple[float, float, float, float], said: str) -> None:
    assert method_contrasts.verdict(*bounds) == said


def test_one_event_says_nothing_of_events_though_both_have_bouts() -> None:
    con = store(Event("a", [*fights(5, 9, "black"), *fights(3, 8, "white"), *fights(0, 0, "blue", unknown=3)]))
    both = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["white"], "event"))
    empty = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["blue"], "event"))
    assert (both["verdict"], empty["verdict"]) == ("few_events", "none")


def test_bouts_without_a_known_method_may_turn_the_difference() -> None:
    con = store(Event("a", [*fights(50, 70, "black", unknown=40), *fights(40, 80, "white")]))
    found = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["white"]))
    # Of 110 bouts at black 50 to 90 could be submissions: 0.4545 to 0.8182 against 0.5.
    assert (found["least"], found["most"]) == pytest.approx((50 / 110 - 0.5, 90 / 110 - 0.5))
    assert found["unknown_matters"]
    assert found["difference"] == pytest.approx(50 / 70 - 0.5)


def test_events_that_differ_are_no_difference_of_belts() -> None:
    # In each event both belts do alike; more black belts were at the event with many submissions.
    con = store(
        *(
            Event(
                f"e{n}",
                [*fights(share * blacks // 10, blacks, "black"), *fights(share * whites // 10, whites, "white")],
            )
            for n, (share, blacks, whites) in enumerate([(8, 60, 10), (7, 50, 20), (2, 10, 60), (3, 20, 50)])
        )
    )
    plain = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["white"]))
    robust = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["white"], "event"))
    assert plain["verdict"] == "differ"
    assert robust["test"] == "clustered"
    assert robust["high"] - robust["low"] > 2 * (plain["high"] - plain["low"])
    assert robust["verdict"] != "differ"


def test_the_clustered_difference_is_that_of_a_regression() -> None:
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(4)
    events = [(int(rng.integers(5, 30)), int(rng.integers(5, 30)), rng.uniform(0.2, 0.7)) for _ in range(8)]
    made = [(fights(int(a * p), a, "black"), fights(int(b * p * 0.8), b, "white")) for a, b, p in events]
    con = store(*(Event(f"e{n}", [*black, *white]) for n, (black, white) in enumerate(made)))
    found = row(method_contrasts.two(con, Question(("belt",)), ["black"], ["white"], "event"))
    hits, black, groups = zip(
        *[
            (fight.decision == "submission", fight.belt == "black", n)
            for n, pair in enumerate(made)
            for fight in (*pair[0], *pair[1])
        ],
        strict=True,
    )
    model = api.OLS(np.array(hits, float), api.add_constant(np.array(black, float)))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": np.array(groups), "use_correction": False}, use_t=True)
    stats = pytest.importorskip("scipy.stats")
    error = fit.bse[1] * math.sqrt(8 / 7)
    assert found["difference"] == pytest.approx(fit.params[1], rel=1e-6)
    assert found["high"] - found["difference"] == pytest.approx(stats.t.ppf(0.975, 7) * error, rel=1e-6)
    assert found["p"] == pytest.approx(2 * stats.t.sf(abs(fit.params[1]) / error, 7), rel=1e-6)


def test_each_group_against_all_the_others() -> None:
    con = store(Event("a", [*fights(30, 40, "black"), *fights(20, 60, "blue"), *fights(10, 50, "white")]))
    frame = method_contrasts.many(con, Question(("belt",)))
    black = row(frame[frame["belt"] == "black"])
    assert black[["count_a", "n_a", "count_b", "n_b"]].tolist() == [30, 40, 30, 110]
    assert len(frame) == 6  # three belts, submission and points
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert frame["p_holm"].to_numpy() == pytest.approx(multitest.multipletests(frame["p"], method="holm")[1], rel=1e-6)
    assert frame["p_bh"].to_numpy() == pytest.approx(multitest.multipletests(frame["p"], method="fdr_bh")[1], rel=1e-6)


@pytest.mark.long
def test_among_many_equal_groups_none_is_found_in_19_of_20_worlds() -> None:
    rng = np.random.default_rng(8)
    belts = ["white", "grey", "yellow", "orange", "green", "blue", "purple", "brown"]
    found = 0
    for _ in range(20):
        con = store(Event("a", [each for belt in belts for each in fights(int(rng.binomial(30, 0.4)), 30, belt)]))
        frame = method_contrasts.many(con, Question(("belt",)))
        found += bool((frame["verdict"] == "differ").any())
    assert found <= 4  # at 5 % more than 4 of 20 happen once in 400 runs


def test_a_comparison_needs_its_groups() -> None:
    con = store(Event("a", fights(3, 5, "black")))
    with pytest.raises(UserError, match="--by"):
        method_contrasts.two(con, Question(), ["black"], ["white"])
    with pytest.raises(UnknownName, match="black"):
        method_contrasts.two(con, Question(("belt",)), ["black"], ["whyte"])
    with pytest.raises(UserError, match="two groups"):
        method_contrasts.many(con, Question(("belt",)))


def test_a_changing_mix_of_belts_is_no_trend() -> None:
    # White 20 %, black 60 % by submission in both years; black belts go from 1 in 5 to 4 in 5.
    con = store(
        Event("a", [*fights(16, 80, "white"), *fights(12, 20, "black")], 2024),
        Event("b", [*fights(4, 20, "white"), *fights(48, 80, "black")], 2025),
    )
    found = method_trends.trend(con, Question())
    seasons = found.seasons[found.seasons["method"] == "submission"].set_index("season")
    assert seasons["crude"].tolist() == pytest.approx([0.28, 0.52])
    assert seasons["share"].tolist() == pytest.approx([0.4, 0.4])  # half of all bouts at each belt
    assert seasons["standard"].tolist() == [1, 1]
    assert (seasons["low"] < 0.4).all()
    assert (seasons["high"] > 0.4).all()
    slope = row(found.slopes)
    assert slope["slope"] == pytest.approx(0, abs=1e-12)
    assert slope["p"] == pytest.approx(1)


def test_a_belt_that_a_season_lacks_is_told() -> None:
    con = store(
        Event("a", [*fights(10, 40, "white"), *fights(30, 60, "black")], 2024),
        Event("b", fights(40, 100, "black"), 2025),
    )
    found = method_trends.trend(con, Question()).seasons
    late = found[(found["season"] == 2025) & (found["method"] == "submission")].iloc[0]
    assert (late["share"], late["standard"]) == (pytest.approx(0.4), pytest.approx(160 / 200))


def test_a_trend_is_found_where_there_is_one() -> None:
    con = store(*(Event(f"e{n}", fights(60 + 15 * n, 300, "blue"), 2020 + n) for n in range(5)))
    slope = row(method_trends.trend(con, Question()).slopes)
    assert slope["slope"] == pytest.approx(0.05, abs=0.002)
    assert slope["low"] < 0.05 < slope["high"]
    assert slope["p_holm"] < 0.001


@pytest.mark.long
def test_standardised_intervals_cover() -> None:
    # Known truth: white 0.2, black 0.6, half of each in the standard: 0.4 in every season.
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(120):
        counts = pd.DataFrame(
            [
                (season, belt, "adult", decision, n)
                for season, whites in ((2024, 70), (2025, 30))
                for belt, size, p in (("white", whites, 0.2), ("black", 100 - whites, 0.6))
                for won in [int(rng.binomial(size, p))]
                for decision, n in (("submission", won), ("points", size - won))
            ],
            columns=["season", "belt", "age_division", "decision", "n"],
        )
        seasons = method_trends.of_counts(counts, Question()).seasons
        first = seasons[(seasons["season"] == 2024) & (seasons["method"] == "submission")].iloc[0]
        held += bool(first["low"] <= 0.4 <= first["high"])
    assert held / 120 > 0.92
