"""Texts of how a bout ended, as results have them; what each says was decided by hand from the published lists."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import method_text
from etl.findings import CODES
from etl.method_text import MethodText
from rulebook.vocabulary import Decision, Technique


@pytest.mark.parametrize(
    ("text", "decision", "points", "problem"),
    [
        ("Pts: 7x2", "points", (7, 2), None),
        ("Pts: 102x0", "points", (102, 0), None),
        ("Pts: 0x0, Pen", "penalties", (0, 0), None),
        ("Pts: 2x2, Adv", "advantages", (2, 2), None),
        ("pts:2X2,adv", "advantages", (2, 2), None),
        ("7x2", "points", (7, 2), None),
        ("Pontos: 4 a 2", "points", (4, 2), None),
        ("ポイント ４－２", "points", (4, 2), None),
        ("Pts: 2x2", None, (2, 2), "score_undecided"),
        ("Pts: 2x4", "points", (2, 4), "score_contradiction"),
        ("Pts: 4x2, Adv", "advantages", (4, 2), "score_contradiction"),
        ("Pts: x6", "points", (None, None), "broken_score"),
        ("Pts: 6x", "points", (None, None), "broken_score"),
        ("Pts: xyes", "points", (None, None), "broken_score"),
        ("Pts: 99999999999x0", "points", (None, None), "broken_score"),
        ("Points", "points", (None, None), None),
        ("Adv", "advantages", (None, None), None),
        ("Adv: 2x1", "advantages", (None, None), None),  # advantages, not points
        ("5:12", None, (None, None), "unknown_method"),  # a time, or a score: nobody knows
    ],
)
def test_scores(text: str, decision: str | None, points: tuple[int | None, int | None], problem: str | None) -> None:
    read = method_text.read(text)
    assert (read.decision, (read.winner_points, read.loser_points), read.problem) == (decision, points, problem)
    assert read.level == (decision if decision in ("points", "advantages", "penalties") else None)
    assert read.technique is None


@pytest.mark.parametrize(
    ("text", "decision", "dq", "took_place"),
    [
        ("Disqualified by no show", "walkover", "no_show", False),
        ("Desqualificado por no show", "walkover", "no_show", False),
        ("Disqualified by overweight", "walkover", "weigh_in", False),
        ("Disqualified by acima do peso", "walkover", "weigh_in", False),
        ("Disqualified by withdraw", "walkover", None, False),
        ("Desqualificado por retirada", "walkover", None, False),
        ("Disqualified by technical desc.", "disqualification", "technical", True),
        ("Disqualified by desc técnica", "disqualification", "technical", True),
        ("Disqualified by disciplinary desc.", "disqualification", "disciplinary", True),
        ("Disqualified by desc disciplinar", "disqualification", "disciplinary", True),
        ("DQ", "disqualification", None, True),
        ("Desclassificação", "disqualification", None, True),
        ("反則", "disqualification", None, True),
        ("DQ - no show", "walkover", "no_show", False),
        ("default gold", "bye", None, False),
    ],
)
def test_disqualifications_and_bouts_that_were_not_fought(
    text: str, decision: str, dq: str | None, took_place: bool
) -> None:
    read = method_text.read(text)
    assert (read.decision, read.dq, read.took_place, read.problem) == (decision, dq, took_place, None)


@pytest.mark.parametrize(
    ("text", "technique"),
    [
        ("RNC", "rear_naked_choke"),
        ("Mata leão", "rear_naked_choke"),
        ("Botinha", "straight_foot_lock"),
        ("Pressure", "pressure"),
        ("Smother tap", "smother"),
        ("Submission (armbar)", "armbar"),
        ("一本（三角絞め）", "triangle"),
        ("Finalização por mata-leão", "rear_naked_choke"),
        ("Standing Brabo Ck", "brabo_choke"),
        ("Verbal tap", None),
        ("verbal tap", None),
        ("Submission", None),
        ("一本", None),
        ("降伏", None),
    ],
)
def test_submissions(text: str, technique: str | None) -> None:
    read = method_text.read(text)
    assert (read.decision, read.technique, read.took_place, read.problem) == ("submission", technique, True, None)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Referee Decision", "referee_decision"),
        ("判定", "referee_decision"),
        ("Decision - Unanimous ", "referee_decision"),
        ("Injury", "stoppage"),
        ("INJ (knee)", "stoppage"),
        ("TKO", "stoppage"),
        ("Exhaustion", "stoppage"),
        ("Pen", "penalties"),
    ],
)
def test_other_decisions(text: str, decision: str) -> None:
    read = method_text.read(text)
    assert (read.decision, read.technique, read.problem) == (decision, None, None)


@pytest.mark.parametrize(
    ("text", "decision", "problem"),
    [
        ("Kimura/armbar", "submission", "several_methods"),
        ("Omoplata/RNC", "submission", "several_methods"),
        ("Headlock", "submission", "unknown_technique"),
        ("Submission (Cryangle)", "submission", "unknown_technique"),
        ("Cryangle", None, "unknown_method"),
        ("Possible RNC", None, "unknown_method"),
        ("Pressure/Injury", None, "several_methods"),
        ("EBI/OT", None, "other_decision"),
        ("Competitors on same team; possible closeout", None, "perhaps_close_out"),
        ("Winner not recorded by the IBJJF", None, "winner_not_recorded"),
        ("Slam", None, None),
    ],
)
def test_what_is_doubtful_stays_open(text: str, decision: str | None, problem: str | None) -> None:
    read = method_text.read(text)
    assert (read.decision, read.problem) == (decision, problem)
    assert read.technique == ("slam" if text == "Slam" else None)


@pytest.mark.parametrize("text", ["", "   ", "N/A", "n/a", "---", "???"])
def test_nothing_is_told(text: str) -> None:
    assert method_text.read(text) == MethodText(text)


@given(st.one_of(st.text(max_size=40), st.from_regex(r"(Pts: )?\d*x\d*(, (Adv|Pen|Ref|DQ))?", fullmatch=True)))
def test_any_text_is_read_or_reported(text: str) -> None:
    read = method_text.read(text)
    assert read.raw == text
    assert read.decision is None or read.decision in set(Decision)
    assert read.technique is None or read.technique in set(Technique)
    assert read.problem is None or read.problem in CODES
    assert (read.winner_points is None) == (read.loser_points is None)
    assert read.decision is None or read.took_place is (read.decision not in ("walkover", "bye", "close_out"))


def test_set_based() -> None:
    con = duckdb.connect()
    method_text.stage(con, ["Pts: 7x2", "RNC", "Pts: 7x2"])
    assert con.execute("SELECT text, decision, winner_points, technique FROM method_text ORDER BY 1").fetchall() == [
        ("Pts: 7x2", "points", 7, None),
        ("RNC", "submission", None, "rear_naked_choke"),
    ]
