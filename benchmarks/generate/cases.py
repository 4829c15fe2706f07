"""The situations M1 to M27 of the rules, each played out on a small bracket with the places it must give.

One function per situation. The dice choose among its variants: size of the bracket, kind of disqualification, sides.
Places are written down from the rules by hand; nothing of the product is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.generate.bracket import (
    DISCIPLINARY,
    NO_SHOW,
    TECHNICAL,
    UNIFORM,
    WEIGH_IN,
    Bracket,
    Dqs,
    Kind,
    heads,
    toss,
)
from rulebook.vocabulary import Disqualification, Round

Case = Callable[[Random], Bracket]

ANY_SIZE = (4, 5, 6, 7, 8, 8, 8, 11, 16)  # two full semifinals
FULL_QUARTERFINALS = (8, 8, 8, 9, 12, 16)
SEMIFINAL, FINAL = Round.SEMIFINAL, Round.FINAL
BOTH_TECHNICAL, BOTH_DISCIPLINARY = (TECHNICAL, TECHNICAL), (DISCIPLINARY, DISCIPLINARY)


def shuffled(dice: Random, *dqs: Disqualification) -> Dqs:
    """Return two disqualifications on either side."""
    one, other = dice.sample(dqs, 2)
    return one, other


def m1(dice: Random) -> Bracket:
    """An ordinary bracket of four or more."""
    return Bracket(dice.choice(ANY_SIZE), dice).decide()


def m2(dice: Random) -> Bracket:
    """One athlete: first without a bout."""
    bracket = Bracket(1, dice)
    bracket.place(1, 0)
    return bracket


def m3(dice: Random) -> Bracket:
    """Two athletes."""
    return Bracket(2, dice).decide()


def three(dice: Random, kind: Kind = Kind.FOUGHT) -> tuple[Bracket, int, int, int]:
    """Fight bout 1 and 2 of a bracket of three; return both finalists and the one left out."""
    bracket = Bracket(3, dice, kind)
    first = bracket.fight(0, 1, SEMIFINAL)[0]
    second, out = bracket.fight(1 - first, 2, SEMIFINAL)
    return bracket, first, second, out


def second_chance(dice: Random, kind: Kind = Kind.FOUGHT) -> Bracket:
    """Three athletes: the loser of bout 1 meets the third."""
    bracket, first, second, out = three(dice, kind)
    winner, loser = bracket.fight(first, second, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, out)
    return bracket


def m4(dice: Random) -> Bracket:
    """Three athletes, ordinary."""
    return second_chance(dice)


def m5(dice: Random) -> Bracket:
    """Three athletes, one disqualified or absent in bout 1: no second chance for him."""
    bracket, dq = Bracket(3, dice), dice.choice((TECHNICAL, DISCIPLINARY, WEIGH_IN, UNIFORM, NO_SHOW))
    in_bout = dq in {TECHNICAL, DISCIPLINARY}
    first = bracket.win(SEMIFINAL, 0, 1, Kind.DISQUALIFIED if in_bout else Kind.WALKOVER, dq)
    winner, loser = bracket.fight(first, 2, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, 1 if dq is TECHNICAL else None)
    return bracket


def m6(dice: Random) -> Bracket:
    """Three athletes, both of a semifinal technical: a draw sends one of them to the final."""
    bracket = Bracket(3, dice)
    if heads(dice):
        waiting, pair = 2, (0, 1)
    else:
        waiting = bracket.win(SEMIFINAL, 0, 1)
        pair = (1, 2)
    bracket.void(SEMIFINAL, *pair, Kind.DISQUALIFIED, BOTH_TECHNICAL)
    drawn, out = toss(dice, *pair)
    winner, loser = bracket.fight(waiting, drawn, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, out)
    return bracket


def other_semifinal_is_final(dice: Random, dqs: Dqs | None, kind: Kind) -> Bracket:
    """One semifinal without a winner: its technical and its hurt athletes are 3 (M7, M8, M21, M22)."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, c, d = bracket.semifinals()
    if heads(dice):
        a, b, c, d = c, d, a, b
    bracket.void(SEMIFINAL, a, b, kind, dqs)
    winner, loser = bracket.fight(c, d)
    bracket.place(1, winner)
    bracket.place(2, loser)
    for slot, dq in zip((a, b), dqs or (None, None), strict=True):
        bracket.place(3, None if dq is DISCIPLINARY else slot)
    return bracket


def m7(dice: Random) -> Bracket:
    """Both of one semifinal technical."""
    return other_semifinal_is_final(dice, BOTH_TECHNICAL, Kind.DISQUALIFIED)


def m8(dice: Random) -> Bracket:
    """Both of one semifinal disciplinary: no third place."""
    return other_semifinal_is_final(dice, BOTH_DISCIPLINARY, Kind.DISQUALIFIED)


def all_four_out(dice: Random, dq: Disqualification) -> tuple[Bracket, list[int], list[int]]:
    """Both semifinals empty: the quarterfinal losers fight on. Return who was out and who lost a special semifinal."""
    bracket = Bracket(dice.choice(FULL_QUARTERFINALS), dice)
    a, b, c, d = bracket.semifinals()
    losers = [bracket.beaten[slot][-1] for slot in (a, b, c, d)]
    for pair in ((a, b), (c, d)):
        bracket.void(SEMIFINAL, *pair, Kind.DISQUALIFIED, (dq, dq))
    one, lost_one = bracket.fight(losers[0], losers[1], Round.SPECIAL_SEMIFINAL)
    other, lost_other = bracket.fight(losers[2], losers[3], Round.SPECIAL_SEMIFINAL)
    winner, loser = bracket.fight(one, other, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    return bracket, [a, b, c, d], [lost_one, lost_other]


def m9(dice: Random) -> Bracket:
    """All four semifinalists technical: they are 3."""
    bracket, out, _ = all_four_out(dice, TECHNICAL)
    bracket.place(3, *out)
    return bracket


def m10(dice: Random) -> Bracket:
    """All four semifinalists disciplinary: the losers of the special semifinals are 3."""
    bracket, _, lost = all_four_out(dice, DISCIPLINARY)
    bracket.place(3, *lost)
    return bracket


def m11(dice: Random) -> Bracket:
    """One out before his semifinal: the loser of his would-be opponent's quarterfinal is 3."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, c, d = bracket.semifinals()
    # Weight and uniform are checked before the first bout, so only an athlete who has not fought can fail there.
    dq = dice.choice((TECHNICAL, DISCIPLINARY) if bracket.has_fought(b) else (DISCIPLINARY, WEIGH_IN, UNIFORM))
    third = bracket.beaten_before(a)
    one = bracket.win(SEMIFINAL, a, b, Kind.WALKOVER, dq)
    other, out = bracket.fight(c, d)
    winner, loser = bracket.fight(one, other, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, third, out)
    return bracket


def new_final(dice: Random, dqs: Dqs) -> tuple[Bracket, int, int]:
    """Nobody wins the final: the semifinal losers fight a new one. Return its winner and loser."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, c, d = bracket.final()
    bracket.void(FINAL, a, b, Kind.DISQUALIFIED, dqs)
    winner, loser = bracket.fight(c, d, Round.NEW_FINAL)
    bracket.place(1, winner)
    for slot, dq in zip((a, b), dqs, strict=True):
        bracket.place(2, slot if dq is TECHNICAL else None)
    return bracket, winner, loser


def m12(dice: Random) -> Bracket:
    """Both finalists technical."""
    bracket, _, loser = new_final(dice, BOTH_TECHNICAL)
    bracket.place(3, loser)
    return bracket


def m13(dice: Random) -> Bracket:
    """One finalist disciplinary: who lost the semifinal to the winner is 2. Of two athletes: second place vacant."""
    if dice.randrange(5) == 0:
        pair = Bracket(2, dice)
        pair.place(1, pair.win(FINAL, 0, 1, Kind.DISQUALIFIED, DISCIPLINARY))
        return pair
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, lost_to_a, lost_to_b = bracket.final()
    bracket.place(1, bracket.win(FINAL, a, b, Kind.DISQUALIFIED, DISCIPLINARY))
    bracket.place(2, lost_to_a)
    bracket.place(3, lost_to_b)
    return bracket


def m14(dice: Random) -> Bracket:
    """One finalist disciplinary, the other technical."""
    bracket, _, loser = new_final(dice, shuffled(dice, TECHNICAL, DISCIPLINARY))
    bracket.place(3, loser)
    return bracket


def m15(dice: Random) -> Bracket:
    """Both finalists disciplinary; `loser_second`: whom the new finalists beat in the quarterfinal are 3."""
    bracket, winner, loser = new_final(dice, BOTH_DISCIPLINARY)
    bracket.place(2, loser)
    before = {slot: bracket.beaten[slot][: -1 if slot == winner else None] for slot in (winner, loser)}
    bracket.place(3, *(beaten[-1] for beaten in before.values() if beaten))
    return bracket
