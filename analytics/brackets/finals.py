"""What the final gives: M1, M12-M15, M17, M19."""

from __future__ import annotations

from analytics.brackets.reading import Bracket
from analytics.brackets.rows import (
    ABSENT,
    DEFEAT,
    DISCIPLINARY,
    TECHNICAL,
    UNIFORM,
    UNKNOWN_KIND,
    WEIGH_IN,
    Bout,
    NeedsRuling,
    Place,
)
from analytics.brackets.semifinals import Side, no_winner, unknown_kind

_LOSER_SECOND = (
    "double_disciplinary_final = loser_second: the new final's loser is second; its quarterfinal losers are third"
)
_VACANT_SECOND = "double_disciplinary_final = vacant_second: second place stays empty, as the guidelines are written"


def places(bracket: Bracket, final: Bout, own: Side, other: Side, ordinary: str = "M1") -> tuple[Place, ...]:
    """Places of a bracket with a final; `own` is the winner's side (red's where nobody wins)."""
    if final.victor is None or final.beaten is None:
        return _nobody_wins(bracket, final, own, other)
    if bracket.new_final is not None:
        number = bracket.new_final.number
        reason = f"There is a new final (bout {number}) although the final (bout {final.number}) has a winner."
        raise NeedsRuling("M12", "needless_new_final", reason)
    second, rule, note = second_place(bracket, final, ordinary)
    if rule == "M13":
        return _discipline(bracket, final, own, other)
    first = Place(1, final.victor, ordinary)
    return (first, *([Place(2, second, rule, note)] if second else []), *own.thirds, *other.thirds)


def second_place(bracket: Bracket, final: Bout, ordinary: str) -> tuple[str | None, str, str | None]:
    """Who lost the final and holds second place (None = vacant), the rule, and a note."""
    loser, category = final.beaten, bracket.category
    assert loser is not None  # noqa: S101 - callers have a winner
    if final.dq(final.victor) is not None:
        reason = f"Bout {final.number} is won by {category.name(final.victor)}, who is disqualified in it."
        raise NeedsRuling(None, "contradiction", reason)
    kind = category.loss(final, loser)
    if kind == UNKNOWN_KIND:
        raise unknown_kind(bracket, final)
    if kind == DISCIPLINARY:
        return None, "M13", None
    if kind in (WEIGH_IN, UNIFORM):
        return None, "M19", None
    if kind == ABSENT and loser not in category.fought:
        return None, "M17", None
    if kind == ABSENT:
        return loser, "M17", "absent from the final after having fought"
    if final.before and loser not in category.fought:
        who = f"{category.name(loser)} was out before the final (bout {final.number}; {kind})"
        reason = f"{who}; no rule says what becomes of second place."
        raise NeedsRuling(None, "out_before_final", reason)
    assert kind in (DEFEAT, TECHNICAL)  # noqa: S101
    return loser, ordinary, None


def _discipline(bracket: Bracket, final: Bout, own: Side, other: Side) -> tuple[Place, ...]:
    """M13: second is who lost to the winner in the semifinal; the other semifinal loser stays third."""
    assert final.victor is not None  # noqa: S101 - callers have a winner
    first = Place(1, final.victor, "M13")
    if len(bracket.athletes) == 2 and not bracket.larger:
        return (first,)
    if own.loser is None:
        name = bracket.category.name(final.victor)
        reason = (
            f"Second place goes to the athlete whom {name} beat in the semifinal, and there is none who can take it."
        )
        raise NeedsRuling("M13", "no_semifinal_loser", reason)
    return (first, Place(2, own.loser, "M13"), *other.thirds)


def _nobody_wins(bracket: Bracket, final: Bout, own: Side, other: Side) -> tuple[Place, ...]:
    """M12, M14, M15: the semifinal losers fight a new final."""
    category = bracket.category
    kinds = {key: category.loss(final, key) for key in final.athletes}
    if not final.both_out or final.before or set(kinds.values()) - {TECHNICAL, DISCIPLINARY}:
        raise no_winner(bracket, final)
    technical = [key for key in final.athletes if kinds[key] == TECHNICAL]
    rule = {2: "M12", 1: "M14", 0: "M15"}[len(technical)]
    winner, loser = _new_final(bracket, final, rule, own, other)
    if rule == "M15":
        return _both_for_discipline(bracket, winner, loser, {own.rule, other.rule})
    silvers = [Place(2, key, rule) for key in technical]
    return (Place(1, winner, rule), *silvers, Place(3, loser, rule))


def _new_final(bracket: Bracket, final: Bout, rule: str, own: Side, other: Side) -> tuple[str, str]:
    category, losers = bracket.category, [key for key in (own.loser, other.loser) if key is not None]
    bout = bracket.new_final
    if len(losers) < 2:
        reason = (
            f"The final (bout {final.number}) has no winner, and there are not two semifinal losers for a new final."
        )
        raise NeedsRuling(rule, "no_new_final", reason)
    between = f"{category.name(losers[0])} and {category.name(losers[1])}"
    if bout is None:
        reason = f"The final (bout {final.number}) has no winner; the new final between {between} is not recorded."
        raise NeedsRuling(rule, "no_new_final", reason)
    if set(bout.athletes) != set(losers):
        raise NeedsRuling(rule, "wrong_new_final", f"The new final (bout {bout.number}) is not between {between}.")
    if bout.victor is None or bout.beaten is None or bout.dq(bout.victor) is not None:
        raise NeedsRuling(rule, "no_new_final", f"The new final (bout {bout.number}) has no winner.")
    kind = category.loss(bout, bout.beaten)
    kept = kind == ABSENT and bout.beaten in category.fought
    if not kept and (bout.before or kind not in (DEFEAT, TECHNICAL)):
        name = category.name(bout.beaten)
        reason = f"{name} was disqualified from the new final (bout {bout.number}); no rule says who takes his place."
        raise NeedsRuling(rule, "new_final_disqualified", reason)
    return bout.victor, bout.beaten


def _both_for_discipline(bracket: Bracket, winner: str, loser: str, sides: set[str]) -> tuple[Place, ...]:
    """M15, in the reading the rule set chooses; the quarterfinal losers to the new finalists are third."""
    if "M11" in sides:
        reason = "A new finalist took the third place of a disqualified semifinalist; no rule says who is third then."
        raise NeedsRuling("M15", "third_of_new_finalist", reason)
    found = [bracket.quarterfinal_won_by(key) for key in (winner, loser)]
    thirds = [b.beaten for b in found if b is not None and b.beaten is not None and bracket.category.kept(b.beaten)]
    second = bracket.category.switches.double_disciplinary_final == "loser_second"
    note = _LOSER_SECOND if second else _VACANT_SECOND
    return (
        Place(1, winner, "M15", note),
        Place(2 if second else 3, loser, "M15", note),
        *(Place(3, key, "M15", note) for key in thirds),
    )
