"""Categories of one or two athletes: M2, M3, M25, and entries without a bout."""

from __future__ import annotations

from analytics.brackets import finals
from analytics.brackets.reading import Bracket
from analytics.brackets.rows import (
    ABSENT,
    DISCIPLINARY,
    OUT,
    TECHNICAL,
    UNIFORM,
    WEIGH_IN,
    Bout,
    Category,
    NeedsRuling,
    Place,
    StillOpen,
)
from analytics.brackets.semifinals import no_winner

_THREE = 3
Found = tuple[str, tuple[Place, ...]]  # the rule that decided, and its places

_BY_KIND = "pair_double_disqualification = by_kind: a federation's ruling, the rule books are silent"
# Being out in one of these ways leaves no medal whoever else is there.
_NO_MEDAL = {ABSENT: "M17", WEIGH_IN: "M19", UNIFORM: "M19", DISCIPLINARY: "M18"}


def without_bouts(category: Category) -> Found:
    """One who passed the checks is first (M2), also where all others are out before any bout (M16)."""
    left = sorted({key for key, status in category.status.items() if status not in OUT or key in category.appearing})
    if any(bye.round not in (None, "final") for bye in category.bouts):
        raise StillOpen(None, "no_bouts", "A bye in an early round is recorded, and no bout yet.")
    if len(left) > 1:
        raise StillOpen(None, "no_bouts", f"{len(left)} athletes are registered, and no bout is recorded yet.")
    rule = "M2" if len(category.status) == 1 else "M16"
    if left:
        return rule, (Place(1, left[0], rule),)
    absent = all(status in ("no_show", "withdrawn") for status in category.status.values())
    return ("M17" if absent else "M19"), ()


def pair(bracket: Bracket, final: Bout) -> Found:
    """M3: winner first, loser second; a bout of the two before it decides nothing where a third was registered (M5)."""
    if len(bracket.bouts) > 1 and len(bracket.category.status) != _THREE:
        reason = f"The two athletes met in {len(bracket.bouts)} bouts."
        raise NeedsRuling("M3", "met_twice", reason)
    if final.victor is None or final.beaten is None:
        return _both_out(bracket, final)
    second, rule, note = finals.second_place(bracket, final, "M3")
    first = Place(1, final.victor, "M13" if rule == "M13" else "M3")
    return rule, (first, *([Place(2, second, rule, note)] if second else []))


def _both_out(bracket: Bracket, final: Bout) -> Found:
    category = bracket.category
    kinds = {key: category.loss(final, key) for key in final.athletes}
    if not final.both_out:
        raise no_winner(bracket, final)
    if final.before:
        rules = [_NO_MEDAL.get(kind) for kind in kinds.values()]
        if rules[0] is None or rules[1] is None:
            raise no_winner(bracket, final)
        return min(rules[0], rules[1]), ()
    if category.switches.pair_double_disqualification != "by_kind":
        reason = (
            f"Both athletes were disqualified in their only bout ({final.number}); this event leaves that to a ruling."
        )
        raise NeedsRuling("M25", "both_disqualified", reason)
    if set(kinds.values()) - {TECHNICAL, DISCIPLINARY}:
        raise no_winner(bracket, final)
    return "M25", tuple(Place(2, key, "M25", _BY_KIND) for key, kind in kinds.items() if kind == TECHNICAL)
