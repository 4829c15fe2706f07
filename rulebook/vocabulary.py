"""Closed word lists of the sport and their orders (B2, B7). Weight order (B8): `rulebook.weights`."""

from __future__ import annotations

import re
from enum import StrEnum

from rulebook.technique import Family, Technique
from rulebook.weights import WeightClass, is_open_class, weight_limit_kg, weight_rank

__all__ = [
    "UNKNOWN",
    "Action",
    "AgeDivision",
    "Belt",
    "CategoryState",
    "Decision",
    "Disqualification",
    "EntryStatus",
    "Family",
    "Gender",
    "Round",
    "Side",
    "Technique",
    "Uniform",
    "WeightClass",
    "age_group",
    "age_of_years",
    "age_rank",
    "belt_rank",
    "is_minor",
    "is_open_class",
    "weight_limit_kg",
    "weight_rank",
]

UNKNOWN = "unknown"


class Gender(StrEnum):
    """Of a category, not of a person."""

    MALE = "male"
    FEMALE = "female"
    MIXED = "mixed"


class Belt(StrEnum):
    """Low to high (B7)."""

    WHITE = "white"
    GREY = "grey"
    YELLOW = "yellow"
    ORANGE = "orange"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    BROWN = "brown"
    BLACK = "black"


class AgeDivision(StrEnum):
    """Youngest first (B2); what a source does not number stands just below its first number (as `juvenile` in T2)."""

    MIGHTY_MITE = "mighty-mite"
    MIGHTY_MITE_1 = "mighty-mite-1"
    MIGHTY_MITE_2 = "mighty-mite-2"
    MIGHTY_MITE_3 = "mighty-mite-3"
    PEE_WEE = "pee-wee"
    PEE_WEE_1 = "pee-wee-1"
    PEE_WEE_2 = "pee-wee-2"
    PEE_WEE_3 = "pee-wee-3"
    JUNIOR = "junior"
    JUNIOR_1 = "junior-1"
    JUNIOR_2 = "junior-2"
    JUNIOR_3 = "junior-3"
    TEEN = "teen"
    TEEN_1 = "teen-1"
    TEEN_2 = "teen-2"
    TEEN_3 = "teen-3"
    JUVENILE = "juvenile"
    JUVENILE_1 = "juvenile-1"
    JUVENILE_2 = "juvenile-2"
    ADULT = "adult"
    MASTER = "master"
    MASTER_1 = "master-1"
    MASTER_2 = "master-2"
    MASTER_3 = "master-3"
    MASTER_4 = "master-4"
    MASTER_5 = "master-5"
    MASTER_6 = "master-6"
    MASTER_7 = "master-7"


class Uniform(StrEnum):
    """Of an event; absent = unknown, where the gi weight chart is used."""

    GI = "gi"
    NO_GI = "no-gi"


class Decision(StrEnum):
    """How a bout ended (D1), the draw (D4), and the three outside the rule text (D2: walkover, bye, close-out)."""

    SUBMISSION = "submission"
    STOPPAGE = "stoppage"
    DISQUALIFICATION = "disqualification"
    LOSS_OF_CONSCIOUSNESS = "loss_of_consciousness"
    POINTS = "points"
    ADVANTAGES = "advantages"
    PENALTIES = "penalties"
    REFEREE_DECISION = "referee_decision"
    RANDOM_PICK = "random_pick"
    DRAW = "draw"
    WALKOVER = "walkover"
    BYE = "bye"
    CLOSE_OUT = "close_out"


class Disqualification(StrEnum):
    """Why a side is out, in a bout or before it (P6, M17, M19); `technical` in a bout is an ordinary defeat."""

    TECHNICAL = "technical"
    DISCIPLINARY = "disciplinary"
    NO_SHOW = "no_show"
    WEIGH_IN = "weigh_in"
    UNIFORM = "uniform"


class EntryStatus(StrEnum):
    """What became of an entry; the last three strike it out (M24), `withdrawn` did not start."""

    REGISTERED = "registered"
    NO_SHOW = "no_show"
    WEIGH_IN = "weigh_in"
    UNIFORM = "uniform"
    WITHDRAWN = "withdrawn"
    TECHNICAL = "technical"
    DISCIPLINARY = "disciplinary"
    DOPING = "doping"


class Round(StrEnum):
    """Rounds of a bracket, the last first; then rounds of other lists, which no rule of section M reads."""

    FINAL = "final"
    NEW_FINAL = "new-final"
    SEMIFINAL = "semifinal"
    SPECIAL_SEMIFINAL = "special-semifinal"
    QUARTERFINAL = "quarterfinal"
    ROUND_OF_16 = "round-of-16"
    ROUND_OF_32 = "round-of-32"
    ROUND_OF_64 = "round-of-64"
    ROUND_OF_128 = "round-of-128"
    ROUND_OF_256 = "round-of-256"
    THIRD_PLACE = "third-place"
    REPECHAGE = "repechage"
    ROUND_ROBIN = "round-robin"
    SUPERFIGHT = "superfight"


class Side(StrEnum):
    """Of a bout."""

    RED = "red"
    BLUE = "blue"


class Action(StrEnum):
    """What the table writes down while a bout runs (D5)."""

    TAKEDOWN = "takedown"
    SWEEP = "sweep"
    KNEE_ON_BELLY = "knee_on_belly"
    GUARD_PASS = "guard_pass"  # noqa: S105 - a pass, not a password
    MOUNT = "mount"
    BACK_MOUNT = "back_mount"
    BACK_CONTROL = "back_control"
    ADVANTAGE = "advantage"
    PENALTY = "penalty"
    EXIT_FROM_SUBMISSION = "exit_from_submission"
    SUBMISSION = "submission"


class CategoryState(StrEnum):
    """Whether a category has its places; `needs_ruling` counts nowhere until an official place settles it (M)."""

    DECIDED = "decided"
    OPEN = "open"
    NEEDS_RULING = "needs_ruling"
    NO_PLACES = "no_places"


_BELTS = {belt.value: rank for rank, belt in enumerate(Belt, start=1)}
_AGES = {age.value: rank for rank, age in enumerate(AgeDivision, start=1)}
_NUMBERED = re.compile(r"-\d$")
_EXACT_AGES = {  # B2: exact ages of kids, teens and juveniles
    4 + n: age for n, age in enumerate(a for a in AgeDivision if _NUMBERED.search(a) and not a.startswith("master"))
}


def belt_rank(text: str | None) -> int | None:
    """Rank 1 (white) to 9 (black), a combined belt (`brown+black`) by its highest (B7); None: a part is no belt."""
    ranks = [_BELTS.get(part) for part in (text or "").split("+")]
    known = [rank for rank in ranks if rank is not None]
    return max(known) if len(known) == len(ranks) else None


def age_rank(text: str | None) -> int | None:
    """Place in B2's order, youngest first; None when unknown."""
    return _AGES.get(text or "")


def age_group(text: str | None) -> str | None:
    """`master-3` -> `master`: the division without its number; None when unknown."""
    return _NUMBERED.sub("", text) if text is not None and text in _AGES else None


def age_of_years(years: int) -> AgeDivision | None:
    """Give the division of an exact age (B2), 4 to 17; None from 18 on, where there are only minimum ages (B1)."""
    return _EXACT_AGES.get(years)


def is_minor(age: str | None) -> bool | None:
    """Whether the division is for under-18s; None when the division is unknown (then protect as if it were)."""
    rank = age_rank(age)
    return None if rank is None else rank < _AGES[AgeDivision.ADULT]
