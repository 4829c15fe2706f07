"""Which bouts end a curve, which are censored at their limit (B3), which are not used, and what is never pooled."""

import math

import pandas as pd
import pytest

from analytics import counting, fought, times
from analytics.counting import Question
from etl.errors import UnknownName
from tests.analytics import fights
from tests.analytics.facts import bout, store

ADULT_BLACK = ("male", "adult", "black", "light")  # 10 minutes
MASTER_BLUE = ("male", "master-2", "blue", "light")  # 5 minutes
UNKNOWN_BELT = ("male", "adult", "unknown", "light")
OTHERS = (ADULT_BLACK, MASTER_BLUE, UNKNOWN_BELT)
BLUES = [  # Adult blue: 6 minutes
    bout("submission", elapsed=60),
    bout("loss_of_consciousness", elapsed=90),
    bout("disqualification", elapsed=120),
    bout("points"),
    bout("referee_decision", elapsed=360),
    bout("advantages", elapsed=200),  # far too short of the limit for a score decision: watched to 200 s
    bout("stoppage", elapsed=360),
]


def asked(con: object, **how: object) -> times.Times:
    return times.times(con, fought.asked(con), **how)  # type: ignore[arg-type]


def summary(found: times.Times, cause: str) -> dict[str, float]:
    rows = found.summary[found.summary["cause"] == cause].to_dict("records")
    assert len(rows) == 1
    return rows[0]


def test_every_bout_is_an_end_a_limit_or_a_reason() -> None:
    found = asked(store(BLUES))
    assert found.coverage.to_dict("records") == [
        {
            "limit": 360, "limits": "360", "bouts": 7, "used": 7, "reached_limit": 3, "short": 1, "no_decision": 0,
            "no_time": 0, "no_limit": 0, "beyond_limit": 0,
        }
    ]  # fmt: skip
    events = {cause: summary(found, cause)["events"] for cause in (*fought.CAUSES, times.ANY)}
    assert events == {"submission": 1, "loss_of_consciousness": 1, "disqualification": 1, "stoppage": 1, "any": 4}
    # 1/7, 1/7, 1/7; one leaves at 200 s; of the three then left one is stopped at 360 s: 4/7 * 1/3.
    assert summary(found, "disqualification")["share"] == pytest.approx(1 / 7)
    assert summary(found, "stoppage")["share"] == pytest.approx(4 / 21)
    assert found.at_risk["bouts"].tolist() == [7, 7, 5, 4, 3, 3, 3]


def test_loss_of_consciousness_goes_with_submission_only_when_asked() -> None:
    found = asked(store(BLUES), unconscious_submits=True)
    assert found.causes == ("submission", "disqualification", "stoppage")
    assert summary(found, "submission")["share"] == pytest.approx(2 / 7)


def test_what_is_not_known_is_counted_and_not_used() -> None:
    found = asked(
        store(
            [
                bout(None),
                bout("submission"),
                bout("submission", elapsed=361),
                bout("submission", elapsed=60, parts=UNKNOWN_BELT),
                bout("points", parts=UNKNOWN_BELT),
                bout("walkover", elapsed=0),
                bout("bye"),
                bout("close_out"),
            ]
        )
    )
    rows = {row["limits"]: row for row in found.coverage.to_dict("records")}
    assert {key: rows["360"][key] for key in ("bouts", "used", "no_decision", "no_time", "beyond_limit")} == {
        "bouts": 3, "used": 0, "no_decision": 1, "no_time": 1, "beyond_limit": 1,
    }  # fmt: skip
    assert (rows[""]["bouts"], rows[""]["no_limit"]) == (2, 2)
    assert found.curves.empty


def test_without_rules_no_limit_is_known() -> None:
    found = asked(store([bout("submission", elapsed=60)], ruleset="none"))
    assert found.coverage["no_limit"].tolist() == [1]


MIXED = [
    bout("submission", elapsed=100),
    bout("points"),
    bout("submission", elapsed=400, parts=ADULT_BLACK),
    bout("points", parts=ADULT_BLACK),
    bout("submission", elapsed=200, parts=MASTER_BLUE),
]


def test_limits_are_strata_and_pooled_only_when_asked_and_named() -> None:
    con = store(MIXED)
    apart, pooled = asked(con), asked(con, pool=True)
    assert apart.coverage["limits"].tolist() == ["300", "360", "600"]
    assert not apart.pooled
    assert pooled.coverage[["limit", "limits", "bouts"]].to_numpy().tolist() == [[600, "300+360+600", 5]]
    # 1/5, then 2/5 at 200 s; the score bout leaves at 360 s; 3/5 left, 1/2 of them at 400 s.
    assert summary(pooled, "submission")["share"] == pytest.approx(2 / 5 + 3 / 5 / 2)


def test_groups_are_strata_within_their_limits() -> None:
    found = asked(store(MIXED), by=["belt"])
    assert found.coverage[["belt", "limit"]].to_numpy().tolist() == [["black", 600], ["blue", 300], ["blue", 360]]
    with pytest.raises(UnknownName, match="age_division"):
        asked(store(MIXED), by=["age_divison"])


def drawn_events() -> object:
    return fights.store(fights.drawn("a", 60, 1, year=2024), fights.drawn("b", 40, 2, uniform="no-gi"))


@pytest.mark.parametrize("field", fought.FIELDS)
def test_every_bout_that_took_place_is_in_one_stratum_of_any_field(field: str) -> None:
    con = drawn_events()
    found = asked(con, by=[field]).coverage.groupby(field)["bouts"].sum().to_dict()
    counted = counting.count(con, Question((field,)))  # type: ignore[arg-type]
    assert found == counted.groupby(field)["n"].sum().to_dict()


@pytest.mark.parametrize(
    ("field", "value"), [("round", "unknown"), ("round", "final"), ("belt", "black"), ("event", "b")]
)
def test_only_bouts_that_are_meant_are_watched(field: str, value: str) -> None:
    con = drawn_events()
    of = fought.asked(con, where={field: value})  # type: ignore[arg-type]
    for by in ((), ("round", "gender")):
        bouts = times.times(con, of, by).coverage["bouts"].sum()  # type: ignore[arg-type]
        assert bouts == counting.count(con, Question(where={field: value}))["n"].sum() > 0  # type: ignore[arg-type]


def test_a_draw_at_the_limit_reached_it_and_an_earlier_one_is_a_stoppage() -> None:
    found = asked(
        store([bout("draw", None, elapsed=360), bout("draw", None, elapsed=90), bout("random_pick", elapsed=30)])
    )
    assert found.coverage["reached_limit"].tolist() == [1]
    assert summary(found, "stoppage")["events"] == 2


def test_a_curve_runs_from_nothing_to_the_limit() -> None:
    found = asked(store(BLUES))
    for _, curve in found.curves.groupby("cause"):
        assert curve["seconds"].iloc[0] == 0
        assert curve["share"].iloc[0] == 0
        assert curve["seconds"].iloc[-1] == 360
    assert math.isnan(summary(found, "submission")["median"])


def test_hazards_end_with_the_limit_and_hold_every_event() -> None:
    found = asked(store(MIXED), pool=True)
    own = found.hazards[found.hazards["cause"] == "submission"]
    assert own["end"].iloc[-1] == 10
    assert own["events"].sum() == 3
    assert own["minutes"].sum() == pytest.approx((100 + 360 + 400 + 600 + 200) / 60)


def test_no_event_answers_with_nothing() -> None:
    found = asked(store())
    assert found.coverage.empty
    assert found.curves.empty


@pytest.mark.parametrize("how", [{}, {"by": ["belt"]}, {"pool": True}, {"cluster": "event"}])
def test_a_stratum_drawn_alone_is_the_one_drawn_with_all(how: dict[str, object]) -> None:
    others = [bout("submission", elapsed=n, parts=parts) for parts in OTHERS for n in (30, 60, 60, 95, 240)]
    con = store(BLUES, others)
    of = fought.asked(con)
    whole, counted = times.times(con, of, **how), times.strata(con, of, **how)  # type: ignore[arg-type]
    assert known(counted.coverage()) == known(whole.coverage)
    for one in counted.counted:
        alone = counted.drawn([one])
        for name in ("curves", "at_risk", "hazards", "summary", "coverage"):
            every = [row for row in known(getattr(whole, name)) if one[0].items() <= row.items()]
            assert known(getattr(alone, name)) == every


def known(frame: pd.DataFrame) -> list[dict[str, object]]:
    """Rows, with None for what is not known."""
    rows = frame.to_dict("records")
    return [{str(key): None if pd.isna(value) else value for key, value in row.items()} for row in rows]
