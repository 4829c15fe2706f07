"""Illegal techniques (D8), expected from rule 6 of the Taiwan translation."""

from __future__ import annotations

import pytest

from rulebook.ruleset import load


@pytest.mark.parametrize(
    ("age", "belt", "illegal", "legal"),
    [
        ("pee-wee-1", "grey", "omoplata", "armbar"),
        ("teen-2", "yellow", "guillotine", "omoplata"),
        ("juvenile-2", "blue", "wrist_lock", "guillotine"),
        ("juvenile", "blue", "kneebar", "straight_foot_lock"),
        ("adult", "blue", "toe_hold", "wrist_lock"),
        ("master-3", "purple", "calf_slicer", "straight_foot_lock"),
        ("adult", "black", "heel_hook", "kneebar"),
        ("adult", "purple+brown+black", "slam", "toe_hold"),
    ],
)
@pytest.mark.parametrize("name", ["ibjjf-v3", "ibjjf-2018", "ibjjf-2024", "ajp-2026"])
def test_lists_by_age_and_belt(name: str, age: str, belt: str, illegal: str, legal: str) -> None:
    found = load(name).illegal_techniques(age, belt)
    assert found.techniques is not None
    assert illegal in found.techniques
    assert legal not in found.techniques


def test_only_v3_states_the_lists_itself() -> None:
    stated = load("ibjjf-v3").illegal_techniques("adult", "blue")
    derived = load("ibjjf-2024").illegal_techniques("adult", "blue")
    assert not stated.derived
    assert derived.derived
    assert derived.note.startswith("derived from [zh] rule 6")
    assert stated.techniques == derived.techniques


def test_adult_white_belts_take_the_juvenile_list_except_in_v3() -> None:
    for name in ("ibjjf-2018", "ibjjf-2024"):
        ruleset = load(name)
        assert (
            ruleset.illegal_techniques("adult", "white").techniques
            == ruleset.illegal_techniques("juvenile-1", "blue").techniques
        )
    assert load("ibjjf-v3").illegal_techniques("adult", "white").techniques is None


@pytest.mark.parametrize(("age", "belt"), [("unknown", "blue"), ("adult", "unknown"), ("adult", "green"), (None, None)])
def test_unknown_categories_are_not_judged(age: str | None, belt: str | None) -> None:
    assert load("ibjjf-2024").illegal_techniques(age, belt).techniques is None
