"""How a bout ended, as results write it in one text (`Pts: 2x2, Adv`): decision, score, technique; never guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import duckdb

from etl.arriving import put
from etl.readings import Reading, clean
from rulebook import spelling
from rulebook.technique import NO_HOLDS
from rulebook.vocabulary import Decision, Disqualification

LEVELS = (Decision.POINTS, Decision.ADVANTAGES, Decision.PENALTIES)
_NOT_FOUGHT = (Decision.BYE, Decision.WALKOVER, Decision.CLOSE_OUT)
_IN_THE_BOUT = (Disqualification.TECHNICAL, Disqualification.DISCIPLINARY)
_SCORE = re.compile(
    r"(?P<word>\D*?)\s*(?P<colon>[:.]?)\s*(?P<won>\d{1,3})\s*(?P<by>[x×*]|-|:|to\b|a\b|対|對|比)\s*(?P<lost>\d{1,3})\b"
    r"\s*(?P<level>[,;/( ].*)?",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:[:,;/()\N{EN DASH}\N{EM DASH}-]|\b(?:by|from|via|with|por|com|per|con|da)\b)\s*")
_BRACKETS = " ()[].,;:"
_SIGNS = re.compile(r"[-\N{EN DASH}\N{EM DASH}_.*?/ ]+")  # what stands for nothing
_COLUMNS = (
    "text VARCHAR, decision VARCHAR, winner_points INTEGER, loser_points INTEGER, level VARCHAR, technique VARCHAR, "
    "dq VARCHAR, took_place BOOLEAN, problem VARCHAR"
)


@dataclass(frozen=True)
class MethodText:
    """What the text says; None = it does not say.

    `level`: the line of the board that decided. `dq`: of the side that lost. `took_place` False = no bout was fought.
    `problem`: code of a finding.
    """

    raw: str
    decision: str | None = None
    winner_points: int | None = None
    loser_points: int | None = None
    level: str | None = None
    technique: str | None = None
    dq: str | None = None
    took_place: bool | None = None
    problem: str | None = None


def stage(con: duckdb.DuckDBPyConnection, texts: Iterable[str], table: str = "method_text") -> None:
    """Make TEMP `table` with one row per different text: `text` and the fields of MethodText; to be joined."""
    rows = [
        (m.raw, m.decision, m.winner_points, m.loser_points, m.level, m.technique, m.dq, m.took_place, m.problem)
        for m in mapping(texts).values()
    ]
    put(con, table, _COLUMNS, rows)


def mapping(texts: Iterable[str]) -> dict[str, MethodText]:
    """Each different text and what it says."""
    return {text: read(text) for text in dict.fromkeys(texts)}


@lru_cache(maxsize=65536)
def read(text: str) -> MethodText:
    """Read one text; the winner's points stand first in it."""
    written = unicodedata.normalize("NFKC", clean(text))
    if not written or _SIGNS.fullmatch(written):
        return MethodText(text)
    found = _whole(written) or _score(written) or _joined(written) or MethodText("", problem="unknown_method")
    return replace(found, raw=text, took_place=found.took_place if found.decision is None else _fought(found))


def technique(text: str) -> Reading:
    """Read a cell for the technique alone; what names none (`Verbal tap`, `N/A`) is no technique and nothing wrong."""
    found = read(text)
    wrong = found.problem or (found.decision not in (None, Decision.SUBMISSION) and not found.technique)
    return Reading(found.technique, "unknown_technique" if wrong and not found.technique else None)


def _fought(found: MethodText) -> bool:
    return found.decision not in _NOT_FOUGHT


def _whole(text: str) -> MethodText | None:
    """One technique, decision, disqualification or note and nothing else."""
    technique, decision = spelling.read("technique", text), spelling.read("decision", text)
    if technique is not None:
        return _by_technique(technique, decision)
    dq = spelling.read("disqualification", text)
    if dq is not None and decision in (None, Decision.WALKOVER):
        return MethodText("", Decision.DISQUALIFICATION if dq in _IN_THE_BOUT else Decision.WALKOVER, dq=dq)
    if decision is not None:
        return MethodText("", decision, level=decision if decision in LEVELS else None)
    note = spelling.read("method_note", text)
    return _NOTES[note] if note else None


_NOTES = {
    "nothing": MethodText(""),
    "withdrawn": MethodText("", Decision.WALKOVER),
    "default_gold": MethodText("", Decision.BYE),
    "perhaps_close_out": MethodText("", problem="perhaps_close_out"),
    "not_recorded": MethodText("", problem="winner_not_recorded"),
    "outside_rules": MethodText("", took_place=True, problem="other_decision"),
    "unclear_submission": MethodText("", Decision.SUBMISSION, problem="unknown_technique"),
}


def _by_technique(technique: str, decision: str | None = None) -> MethodText:
    """A hold named alone is how the bout was won; a takedown is no submission, so that the decision stays open."""
    if decision is None and technique not in NO_HOLDS:
        decision = Decision.SUBMISSION
    return MethodText("", decision, technique=technique)


def _score(text: str) -> MethodText | None:
    """`Pts: 7x2`, `2x2, Adv`, `ポイント 4-2`; the points of a text about advantages alone are none."""
    found = _SCORE.fullmatch(text)
    word = _decision(found["word"]) if found else None
    if found is None or (found["word"].strip(_BRACKETS) and word not in LEVELS) or (found["by"] == ":" and not word):
        head = text.partition(":")[0]
        if ":" in text and _decision(head) == Decision.POINTS:
            return MethodText("", Decision.POINTS, level=Decision.POINTS, problem="broken_score")
        return None
    won, lost, tail = int(found["won"]), int(found["lost"]), (found["level"] or "").strip(_BRACKETS)
    if word in (Decision.ADVANTAGES, Decision.PENALTIES):
        return MethodText("", word, level=word) if not tail else None
    decided = _decision(tail)
    if tail and decided is None:
        return MethodText("", None, won, lost, took_place=True, problem="unknown_method")
    return _board(won, lost, decided)


def _board(won: int, lost: int, decided: str | None) -> MethodText:
    """What stands on the board beside what the text says decided (D3)."""
    if won == lost and decided is None:
        return MethodText("", None, won, lost, took_place=True, problem="score_undecided")
    decision = decided or Decision.POINTS
    fits = won > lost if decision == Decision.POINTS else won == lost or decision not in _WHEN_LEVEL
    level = decision if decision in LEVELS else None
    return MethodText("", decision, won, lost, level, problem=None if fits else "score_contradiction")


_WHEN_LEVEL = (Decision.ADVANTAGES, Decision.PENALTIES, Decision.REFEREE_DECISION, Decision.RANDOM_PICK, Decision.DRAW)


def _decision(text: str) -> str | None:
    return spelling.read("decision", text.strip(_BRACKETS))


def _joined(text: str) -> MethodText | None:
    """Two things in one text: `Submission (armbar)`, `DQ - no show`, `Kimura/armbar`."""
    for joint in _JOINT.finditer(text):
        head, tail = text[: joint.start()].strip(_BRACKETS), text[joint.end() :].strip(_BRACKETS)
        one, other = (_whole(head) if head else None), (_whole(tail) if tail else None)
        if one is not None and other is not None:
            return _both(one, other)
        if one is not None and one.decision is not None and one.technique is None:
            return _with_rest(one)
    return None


def _both(one: MethodText, other: MethodText) -> MethodText:
    """Two readings as one where they agree; otherwise what they share, and that there are several."""
    said = {m.decision for m in (one, other) if m.decision}
    if one.dq is None and other.dq is not None and one.decision == Decision.DISQUALIFICATION:
        return other
    techniques = {m.technique for m in (one, other) if m.technique}
    decision = next(iter(said)) if len(said) == 1 else None
    fitting = decision == Decision.SUBMISSION and len(techniques) == 1
    problem = one.problem or other.problem
    if fitting or (decision is not None and not techniques):
        return replace(one, decision=decision, technique=next(iter(techniques), None), problem=problem)
    return MethodText("", decision, took_place=True, problem="several_methods")


def _with_rest(one: MethodText) -> MethodText:
    """`INJ (knee)` is an injury; a submission of which the rest names no known technique says so."""
    return replace(one, problem="unknown_technique") if one.decision == Decision.SUBMISSION else one
