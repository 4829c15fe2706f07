"""Curves whose events go together: draws worked by hand, and a simulation whose truth is known."""

import numpy as np
import pytest

from analytics import times, versions
from analytics.incidence import Sample
from analytics.incidence_clusters import Events
from etl.errors import UnknownName
from tests.analytics.fights import Event, Fight, store


def test_two_events_that_have_nothing_in_common_leave_everything_open() -> None:
    # Drawn twice, one of them, the other, or each once: of two events no draw in forty is left out at either end.
    events = Events(np.array([60.0, 300.0]), {"one": np.array([[10, 0], [0, 0]])}, np.array([[0, 0], [0, 10]]))
    low, high = events.bounds("one")
    assert (low.tolist(), high.tolist()) == ([0, 0], [1, 1])


def test_events_alike_leave_nothing_open_and_the_curve_is_the_plain_one() -> None:
    one, two, limit = [3, 0, 2], [0, 4, 0], [0, 0, 11]
    events = Events(
        np.array([30.0, 60.0, 300.0]), {"one": np.array([one] * 5), "two": np.array([two] * 5)}, np.array([limit] * 5)
    )
    plain = Sample([30, 60, 300], {"one": one, "two": two}, limit)
    for cause, curve in (("one", plain.curve("one")), (None, plain.together().curve("any"))):
        low, high = events.bounds(cause)
        assert low == pytest.approx(curve.share)
        assert high == pytest.approx(curve.share)


def test_one_event_says_nothing_of_others() -> None:
    low, high = Events(np.array([60.0]), {"one": np.array([[3]])}, np.array([[2]])).bounds("one")
    assert np.isnan([*low, *high]).all()


def test_only_where_it_is_asked_for() -> None:
    con = store(*(Event(f"e{n}", [Fight("submission"), Fight("submission"), Fight("points")]) for n in range(3)))
    con.execute("update bout set elapsed = 60 * bout where decision = 'submission'")
    of = versions.counted(con)
    plain, robust = times.times(con, of), times.times(con, of, cluster="event")
    assert plain.curves["robust_low"].isna().all()
    assert robust.curves["robust_low"].notna().all()
    assert robust.summary["clusters"].tolist() == [3] * len(robust.summary)
    own = [name for name in plain.curves.columns if not name.startswith("robust")]
    assert plain.curves[own].equals(robust.curves[own])
    at_limit = robust.summary.set_index("cause").loc["submission"]
    assert (at_limit["robust_low"], at_limit["robust_high"]) == pytest.approx((2 / 3, 2 / 3))
    with pytest.raises(UnknownName, match="event"):
        times.times(con, of, cluster="athlete")


@pytest.mark.long
def test_events_that_differ_are_covered_at_a_second_where_the_plain_interval_is_too_narrow() -> None:
    # Known truth: an event's bouts end at a rate of its own, 1 in 200 or 1 in 800 seconds; half of the events each.
    rng = np.random.default_rng(17)
    truth = 1 - (np.exp(-150 / 200) + np.exp(-150 / 800)) / 2
    plain = robust = 0
    for _ in range(100):
        ends = np.ceil(rng.exponential(rng.choice([200.0, 800.0], 30)[:, None], (30, 25)))
        seconds = np.arange(1.0, 301.0)
        ended = np.array([np.bincount(row[row <= 300].astype(int), minlength=301)[1:] for row in ends])
        censored = np.zeros_like(ended)
        censored[:, -1] = 25 - ended.sum(axis=1)
        curve = Sample(seconds, {"one": ended.sum(axis=0)}, censored.sum(axis=0)).curve("one")
        low, high = Events(seconds, {"one": ended}, censored).bounds("one")
        plain += bool(curve.low[149] <= truth <= curve.high[149])
        robust += bool(low[149] <= truth <= high[149])
    assert plain < 0.85 * 100
    assert robust > 0.89 * 100
