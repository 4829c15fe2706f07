"""M16 and M26: nobody left on the other side of the bracket, or of a quarter of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analytics.brackets.reading import Bracket
from analytics.brackets.rounds import RANKS, named
from analytics.brackets.rows import OUT, Bout, NeedsRuling, Place
from analytics.brackets.semifinals import BOTH_OUT_BEFORE, Side


def left(bracket: Bracket, sides: Sequence[Side]) -> Bracket | None:
    """The side that is left as a bracket of its own, its semifinal the final (M16); None where both sides fought."""
    finalist = _alone(bracket, sides)
    if finalist is None:
        return None
    members = _side_of(bracket, finalist)
    others = (bracket.category.appearing | bracket.category.status.keys()) - members
    by_bye = bracket.sole_finalist is not None
    if len(bracket.semifinals) == 2:  # nothing is missing: who registered and never came did not start
        others &= bracket.category.appearing
    if not by_bye and (not others or not all(bracket.category.out_before(key) for key in others)):
        return None
    if any(key in bracket.category.fought for key in others):
        return None
    bouts = tuple(_a_round_later(b) for b in bracket.bouts if b is not bracket.final and set(b.athletes) <= members)
    byes = tuple(_a_round_later(b) for b in bracket.byes if b.round != "final" and set(b.athletes) <= members)
    if not any(b.round == "final" for b in bouts) and not any(b.round == "final" for b in byes):
        byes = (*byes, Bout(0, "final", finalist, None, "red", "bye"))
    return Bracket(bracket.category, bouts, byes, larger=True)


def _alone(bracket: Bracket, sides: Sequence[Side]) -> str | None:
    """Who may be alone in the final."""
    if bracket.sole_finalist is not None:
        return bracket.sole_finalist
    final = bracket.final
    if final is not None:
        walked_over = final.before and final.victor is not None and final.beaten not in bracket.category.fought
        return final.victor if walked_over else None
    finalists = [side.finalist for side in sides if side.finalist is not None]
    others_gone = all(side.rule == BOTH_OUT_BEFORE for side in sides if side.finalist is None)
    return finalists[0] if len(finalists) == 1 and others_gone else None


def _side_of(bracket: Bracket, finalist: str) -> set[str]:
    """Everybody whom bouts other than the final connect with him."""
    bouts = [b for b in bracket.bouts if b is not bracket.final]
    members, grown = {finalist}, True
    while grown:
        grown = False
        for bout in bouts:
            if members & set(bout.athletes) and not set(bout.athletes) <= members:
                members |= set(bout.athletes)
                grown = True
    return members


def _a_round_later(bout: Bout) -> Bout:
    if bout.round is None or bout.round.startswith(("new-", "special-")) or bout.round == "final":
        return bout
    return replace(bout, round=named(RANKS[bout.round] - 1))


def without_semifinal(bracket: Bracket, finalist: str) -> Side:
    """A finalist who met nobody in the semifinal: its third place stays vacant (M26), unless M11 knows one."""
    category = bracket.category
    _check_nobody_waits(bracket, finalist)
    if bracket.larger:
        return Side("M16", finalist)
    gone = [b.round for b in bracket.bouts if b.both_out and RANKS[b.round or "final"] > RANKS["semifinal"]]
    if "quarterfinal" in gone or len(gone) > 1:
        return Side("M26", finalist)
    out = [key for key, status in category.status.items() if key not in category.appearing and status in OUT]
    if not out:
        name = category.name(finalist)
        raise NeedsRuling("M1", "no_semifinal", f"The semifinal of {name} is missing, and nothing on record says why.")
    quarterfinal = bracket.quarterfinal_won_by(finalist)
    loser = None if quarterfinal is None else quarterfinal.beaten
    if loser is None or not category.kept(loser):
        return Side("M11", finalist)
    if len(out) > 1:
        who = category.name(finalist)
        reason = f"{who} had no semifinal, and the entries do not say which of {len(out)} was his opponent."
        raise NeedsRuling("M11", "opponent_unknown", reason)
    return Side("M11", finalist, loser, (Place(3, loser, "M11"),))


def _check_nobody_waits(bracket: Bracket, finalist: str) -> None:
    """A semifinal is missing: nobody else may have come as far."""
    category = bracket.category
    in_final = set(bracket.final.athletes) if bracket.final is not None else {finalist}
    lost = {key for b in bracket.bouts for key in b.athletes if b.loses(key)}
    won = [(b.victor, b.number) for b in bracket.bouts] + [(b.athletes[0], b.number) for b in bracket.byes]
    for key, number in won:
        if key is not None and key not in lost | in_final:
            reason = (
                f"{category.name(key)} won bout {number} and does not appear again; "
                f"{category.name(finalist)} had no semifinal."
            )
            raise NeedsRuling("M1", "did_not_go_on", reason)
