"""Brackets of three: M4, M5, M6, M22, M23, and M13 among three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.brackets import finals
from analytics.brackets.few import Found
from analytics.brackets.reading import Bracket
from analytics.brackets.rows import (
    ABSENT,
    DEFEAT,
    DISCIPLINARY,
    TECHNICAL,
    UNKNOWN_KIND,
    Bout,
    NeedsRuling,
    Place,
    StillOpen,
)
from analytics.brackets.semifinals import double_accident, no_winner, unknown_kind


@dataclass(frozen=True)
class _Way:
    """How the three came to the final: who is left out (None = nobody can be third), and whom each finalist beat."""

    rule: str
    left_out: Place | None
    beaten_by: dict[str, str]
    second_semifinal: bool = False


def places(bracket: Bracket, athletes: frozenset[str]) -> Found:
    """Places of a bracket of three; `athletes` are the three, one of whom may not be in the bout list yet."""
    bouts = sorted((b for b in bracket.bouts if b.round not in ("final", "new-final")), key=lambda b: b.number)
    first, second = _ordered(bracket, bouts)
    if first is None:
        way = _Way("M3", None, {})
    elif first.victor is None or first.beaten is None:
        return _nobody_wins(bracket, first, athletes - set(first.athletes), alone=second is None)
    elif second is None:
        way = _after_one(bracket, first)
    elif second.victor is None or second.beaten is None:
        return _nobody_wins(bracket, second, athletes - set(second.athletes), alone=False)
    else:
        way = _after_two(bracket, first, second)
    return _final(bracket, way, first, second)


def is_second_chance(bouts: Sequence[Bout]) -> bool:
    """M4: the loser of one of two bouts meets the third athlete in the other."""
    if any(b.round not in (None, "semifinal") for b in bouts):
        return False
    pairs = [(bouts[0], bouts[1]), (bouts[1], bouts[0])] if len(bouts) == 2 else []
    return any(a.beaten in b.athletes and a.victor not in b.athletes for a, b in pairs)


def _ordered(bracket: Bracket, bouts: list[Bout]) -> tuple[Bout | None, Bout | None]:
    """Bout 1, then the bout of its loser against the third athlete, whatever their order in the list."""
    if len(bouts) > 2:
        numbers = ", ".join(str(b.number) for b in bouts)
        raise NeedsRuling("M4", "too_many_bouts", f"A bracket of three has two bouts before its final, not {numbers}.")
    if len(bouts) < 2:
        return (bouts[0] if bouts else None), None
    orders = [(a, b) for a, b in (bouts, bouts[::-1]) if a.beaten in b.athletes and a.victor not in b.athletes]
    for first, second in orders:  # both fit where one athlete loses both bouts: his first was a plain defeat
        if bracket.category.loss(first, str(first.beaten)) == DEFEAT:
            return first, second
    if orders:
        first, second = orders[0]
        name = bracket.category.name(first.beaten)
        reason = f"{name} was out in bout {first.number}, so bout {second.number} was not his to fight."
        raise NeedsRuling("M5", "no_second_chance", reason)
    reason = f"Bouts {bouts[0].number} and {bouts[1].number} are not a first bout and its loser's second chance."
    raise NeedsRuling("M4", "not_a_bracket_of_three", reason)


def _after_one(bracket: Bracket, bout: Bout) -> _Way:
    """M5: out in bout 1, no second chance. A plain bracket (M4 switched off): the loser is third."""
    assert bout.victor is not None  # noqa: S101 - the caller looked
    assert bout.beaten is not None  # noqa: S101
    kind = bracket.category.loss(bout, bout.beaten)
    if kind == UNKNOWN_KIND:
        raise unknown_kind(bracket, bout)
    if bout.dq(bout.victor) is not None:
        raise no_winner(bracket, bout)
    if bout.before or kind == DISCIPLINARY:
        return _Way("M5", None, {})
    if kind == TECHNICAL:
        return _Way("M5", Place(3, bout.beaten, "M5"), {bout.victor: bout.beaten})
    if bracket.final is not None and bracket.category.switches.three_second_chance:
        reason = f"{bracket.category.name(bout.beaten)} lost bout {bout.number}, and his second bout is not recorded."
        raise NeedsRuling("M4", "no_second_bout", reason)
    return _Way("M4", Place(3, bout.beaten, "M4"), {bout.victor: bout.beaten})


def _after_two(bracket: Bracket, first: Bout, second: Bout) -> _Way:
    """M4: whoever loses the second bout is left out."""
    assert first.victor is not None  # noqa: S101 - the caller looked
    assert first.beaten is not None  # noqa: S101
    assert second.victor is not None  # noqa: S101
    assert second.beaten is not None  # noqa: S101
    category, loser = bracket.category, second.beaten
    kind = category.loss(second, loser)
    if kind == UNKNOWN_KIND:
        raise unknown_kind(bracket, second)
    if second.dq(second.victor) is not None:
        raise no_winner(bracket, second)
    beaten_by = {first.victor: first.beaten}
    if kind in (DEFEAT, TECHNICAL) and not second.before:
        return _Way("M4", Place(3, loser, "M4"), beaten_by | {second.victor: loser}, second_semifinal=True)
    if kind == ABSENT and loser in category.fought and category.switches.absent_semifinalist_keeps_third:
        kept = Place(3, loser, "M17", "absent from the second bout after having fought")
        return _Way("M4", kept, beaten_by | {second.victor: loser}, second_semifinal=True)
    return _Way("M5" if second.before else "M27", None, beaten_by)


def _final(bracket: Bracket, way: _Way, first: Bout | None, second: Bout | None) -> Found:
    final = bracket.final
    if final is None:
        raise StillOpen(None, "no_final", "The final is not recorded yet.")
    _check_finalists(bracket, final, first, second)
    if bracket.new_final is not None:
        reason = f"A bracket of three has no new final (bout {bracket.new_final.number})."
        raise NeedsRuling("M23", "needless_new_final", reason)
    if final.victor is None or final.beaten is None:
        return _both_out_in_final(bracket, way, final)
    runner_up, rule, note = finals.second_place(bracket, final, way.rule)
    if rule == "M13":
        return _discipline(bracket, way, final)
    silver = (Place(2, runner_up, rule, note),) if runner_up else ()
    bronze = (way.left_out,) if way.left_out else ()
    decided_by = rule if rule != way.rule else way.rule
    return decided_by, (Place(1, final.victor, way.rule), *silver, *bronze)


def _check_finalists(bracket: Bracket, final: Bout, first: Bout | None, second: Bout | None) -> None:
    """Who won on the way is in the final."""
    on_the_way = {b.victor for b in (first, second) if b is not None}
    missing = on_the_way - set(final.athletes)
    if missing or len(final.athletes) < 2:
        name = bracket.category.name(next(iter(sorted(missing - {None}, key=str)), None))
        raise NeedsRuling(
            "M4", "wrong_final", f"{name} won on the way to the final, but is not in it (bout {final.number})."
        )


def _discipline(bracket: Bracket, way: _Way, final: Bout) -> Found:
    """M13: second is who lost to the winner on the way; not where that is the disqualified finalist himself."""
    assert final.victor is not None  # noqa: S101 - the caller looked
    second = way.beaten_by.get(final.victor)
    if second is None or second == final.beaten or not bracket.category.kept(second):
        name = bracket.category.name(final.victor)
        reason = (
            f"Second place goes to the athlete whom {name} beat in the semifinal, and there is none who can take it."
        )
        raise NeedsRuling("M13", "no_semifinal_loser", reason)
    return "M13", (Place(1, final.victor, "M13"), Place(2, second, "M13"))


def _both_out_in_final(bracket: Bracket, way: _Way, final: Bout) -> Found:
    """M23: both technical, the loser of the second semifinal is first."""
    technical = all(final.dq(key) == TECHNICAL for key in final.athletes) and final.winner is None and not final.before
    if not technical:
        raise no_winner(bracket, final)
    if way.left_out is None or not way.second_semifinal:
        reason = (
            f"The final (bout {final.number}) has no winner, and there is no loser of a second semifinal to be first."
        )
        raise NeedsRuling("M23", "no_second_semifinal", reason)
    return "M23", (Place(1, way.left_out.athlete, "M23"), *(Place(2, key, "M23") for key in final.athletes))


def _nobody_wins(bracket: Bracket, bout: Bout, third: frozenset[str], *, alone: bool) -> Found:
    """M6: a draw sends one of two technically disqualified to the final. M22: both hurt, the third athlete is first.

    Both out before their bout, the only one: the third athlete is first too (M16).
    """
    if bout.both_out and bout.before and alone and bracket.final is None and len(third) == 1:
        return "M16", (Place(1, next(iter(third)), "M16"),)
    kinds = {bout.dq(key) for key in bout.athletes}
    if kinds == {TECHNICAL} and bout.winner is None and not bout.before and len(bout.athletes) == 2:
        return _drawn(bracket, bout)
    if kinds == {None} and bout.winner is None and bout.decision in ("stoppage", "draw"):
        thirds = double_accident(bracket, bout).thirds
        if bracket.final is not None or len(third) != 1:
            raise NeedsRuling("M22", "contradiction", f"After bout {bout.number} only one athlete is left to be first.")
        return "M22", (Place(1, next(iter(third)), "M22"), *thirds)
    raise no_winner(bracket, bout)


def _drawn(bracket: Bracket, bout: Bout) -> Found:
    """M6: the final shows whom the draw sent there."""
    final = bracket.final
    drawn = [key for key in bout.athletes if final is not None and key in final.athletes]
    if final is None or len(drawn) != 1 or final.victor is None or final.beaten is None:
        who = f"Both athletes of bout {bout.number} were disqualified technically"
        reason = f"{who}; no final shows which of them was drawn."
        raise NeedsRuling("M6", "no_draw", reason)
    runner_up, rule, note = finals.second_place(bracket, final, "M6")
    if rule == "M13":
        reason = f"The final (bout {final.number}) followed a draw (M6); no rule says who is second."
        raise NeedsRuling("M13", "no_semifinal_loser", reason)
    left_out = next(key for key in bout.athletes if key not in drawn)
    note_third = f"both technical in bout {bout.number}; the draw sent the other to the final"
    silver = (Place(2, runner_up, rule, note),) if runner_up else ()
    return "M6", (Place(1, final.victor, "M6"), *silver, Place(3, left_out, "M6", note_third))
