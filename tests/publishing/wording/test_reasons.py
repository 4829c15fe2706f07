"""What separates neighbours, in words; the sentences are written here by hand, from the contract's levels."""

from typing import Any

import pytest

from publishing.wording import notes, reasons

Row = dict[str, Any]


def row(level: str | None, own: int = 0, following: int = 0, *, points: int = 57, draw_required: bool = False) -> Row:
    reason = None if level is None else {"level": level, "own": own, "next": following}
    medals = {"gold": 4, "silver": 3, "bronze": 1}
    return {"academy": "X", "points": points, **medals, "draw_required": draw_required, "draw": None, "reason": reason}


@pytest.mark.parametrize(
    ("level", "own", "following", "sentence"),
    [
        ("points", 57, 18, "57 points against 18"),
        ("points", 1, 0, "1 point against 0"),
        ("gold", 4, 3, "level on 57 points; 4 golds against 3"),
        ("silver", 3, 2, "level on 57 points, 4 golds each; 3 silvers against 2"),
        (
            "highest_belt",
            2,
            1,
            "level on 57 points, 4 golds, 3 silvers each; at the highest belt, 2 champions against 1",
        ),
        (
            "heaviest",
            1,
            0,
            "level on 57 points, 4 golds, 3 silvers each and champions at the highest belt; "
            "at the highest belt and its heaviest weight class, 1 champion against 0",
        ),
        (
            "black_adult",
            2,
            1,
            "level on 57 points, 4 golds, 3 silvers each; at black belt in Adult, 2 champions against 1",
        ),
        (
            "black_master-2",
            1,
            0,
            "level on 57 points, 4 golds, 3 silvers each and every age division asked before; "
            "at black belt in Master 2, 1 champion against 0",
        ),
        (
            "top_belt_juvenile-1",
            2,
            0,
            "level on 57 points, 4 golds, 3 silvers each and every level before; "
            "at the highest belt of Juvenile 1, 2 champions against 0",
        ),
        (
            "higher_rank",
            2,
            1,
            "level on 57 points, 4 golds, 3 silvers each; "
            "at the highest belt on which they differ, 2 champions against 1",
        ),
        (
            "heavier",
            2,
            1,
            "level on 57 points, 4 golds, 3 silvers each and the rank of their champions; "
            "at the heaviest weight class on which they differ, 2 champions against 1",
        ),
    ],
)
def test_a_pair_names_what_it_is_level_on_and_what_separates_it(
    level: str, own: int, following: int, sentence: str
) -> None:
    assert reasons.pair(row(level, own, following), row(None)) == sentence


def test_a_required_draw_and_a_recorded_one_are_told_apart() -> None:
    even = "level on 57 points, 4 golds, 3 silvers each and every later level; "
    assert reasons.pair(row("draw", draw_required=True), row(None)) == even + "draw required"
    assert reasons.pair(row("draw", 1, 2), row(None)) == even + "put first by the recorded draw"


def test_the_last_row_has_no_reason() -> None:
    rows = [row("points", 57, 18), row("gold", 4, 3, points=18), row(None, points=18)]
    assert reasons.of_standing(rows) == ["57 points against 18", "level on 18 points; 4 golds against 3", ""]
    assert reasons.of_standing([]) == []


def answer(**changes: Any) -> dict[str, Any]:
    return {
        "ruleset": "ibjjf-2024",
        "version": 2,
        "chain": "T1",
        "categories": 40,
        "registered_derived": 0,
        "unresolved": [],
        "standings": [row(None)],
        "what_if": False,
        "rule_overrides": {},
        **changes,
    }


def test_a_standing_that_rests_on_nothing_odd_says_its_rules_only() -> None:
    assert notes.of_standing(answer(uncounted_medals=0)) == ["Rule set ibjjf-2024, ties by T1; version 2."]


def test_medals_that_do_not_add_up_to_the_points_are_said() -> None:
    """A6: a lone gold stands in the medal columns and gives no points."""
    assert notes.of_standing(answer(uncounted_medals=2))[1:] == [
        "2 of these medals gave no points (A3, A4); they only break ties (A6)."
    ]


def test_a_standing_says_what_it_rests_on() -> None:
    category = {"gender": "male", "age_division": "adult", "belt": "purple+brown+black", "weight_class": "-76 kg"}
    said = notes.of_standing(
        answer(
            chain=None,
            registered_derived=3,
            rule_overrides={"academy": {"tiebreak_counts": "counted"}},
            what_if=True,
            standings=[row("draw", draw_required=True), row(None, draw_required=True)],
            unresolved=[{**category, "state": "needs_ruling"}, *({**category, "state": "open"} for _ in range(4))],
        )
    )
    named = "Male · Adult · Purple+Brown+Black · -76 kg"
    assert said == [
        "Rule set ibjjf-2024; version 2.",
        "What if: computed under ibjjf-2024; what is stored did not change.",
        "The event's own guidelines change its rule set (ja 7.1): academy.tiebreak_counts = counted.",
        "= shares its rank: only a draw can separate them.",
        "The number registered is derived from those listed in 3 of 40 categories (A8).",
        f"Counted nowhere until settled (A7): {named} (needs a ruling); {named} (in progress); {named} (in progress) "
        "and 2 more.",
    ]


@pytest.mark.parametrize(
    ("rule", "points", "words"),
    [
        ("A1", 9, "9 points for this place (A1)"),
        ("A1b", 3, "3 points; the official list names this place twice, both count (A1b)"),
        ("A3", 0, "medal, no points: only one athlete was registered (A3)"),
        ("A4", 0, "medal, no points: all athletes of the category are of one academy (A4)"),
        ("A7", 0, "no points until the category is settled (A7)"),
        ("categories.csv", 0, "medal, no points: the event says that the category does not count (categories.csv)"),
        ("none", 0, "no points (none)"),
    ],
)
def test_every_place_says_why_it_counts_or_not(rule: str, points: int, words: str) -> None:
    assert notes.rule_of_place(rule, points) == words


def test_a_reason_that_names_its_rule_does_not_name_it_twice() -> None:
    assert notes.with_rule("No final yet.", "M1") == "No final yet. (M1)"
    assert notes.with_rule("Settled by M24.", "M24") == "Settled by M24."
    assert notes.with_rule(None, "M12") == "M12"
