"""Technique names as results have them; expected by hand from the lists of published names."""

from __future__ import annotations

import pytest

from rulebook.spelling import family, read, spellings
from rulebook.vocabulary import Family, Technique


def test_every_technique_has_a_family_and_a_name() -> None:
    assert set(spellings("technique")) == set(Technique)
    assert {family(technique) for technique in Technique} == set(Family)
    assert all(rows for rows in spellings("technique").values())
    assert family("unknown") is None
    assert family(None) is None


@pytest.mark.parametrize(
    ("text", "technique", "kin"),
    [
        ("RNC", "rear_naked_choke", "choke"),
        ("Mata leao", "rear_naked_choke", "choke"),
        ("Choke from Back", "choke_from_back", "choke"),
        ("Arnbar", "armbar", "arm_lock"),
        ("Botinha", "straight_foot_lock", "leg_lock"),
        ("Straignt ankle lock", "straight_foot_lock", "leg_lock"),
        ("Inside heel hool", "inside_heel_hook", "leg_lock"),
        ("Katagame", "arm_triangle", "choke"),
        ("Wrislock", "wrist_lock", "arm_lock"),
        ("Triangulo", "triangle", "choke"),
        ("triangle choke", "triangle", "choke"),
        ("D'arce choke", "darce_choke", "choke"),
        ("Calf crusher", "calf_slicer", "leg_lock"),
        ("三角絞め", "triangle", "choke"),
        ("斷頭台", "guillotine", "choke"),
        ("Ezequiel", "ezekiel", "choke"),
    ],
)
def test_names_seen(text: str, technique: str, kin: str) -> None:
    assert read("technique", text) == technique
    assert family(technique) == kin


@pytest.mark.parametrize(
    "text", ["DQ", "Verbal tap", "N/A", "Submission", "Kimura/armbar", "Cryangle", "Headlock", "Possible RNC"]
)
def test_what_is_no_technique_is_not_made_one(text: str) -> None:
    assert read("technique", text) is None
