"""The board from actions and ladder (D5, P1-P4, P7), worked by hand, and in random bouts by a second reading."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import fought, relations, scoreboard
from analytics.store import Store
from etl import pipeline
from etl.extract import EventOptions
from tests.analytics.facts import bout, store
from tests.sizes import drawn

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
Actions = Sequence[tuple[float | None, str, str]]
TEEN = ("male", "teen-3", "yellow", "light")


def board(red: Sequence[int | None], blue: Sequence[int | None]) -> dict[str, Any]:
    """Points, advantages and penalties of both sides as columns."""
    names = scoreboard.PARTS
    return {f"red_{name}": value for name, value in zip(names, red, strict=True)} | {
        f"blue_{name}": value for name, value in zip(names, blue, strict=True)
    }


def made(*bouts: Any, ruleset: str = "ibjjf-2024") -> list[dict[str, Any]]:
    con = store(list(bouts), ruleset=ruleset)
    return scoreboard.boards(con, fought.asked(con)).to_dict("records")  # type: ignore[return-value]


def sums(row: dict[str, Any]) -> tuple[list[float], list[float]]:
    return tuple([row[f"{side}_{part}_made"] for part in scoreboard.PARTS] for side in ("red", "blue"))  # type: ignore[return-value]


def fouls(side: str, count: int) -> Actions:
    return [(10.0 * n, side, "penalty") for n in range(1, count + 1)]


def test_bout_7_of_the_sample_is_made_by_its_actions(tmp_path: Path) -> None:
    file = tmp_path / "s.duckdb"
    pipeline.ingest(file, [SAMPLE], EventOptions(), relations.build)
    with Store.open(file) as opened, opened.cursor() as cur:
        (row,) = scoreboard.boards(cur, fought.asked(cur)).to_dict("records")
    assert row["bout"] == 7
    assert sums(row) == ([5, 1, 0], [2, 1, 2])
    assert (row["compared"], row["differs"]) == (True, "")


@pytest.mark.parametrize(
    ("ruleset", "parts", "count", "points", "advantages"),
    [
        ("ibjjf-2024", ("male", "adult", "blue", "light"), 1, 0, 0),  # P1: marked
        ("ibjjf-2024", ("male", "adult", "blue", "light"), 3, 2, 1),
        ("ibjjf-2024", ("male", "adult", "blue", "light"), 4, 2, 1),  # the fourth disqualifies and gives nothing
        ("ibjjf-2024", TEEN, 5, 6, 1),  # P2: advantage, then two points three times
        ("ajp-2026", ("male", "adult", "blue", "light"), 2, 2, 1),  # P3: 1 point; 1 point and an advantage
        ("ajp-2026", ("male", "adult", "blue", "light"), 3, 5, 1),  # then 1 point and 2 points
        ("ajp-2026", TEEN, 3, 2, 1),  # inherits P2
        ("ibjjf-v3", ("male", "adult", "blue", "light"), 1, 0, 0),  # P4: a warning
        ("ibjjf-v3", TEEN, 3, 2, 1),
    ],
)
def test_penalties_give_to_the_other_side_by_the_ladder(
    ruleset: str, parts: tuple[str, ...], count: int, points: int, advantages: int
) -> None:
    (row,) = made(bout(actions=fouls("blue", count), parts=parts), ruleset=ruleset)
    assert sums(row) == ([points, advantages, 0], [0, 0, count])


def test_every_action_is_worth_its_points() -> None:
    names = ("takedown", "sweep", "knee_on_belly", "guard_pass", "mount", "back_mount", "back_control")
    (row,) = made(bout(actions=[(n, "red", name) for n, name in enumerate((*names, "exit_from_submission"))]))
    assert sums(row)[0] == [2 + 2 + 2 + 3 + 4 + 4 + 4 + 2, 0, 0]


def test_what_is_recorded_otherwise_is_listed() -> None:
    actions: Actions = [(5, "red", "sweep"), (9, "blue", "advantage")]
    same, off, part, unknown = made(
        bout(actions=actions, **board((2, 0, 0), (0, 1, 0))),
        bout(actions=actions, **board((3, 0, 0), (0, 0, 0))),
        bout(actions=actions, red_points=2),
        bout(actions=actions),
    )
    assert (same["compared"], same["differs"], same["cause"]) == (True, "", None)
    assert (off["differs"], off["cause"]) == ("red_points blue_advantages", None)
    assert (part["compared"], part["differs"]) == (True, "")
    assert (unknown["compared"], unknown["differs"]) == (False, "")


def test_two_points_beside_a_penalty_may_be_leaving_the_area() -> None:
    # P7: blue leaves the area, a penalty and two points to red that no action says.
    fled, once = fouls("blue", 1), [(5.0, "red", "sweep")]
    left, without_penalty, twice = made(
        bout(actions=fled, **board((2, 0, 0), (0, 0, 1))),
        bout(actions=once, **board((4, 0, 0), (0, 0, 0))),
        bout(actions=fled, **board((4, 0, 0), (0, 0, 1))),
    )
    assert (left["differs"], left["cause"]) == ("red_points", "leaving_area")
    assert without_penalty["cause"] is None
    assert twice["cause"] is None, "one penalty, one leaving"


def test_an_exit_recorded_for_who_left_is_told() -> None:
    (row,) = made(bout(actions=[(50, "blue", "exit_from_submission")], **board((2, 0, 0), (0, 0, 0))))
    assert (row["differs"], row["cause"]) == ("red_points blue_points", "exits_swapped")


def test_without_rules_or_division_nothing_is_made() -> None:
    actions: Actions = [(5, "red", "sweep")]
    assert made(bout(actions=actions, red_points=9), ruleset="none") == []
    (row,) = made(bout(actions=actions, red_points=9, parts=("male", "unknown", "blue", "light")))
    assert pd.isna(row["red_points_made"]), "the ladder of the division is not known"
    assert (row["compared"], row["differs"]) == (False, "")


def test_bouts_without_actions_are_not_in_it() -> None:
    assert made(bout(**board((2, 0, 0), (0, 0, 0)))) == []


WORTH = {"takedown": 2, "sweep": 2, "knee_on_belly": 2, "guard_pass": 3, "mount": 4, "back_mount": 4, "back_control": 4}
LADDER = {1: (0, 0), 2: (0, 1), 3: (2, 0)}  # P1
actions = st.lists(
    st.tuples(st.integers(0, 300), st.sampled_from(["red", "blue"]), st.sampled_from([*WORTH, "advantage", "penalty"])),
    min_size=1,
    max_size=25,
)


@settings(max_examples=drawn(10, 25))
@given(st.lists(actions, min_size=1, max_size=6))
@pytest.mark.long
def test_the_statement_is_a_plain_count(found: list[list[tuple[int, str, str]]]) -> None:
    rows = made(*(bout(actions=one) for one in found))
    for one, row in zip(found, rows, strict=True):
        wanted = {side: [0, 0, 0] for side in ("red", "blue")}
        for _, side, action in one:
            other = "blue" if side == "red" else "red"
            if action == "penalty":
                wanted[side][2] += 1
                points, advantages = LADDER.get(wanted[side][2], (0, 0))
                wanted[other][0] += points
                wanted[other][1] += advantages
            else:
                wanted[side][0] += WORTH.get(action, 0)
                wanted[side][1] += action == "advantage"
        assert sums(row) == (wanted["red"], wanted["blue"])
