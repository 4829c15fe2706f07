"""M9 and M10: all four semifinalists disqualified, the quarterfinal losers fight for the places."""

from __future__ import annotations

from analytics.brackets.reading import Bracket
from analytics.brackets.rows import ABSENT, DEFEAT, DISCIPLINARY, TECHNICAL, Bout, NeedsRuling, Place
from analytics.brackets.semifinals import Side

_RULES = {("M7", "M7"): "M9", ("M8", "M8"): "M10"}


def places(bracket: Bracket, first: Side, second: Side) -> tuple[Place, ...]:
    """Special semifinals and a final among the quarterfinal losers; the disqualified are third if technical."""
    rule = _RULES.get((first.rule, second.rule))
    if rule is None:
        reason = "No semifinalist is left, and not all four for the same reason; no rule says who fights on."
        raise NeedsRuling("M9", "four_out_mixed", reason)
    semifinals = _special_semifinals(bracket, rule)
    final = _final(bracket, rule, semifinals)
    assert final.victor is not None  # noqa: S101 - checked by _fought
    assert final.beaten is not None  # noqa: S101
    gold_and_silver = (Place(1, final.victor, rule), Place(2, final.beaten, rule))
    if rule == "M9":
        return (*gold_and_silver, *first.thirds, *second.thirds)
    losers = [b.beaten for b in semifinals if b.beaten is not None and bracket.category.kept(b.beaten)]
    return (*gold_and_silver, *(Place(3, key, rule) for key in losers))


def _special_semifinals(bracket: Bracket, rule: str) -> tuple[Bout, ...]:
    found = bracket.of("special-semifinal")
    if len(found) != 2:
        reason = f"All four semifinalists are disqualified; {len(found)} of the two special semifinals are recorded."
        raise NeedsRuling(rule, "no_special_semifinals", reason)
    losers = {b.beaten for b in bracket.of("quarterfinal")}
    for bout in found:
        if not set(bout.athletes) <= losers:
            reason = f"The special semifinal (bout {bout.number}) is not between losers of quarterfinals."
            raise NeedsRuling(rule, "wrong_special_semifinal", reason)
        if not all(_leaves_a_place(bracket, b) for b in bracket.of("quarterfinal")):
            reason = "One of the four who lost a quarterfinal was out of it in a way that leaves no place."
            raise NeedsRuling(rule, "quarterfinal_loser_out", reason)
        kind = _fought(bracket, rule, bout)
        if kind not in (DEFEAT, TECHNICAL, ABSENT, DISCIPLINARY) or (bout.before and kind != ABSENT):
            reason = (
                f"The loser of the special semifinal (bout {bout.number}) was out before it; no rule says what then."
            )
            raise NeedsRuling(rule, "special_semifinal", reason)
    return found


def _leaves_a_place(bracket: Bracket, bout: Bout) -> bool:
    """Lost in the bout, or by absence after having fought (M11, M17, M18)."""
    if bout.beaten is None:
        return False
    kind = bracket.category.loss(bout, bout.beaten)
    if kind == ABSENT:
        return bout.beaten in bracket.category.fought
    return not bout.before and kind != DISCIPLINARY


def _final(bracket: Bracket, rule: str, semifinals: tuple[Bout, ...]) -> Bout:
    final = bracket.final or bracket.new_final
    if final is None:
        raise NeedsRuling(rule, "no_final", "The final of the special semifinals' winners is not recorded.")
    if set(final.athletes) != {b.victor for b in semifinals}:
        reason = f"The final (bout {final.number}) is not between the winners of the special semifinals."
        raise NeedsRuling(rule, "wrong_final", reason)
    kind = _fought(bracket, rule, final)
    absent = kind == ABSENT and final.beaten in bracket.category.fought
    if not absent and (final.before or kind not in (DEFEAT, TECHNICAL)):
        reason = f"The loser of the final (bout {final.number}) was disqualified; no rule says who is second then."
        raise NeedsRuling(rule, "final_disqualified", reason)
    return final


def _fought(bracket: Bracket, rule: str, bout: Bout) -> str:
    """How the bout's loser lost it."""
    if bout.victor is None or bout.beaten is None or bout.dq(bout.victor) is not None:
        raise NeedsRuling(rule, "no_winner", f"Bout {bout.number} ({bout.round}) has no winner.")
    return bracket.category.loss(bout, bout.beaten)
