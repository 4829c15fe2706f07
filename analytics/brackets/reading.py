"""Reading a bracket: which bout is the final, which are the semifinals, and whether the rows contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from analytics.brackets.rounds import RANKS, with_rounds
from analytics.brackets.rows import OUT, Bout, Category, NeedsRuling

_SPECIAL = frozenset({"new-final", "special-semifinal"})
_THREE = 3
# What an entry says of one who did not start, as a bout says it.
_WHY_OUT = {"no_show": "no_show", "withdrawn": "no_show", "weigh_in": "weigh_in", "uniform": "uniform"}


@dataclass(frozen=True)
class Bracket:
    """`bouts` have a round each, byes apart; `larger`: it is one side of a bracket whose other side is out (M16)."""

    category: Category
    bouts: tuple[Bout, ...]
    byes: tuple[Bout, ...] = ()
    larger: bool = False

    def of(self, *rounds: str) -> tuple[Bout, ...]:
        """Bouts of these rounds, by number."""
        return tuple(sorted((b for b in self.bouts if b.round in rounds), key=lambda b: b.number))

    @cached_property
    def athletes(self) -> frozenset[str]:
        """Everybody the bout list names in this bracket, byes included."""
        return frozenset(key for bout in (*self.bouts, *self.byes) for key in bout.athletes)

    @cached_property
    def semifinals(self) -> tuple[Bout, ...]:
        """Two in a complete bracket; the losers of special ones are another matter."""
        return self.of("semifinal")

    @cached_property
    def final(self) -> Bout | None:
        """The final; None = not recorded, or a bye."""
        return next(iter(self.of("final")), None)

    @cached_property
    def new_final(self) -> Bout | None:
        """The bout of the semifinal losers (M12, M14, M15)."""
        return next(iter(self.of("new-final")), None)

    @cached_property
    def sole_finalist(self) -> str | None:
        """Who has a bye in the final (M16 and the like)."""
        byes = [b.athletes[0] for b in self.byes if b.round == "final" and b.athletes]
        return byes[0] if byes else None

    @cached_property
    def sole_semifinalist(self) -> str | None:
        """Who has a bye in a semifinal (M26)."""
        return next((b.athletes[0] for b in self.byes if b.round == "semifinal" and b.athletes), None)

    def quarterfinal_won_by(self, key: str) -> Bout | None:
        """His way into the semifinal; None where he had a bye."""
        found = [b for b in self.of("quarterfinal") if b.victor == key]
        if len(found) > 1:
            raise NeedsRuling(
                None, "contradiction", f"{self.category.name(key)} wins {_listed(found)}, all quarterfinals."
            )
        return found[0] if found else None


def readings(category: Category) -> tuple[Bracket, ...]:
    """The bracket of a category, in every way its rounds can be read; one where all are named.

    NeedsRuling where its rows contradict each other, StillOpen where it is not done.
    """
    rows = [_marked(category, bout) for bout in category.bouts if bout.athletes]
    byes = tuple(b for b in rows if b.is_bye)
    bouts = [b for b in rows if not b.is_bye]
    _check_rows(category, bouts)
    found = with_rounds(bouts, _expected(category), byes, len(category.status))
    return tuple(_checked(Bracket(category, told, byes)) for told in found)


def _checked(bracket: Bracket) -> Bracket:
    _check_finals(bracket)
    _check_winners(bracket)
    return bracket


def _expected(category: Category) -> int:
    """Athletes the bracket was made for, those out before their first bout apart."""
    return len(category.appearing | {e.athlete for e in category.entries if category.status[e.athlete] not in OUT})


def _marked(category: Category, bout: Bout) -> Bout:
    """A walkover that nobody won: where the row does not say why a side is out, his entry may."""
    if bout.decision != "walkover" or bout.winner is not None or len(bout.athletes) < 2:
        return bout
    reasons = [bout.dq(key) or _WHY_OUT.get(category.status.get(key, "")) for key in bout.athletes]
    return replace(bout, red_dq=reasons[0], blue_dq=reasons[1])


def _check_rows(category: Category, bouts: Sequence[Bout]) -> None:
    for bout in bouts:
        _check_winner(category, bout)
        if len(bout.athletes) == 2 and bout.red == bout.blue:
            raise NeedsRuling(None, "contradiction", f"Bout {bout.number} has {category.name(bout.red)} on both sides.")
        if bout.round is not None and bout.round not in RANKS:
            reason = f"Bout {bout.number} is of the round {bout.round}, which the rules of this bracket do not know."
            raise NeedsRuling("M1", "unknown_round", reason)


def _check_winner(category: Category, bout: Bout) -> None:
    """Only two disqualifications, an accident or a draw leave a bout without a winner (M22, M26, D4)."""
    if bout.victor is None and not bout.both_out and bout.decision not in ("stoppage", "draw"):
        who = " and ".join(category.name(key) for key in bout.athletes)
        raise NeedsRuling("M1", "no_winner", f"Bout {bout.number} ({who}) has no winner, and does not say why.")
    if bout.dq(bout.victor) is not None:
        reason = f"Bout {bout.number} is won by {category.name(bout.victor)}, who is disqualified in it."
        raise NeedsRuling(None, "contradiction", reason)


def _check_finals(bracket: Bracket) -> None:
    for name in ("final", "new-final"):
        found = bracket.of(name)
        if len(found) > 1:
            raise NeedsRuling(
                "M1", "two_finals", f"There are {len(found)} bouts of the round {name}: {_listed(found)}."
            )
    if len(bracket.semifinals) > 2:
        reason = f"There are {len(bracket.semifinals)} semifinals: {_listed(bracket.semifinals)}."
        raise NeedsRuling("M1", "too_many_semifinals", reason)


def _check_winners(bracket: Bracket) -> None:
    """Before the semifinals only both out leave nobody (M26); both hurt is M22 in a semifinal alone (D4)."""
    for bout in bracket.bouts:
        if RANKS[bout.round or "final"] > RANKS["semifinal"] and bout.victor is None and not bout.both_out:
            reason = f"Bout {bout.number} ({bout.round}) has no winner, and no rule says who goes on."
            raise NeedsRuling("D4" if bout.decision in ("stoppage", "draw") else None, "no_winner", reason)


def check_defeats(bracket: Bracket) -> None:
    """One defeat, and no bout after it, those apart that the table orders (M9, M10, M12, M14, M15)."""
    after_the_table = _SPECIAL | ({"final"} if bracket.of("special-semifinal") else frozenset())
    lost: dict[str, Bout] = {}
    for bout in sorted(bracket.bouts, key=lambda b: (-RANKS[b.round or "final"], b.number)):
        if bout.round in after_the_table:
            continue
        for key in bout.athletes:
            # Two bouts of one round do not say which was first.
            if key in lost and (bout.round != lost[key].round or bout.loses(key)):
                name = bracket.category.name(key)
                reason = f"{name} lost bout {lost[key].number} and is in bout {bout.number} again."
                raise NeedsRuling("M1", "after_a_defeat", reason)
        lost |= {key: bout for key in bout.athletes if bout.loses(key)}


def _listed(bouts: Sequence[Bout]) -> str:
    return "bouts " + ", ".join(str(b.number) for b in bouts)
