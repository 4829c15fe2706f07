"""One category being fought: slots instead of athletes, so that the mass can seat any athletes in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from random import Random

from rulebook.vocabulary import Disqualification, EntryStatus, Round

TECHNICAL, DISCIPLINARY = Disqualification.TECHNICAL, Disqualification.DISCIPLINARY
NO_SHOW, WEIGH_IN, UNIFORM = Disqualification.NO_SHOW, Disqualification.WEIGH_IN, Disqualification.UNIFORM

ROUND_OF = {
    2: Round.FINAL,
    4: Round.SEMIFINAL,
    8: Round.QUARTERFINAL,
    16: Round.ROUND_OF_16,
    32: Round.ROUND_OF_32,
    64: Round.ROUND_OF_64,
    128: Round.ROUND_OF_128,
}


class Kind(IntEnum):
    """How a bout gets its decision and score."""

    ORDINARY = 0  # whatever happens in the mass: a technical disqualification and an absence too
    FOUGHT = 1  # a submission or a score: nothing that another rule of section M would touch
    HURT = 2  # both hurt at a level score: a stoppage without a winner, under v3 a draw (M22, D4)
    DISQUALIFIED = 3  # in the bout: one side or both
    WALKOVER = 4  # before the bout: one side or both
    BYE = 5
    CLOSE_OUT = 6


def heads(dice: Random) -> bool:
    """Toss a coin."""
    return dice.choice((True, False))


def toss(dice: Random, one: int, other: int) -> tuple[int, int]:
    """Return two slots in either order."""
    return (one, other) if heads(dice) else (other, one)


Dqs = tuple[Disqualification, Disqualification]


@dataclass(frozen=True)
class Bout:
    """A meeting of two slots; `blue` None = a bye, `winner` None = neither goes on."""

    round: Round
    red: int
    blue: int | None
    winner: int | None
    kind: Kind
    red_dq: Disqualification | None = None
    blue_dq: Disqualification | None = None


class Bracket:
    """Bouts in order, what became of each entry, and the places the rules give (worked by hand in the cases)."""

    def __init__(self, size: int, dice: Random, kind: Kind = Kind.FOUGHT) -> None:
        self.size, self.kind, self.dice = size, kind, dice
        self.bouts: list[Bout] = []
        self.status: dict[int, EntryStatus] = {}
        self.places: dict[int, int] = {}
        self.beaten: dict[int, list[int]] = {slot: [] for slot in range(size)}
        self.withdrawn = 0  # entries beyond the bracket that never started
        self.one_academy: tuple[int, int] | None = None
        self.unresolved = False
        self.first: int | None = None  # who becomes slot 0
        self.champion_struck: dict[int, int] | None = None  # places if M18 takes the champion's
        self.seats = self._seated()

    def _seated(self) -> list[int | None]:
        """Seat the slots so that the byes are spread as in a seeded draw: never two in one bout."""
        order = [0]
        while len(order) < self.size:
            order = [seat for seed in order for seat in (seed, 2 * len(order) - 1 - seed)]
        return [seed if seed < self.size else None for seed in order]

    @property
    def round(self) -> Round:
        """Return the round that comes next."""
        return ROUND_OF[len(self.seats)]

    def pairs(self) -> list[tuple[int | None, int | None]]:
        """Return who meets whom in the next round."""
        return list(zip(self.seats[::2], self.seats[1::2], strict=True))

    def win(
        self,
        round_: Round,
        winner: int,
        loser: int,
        kind: Kind | None = None,
        dq: Disqualification | None = None,
    ) -> int:
        """Let one beat the other, whose disqualification it may be, and return the winner."""
        self.bouts.append(Bout(round_, winner, loser, winner, self.kind if kind is None else kind, None, dq))
        self.beaten[winner].append(loser)
        if kind is Kind.WALKOVER:
            self._absent(loser, dq)
        return winner

    def _absent(self, slot: int, dq: Disqualification | None) -> None:
        """Note in the entry who failed before his first bout; who has fought keeps his entry (M17)."""
        if dq in {NO_SHOW, WEIGH_IN, UNIFORM} and not self.has_fought(slot):
            self.status[slot] = EntryStatus(dq.value)

    def void(self, round_: Round, one: int, other: int, kind: Kind, dqs: Dqs | None = None) -> None:
        """Let neither go on."""
        first, second = dqs or (None, None)
        self.bouts.append(Bout(round_, one, other, None, kind, first, second))
        if kind is Kind.WALKOVER:
            self._absent(one, first)
            self._absent(other, second)

    def bye(self, round_: Round, slot: int) -> int:
        """Let one advance without a bout, recorded as a row."""
        self.bouts.append(Bout(round_, slot, None, slot, Kind.BYE))
        return slot

    def has_fought(self, slot: int) -> bool:
        """Say whether a bout of this slot took place."""
        unfought = {Kind.BYE, Kind.WALKOVER, Kind.CLOSE_OUT}
        return any(slot in (bout.red, bout.blue) and bout.kind not in unfought for bout in self.bouts)

    def fight(self, one: int, other: int, round_: Round | None = None) -> tuple[int, int]:
        """Let chance decide; return winner and loser."""
        winner, loser = toss(self.dice, one, other)
        return self.win(round_ or self.round, winner, loser), loser

    def advance(self, one: int | None, other: int | None) -> int | None:
        """Return who goes on: a missing opponent is a bye, two are nobody."""
        if one is not None and other is not None:
            return self.fight(one, other)[0]
        here = one if other is None else other
        return None if here is None else self.bye(self.round, here)

    def play_to(self, round_: Round) -> None:
        """Fight every round before this one."""
        while self.round is not round_:
            self.seats = [self.advance(one, other) for one, other in self.pairs()]

    def standing(self) -> list[int]:
        """Return who stands in the next round, in the order of the bracket; every seat must be taken."""
        here = [seat for seat in self.seats if seat is not None]
        if len(here) < len(self.seats):
            raise ValueError(f"{self.size} athletes leave a seat empty in the {self.round}")
        return here

    def semifinals(self) -> tuple[int, int, int, int]:
        """Fight up to the semifinals and return who stands in them: the first two meet, and the last two."""
        self.play_to(Round.SEMIFINAL)
        a, b, c, d = self.standing()
        return a, b, c, d

    def final(self) -> tuple[int, int, int, int]:
        """Fight up to the final and return the finalists, then whom each of them beat in the semifinal."""
        a, b, c, d = self.semifinals()
        self.play_to(Round.FINAL)
        one, other = self.standing()
        return one, other, (b if one == a else a), (d if other == c else c)

    def beaten_before(self, slot: int) -> int | None:
        """Return the latest athlete this one beat, None after byes only."""
        return self.beaten[slot][-1] if self.beaten[slot] else None

    def place(self, place: int, *slots: int | None) -> None:
        """Give a place; None is a vacant one."""
        self.places.update({slot: place for slot in slots if slot is not None})

    def decide(self) -> Bracket:
        """Fight an ordinary bracket of two, or of four and more (M1, M3)."""
        one, other, *third = (0, 1) if self.size == 2 else self.final()
        winner, loser = self.fight(one, other, Round.FINAL)
        self.place(1, winner)
        self.place(2, loser)
        self.place(3, *third)
        return self

    def struck_out(self, struck: int) -> dict[int, int]:
        """Return the places when a placed athlete is struck out: whom he beat move up, the latest first (M24)."""
        places = dict(self.places)
        free = places.pop(struck)
        for slot in reversed(self.beaten[struck]):
            given_up = places.get(slot)
            if given_up is not None and given_up <= free:
                continue
            places[slot] = free
            if given_up is None:
                break
            free = given_up
        return places
