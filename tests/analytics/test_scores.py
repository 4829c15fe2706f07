"""Shares of what decided, margins, the first to score, actions and what follows them: counted by hand."""

from typing import Any

import pytest

from analytics import fought, scores
from tests.analytics.facts import bout, store

BLACK = ("male", "adult", "black", "light")
TURNED = [(10, "blue", "sweep"), (20, "red", "mount"), (30, "blue", "advantage")]
BOUTS = [
    bout("points", red_points=4, blue_points=2, actions=TURNED),
    bout("points", "blue", red_points=0, blue_points=2, actions=[(10, "blue", "takedown")]),
    bout("points", red_points=2),
    bout("advantages", "blue", red_advantages=0, blue_advantages=3, parts=BLACK, actions=[(5, "red", "penalty")]),
    bout("penalties", red_penalties=1, blue_penalties=2),
    bout("submission", actions=[(15, "red", "guard_pass"), (15, "blue", "sweep")]),  # in one second: no first
    bout("submission", actions=[(15, "red", "guard_pass"), (60, "red", "submission")]),
    bout("draw", None, actions=[(None, "red", "guard_pass")]),
    bout(None),
    bout("walkover"),
]  # fmt: skip


def asked(*by: str) -> scores.Scores:
    con = store(BOUTS)
    return scores.scores(con, fought.asked(con), by)


def rows(frame: Any, *columns: str) -> list[list[Any]]:
    return frame[list(columns)].to_numpy().tolist()  # type: ignore[no-any-return]


def test_what_decided_the_score_bouts() -> None:
    found = asked()
    assert rows(found.coverage, "bouts", "no_decision", "score_bouts", "with_points", "with_actions") == [
        [9, 1, 5, 2, 6]
    ]
    assert rows(found.decided, "decision", "count", "n") == [
        ["points", 3, 5], ["advantages", 1, 5], ["penalties", 1, 5], ["referee_decision", 0, 5],
    ]  # fmt: skip
    assert rows(found.decided, "low", "high")[3] == pytest.approx([0, 0.434482], abs=1e-6)  # 0 of 5: z^2 / (5 + z^2)


def test_margins_are_the_winner_s() -> None:
    assert rows(asked().margins, "decision", "margin", "count", "n", "unknown") == [
        ["advantages", 3, 1, 1, 0], ["penalties", 1, 1, 1, 0], ["points", 2, 2, 2, 1],
    ]  # fmt: skip


def test_who_scored_first_won() -> None:
    # With points of actions: bouts 1 (blue first, red won), 2 (blue, blue), 6 (one second), 7 (red, red), 8 (a draw).
    assert rows(asked().first, "ended", "bouts", "no_first", "no_winner", "count", "n") == [
        ["any", 5, 1, 1, 2, 3], ["draw", 1, 0, 1, 0, 0], ["score", 2, 0, 0, 1, 2], ["submission", 2, 1, 0, 1, 1],
    ]  # fmt: skip


def test_actions_of_the_bouts_that_have_any() -> None:
    found = {row[0]: row[1:] for row in rows(asked().actions, "action", "times", "count", "n", "by_winner", "per_bout")}
    assert found["guard_pass"] == [3, 3, 6, 2, 0.5]
    assert found["sweep"] == [2, 2, 6, 0, pytest.approx(1 / 3)]
    assert found["penalty"] == [1, 1, 6, 0, pytest.approx(1 / 6)]


def test_what_follows_an_action() -> None:
    found = rows(asked().follows, "action", "next", "who", "count", "n")
    assert ["sweep", "mount", "other", 1, 2] in found
    assert ["sweep", "nothing", "nobody", 1, 2] in found
    assert ["guard_pass", "submission", "same", 1, 2] in found  # the draw's pass has no time
    assert sum(row[3] for row in found) == 3 + 1 + 1 + 2 + 2


def test_groups_add_up_to_the_whole() -> None:
    whole, grouped = asked(), asked("belt")
    for name in ("coverage", "decided", "actions", "follows"):
        count = "bouts" if name == "coverage" else "count"
        assert getattr(grouped, name)[count].sum() == getattr(whole, name)[count].sum()
    assert rows(grouped.decided, "belt", "decision", "count", "n")[:2] == [
        ["black", "points", 0, 1],
        ["black", "advantages", 1, 1],
    ]


def test_nothing_gives_empty_answers() -> None:
    con = store()
    found = scores.scores(con, [])
    assert all(getattr(found, name).empty for name in ("decided", "margins", "first", "actions", "follows"))


def test_an_event_without_actions_beside_one_that_has_them() -> None:
    con = store(BOUTS, [bout("points", red_points=2, blue_points=0)])
    found = scores.scores(con, fought.asked(con), ("event",))
    assert rows(found.coverage, "bouts", "score_bouts", "with_points", "with_actions") == [[9, 5, 2, 6], [1, 1, 1, 0]]
    alone = asked().actions
    assert rows(found.actions, "action", "times", "count", "n") == rows(alone, "action", "times", "count", "n")
