"""The bracket of three: the loser of bout 1 meets the third athlete (M4-M6, M13, M22, M23)."""

from __future__ import annotations

from .podium import Ending, Places, settle
from .sheet import Bout, NeedsRuling, Person, Sheet, Unfinished


def three(sheet: Sheet, bouts: list[Bout], members: set[Person], switches: dict[str, str]) -> Places:
    first, rest = bouts[0], bouts[1:]
    third = next(iter(members - set(first.sides())))
    outcome = first.outcome()
    if outcome == "won":
        if first.how(first.loser()) == "plain":
            return _loser_comes_back(sheet, first, third, rest, switches)
        return _no_second_chance(sheet, first, third, rest, switches)
    if outcome == "hurt":
        return _m22(first, third, rest)
    if outcome == "both technical":
        return _m6(sheet, first.sides(), third, rest)
    if outcome == "both before" and not rest:
        return [(1, third, "M16")]
    raise NeedsRuling(f"bracket of three, bout 1: {outcome}")


def _m22(semifinal: Bout, third: Person, rest: list[Bout]) -> Places:
    if rest:
        raise NeedsRuling("M22: bouts after it")
    return [(1, third, "M22"), *((3, side, "M22") for side in semifinal.sides())]


def _m6(sheet: Sheet, drawn: list[Person], waiting: Person, rest: list[Bout]) -> Places:
    """The draw is known by who stands in the final."""
    final = _only_final(rest, "M6: no final, so no recorded draw")
    sent = [side for side in final.sides() if side in drawn]
    if waiting not in final.sides() or len(sent) != 1 or final.winner is None:
        raise NeedsRuling("M6: the final is not one of the disqualified against the third athlete")
    if final.how(final.loser()).endswith("disciplinary"):
        raise NeedsRuling("M6 and M13: the draw leaves open whom the winner beat")
    left = next(side for side in drawn if side != sent[0])
    ending = Ending(athletes=3, thirds={final.winner: left}, rule={final.winner: "M6"})
    return settle(sheet, final, ending, switches={})


def _only_final(rest: list[Bout], why: str) -> Bout:
    if len(rest) != 1:
        raise NeedsRuling(why)
    return _final(rest[0])


def _final(bout: Bout) -> Bout:
    if bout.round not in ("", "final"):
        raise NeedsRuling("bracket of three: a bout of another round where its final should be")
    return bout


def _no_second_chance(sheet: Sheet, first: Bout, third: Person, rest: list[Bout], switches: dict[str, str]) -> Places:
    """M5."""
    assert first.winner is not None
    loser = first.loser()
    if not rest:
        raise Unfinished
    final = _only_final(rest, "M5: more bouts than the final")
    if set(final.sides()) != {first.winner, third}:
        raise NeedsRuling("M5: the final is not between the other two")
    ending = Ending(athletes=3)
    if first.how(loser) == "technical":
        ending.thirds[first.winner], ending.rule[first.winner] = loser, "M5"
        ending.beaten[first.winner] = loser
    return settle(sheet, final, ending, switches)


def _loser_comes_back(sheet: Sheet, first: Bout, third: Person, rest: list[Bout], switches: dict[str, str]) -> Places:
    """M4."""
    assert first.winner is not None
    if not rest:
        raise Unfinished
    second = rest[0]
    if set(second.sides()) != {first.loser(), third} or second.round == "final":
        raise NeedsRuling("bracket of three: the second semifinal is missing")
    outcome = second.outcome()
    if outcome == "hurt":
        return _m22(second, first.winner, rest[1:])
    if outcome == "both technical":
        return _m6(sheet, second.sides(), first.winner, rest[1:])
    if outcome != "won":
        raise NeedsRuling(f"bracket of three, second semifinal: {outcome}")
    if len(rest) == 1:
        raise Unfinished
    final = _only_final(rest[1:], "bracket of three: more than three bouts")
    if set(final.sides()) != {first.winner, second.winner}:
        raise NeedsRuling("bracket of three: the final is not between the two semifinal winners")
    return settle(sheet, final, _ending(sheet, first, second), switches)


def _ending(sheet: Sheet, first: Bout, second: Bout) -> Ending:
    """The one left out is the only third place; `beaten` is whom each finalist beat in his semifinal."""
    assert first.winner is not None and second.winner is not None
    left_out = second.loser()
    how = second.how(left_out)
    keeps = how in ("plain", "technical") or (how == "absent" and sheet.fought(left_out))
    third = left_out if keeps else None
    came_back = first.loser() == second.winner
    return Ending(
        athletes=3,
        thirds={second.winner: third},
        rule={second.winner: "M17" if how == "absent" else "M4"},
        beaten={second.winner: third, first.winner: first.loser() if came_back else third},
        second_semifinal_loser=third,
    )
