"""The shapes of contract section 2, from answers written by hand: its keys, its types, nothing guessed."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pandas as pd
import pytest

from analytics.awarded import Category, Place
from analytics.explain import Difference, Explanation, Gap, LevelValue, Neighbour, Row, Separation
from analytics.names import Academy
from analytics.queries import Award, Version
from publishing import rows, shapes
from rulebook import ruleset

BLACK_LIGHT = ("male", "adult", "black", "light")
HEAD = {"event": "open-2026", "ruleset": "ibjjf-2024"}


def version(overrides: str = "{}") -> Version:
    at = datetime(2026, 5, 3, 18, 30, 5, 123456)  # noqa: DTZ001 - the store keeps UTC without a zone
    return Version(
        7, "open-2026", 2, 3, at, "correction", "doping case", "the board", "ibjjf-2024", overrides, "Open 2026",
        date(2026, 5, 2), "gi", "official", True,
    )  # fmt: skip


def category(state: str = "decided", derived: bool = False, weight: str = "light") -> Category:
    return Category(
        1, "male", "adult", "black", weight, False, "all", state == "decided", True, None, state, 4, derived
    )


def place(number: int, athlete: str, academy: str, points: int, rule: str = "A1", weight: str = "light") -> Place:
    key = academy.casefold()
    return Place(
        1,
        "male",
        "adult",
        "black",
        weight,
        False,
        number,
        athlete,
        athlete,
        academy,
        key,
        points,
        points > 0,
        True,
        rule,
    )


@dataclass(frozen=True)
class Line:
    """A row of a standing, as the store has it."""

    rank: int
    academy: str
    points: int
    medals: tuple[int, int, int]
    draw_required: bool = False
    draw: int | None = None
    reason: tuple[str | None, int | None, int | None] = (None, None, None)


def standing(*lines: Line) -> pd.DataFrame:
    names = ("rank", "academy", "points", "gold", "silver", "bronze", "draw_required", "draw_id")
    columns = [*names, "reason_level", "reason_own", "reason_next"]
    table = [[x.rank, x.academy, x.points, *x.medals, x.draw_required, x.draw, *x.reason] for x in lines]
    frame = pd.DataFrame(table, columns=columns)
    # As DuckDB hands a column of whole numbers with NULLs to pandas: floating point.
    return frame.astype({"reason_own": "float64", "reason_next": "float64", "draw_id": "float64"})


def test_the_head_says_which_version_and_which_rules() -> None:
    head = shapes.about(version('{"tiebreak_counts": "counted"}'), what_if=True)
    assert head["event"] == "open-2026"
    assert head["version"] == 2
    assert head["recorded_at"] == "2026-05-03T18:30:05.123456Z"
    assert head["rule_overrides"] == {"tiebreak_counts": "counted"}
    assert head["what_if"] is True


def test_placements_have_the_keys_of_the_contract() -> None:
    columns = [*shapes.CATEGORY, "place", "athlete", "athlete_id", "academy", "rule", "source", "note", "category_id"]
    placed = pd.DataFrame([[*BLACK_LIGHT, 1, "Ana", None, float("nan"), "M1", "bouts", None, 4]], columns=columns)
    open_ones = pd.DataFrame(
        [[*BLACK_LIGHT, "needs_ruling", "the final is missing", "M15"]],
        columns=[*shapes.CATEGORY, "state", "reason", "rule"],
    )
    answer = shapes.placements(HEAD, placed, open_ones)
    [row] = answer["placements"]
    assert [row[name] for name in shapes.CATEGORY] == list(BLACK_LIGHT)
    assert (row["place"], row["athlete"], row["rule"], row["source"]) == (1, "Ana", "M1", "bouts")
    assert row["athlete_id"] is None
    assert row["academy"] is None, "an academy nobody knows is null, never a name"
    [unsettled] = answer["unresolved"]
    assert unsettled["reason"] == "the final is missing"
    flat = rows.placements(answer)
    assert [row.get("place") for row in flat.rows] == [1, None], "a category without places is in the CSV too"


def test_a_standing_has_reasons_between_rows_and_none_on_the_last() -> None:
    answer = shapes.standings(
        HEAD,
        Award("adult-male", "Adult male", ("male",), ("adult",), (), False),
        standing(
            Line(1, "North", 27, (3, 0, 0), reason=("points", 27, 18)),
            Line(2, "East", 18, (2, 0, 0), True, reason=("draw", None, None)),
            Line(2, "West", 18, (2, 0, 0), True),
        ),
        [category(), category("open", derived=True, weight="heavy")],
        "T1",
    )
    first, second, last = answer["standings"]
    assert first["reason"] == {"level": "points", "own": 27, "next": 18}
    assert isinstance(first["reason"]["own"], int)
    assert second["reason"] == {"level": "draw", "own": None, "next": None}
    assert last["reason"] is None
    assert [row["rank"] for row in answer["standings"]] == [1, 2, 2]
    assert [row["draw_required"] for row in answer["standings"]] == [False, True, True]
    assert answer["award"] == "adult-male"
    assert answer["registered_derived"] == 1
    assert [row["weight_class"] for row in answer["unresolved"]] == ["heavy"]
    assert rows.standings([answer, answer]).rows[0]["reason_next"] == 18
    assert len(rows.standings([answer, answer]).rows) == 6


def test_findings_are_rejected_rows_and_warnings() -> None:
    columns = ["event", "severity", "code", "file", "row", "path", "column", "value", "rule", "reason"]
    found = [
        ["open-2026", "rejected", "unknown_side", "bouts.csv", 17, None, "winner", "x", None, "write red or blue"],
        ["open-2026", "warning", "score_against_decision", "page.json", None, "$[3]", None, None, "D3", "…"],
    ]
    answer = shapes.findings(pd.DataFrame(found, columns=columns))
    [rejected], [warning] = answer["rejected"], answer["warnings"]
    assert rejected == {
        "event": "open-2026", "code": "unknown_side", "file": "bouts.csv", "row": 17, "at": None, "column": "winner",
        "value": "x", "rule": None, "reason": "write red or blue",
    }  # fmt: skip
    assert (warning["row"], warning["at"], warning["rule"]) == (None, "$[3]", "D3")
    assert [row["severity"] for row in rows.findings(answer).rows] == ["rejected", "warning"]


def test_medals_show_all_and_counted() -> None:
    row = {
        "academy": "North", "gold": 4, "silver": 1, "bronze": 2, "gold_counted": 3, "silver_counted": 1,
        "bronze_counted": 2, "uncontested": 1,
    }  # fmt: skip
    answer = shapes.medals(pd.DataFrame([{**row, "academy_key": "north"}]), ["open-2026"], 0)
    assert answer["medals"] == [row]


def explained(academy: str, *lines: Place, rank: int) -> Explanation:
    points = sum(line.points for line in lines)
    key = academy.casefold()
    row = Row(rank, rank, key, academy, points, 1, 0, 0, False, None, None, None, None)
    return Explanation(Academy(key, academy), points, row, lines, None, None)


def test_an_explanation_adds_up_and_names_the_gap() -> None:
    north = explained("North", place(1, "Ana", "North", 9), place(1, "Bea", "North", 0, "A3", "heavy"), rank=1)
    south = explained("South", place(2, "Caro", "South", 3), rank=2)
    difference = Difference(north.lines[0], 6, north.lines[:1], south.lines)
    gap = Gap(north, south, Separation("points", 9, 3, ()), (difference,), south.academy, ())
    answer = shapes.explanation(HEAD, Award("all", "All", (), (), (), False), north, gap)
    assert sum(line["points"] for line in answer["lines"]) == answer["points"] == 9
    assert [(line["athlete"], line["counted"], line["rule"]) for line in answer["lines"]] == [
        ("Ana", True, "A1"),
        ("Bea", False, "A3"),
    ]
    assert answer["against"]["gap"] == 6
    assert sum(row["points"] for row in answer["against"]["differences"]) == 6
    assert {row["academy"]: row["points"] for row in rows.explanation(answer).rows} == {"North": 0, "South": 3}


def test_a_neighbour_is_told_by_the_level_and_both_values() -> None:
    other = Row(2, 2, "south", "South", 9, 1, 0, 0, False, None, None, None, None)
    neighbour = Neighbour(other, "silver", 2, 1, (LevelValue(2, "silver", 2, 1),))
    north = Explanation(Academy("north", "North"), 9, None, (), None, neighbour)
    answer = shapes.explanation(HEAD, Award("all", "All", (), (), (), False), north)
    assert answer["below"]["levels"] == [{"level": "silver", "own": 2, "other": 1}]
    assert answer["above"] is None
    assert answer["rank"] is None, "no points: not in the standing"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (float("nan"), None),
        (pd.NA, None),
        (pd.NaT, None),
        (3.0, 3),
        (0.25, 0.25),
        (0, 0),
        (False, False),
        (pd.Timestamp("2026-01-02 03:04:05"), "2026-01-02T03:04:05Z"),
        (datetime(2026, 1, 2, tzinfo=UTC).replace(tzinfo=None), "2026-01-02T00:00:00Z"),
        (date(2026, 1, 2), "2026-01-02"),
        (pd.array([1, None], dtype="Int64"), [1, None]),
        ({"a": (1, 2)}, {"a": [1, 2]}),
    ],
)
def test_a_value_is_plain(value: Any, expected: Any) -> None:
    found = shapes.plain(value)
    assert found == expected
    assert type(found) is type(expected)
    json.dumps(found, allow_nan=False)


def test_what_has_no_place_in_an_answer_is_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        shapes.plain(object())


def test_every_value_of_a_rule_set_has_its_source() -> None:
    answer = shapes.rule_values(ruleset.load("ajp-2026"))
    assert all(row["source"] for row in answer["values"])
    assert {row["inherited_from"] for row in answer["values"]} == {None, "ibjjf-2024"}
    listed = shapes.rule_sets([ruleset.load(name) for name in ruleset.names()])["rulesets"]
    assert [row["name"] for row in listed if row["default"]] == ["ibjjf-2024"]


def test_rule_sets_differ_where_the_rules_say_so() -> None:
    answer = shapes.rule_differences(ruleset.load("ibjjf-2024"), ruleset.load("ajp-2026"))
    assert "penalties.ladder" in {row["key"] for row in answer["differences"]}, "P1 against P3"
    assert rows.rule_differences(answer).columns == ("key", "ibjjf-2024", "ajp-2026")
    assert shapes.rule_differences(ruleset.load("ajp-2026"), ruleset.load("ajp-2026"))["differences"] == []
