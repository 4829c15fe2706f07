"""One side of a bracket, as its semifinal leaves it: who goes to the final, and who is third.

M1, M7, M8, M11, M17, M21, M22, M27.
"""

from __future__ import annotations

from dataclasses import dataclass

from analytics.brackets.reading import Bracket
from analytics.brackets.rows import ABSENT, DEFEAT, DISCIPLINARY, TECHNICAL, UNKNOWN_KIND, Bout, NeedsRuling, Place

# M7, M8, M21: by the kinds of the two disqualifications in the semifinal.
_BOTH = {(TECHNICAL, TECHNICAL): "M7", (DISCIPLINARY, DISCIPLINARY): "M8", (DISCIPLINARY, TECHNICAL): "M21"}
BOTH_OUT_BEFORE = "M16"


@dataclass(frozen=True)
class Side:
    """`finalist` None = nobody goes on; `loser`: who counts as having lost to the finalist in the semifinal."""

    rule: str
    finalist: str | None = None
    loser: str | None = None
    thirds: tuple[Place, ...] = ()
    bout: Bout | None = None


def side(bracket: Bracket, bout: Bout) -> Side:
    """What a semifinal gives."""
    if bout.victor is None or bout.beaten is None:
        return _nobody_wins(bracket, bout)
    loser, kind = bout.beaten, bracket.category.loss(bout, bout.beaten)
    if bout.dq(bout.victor) is not None:
        reason = f"Bout {bout.number} is won by {bracket.category.name(bout.victor)}, who is disqualified in it."
        raise NeedsRuling(None, "contradiction", reason)
    if kind == UNKNOWN_KIND:
        raise unknown_kind(bracket, bout)
    if kind == ABSENT:
        return _absent(bracket, bout, loser)
    if bout.before:
        return _out_before(bracket, bout)
    if kind == DISCIPLINARY:
        return Side("M27", bout.victor, bout=bout)
    return Side("M1", bout.victor, loser, (Place(3, loser, "M1"),), bout)


def _absent(bracket: Bracket, bout: Bout, loser: str) -> Side:
    """M17: absent after at least one bout fought, he keeps the third place; otherwise he is out before it (M11)."""
    category = bracket.category
    if loser in category.fought and category.switches.absent_semifinalist_keeps_third:
        note = "absent from the semifinal after having fought"
        return Side("M17", bout.victor, loser, (Place(3, loser, "M17", note),), bout)
    return _out_before(bracket, bout)


def _out_before(bracket: Bracket, bout: Bout) -> Side:
    """M11: the quarterfinal that the would-be opponent won counts as the semifinal."""
    finalist = bout.victor
    assert finalist is not None  # noqa: S101 - callers have a winner
    quarterfinal = bracket.quarterfinal_won_by(finalist)
    loser = None if quarterfinal is None else quarterfinal.beaten
    if loser is None or not bracket.category.kept(loser):
        return Side("M11", finalist, bout=bout)
    return Side("M11", finalist, loser, (Place(3, loser, "M11"),), bout)


def _nobody_wins(bracket: Bracket, bout: Bout) -> Side:
    if bout.both_out and bout.before:
        return Side(BOTH_OUT_BEFORE, bout=bout)
    kinds = {key: bracket.category.loss(bout, key) for key in bout.athletes}
    if bout.both_out:
        first, second = sorted(kinds.values())
        rule = _BOTH.get((first, second))
        if rule is not None:
            thirds = tuple(Place(3, key, rule) for key, kind in kinds.items() if kind == TECHNICAL)
            return Side(rule, thirds=thirds, bout=bout)
    if set(kinds.values()) == {DEFEAT} and bout.winner is None and bout.decision in ("stoppage", "draw"):
        return double_accident(bracket, bout)
    raise no_winner(bracket, bout)


def double_accident(bracket: Bracket, bout: Bout) -> Side:
    """M22: both hurt at a level score, and D4's draw; where the score is not level, the leader would have won."""
    if bout.level is False:
        reason = f"Bout {bout.number} has no winner although its score is not level: then the leader wins (D4)."
        raise NeedsRuling("M22", "not_level", reason)
    if bracket.category.switches.semifinal_double_accident != "both_third":
        reason = (
            f"Both athletes of bout {bout.number} were hurt at a level score; this event leaves that to a ruling (M22)."
        )
        raise NeedsRuling("M22", "double_accident", reason)
    return Side("M22", thirds=tuple(Place(3, key, "M22") for key in bout.athletes), bout=bout)


def no_winner(bracket: Bracket, bout: Bout) -> NeedsRuling:
    """A bout the table needs has no winner, and no case of the table says what then."""
    who = " and ".join(bracket.category.name(key) for key in bout.athletes)
    return NeedsRuling(
        "M1", "no_winner", f"Bout {bout.number} ({bout.round}, {who}) has no winner the rules can work with."
    )


def unknown_kind(bracket: Bracket, bout: Bout) -> NeedsRuling:
    """Technical and disciplinary give different places (P6)."""
    name = bracket.category.name(bout.beaten)
    reason = (
        f"Bout {bout.number} ({bout.round}) does not say whether {name} was disqualified technically or for discipline."
    )
    return NeedsRuling("M18", "unknown_disqualification", reason)


def other_side_decides(bracket: Bracket, gone: Side, other: Side) -> tuple[Place, ...]:
    """M7, M8, M21, M22: the other semifinal is the final."""
    bout = other.bout
    if bout is None or other.finalist is None or bout.beaten is None:
        name = bracket.category.name(other.finalist)
        raise NeedsRuling(
            gone.rule, "no_other_semifinal", f"The other semifinal would be the final, and {name} had none."
        )
    first = Place(1, other.finalist, gone.rule)
    kind = bracket.category.loss(bout, bout.beaten)
    if kind in (DEFEAT, TECHNICAL) and not bout.before:
        return (first, Place(2, bout.beaten, gone.rule), *gone.thirds)
    if kind == ABSENT:
        kept = bout.beaten in bracket.category.fought
        return (first, *((Place(2, bout.beaten, "M17"),) if kept else ()), *gone.thirds)
    name = bracket.category.name(bout.beaten)
    reason = f"The semifinal bout {bout.number} counts as the final, and {name} was disqualified from it."
    raise NeedsRuling(gone.rule, "other_semifinal", reason)
