"""What if the other ladder had been in force: each case worked by hand from P1-P4, D3 and D4."""

from typing import Any

import pytest

from analytics import fought, other_rules
from rulebook.errors import RuleBookError
from tests.analytics.facts import bout, store
from tests.analytics.test_scoreboard import TEEN, board, fouls

NONE = (0, 0, 0)


def asked(one: Any, under: str = "ajp-2026", ruleset: str = "ibjjf-2024") -> tuple[str, Any, Any, Any]:
    """Verdict, reason, decision and winner then; the last two None where nothing is known to change."""
    con = store([one], ruleset=ruleset)
    found = other_rules.what_if(con, fought.asked(con), under)
    (count,) = found.counts.to_dict("records")
    changed = found.changed.to_dict("records")
    reason = count["reason"] if isinstance(count["reason"], str) else None
    then = (changed[0]["decision_then"], changed[0]["winner_then"]) if changed else (None, None)
    return count["verdict"], reason, *then


@pytest.mark.parametrize(
    ("one", "wanted"),
    [
        # No penalties, the same board.
        (bout("points", **board((2, 0, 0), NONE)), ("same", None)),
        # AJP: blue's one penalty is a point to red, who leads by 1 instead of on penalties.
        (bout("penalties", **board((2, 1, 0), (2, 1, 1))), ("other_decision", None, "points", "red")),
        # Red led by an advantage; AJP gives blue a point for red's penalty.
        (bout("advantages", **board((2, 1, 1), (2, 0, 0))), ("other_winner", None, "points", "blue")),
        # IBJJF: red has 2 points and an advantage from three penalties; AJP gives 5 points and an advantage.
        (bout("points", "blue", **board((2, 1, 0), (4, 0, 3))), ("other_winner", None, "points", "red")),
        # One penalty each: both boards rise by 1.
        (bout("referee_decision", **board((0, 0, 1), (0, 0, 1))), ("same", None)),
        # The referee chose red; AJP gives red's penalty to blue: blue by a point.
        (bout("referee_decision", **board((0, 0, 1), (0, 0, 1)) | {"red_penalties": 1, "blue_penalties": 0}),
         ("other_winner", None, "points", "blue")),
        # 2-1 becomes 2-2 with red's penalty; advantages and penalties follow: blue has fewer penalties.
        (bout("points", **board((1, 0, 1), NONE)), ("other_winner", None, "penalties", "blue")),
        # Nothing on the board decides a bout that ended before time.
        (bout("submission", **board((0, 0, 3), (9, 1, 0))), ("same", None)),
        (bout("submission"), ("same", None)),
        (bout("stoppage", "blue"), ("same", None)),
        (bout("disqualification", blue_dq="technical", red_penalties=0, blue_penalties=4), ("same", None)),
        (bout("disqualification", blue_dq="technical"), ("same", None)),
        (bout("disqualification", None, red_dq="technical", blue_dq="technical"), ("same", None)),
        # Not to be told.
        (bout(None), ("cannot_tell", "decision_unknown")),
        (bout("points", red_points=2, blue_points=0), ("cannot_tell", "board_unknown")),
        (bout("points", **board((0, 0, 0), (2, 0, 3))), ("cannot_tell", "board_short")),
        (bout("points", "blue", **board((4, 0, 0), NONE)), ("cannot_tell", "against_score")),
        (bout("points", **board((4, 1, 0), (0, 0, 4))), ("cannot_tell", "against_own_ladder")),
        (bout("points", parts=("male", "unknown", "blue", "light"), **board((2, 0, 0), NONE)),
         ("cannot_tell", "rules_unknown")),
    ],
)  # fmt: skip
def test_adults_under_ajp(one: Any, wanted: tuple[Any, ...]) -> None:
    assert asked(one) == (*wanted, None, None)[:4]


def test_a_lead_from_a_penalty_is_no_lead_without_its_point() -> None:
    # AJP to IBJJF: red's lead of 1 was blue's one penalty. Level on points and advantages then, penalties decide.
    by_penalty = bout("points", **board((1, 0, 0), (0, 0, 1)))
    assert asked(by_penalty, "ibjjf-2024", "ajp-2026") == ("other_decision", None, "penalties", "red")
    # Two each under both ladders: red stays an advantage ahead.
    two = bout("advantages", **board((2, 2, 2), (2, 1, 2)))
    assert asked(two) == ("same", None, None, None)


def test_a_board_that_becomes_level_cannot_be_told() -> None:
    """Equal penalties give equally, so only where they are not compared can a ladder level a board."""
    order = '{"decisions.score_order": ["points", "advantages"]}'
    con = store([bout("points", **board((1, 0, 0), (0, 0, 1)))], ruleset="ajp-2026", overrides=order)
    found = other_rules.what_if(con, fought.asked(con), "ibjjf-2024")
    assert found.counts[["verdict", "reason"]].to_numpy().tolist() == [["cannot_tell", "level"]]


def test_the_last_step_ends_a_teen_s_bout_under_v3() -> None:
    # P2 goes on to the fifth penalty, P4 ends at the fourth. Blue has 4: red has 4 points and an advantage from them.
    won_by_blue = bout("submission", "blue", parts=TEEN, **board((4, 1, 0), (0, 0, 4)))
    assert asked(won_by_blue, "ibjjf-v3") == ("other_winner", None, "disqualification", "red")
    won_by_red = bout("points", parts=TEEN, **board((4, 1, 0), (0, 0, 4)))
    assert asked(won_by_red, "ibjjf-v3") == ("other_decision", None, "disqualification", "red")
    unknown = bout("submission", parts=TEEN)
    assert asked(unknown, "ibjjf-v3")[:2] == ("cannot_tell", "penalties_unknown")


def test_of_two_at_the_last_step_the_first_is_out() -> None:
    both = {"parts": TEEN, **board((4, 1, 4), (6, 1, 4))}
    assert asked(bout("points", "blue", **both), "ibjjf-v3")[:2] == ("cannot_tell", "order")
    blue_first = [*fouls("blue", 4), *((100 + at, side, name) for at, side, name in fouls("red", 4))]
    assert asked(bout("points", "blue", actions=blue_first, **both), "ibjjf-v3") == (
        "other_winner", None, "disqualification", "red",
    )  # fmt: skip
    red_first = [*fouls("red", 4), *((100 + at, side, name) for at, side, name in fouls("blue", 4))]
    assert asked(bout("points", "blue", actions=red_first, **both), "ibjjf-v3") == (
        "other_decision", None, "disqualification", "blue",
    )  # fmt: skip


def test_what_a_shorter_ladder_ended_would_have_gone_on() -> None:
    one = bout("disqualification", parts=TEEN, blue_dq="technical", red_penalties=0, blue_penalties=4)
    assert asked(one, "ibjjf-2024", "ibjjf-v3")[:2] == ("cannot_tell", "goes_on")
    severe = bout("disqualification", parts=TEEN, blue_dq="technical", red_penalties=0, blue_penalties=1)
    assert asked(severe, "ibjjf-2024", "ibjjf-v3")[:2] == ("same", None)  # P6: a severe foul ends it under both


def test_under_its_own_rules_nothing_changes() -> None:
    bouts = [
        bout("points", **board((2, 1, 2), (0, 1, 2))),
        bout("penalties", **board((2, 1, 0), (2, 1, 1))),
        bout("referee_decision", **board(NONE, NONE)),
        bout("random_pick", **board(NONE, NONE)),
        bout("draw", None, **board(NONE, NONE)),
        bout("stoppage", None, **board(NONE, NONE)),
        bout("disqualification", red_penalties=0, blue_penalties=4),
        bout("submission"),
    ]
    con = store(bouts)
    found = other_rules.what_if(con, fought.asked(con), "ibjjf-2024")
    assert found.counts["verdict"].unique().tolist() == ["same"]
    assert found.bouts == len(bouts)


def test_both_hurt_and_no_longer_level_the_leader_wins() -> None:
    # D4: IBJJF calls this level (0-0, penalties 1-1 would be); AJP gives blue a point for red's penalty.
    one = bout("random_pick", "red", **board((0, 0, 1), (0, 0, 0)))
    assert asked(one) == ("other_winner", None, "points", "blue")


def test_bouts_without_rules_cannot_be_told_and_a_name_nobody_shipped_is_refused() -> None:
    assert asked(bout("points"), ruleset="none")[:2] == ("cannot_tell", "rules_unknown")
    assert asked(bout("points"), "none")[:2] == ("cannot_tell", "rules_unknown")
    with pytest.raises(RuleBookError, match="ajp-2026"):
        asked(bout("points"), "ajp")
