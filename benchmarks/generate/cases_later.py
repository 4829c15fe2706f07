"""The situations M16 to M27, as in `cases.py`, and two that no rule decides."""

from __future__ import annotations

from random import Random

from benchmarks.generate.bracket import DISCIPLINARY, NO_SHOW, TECHNICAL, UNIFORM, WEIGH_IN, Bracket, Kind, heads
from benchmarks.generate.cases import (
    ANY_SIZE,
    BOTH_DISCIPLINARY,
    BOTH_TECHNICAL,
    FINAL,
    FULL_QUARTERFINALS,
    SEMIFINAL,
    other_semifinal_is_final,
    shuffled,
)
from rulebook.vocabulary import EntryStatus, Round

QUARTERFINAL = Round.QUARTERFINAL


def m16(dice: Random) -> Bracket:
    """One side out before its bouts: the other side's semifinal is the final, its quarterfinals the semifinals."""
    bracket = Bracket(dice.choice((4, 8, 8)), dice)
    seats, half, opening = bracket.standing(), bracket.size // 2, bracket.round
    here, out = (seats[:half], seats[half:]) if heads(dice) else (seats[half:], seats[:half])
    for one, other in zip(out[::2], out[1::2], strict=True):
        dqs = dice.choice(((NO_SHOW, NO_SHOW), shuffled(dice, WEIGH_IN, UNIFORM)))
        bracket.void(opening, one, other, Kind.WALKOVER, dqs)
    if opening is QUARTERFINAL:
        fought = [bracket.fight(here[n], here[n + 1], QUARTERFINAL) for n in (0, 2)]
        bracket.place(3, *(loser for _, loser in fought))
        here = [winner for winner, _ in fought]
    winner, loser = bracket.fight(here[0], here[1], SEMIFINAL)
    if heads(dice):
        bracket.bye(FINAL, winner)
    bracket.place(1, winner)
    bracket.place(2, loser)
    return bracket


def m17(dice: Random) -> Bracket:
    """Absent: no medal, unless he has fought in the category. In the final, in a semifinal, or of two athletes."""
    variant = dice.choice(("final", "semifinal", "pair"))
    if variant == "pair":
        pair = Bracket(2, dice)
        pair.place(1, pair.win(FINAL, 0, 1, Kind.WALKOVER, NO_SHOW))
        return pair
    bracket = Bracket(dice.choice(FULL_QUARTERFINALS), dice)
    a, b, c, d = bracket.semifinals()
    absent = Kind.WALKOVER, NO_SHOW
    if variant == "semifinal":
        bracket.win(SEMIFINAL, a, b, *absent)
        other, out = bracket.fight(c, d)
        winner, loser = bracket.fight(a, other, FINAL)
    else:
        (winner, b), (loser, out) = bracket.fight(a, b), bracket.fight(c, d)
        bracket.win(FINAL, winner, loser, *absent)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, b, out)
    return bracket


def m18(dice: Random) -> Bracket:
    """Open class: the final's loser, slot 0, is disqualified disciplinarily and loses his weight category's place too.

    In the open class itself that is M13; the mass seats a champion of a weight category in slot 0.
    """
    bracket = Bracket(dice.choice((4, 5, 8, 11, 16)), dice)
    a, b, lost_to_a, lost_to_b = bracket.final()
    bracket.place(1, bracket.win(FINAL, a, b, Kind.DISQUALIFIED, DISCIPLINARY))
    bracket.place(2, lost_to_a)
    bracket.place(3, lost_to_b)
    bracket.first = b
    return bracket


def m19(dice: Random) -> Bracket:
    """Weight or uniform check failed: no medal. Of two the second place, of four a third stays vacant."""
    dq = dice.choice((WEIGH_IN, UNIFORM))
    bracket = Bracket(dice.choice((2, 4)), dice)
    if bracket.size == 2:
        bracket.place(1, bracket.win(FINAL, 0, 1, Kind.WALKOVER, dq))
        return bracket
    a, b, c, d = bracket.semifinals()
    one, (other, out) = bracket.win(SEMIFINAL, a, b, Kind.WALKOVER, dq), bracket.fight(c, d)
    winner, loser = bracket.fight(one, other, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, out)
    return bracket


def m20(dice: Random) -> Bracket:
    """A close-out: two of one academy agree in the final; whose arm the referee raises is first."""
    bracket = Bracket(dice.choice((2, *ANY_SIZE)), dice)
    one, other, *third = (0, 1) if bracket.size == 2 else bracket.final()
    bracket.place(1, bracket.win(FINAL, one, other, Kind.CLOSE_OUT))
    bracket.place(2, other)
    bracket.place(3, *third)
    bracket.one_academy = one, other
    return bracket


def m21(dice: Random) -> Bracket:
    """One semifinal, one technical (3) and one disciplinary (none)."""
    return other_semifinal_is_final(dice, shuffled(dice, TECHNICAL, DISCIPLINARY), Kind.DISQUALIFIED)


def m22(dice: Random) -> Bracket:
    """One semifinal, both hurt at a level score: both 3. Of three athletes the third is 1, second place vacant."""
    if dice.randrange(3):
        return other_semifinal_is_final(dice, None, Kind.HURT)
    bracket = Bracket(3, dice)
    bracket.void(SEMIFINAL, 0, 1, Kind.HURT)
    bracket.place(1, 2)
    bracket.place(3, 0, 1)
    return bracket


def m23(dice: Random) -> Bracket:
    """Three athletes, final, both technical: both 2, the loser of the second semifinal is 1."""
    bracket = Bracket(3, dice)
    first = bracket.fight(0, 1, SEMIFINAL)[0]
    second, out = bracket.fight(1 - first, 2, SEMIFINAL)
    bracket.void(FINAL, first, second, Kind.DISQUALIFIED, BOTH_TECHNICAL)
    bracket.place(1, out)
    bracket.place(2, first, second)
    return bracket


def m24(dice: Random) -> Bracket:
    """A medallist struck out after the bouts: whom he beat move up one place each, the latest first."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice).decide()
    struck = dice.choice(sorted(bracket.places))
    bracket.places = bracket.struck_out(struck)
    bracket.status[struck] = dice.choice((EntryStatus.DISCIPLINARY, EntryStatus.DOPING))
    return bracket


def m25(dice: Random) -> Bracket:
    """Two athletes, both disqualified in their only bout: no champion; a technical one is 2."""
    bracket = Bracket(2, dice)
    dqs = dice.choice((BOTH_TECHNICAL, BOTH_DISCIPLINARY, shuffled(dice, TECHNICAL, DISCIPLINARY)))
    bracket.void(FINAL, 0, 1, Kind.DISQUALIFIED, dqs)
    bracket.place(2, *(slot for slot in (0, 1) if dqs[slot] is TECHNICAL))
    return bracket


def m26(dice: Random) -> Bracket:
    """Both of a quarterfinal out: the next opponent is in the final without a bout, that third place stays vacant."""
    bracket = Bracket(dice.choice(FULL_QUARTERFINALS), dice)
    bracket.play_to(QUARTERFINAL)
    a, b, *others = bracket.standing()
    bracket.void(QUARTERFINAL, a, b, Kind.DISQUALIFIED, dice.choice((BOTH_TECHNICAL, BOTH_DISCIPLINARY)))
    waiting, one, other = (bracket.fight(others[n], others[n + 1])[0] for n in (0, 2, 4))
    if heads(dice):
        bracket.bye(SEMIFINAL, waiting)
    finalist, third = bracket.fight(one, other, SEMIFINAL)
    winner, loser = bracket.fight(waiting, finalist, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, third)
    return bracket


def m27(dice: Random) -> Bracket:
    """One semifinalist disciplinary in the semifinal: none, and that third place stays vacant."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, c, d = bracket.semifinals()
    one, (other, out) = bracket.win(SEMIFINAL, a, b, Kind.DISQUALIFIED, DISCIPLINARY), bracket.fight(c, d)
    winner, loser = bracket.fight(one, other, FINAL)
    bracket.place(1, winner)
    bracket.place(2, loser)
    bracket.place(3, out)
    return bracket


def ruling(dice: Random) -> Bracket:
    """Both finalists technical and no new final: needs an official ruling (note to section M)."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    a, b, *_ = bracket.final()
    bracket.void(FINAL, a, b, Kind.DISQUALIFIED, BOTH_TECHNICAL)
    bracket.unresolved = True
    return bracket


def in_progress(dice: Random) -> Bracket:
    """The semifinals are done, the final is not: no medals yet."""
    bracket = Bracket(dice.choice(ANY_SIZE), dice)
    bracket.final()
    bracket.unresolved = True
    return bracket
