"""Curves whose events go together: draws worked by hand, and a simulation whose truth is known."""

import numpy as np
import pytest

from analytics import times, versions
from analytics.incidence import Sample
from analytics.incidence_clusters import Events
from etl.errors import UnknownName
from tests.analytics.fights import Event, Fight, store


def halves(events: int) -> Events:
    """In every second event all bouts end at once, in the others none does."""
    ends = np.array([[10, 0], [0, 0]] * events)[:events]
    return Events(np.array([60.0, 300.0]), {"one": ends}, np.array([[0, 0], [0, 10]] * events)[:events])


def test_ten_events_half_of_which_end_at_once_leave_open_what_a_binomial_does() -> None:
    # How many of ten drawn are of the one half is Binomial(10, 1/2): 1.1 % are below 2, 5.5 % below 3, so 2 to 8 of 10.
    low, high = halves(10).bounds("one")
    assert (low.tolist(), high.tolist()) == (pytest.approx([0.2, 0.2]), pytest.approx([0.8, 0.8]))


@pytest.mark.parametrize("events", [1, 2, 5, 9])
def test_of_few_events_there_is_no_interval(events: int) -> None:
    assert np.isnan([*halves(events).bounds("one"), *halves(events).bounds(None)]).all()


@pytest.mark.parametrize("events", [3, 12])
def test_events_alike_do_not_say_how_events_differ(events: int) -> None:
    ended = {"one": np.array([[3, 0, 2]] * events), "two": np.array([[0, 4, 0]] * events)}
    alike = Events(np.array([30.0, 60.0, 300.0]), ended, np.array([[0, 0, 11]] * events))
    for cause in ("one", None):
        assert np.isnan(alike.bounds(cause)).all(), "no interval without width"


def test_only_where_it_is_asked_for() -> None:
    con = store(*(Event(f"e{n}", [Fight("submission"), *[Fight("points")] * (n % 2)]) for n in range(10)))
    con.execute("update bout set elapsed = 60 * bout where decision = 'submission'")
    of = versions.counted(con)
    plain, robust = times.times(con, of), times.times(con, of, cluster="event")
    assert plain.curves["robust_low"].isna().all()
    assert robust.curves.groupby("cause")["robust_low"].last()[["submission", times.ANY]].notna().all()
    assert robust.summary["clusters"].tolist() == [10] * len(robust.summary)
    own = [name for name in plain.curves.columns if not name.startswith("robust")]
    assert plain.curves[own].equals(robust.curves[own])
    at_limit = robust.summary.set_index("cause").loc["submission"]
    # Half of the events have a submission alone, half one of two bouts: k of ten drawn with two give 10 / (10 + k).
    assert (at_limit["robust_low"], at_limit["robust_high"]) == pytest.approx((10 / 18, 10 / 12))
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
