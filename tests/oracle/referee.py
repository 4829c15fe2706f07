"""The places of one category from its bouts: brackets of one, two and four or more (M1-M3, M7-M11, M16, M21-M27)."""

from __future__ import annotations

from .podium import Ending, Places, keeps_third, settle, special_semifinals
from .rounds import Forest, Levels, readings, split_late
from .second_chance import three
from .sheet import Bout, NeedsRuling, Person, Sheet, Unfinished

Switches = dict[str, str]
DOUBLE_DISQUALIFICATION = ("both technical", "both disciplinary", "one of each", "both before")


def possible_places(sheet: Sheet, switches: Switches) -> list[Places]:
    """One answer for each way of reading the rounds. Raises NeedsRuling or Unfinished where there are none to give."""
    bouts, members = sheet.real_bouts(), sheet.members()
    if not bouts:
        return [_without_bouts(sheet, members)]
    for bout in bouts:
        if bout.outcome() == "unclear" or len(set(bout.sides())) < 2:
            raise NeedsRuling("a bout without a winner that no rule covers")
    unseen = members - sheet.in_bouts()
    final_alone = len(bouts) == 1 and bouts[0].round == "final"
    if len(members) == 2:
        return [two(sheet, bouts)]
    if final_alone and len(members) == 3 and unseen:
        return [settle(sheet, bouts[0], Ending(athletes=3), switches)]
    fighters = members - unseen
    if len(members) == 3 and is_bracket_of_three(sheet, bouts):
        return [three(sheet, bouts, members, switches)]
    if unseen and not any(bout.round for bout in bouts):
        beaten = {side for bout in bouts for side in bout.sides() if side != bout.winner}
        if len(fighters) == 2 and len(bouts) > 1:
            raise NeedsRuling("two athletes met more than once")
        if len(members - beaten) > 1:
            raise Unfinished
        raise NeedsRuling("one never came to a bout, and nobody else is left")
    if len(fighters) == 3 and second_chance(bouts):
        return [three(sheet, bouts, fighters, switches)]  # whoever else registered did not start
    main, late = split_late(sheet)
    return [Bracket(sheet, main, late, levels, switches).places() for levels in readings(sheet, main)]


def _without_bouts(sheet: Sheet, members: set[Person]) -> Places:
    if len(members) > 1 or any(bye.round not in ("", "final") for bye in sheet.bouts):
        raise Unfinished
    return [(1, person, "M2" if len(sheet.status) == 1 else "M16") for person in members]


def is_bracket_of_three(sheet: Sheet, bouts: list[Bout]) -> bool:
    """Three registered; or three left of more who registered, where bout 1 ended or was followed as one of three."""
    return len(sheet.status) == 3 or bouts[0].winner is None or second_chance(bouts)


def second_chance(bouts: list[Bout]) -> bool:
    """M4: the loser of bout 1 meets the third athlete."""
    first = bouts[0]
    return first.winner is not None and any(
        set(bout.sides()) != set(first.sides()) and first.winner not in bout.sides() for bout in bouts[1:2]
    )


def two(sheet: Sheet, bouts: list[Bout]) -> Places:
    """M3, M5 (third athlete out before the bouts), M13, M17, M25."""
    final = bouts[0]
    if len(bouts) > 1:
        named = [bout for bout in bouts if bout.round == "final"]
        if len(named) != 1 or len(bouts) != 2 or len(sheet.status) != 3:
            raise NeedsRuling("two athletes met more than once")
        final = named[0]
    elif final.round not in ("", "final") and not any(b.is_bye() and b.round == "final" for b in sheet.bouts):
        raise Unfinished
    if final.outcome() in DOUBLE_DISQUALIFICATION:
        if any(final.how(side) == "before technical" for side in final.sides()):
            raise NeedsRuling("technical before the only bout")
        if final.outcome() == "both before":
            return []  # M17, M18, M19
        return [(2, side, "M25") for side in final.sides() if final.how(side) == "technical"]
    return settle(sheet, final, Ending(athletes=2), switches={})


class Bracket:
    """Four athletes or more, under one reading of the rounds."""

    def __init__(
        self,
        sheet: Sheet,
        main: list[Bout],
        late: list[Bout],
        levels: Levels,
        switches: Switches,
        promoted: bool = False,
    ) -> None:
        self.sheet, self.main, self.late, self.levels, self.switches = sheet, main, late, levels, switches
        self.promoted = promoted  # M16: the semifinal of one side stands as the final
        self.forest = Forest(main)

    def at(self, level: int) -> list[Bout]:
        return [bout for bout in self.main if self.levels[bout.number] == level and not bout.is_bye()]

    def places(self) -> Places:
        finals, semifinals = self.at(0), self.at(1)
        if len(finals) > 1 or len(semifinals) > 2 or len(self.at(2)) > 4:
            raise NeedsRuling("more bouts of a round than a bracket has")
        for bout in self.main:
            if not bout.is_bye() and bout.outcome() == "hurt" and bout not in semifinals:
                raise NeedsRuling("both hurt, or a draw, outside a semifinal")
        if finals:
            return self._with_final(finals[0], semifinals)
        if len(semifinals) == 2 and all(bout.winner is None for bout in semifinals):
            return special_semifinals(self.sheet, semifinals, self.at(2), self.late)
        return self._without_final(semifinals)

    def _alive(self) -> set[Person]:
        """Those still without defeat; who never came to a bout did not start, once both semifinals are there."""
        lost = {s for b in self.main if not b.is_bye() for s in b.sides() if s != b.winner}
        return self.sheet.in_bouts() - lost

    def _final_bye(self) -> bool:
        return any(bout.is_bye() and self.levels[bout.number] == 0 for bout in self.main)

    # -- the final took place -------------------------------------------------------------------

    def _with_final(self, final: Bout, semifinals: list[Bout]) -> Places:
        finalists = final.sides()
        if any(bout.winner not in finalists for bout in semifinals):
            raise NeedsRuling("a semifinal was won by nobody in the final")
        self._check_dead_ends(final, finalists, semifinals)
        if final.winner is not None and self._side_never_fought(final, semifinals):
            own = next(bout for bout in semifinals if bout.winner == final.winner)
            return self._promote(own)
        ending = Ending(quarterfinals=self.at(2), late=self.late)
        for finalist in finalists:
            own_semifinal = next((bout for bout in semifinals if bout.winner == finalist), None)
            third, rule = self._third(finalist, own_semifinal)
            ending.thirds[finalist], ending.rule[finalist], ending.beaten[finalist] = third, rule, third
        return settle(self.sheet, final, ending, self.switches)

    def _check_dead_ends(self, final: Bout, finalists: list[Person], semifinals: list[Bout]) -> None:
        """Bouts nobody came out of must be double disqualifications before the semifinals (M26)."""
        ends = [root for root in self.forest.roots if root is not final]
        for bout in ends:
            if bout.winner is not None and len(semifinals) == 2 and self.levels[bout.number] >= 2:
                continue  # both semifinals are known: the table needs no more
            if bout.winner is not None or self.levels[bout.number] < 2:
                raise NeedsRuling("a winner who did not go on")
        dead_quarterfinals = [bout for bout in ends if self.levels[bout.number] == 2 and bout.winner is None]
        if len(dead_quarterfinals) > len(finalists) - len(semifinals):
            raise NeedsRuling("more dead quarterfinals than semifinals they emptied")

    def _side_never_fought(self, final: Bout, semifinals: list[Bout]) -> bool:
        """M16: the finalist out before the final came from a side none of whose bouts took place."""
        winner = final.winner
        if final.took_place() or not any(bout.winner == winner for bout in semifinals):
            return False
        mine = next(bout for bout in semifinals if bout.winner == winner)
        ours = {side for bout in self.forest.below(mine) for side in bout.sides()}
        lost = {s for b in self.main if not b.is_bye() for s in b.sides() if s != b.winner}
        everybody = self.sheet.in_bouts() if len(semifinals) == 2 else set(self.sheet.status)
        others = everybody - ours
        return not any(map(self.sheet.fought, others)) and others <= lost | self.sheet.out_before()

    def _third(self, finalist: Person, semifinal: Bout | None) -> tuple[Person | None, str]:
        """Who holds the third place of the finalist's semifinal, and the rule that says so."""
        if semifinal is None:
            return self._third_without_semifinal(finalist)
        loser = semifinal.loser()
        how = semifinal.how(loser)
        if how in ("plain", "technical"):
            return loser, "M1"
        if how == "disciplinary":
            return None, "M27"
        if how == "absent" and self.sheet.fought(loser):
            return loser, "M17"
        return self._third_of_the_quarterfinal(finalist)

    def _third_of_the_quarterfinal(self, finalist: Person) -> tuple[Person | None, str]:
        """M11: the quarterfinal the finalist won counts as the semifinal."""
        won = [bout for bout in self.at(2) if bout.winner == finalist and keeps_third(self.sheet, bout)]
        return (won[0].loser() if won else None), "M11"

    def _third_without_semifinal(self, finalist: Person) -> tuple[Person | None, str]:
        if self.promoted:
            return None, "M16"
        dead = [root for root in self.forest.roots if not root.is_bye() and root.winner is None]
        quarterfinals = [bout for bout in dead if self.levels[bout.number] == 2]
        deeper = [bout for bout in dead if self.levels[bout.number] > 2]
        if quarterfinals or len(deeper) >= 2:
            return None, "M26"
        third, rule = self._third_of_the_quarterfinal(finalist)
        out = self.sheet.out_before()
        if not out or (third is not None and len(out) > 1):
            raise NeedsRuling("a semifinal is missing, and nothing says whose it was")
        return third, rule

    def _promote(self, semifinal: Bout) -> Places:
        """M16: this semifinal is the final, its quarterfinals are the semifinals."""
        side = [bout for bout in self.main if bout in self.forest.below(semifinal)]
        levels = {bout.number: self.levels[bout.number] - 1 for bout in side}
        return Bracket(self.sheet, side, self.late, levels, self.switches, promoted=True).places()

    # -- no final: one side sent nobody, or it is still to come ---------------------------------

    def _without_final(self, semifinals: list[Bout]) -> Places:
        won = [bout for bout in semifinals if bout.winner is not None]
        dead_before = [b for b in semifinals if b.outcome() == "both before" and any(map(self.sheet.fought, b.sides()))]
        unseen = self.sheet.members() - self.sheet.in_bouts()
        to_come = len(self._alive() | unseen) > 1 and not (self.late or self._final_bye() or dead_before)
        if len(semifinals) < 2 and unseen and to_come:
            raise Unfinished
        nobody_missing = len(semifinals) == 2 or self._alive() == {bout.winner for bout in won}
        if len(won) != 1 or not nobody_missing:
            if len(self._alive()) > 1 and not (self.late or dead_before or self._final_bye()):
                raise Unfinished
            raise NeedsRuling("no final, and no semifinal that could stand for it")
        dead = [bout for bout in semifinals if bout.winner is None]
        elsewhere = [b for b in self.main if b not in self.forest.below(won[0]) and not b.is_bye()]
        nobody_there = elsewhere or self.sheet.out_before() or self._final_bye()
        if not any(bout.took_place() for bout in elsewhere) and nobody_there:
            return self._promote(won[0])
        if not dead:
            raise NeedsRuling("nobody came out of one side of the bracket")
        return self._other_semifinal_is_final(won[0], dead[0])

    def _other_semifinal_is_final(self, final: Bout, dead: Bout) -> Places:
        """M7, M8, M21, M22."""
        rules = {"both technical": "M7", "both disciplinary": "M8", "one of each": "M21", "hurt": "M22"}
        rule = rules.get(dead.outcome())
        if rule is None:
            raise NeedsRuling("both semifinalists out before their bout, after having fought")
        if self.late:
            raise NeedsRuling("extra bouts")
        self._check_elsewhere(final, dead)
        loser = final.loser()
        if final.how(loser) not in ("plain", "technical", "absent"):
            raise NeedsRuling(f"{rule} and the loser of the other semifinal {final.how(loser)}")
        second: Places = [(2, loser, rule)] if keeps_third(self.sheet, final) else []
        thirds = [(3, side, rule) for side in dead.sides() if dead.how(side) in ("technical", "plain")]
        assert final.winner is not None
        return [(1, final.winner, rule), *second, *thirds]

    def _check_elsewhere(self, final: Bout, dead: Bout) -> None:
        for root in self.forest.roots:
            explained = root in (final, dead) or root.is_bye()
            if not explained and self.levels[root.number] < 2:
                raise NeedsRuling("a winner who did not go on")
