"""Competing risks against statsmodels, values worked by hand, and simulations whose truth is known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.incidence import LEAST, Sample, median, poisson

NEAR = {"rel": 1e-6, "abs": 1e-9}
LIMIT = 300

# (second, cause): 0 = reached the limit or was watched no longer, 1 and 2 = two ways to end.
bouts = st.lists(st.tuples(st.integers(1, 40), st.integers(0, 2)), min_size=3, max_size=60)


def counted(found: list[tuple[int, int]]) -> Sample:
    """The bouts as counts by second, in no order."""
    seconds = sorted({second for second, _ in found}, reverse=True)
    by_way = [[sum(one == (second, way) for one in found) for second in seconds] for way in range(3)]
    return Sample(seconds, {"one": by_way[1], "two": by_way[2]}, by_way[0])


def test_shares_worked_by_hand() -> None:
    # Six bouts: submission at 60, one watched to 100 only, disqualification at 120, submission at 180, two at the end.
    # 1/6; then 5/6 left: 5/6 * 1/4 = 5/24 disqualified; 15/24 left of which a third: 4/24 + 5/24 = 9/24 submitted.
    sample = counted([(60, 1), (100, 0), (120, 2), (180, 1), (LIMIT, 0), (LIMIT, 0)])
    assert sample.curve("one").share.tolist() == pytest.approx([4 / 24, 4 / 24, 4 / 24, 9 / 24, 9 / 24])
    assert sample.curve("two").share.tolist() == pytest.approx([0, 0, 5 / 24, 5 / 24, 5 / 24])
    assert sample.survival[-1] == pytest.approx(10 / 24)
    assert [sample.still_at(second) for second in (0, 60, 61, 120, 121, 300, 301)] == [6, 6, 5, 4, 3, 2, 0]


def test_greenwood_worked_by_hand() -> None:
    # One cause, ten bouts, one ends at each of 1 and 2: share 2/10, variance 0.8^2 (1/(10*9) + 1/(9*8)) = 0.016.
    sample = Sample([1, 2, 9], {"one": [1, 1, 0]}, [0, 0, 8])
    assert sample.curve("one").error.tolist()[1:] == pytest.approx([math.sqrt(0.016)] * 2)


@given(bouts.filter(lambda found: {1, 2} <= {cause for _, cause in found}))
def test_shares_and_errors_are_statsmodels(found: list[tuple[int, int]]) -> None:
    survfunc = pytest.importorskip("statsmodels.duration.survfunc")
    time, status = np.array(found).T
    with np.errstate(all="ignore"):  # it divides by zero where all who are left end at once
        wanted = survfunc.CumIncidenceRight(time, status)
    sample = counted(found)
    for place, cause in enumerate(("one", "two")):
        curve = sample.curve(cause)
        assert curve.seconds.tolist() == wanted.times.tolist()
        assert curve.share == pytest.approx(wanted.cinc[place], **NEAR)
        told = np.isfinite(wanted.cinc_se[place])
        # Beside a variance of 0 its rounding stands as a root of 1e-17.
        assert curve.error[told] == pytest.approx(wanted.cinc_se[place][told], rel=1e-6, abs=1e-7)


@given(bouts.filter(lambda found: any(cause for _, cause in found)))
def test_all_ways_together_are_one_minus_kaplan_and_meier(found: list[tuple[int, int]]) -> None:
    survfunc = pytest.importorskip("statsmodels.duration.survfunc")
    time, status = np.array(found).T
    wanted = survfunc.SurvfuncRight(time, status > 0)
    curve = counted(found).together().curve("any")
    at = np.isin(curve.seconds, wanted.surv_times)
    assert 1 - curve.share[at] == pytest.approx(wanted.surv_prob, **NEAR)
    told = np.isfinite(wanted.surv_prob_se)
    assert curve.error[at][told] == pytest.approx(wanted.surv_prob_se[told], rel=1e-6, abs=1e-7)


@given(bouts)
def test_shares_of_the_ways_and_of_none_add_to_one_and_never_fall(found: list[tuple[int, int]]) -> None:
    sample = counted(found)
    one, two = sample.curve("one"), sample.curve("two")
    assert one.share + two.share + sample.survival == pytest.approx(np.ones(len(one.share)))
    for curve in (one, two):
        assert (np.diff(curve.share) >= 0).all()
        assert (curve.low <= curve.share + 1e-12).all()
        assert (curve.share <= curve.high + 1e-12).all()
        inside = np.isfinite(curve.band_low)
        assert (curve.band_low[inside] <= curve.low[inside] + 1e-9).all(), "a band is wider than an interval"


def test_no_event_has_an_interval_and_no_band() -> None:
    curve = Sample([LIMIT], {"one": [0]}, [20]).curve("one")
    assert curve.share.tolist() == [0]
    assert curve.high.tolist() == pytest.approx([0.161125], abs=1e-6)  # Wilson's, 0 of 20: z^2 / (n + z^2)
    assert np.isnan(curve.band_high).all()


def test_a_band_begins_with_the_fifth_event() -> None:
    curve = Sample(range(1, 21), {"one": [1] * 20}, [0] * 20).curve("one")
    assert np.isfinite(curve.band_low).tolist() == [False] * (LEAST - 1) + [True] * (21 - LEAST)


def test_a_median_that_half_did_not_reach_is_not_there() -> None:
    reached = Sample([30, 60, LIMIT], {"one": [4, 2, 0]}, [0, 0, 4]).curve("one")
    short = Sample([30, 60, LIMIT], {"one": [2, 2, 0]}, [0, 0, 6]).curve("one")
    assert median(reached)[0] == 60
    assert math.isnan(median(short)[0])
    assert median(Sample([30, 60], {"one": [1, 1]}, [0, 0]).curve("one"))[0] == 30  # exactly half


def test_hazards_count_minutes_fought() -> None:
    # Ends at 30 and 60 s, two bouts to 90 s. First minute: 0.5 + 1 + 1 + 1 fought, two events; second: 0.5 + 0.5, none.
    first, second = Sample([30, 60, 90], {"one": [1, 1, 0]}, [0, 0, 2]).hazard("one", 90)
    assert (first.events, first.minutes, first.rate) == (2, pytest.approx(3.5), pytest.approx(2 / 3.5))
    assert (second.start, second.end, second.events, second.minutes, second.rate) == (1, 1.5, 0, pytest.approx(1), 0)


@given(bouts)
def test_every_event_is_in_one_minute(found: list[tuple[int, int]]) -> None:
    longer = [(second * 7, cause) for second, cause in found]
    sample = counted(longer)
    minutes = sample.hazard("one", LIMIT)
    assert sum(minute.events for minute in minutes) == sum(cause == 1 for _, cause in longer)
    assert sum(minute.minutes for minute in minutes) == pytest.approx(sum(second for second, _ in longer) / 60)


@given(st.integers(0, 300), st.floats(0.5, 1e4))
def test_the_interval_of_a_rate_is_statsmodels(events: int, minutes: float) -> None:
    rates = pytest.importorskip("statsmodels.stats.rates")
    wanted = rates.confint_poisson(events, minutes, method="score")
    assert poisson(events, minutes) == pytest.approx(wanted, rel=1e-6, abs=1e-9)


@pytest.mark.long
def test_intervals_and_bands_cover_the_truth() -> None:
    """Two constant hazards (0.2 and 0.05 a minute), 5 minutes, some watched less: the true curve has a closed form."""
    draw, size, runs = np.random.default_rng(7), 120, 400
    total, own = 0.25 / 60, 0.2 / 60

    def truth(seconds: np.ndarray) -> np.ndarray:
        return own / total * -np.expm1(-total * seconds)

    at_half = whole = 0
    for _ in range(runs):
        end = np.ceil(draw.exponential(1 / total, size))  # by the end of the second: the share at whole seconds stands
        leave = np.where(draw.random(size) < 0.3, draw.integers(1, LIMIT, size), LIMIT)
        cause = np.where(draw.random(size) < own / total, 1, 2)
        time, way = np.minimum(end, leave), np.where(end <= leave, cause, 0)
        seconds = np.unique(time)
        by_way = [np.bincount(np.searchsorted(seconds, time[way == k]), minlength=len(seconds)) for k in range(3)]
        curve = Sample(seconds, {"one": by_way[1], "two": by_way[2]}, by_way[0]).curve("one")
        known = truth(curve.seconds)
        before = truth(np.append(curve.seconds[1:] - 1, LIMIT))  # it rises between two steps
        place = np.searchsorted(curve.seconds, 150, side="right") - 1
        at_half += curve.low[place] <= truth(np.array([150.0]))[0] <= curve.high[place]
        told = np.isfinite(curve.band_low)
        whole += bool(((curve.band_low <= known) & (before <= curve.band_high))[told].all())
    error = math.sqrt(0.95 * 0.05 / runs)
    assert abs(at_half / runs - 0.95) < 3 * error
    assert abs(whole / runs - 0.95) < 3 * error
