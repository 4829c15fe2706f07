"""The end of a bracket: final, new final, special semifinals (M1, M9, M10, M12-M15, M17, M19, M23)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .sheet import Bout, NeedsRuling, Person, Sheet

Places = list[tuple[int, Person, str]]  # place, athlete, rule


@dataclass
class Ending:
    """What led to a final, per finalist.

    `thirds`: who holds the third place of his semifinal (None = vacant). `beaten`: whom M13 moves up to second.
    """

    thirds: dict[Person, Person | None] = field(default_factory=dict)
    beaten: dict[Person, Person | None] = field(default_factory=dict)
    rule: dict[Person, str] = field(default_factory=dict)
    quarterfinals: list[Bout] = field(default_factory=list)
    late: list[Bout] = field(default_factory=list)
    athletes: int = 4
    second_semifinal_loser: Person | None = None  # M23: bracket of three only

    def third_places(self, *finalists: Person) -> Places:
        held = [(finalist, self.thirds.get(finalist)) for finalist in finalists]
        return [(3, third, self.rule.get(finalist, "M1")) for finalist, third in held if third is not None]


def settle(sheet: Sheet, final: Bout, ending: Ending, switches: dict[str, str]) -> Places:
    if final.winner is not None:
        if ending.late:
            raise NeedsRuling("bouts after a final that has a winner")
        return _with_winner(sheet, final, final.winner, ending)
    one, other = final.sides()
    if final.outcome() == "both technical" and ending.athletes == 3:
        return _m23(one, other, ending)
    if final.outcome() in ("both technical", "both disciplinary", "one of each") and ending.athletes > 3:
        return _new_final(sheet, final, ending, switches)
    raise NeedsRuling(f"final without a winner: {final.outcome()}")


def _with_winner(sheet: Sheet, final: Bout, winner: Person, ending: Ending) -> Places:
    loser = final.loser()
    how = final.how(loser)
    thirds = ending.third_places(winner, loser)
    if how in ("plain", "technical"):
        return [(1, winner, "M1"), (2, loser, "M1"), *thirds]
    if how == "absent":
        second: Places = [(2, loser, "M17")] if sheet.fought(loser) else []
        return [(1, winner, "M1"), *second, *thirds]
    if how in ("disciplinary", "before disciplinary"):
        return _m13(winner, loser, ending)
    if how in ("before weigh_in", "before uniform"):
        return [(1, winner, "M1"), *thirds]  # M19: no medal for him
    if how == "before technical" and sheet.fought(loser):
        return [(1, winner, "M1"), (2, loser, "M1"), *thirds]  # a defeat, and M11 speaks of semifinals only
    raise NeedsRuling(f"finalist {how}")


def _m13(winner: Person, loser: Person, ending: Ending) -> Places:
    if ending.athletes == 2:
        return [(1, winner, "M13")]
    second = ending.beaten.get(winner)
    if second is None:
        raise NeedsRuling("M13: nobody lost the semifinal to the winner")
    if second == loser:
        raise NeedsRuling("M13: the disqualified finalist is the winner's semifinal loser")
    rest = [entry for entry in ending.third_places(loser) if entry[1] != second]
    return [(1, winner, "M13"), (2, second, "M13"), *rest]


def _m23(one: Person, other: Person, ending: Ending) -> Places:
    champion = ending.second_semifinal_loser
    if champion is None:
        raise NeedsRuling("M23: no loser of a second semifinal")
    return [(1, champion, "M23"), (2, one, "M23"), (2, other, "M23")]


def _new_final(sheet: Sheet, final: Bout, ending: Ending, switches: dict[str, str]) -> Places:
    one, other = final.sides()
    entitled = {ending.thirds.get(one), ending.thirds.get(other)}
    if None in entitled or len(ending.late) != 1 or set(ending.late[0].sides()) != entitled:
        raise NeedsRuling("no new final of the two semifinal losers")
    winner, loser = _decided_late(sheet, ending.late[0])
    if final.outcome() == "both technical":
        return [(1, winner, "M12"), (2, one, "M12"), (2, other, "M12"), (3, loser, "M12")]
    if final.outcome() == "one of each":
        technical = one if final.how(one) == "technical" else other
        return [(1, winner, "M14"), (2, technical, "M14"), (3, loser, "M14")]
    quarterfinal_losers = [
        (3, bout.loser(), "M15")
        for bout in ending.quarterfinals
        if bout.winner in (winner, loser) and keeps_third(sheet, bout)
    ]
    runner_up = 2 if switches["double_disciplinary_final"] == "loser_second" else 3
    return [(1, winner, "M15"), (runner_up, loser, "M15"), *quarterfinal_losers]


def keeps_third(sheet: Sheet, bout: Bout) -> bool:
    """Whether the loser of a bout that counts as a semifinal holds its third place (M1, M17; not M18, M19, M27)."""
    how = bout.how(bout.loser())
    return how in ("plain", "technical") or (how == "absent" and sheet.fought(bout.loser()))


def _decided_late(sheet: Sheet, bout: Bout) -> tuple[Person, Person]:
    """Winner and loser of a new final; only an ordinary, technical or absent loser is decided by the table."""
    if bout.winner is None or bout.is_bye():
        raise NeedsRuling("a new final or special semifinal without a winner")
    loser = bout.loser()
    if not keeps_third(sheet, bout):
        raise NeedsRuling(f"new final or special semifinal lost {bout.how(loser)}")
    return bout.winner, loser


def special_semifinals(sheet: Sheet, semifinals: list[Bout], quarterfinals: list[Bout], late: list[Bout]) -> Places:
    """M9, M10."""
    kinds = {bout.outcome() for bout in semifinals}
    if kinds not in ({"both technical"}, {"both disciplinary"}):
        raise NeedsRuling("two semifinals without a winner, of different kinds")
    semifinalists = [side for bout in semifinals for side in bout.sides()]
    fought = [bout for bout in quarterfinals if bout.winner in semifinalists and keeps_third(sheet, bout)]
    if len(fought) != 4 or len(late) != 3:
        raise NeedsRuling("M9, M10: special semifinals of four quarterfinal losers and their final are missing")
    first, second, last = late
    if {*first.sides(), *second.sides()} != {bout.loser() for bout in fought} or any(b.is_bye() for b in late):
        raise NeedsRuling("special semifinals of others than the four quarterfinal losers")
    if {first.winner, second.winner} != set(last.sides()):
        raise NeedsRuling("a special final of others than the winners of the special semifinals")
    champion, runner_up = _decided_late(sheet, last)
    if kinds == {"both technical"}:
        _special_losers(first, second)
        return [(1, champion, "M9"), (2, runner_up, "M9"), *((3, person, "M9") for person in semifinalists)]
    thirds = [(3, person, "M10") for person in _special_losers(first, second)]
    return [(1, champion, "M10"), (2, runner_up, "M10"), *thirds]


def _special_losers(*bouts: Bout) -> list[Person]:
    """Those who lost a special semifinal and hold its third place; a disciplinary loser holds none (M27)."""
    losers = []
    for bout in bouts:
        how = bout.how(bout.loser())
        if how.startswith("before"):
            raise NeedsRuling(f"special semifinal lost {how}")
        if how != "disciplinary":
            losers.append(bout.loser())
    return losers
