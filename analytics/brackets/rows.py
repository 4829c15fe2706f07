"""What a category is made of, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

# Kinds of losing a bout. The first two keep an athlete's place (a technical disqualification in a bout is a defeat).
DEFEAT = "defeat"
TECHNICAL = "technical"
DISCIPLINARY = "disciplinary"
ABSENT = "absent"
WEIGH_IN = "weigh_in"
UNIFORM = "uniform"
UNKNOWN_KIND = "unknown"

_NOT_FOUGHT = frozenset({"bye", "walkover"})
_BEFORE_A_BOUT = frozenset({"no_show", "weigh_in", "uniform"})
OUT = frozenset({"no_show", "withdrawn", "weigh_in", "uniform", "disciplinary", "doping"})
STRUCK = frozenset({"disciplinary", "doping"})


class Undecided(Exception):
    """Ends the reading of a category that gets no places; `reason` is a sentence for an official of the federation."""

    state = "needs_ruling"

    def __init__(self, rule: str | None, code: str, reason: str) -> None:
        super().__init__(reason)
        self.rule, self.code, self.reason = rule, code, reason


class NeedsRuling(Undecided):
    """The rules do not decide this category."""


class StillOpen(Undecided):
    """The category is in progress."""

    state = "open"


@dataclass(frozen=True)
class Bout:
    """A row of the bout list; red and blue are athletes' keys, None = nobody or not known; `winner` is a side."""

    number: int
    round: str | None
    red: str | None
    blue: str | None
    winner: str | None
    decision: str | None = None
    red_dq: str | None = None
    blue_dq: str | None = None
    level: bool | None = None  # the score on the board; None = not known

    @property
    def athletes(self) -> tuple[str, ...]:
        """Those named, red first."""
        return tuple(key for key in (self.red, self.blue) if key is not None)

    @property
    def victor(self) -> str | None:
        """Who won; None = nobody, or not known."""
        return {"red": self.red, "blue": self.blue}.get(self.winner or "")

    @property
    def beaten(self) -> str | None:
        """Who lost to the winner; None where nobody won."""
        return {"red": self.blue, "blue": self.red}.get(self.winner or "")

    def dq(self, key: str | None) -> str | None:
        """Disqualification of an athlete in or before this bout."""
        if key is None or key not in (self.red, self.blue):
            return None
        return self.red_dq if key == self.red else self.blue_dq

    @property
    def is_bye(self) -> bool:
        """Nobody on the other side: said so, or a walkover against no one."""
        return self.decision == "bye" or (self.decision == "walkover" and len(self.athletes) < 2)

    @property
    def before(self) -> bool:
        """Decided before it began: somebody did not come, or was not let on the mat."""
        return self.decision == "walkover" or bool({self.red_dq, self.blue_dq} & _BEFORE_A_BOUT)

    @property
    def fought(self) -> bool:
        """Whether both stood on the mat (M17), as in a close-out too, where the referee raises one arm (D2)."""
        return len(self.athletes) == 2 and self.decision not in _NOT_FOUGHT and not self.before

    @property
    def both_out(self) -> bool:
        """Nobody goes on: both disqualified, in the bout or before it."""
        return self.winner is None and len(self.athletes) == 2 and self.red_dq is not None and self.blue_dq is not None

    def loses(self, key: str) -> bool:
        """Whether this bout puts the athlete out, alone or with his opponent."""
        return self.beaten == key or (self.both_out and key in self.athletes)


@dataclass(frozen=True)
class Entry:
    """One athlete registered, and what became of the entry."""

    athlete: str
    status: str = "registered"


@dataclass(frozen=True)
class Switches:
    """The rule set's readings of section M."""

    three_second_chance: bool = True
    absent_semifinalist_keeps_third: bool = True
    double_disciplinary_final: str = "loser_second"
    semifinal_double_accident: str = "both_third"
    struck_out_moves_up: bool = True
    pair_double_disqualification: str = "by_kind"


@dataclass(frozen=True)
class Category:
    """`weigh_in_matters`: False in ultra heavy and open class (M19); `struck_elsewhere`: M18, by other categories."""

    entries: tuple[Entry, ...]
    bouts: tuple[Bout, ...]
    switches: Switches = Switches()
    weigh_in_matters: bool = True
    struck_elsewhere: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def status(self) -> Mapping[str, str]:
        """Effective status by athlete: a failed weigh-in counts for nothing where only the uniform is checked (M19)."""
        ignored = () if self.weigh_in_matters else ("weigh_in",)
        return {e.athlete: "registered" if e.status in ignored else e.status for e in self.entries}

    @cached_property
    def fought(self) -> frozenset[str]:
        """Athletes with at least one bout that took place (M17)."""
        return frozenset(key for bout in self.bouts if bout.fought for key in bout.athletes)

    @cached_property
    def appearing(self) -> frozenset[str]:
        """Athletes named in the bout list."""
        return frozenset(key for bout in self.bouts for key in bout.athletes)

    @cached_property
    def disqualified_here(self) -> frozenset[str]:
        """Disciplinary disqualification in or before a bout of this category."""
        return frozenset(key for b in self.bouts for key in b.athletes if b.dq(key) == DISCIPLINARY)

    @cached_property
    def struck(self) -> frozenset[str]:
        """Struck out after the bouts (M24), here or by a case in another category (M18)."""
        here = {key for key, status in self.status.items() if status in STRUCK} - self.disqualified_here
        return frozenset(here | (self.struck_elsewhere - self.disqualified_here))

    def loss(self, bout: Bout, key: str) -> str:
        """How this athlete lost this bout; for one decided before it began, the reason he was out."""
        dq = bout.dq(key)
        if dq == "no_show" or (dq == WEIGH_IN and not self.weigh_in_matters):
            return ABSENT
        if dq is not None:
            return dq
        if bout.decision == "walkover":
            status = self.status.get(key)
            return status if status in (WEIGH_IN, UNIFORM) else ABSENT
        return UNKNOWN_KIND if bout.decision == "disqualification" else DEFEAT

    def may_hold(self, key: str) -> bool:
        """Whether an athlete can hold a place at all (M17, M18, M19)."""
        return self.kept(key) and key not in self.struck and not self.failed_check(key)

    def failed_check(self, key: str) -> bool:
        """Out at the weigh-in or for the uniform by his entry: no medal, whatever he fought (M19)."""
        return self.status.get(key) in (WEIGH_IN, UNIFORM)

    def kept(self, key: str) -> bool:
        """Whether his bouts leave him a place; what his entry says comes after the bouts (M19, M24)."""
        if key in self.disqualified_here:
            return False
        before = {self.loss(b, key) for b in self.bouts if b.before and b.loses(key)}
        if before - {ABSENT}:  # M11: out before a bout by disqualification leaves no place
            return False
        return not before or key in self.fought

    def out_before(self, key: str) -> bool:
        """Out without one bout fought: by status, or by a bout that never began."""
        if key in self.fought:
            return False
        return self.status.get(key) in OUT or any(b.before and b.loses(key) for b in self.bouts)

    def name(self, key: str | None) -> str:
        """As written, for sentences."""
        return self.names.get(key, key) if key is not None else "nobody"


@dataclass(frozen=True)
class Place:
    """A medal and the rule that gives it."""

    place: int
    athlete: str
    rule: str
    note: str | None = None


@dataclass(frozen=True)
class Outcome:
    """`code` and `reason` are None when decided; `rule` is the rule that decided it, or that could not."""

    state: str
    rule: str | None = None
    places: tuple[Place, ...] = ()
    source: str | None = None
    code: str | None = None
    reason: str | None = None
