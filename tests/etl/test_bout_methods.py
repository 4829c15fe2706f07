"""Bouts whose `decision`, `technique` or `method_text` says how they ended in one text; expected by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.etl.bundles import BOUT, Stage, folder

READ = ("decision", "technique", "red_points", "blue_points", "red_dq", "blue_dq", "method_text")


@pytest.mark.parametrize("column", ["decision", "method_text"])
@pytest.mark.parametrize(
    ("text", "read", "codes"),
    [
        ("Pts: 7x2", ("points", None, 2, 7, None, None), []),
        ("Pts: 2x2, Adv", ("advantages", None, 2, 2, None, None), []),
        ("Pts: 2x2", (None, None, 2, 2, None, None), ["score_undecided"]),
        ("Pts: 2x4", ("points", None, 4, 2, None, None), ["score_contradiction"]),
        ("Pts: x6", ("points", None, None, None, None, None), ["broken_score"]),
        ("Mata leão", ("submission", "rear_naked_choke", None, None, None, None), []),
        ("Kimura/armbar", ("submission", None, None, None, None, None), ["several_methods"]),
        ("Desqualificado por retirada", ("walkover", None, None, None, None, None), []),
        ("Disqualified by acima do peso", ("walkover", None, None, None, "weigh_in", None), []),
        ("Disqualified by desc técnica", ("disqualification", None, None, None, "technical", None), []),
        ("EBI/OT", (None, None, None, None, None, None), ["other_decision"]),
        ("N/A", (None, None, None, None, None, None), []),
    ],
)
def test_blue_won_by_the_text(
    tmp_path: Path, column: str, text: str, read: tuple[object, ...], codes: list[str]
) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, "winner": "blue", "decision": "", column: text}]))
    assert staged.rows("bout", *READ) == [(*read, text)]
    assert staged.findings() == [(code, 2, column, text) for code in codes]


def test_a_text_nobody_can_read_is_refused_as_a_decision_and_kept_as_a_text(tmp_path: Path) -> None:
    refused = Stage(folder(tmp_path / "a", bouts=[{**BOUT, "decision": "Cryangle"}, {**BOUT, "bout": "2"}]))
    assert refused.findings("rejected") == [("unknown_decision", 2, "decision", "Cryangle")]
    kept = Stage(folder(tmp_path / "b", bouts=[{**BOUT, "decision": "", "method_text": "Cryangle"}]))
    assert kept.findings() == [("unknown_method", 2, "method_text", "Cryangle")]
    assert kept.rows("bout", "decision", "technique", "method_text") == [(None, None, "Cryangle")]


@pytest.mark.parametrize(
    ("cells", "read", "codes"),
    [
        ({"decision": "submission", "technique": "Arnbar"}, ("submission", "armbar", "Arnbar"), []),
        ({"decision": "SUBMISSION", "technique": "N/A"}, ("submission", None, "SUBMISSION / N/A"), []),
        (
            {"decision": "submission", "technique": "Cryangle"},
            ("submission", None, "Cryangle"),
            [("unknown_technique", 2, "technique", "Cryangle")],
        ),
        ({"decision": "submission", "technique": "armbar"}, ("submission", "armbar", None), []),
        ({"decision": "Kimura/armbar", "technique": "kimura"}, ("submission", "kimura", "Kimura/armbar"), []),
        ({"decision": "submission", "technique": "Verbal tap"}, ("submission", None, "Verbal tap"), []),
    ],
)
def test_techniques_beside_decisions(
    tmp_path: Path, cells: Mapping[str, str], read: tuple[object, ...], codes: list[tuple[object, ...]]
) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, **cells}]))
    assert staged.rows("bout", "decision", "technique", "method_text") == [read]
    assert staged.findings() == codes


def test_cells_stand_over_the_text_and_the_difference_is_told(tmp_path: Path) -> None:
    bout = {**BOUT, "decision": "points", "red_points": "4", "blue_points": "0", "method_text": "Pts: 6x0"}
    staged = Stage(folder(tmp_path, bouts=[bout]))
    assert staged.rows("bout", "decision", "red_points", "blue_points") == [("points", 4, 0)]
    assert staged.findings() == [("method_disagrees", 2, "method_text", "Pts: 6x0")]


def test_a_draw_has_the_same_points_on_both_sides_and_an_unequal_score_belongs_to_nobody(tmp_path: Path) -> None:
    draws = [{**BOUT, "bout": str(n), "winner": "", "decision": "draw", "method_text": f"Pts: {n}x2"} for n in (2, 3)]
    staged = Stage(folder(tmp_path, bouts=draws))
    assert staged.rows("bout", "decision", "red_points", "blue_points") == [("draw", 2, 2), ("draw", None, None)]


def test_minus_one_and_blank_are_not_zero(tmp_path: Path) -> None:
    bouts = [
        {**BOUT, "bout": "1", "red_points": "-1", "blue_points": "-1", "red_advantages": "", "elapsed": "-1"},
        {**BOUT, "bout": "2", "red_points": "0", "blue_points": "", "red_advantages": "0", "elapsed": "0"},
    ]
    staged = Stage(folder(tmp_path, bouts=bouts))
    rows = staged.rows("bout", "red_points", "blue_points", "red_advantages", "elapsed")
    assert rows == [(None, None, None, None), (0, None, 0, 0)]
    assert [code for code, *_ in staged.findings()] == ["negative_number"] * 3


@pytest.mark.parametrize("word", ["BYE", "Bye", "bye", "輪空"])
def test_a_bye_in_an_athletes_place_is_nobody(tmp_path: Path, word: str) -> None:
    bye = {**BOUT, "blue_athlete": word, "blue_academy": "", "decision": ""}
    staged = Stage(folder(tmp_path, bouts=[bye]))
    assert staged.rows("bout", "red_athlete", "blue_athlete", "winner", "decision") == [("Abe", None, "red", "bye")]
    assert staged.findings() == []


def test_a_bye_that_wins_and_a_bout_between_blanks_are_rejected(tmp_path: Path) -> None:
    wins = {**BOUT, "blue_athlete": "BYE", "winner": "blue", "decision": ""}
    blanks = {**BOUT, "bout": "2", "red_athlete": "", "blue_athlete": "----"}
    byes = {**BOUT, "bout": "3", "red_athlete": "BYE", "blue_athlete": "BYE"}
    staged = Stage(folder(tmp_path, bouts=[wins, blanks, byes]))
    assert [(code, row) for code, row, *_ in staged.findings("rejected")] == [
        ("winner_without_athlete", 2),
        ("athlete_missing", 3),
        ("athlete_missing", 4),
    ]
    assert staged.counts("bouts.csv") == (3, 0, 0, 3)


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"decision": "points", "winner": ""}, "decided_without_winner"),
        ({"decision": "RNC", "winner": ""}, "decided_without_winner"),
        ({"decision": "draw", "winner": "red"}, "draw_with_winner"),
        ({"decision": "bye", "winner": "red"}, "bye_with_opponent"),
        ({"decision": "draw", "winner": ""}, None),
        ({"decision": "disqualification", "winner": "", "red_dq": "technical", "blue_dq": "technical"}, None),
    ],
)
def test_bouts_that_contradict_themselves(tmp_path: Path, cells: Mapping[str, str], code: str | None) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, **cells}]))
    assert [found for found, *_ in staged.findings()] == ([code] if code else [])
    assert staged.counts("bouts.csv") == (1, 1, 0, 0)
