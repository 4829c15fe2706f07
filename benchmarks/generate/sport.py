"""What a realistic event looks like: categories and how common they are, match times, ladders, techniques.

Written from the rules, not read from `rulebook`: what the generator makes must be able to show an error there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulebook.vocabulary import WeightClass

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

BELTS = ("white", "grey", "yellow", "orange", "green", "blue", "purple", "brown", "black")  # B7, low to high
BELT_SHARE = {"white": 0.22, "blue": 0.32, "purple": 0.22, "brown": 0.12, "black": 0.12}
COMBINED_BELTS = (
    "brown+black",
    "purple+brown+black",
    "purple+brown",
    "white+blue",
    "blue+purple",
    "blue+purple+brown",
    "white+blue+purple",
)
JUVENILE_BELTS = ("white", "blue", "purple")  # B5

# name, youngest age, years the generator spreads birth years over, share of the categories' popularity (B1, B2)
ADULTS = (
    ("adult", 18, 12, 0.42),
    ("master-1", 30, 6, 0.17),
    ("master-2", 36, 5, 0.12),
    ("master-3", 41, 5, 0.08),
    ("master-4", 46, 5, 0.05),
    ("master-5", 51, 5, 0.03),
    ("master-6", 56, 5, 0.015),
    ("master-7", 61, 8, 0.01),
)
JUVENILES = (("juvenile-1", 16, 0.04), ("juvenile-2", 17, 0.04))
KIDS = tuple(
    (f"{name}-{number}", first + number - 1)
    for name, first in (("mighty-mite", 4), ("pee-wee", 7), ("junior", 10), ("teen", 13))
    for number in (1, 2, 3)
)
KIDS_SHARE = 0.025
KIDS_BELTS = (("white", 4), ("grey", 4), ("yellow", 7), ("orange", 10), ("green", 13))  # with the youngest age

WEIGHTS = tuple(weight for weight in WeightClass if not weight.startswith("open"))  # B8, light to heavy
WEIGHT_SHARE = (0.5, 0.8, 1.2, 1.5, 1.4, 1.1, 0.9, 0.7, 0.5)
OPENS = (("open", 0.35), ("open-light", 0.05), ("open-heavy", 0.05))
# B8, weights.csv: upper limits in kg of the gi and no-gi charts; the class above the last limit has none.
LIMITS = {
    ("gi", "male", "adult"): (57.5, 64, 70, 76, 82.3, 88.3, 94.3, 100.5),
    ("gi", "female", "adult"): (48.5, 53.5, 58.5, 64, 69, 74, 79.3),
    ("gi", "male", "juvenile"): (53.5, 58.5, 64, 69, 74, 79.3, 84.3, 89.3),
    ("gi", "female", "juvenile"): (44.3, 48.3, 52.5, 56.5, 60.5, 65, 69),
    ("no-gi", "male", "adult"): (55.5, 61.5, 67.5, 73.5, 79.5, 85.5, 91.5, 97.5),
    ("no-gi", "female", "adult"): (46.5, 51.5, 56.5, 61.5, 66.5, 71.5, 76.5),
    ("no-gi", "male", "juvenile"): (51.5, 56.5, 61.5, 66.5, 71.5, 76.5, 81.5, 86.5),
    ("no-gi", "female", "juvenile"): (42.5, 46.5, 50.5, 54.5, 58.5, 62.5, 66.5),
}
COMBINED_FACTOR, LIMIT_FACTOR = 0.02, 0.03

KIDS_TECHNIQUES = ("armbar", "rear naked choke", "kimura", "americana", "triangle choke")
TEEN_TECHNIQUES = (*KIDS_TECHNIQUES, "omoplata")
WHITE_TECHNIQUES = (*TEEN_TECHNIQUES, "guillotine", "arm triangle")
COLOUR_TECHNIQUES = (*WHITE_TECHNIQUES, "wristlock")
HIGH_TECHNIQUES = (*COLOUR_TECHNIQUES, "kneebar", "toe hold", "straight ankle lock", "calf slicer")
# D8, zh 6: what is legal for all of a group; lapel chokes are added where there is a lapel.
TECHNIQUES = (KIDS_TECHNIQUES, TEEN_TECHNIQUES, WHITE_TECHNIQUES, COLOUR_TECHNIQUES, HIGH_TECHNIQUES)
LAPEL_TECHNIQUES = ("cross choke", "bow and arrow choke", "choke from back", "loop choke")

# Sum of what the first n penalties of one athlete give the other, by rule set and whether Teen 3 or younger (P1-P4).
_P1 = ((0, 0, 0, 2), (0, 0, 1, 1))
_P2 = ((0, 0, 0, 2, 4, 6), (0, 0, 1, 1, 1, 1))
_P3 = ((0, 1, 2, 5), (0, 0, 1, 1))
LADDERS = {
    ("ibjjf-2024", False): _P1,
    ("ibjjf-2024", True): _P2,
    ("ibjjf-2018", False): _P1,
    ("ibjjf-2018", True): _P2,
    ("ajp-2026", False): _P3,
    ("ajp-2026", True): _P2,
    ("ibjjf-v3", False): _P1,  # P4: the first is a verbal warning, the sums are those of P1
    ("ibjjf-v3", True): _P1,
}
RULESETS = ("ibjjf-2024", "ibjjf-2018", "ajp-2026", "ibjjf-v3")


@dataclass(frozen=True)
class Key:
    """A category that an event may hold; `limit` is its weight's place in the event's chart, -1 for a named class."""

    gender: str
    age: str
    belt: str
    weight: str
    limit: int
    youngest: int
    spread: int  # 0: the age is exact (B1)
    share: float

    @property
    def is_open(self) -> bool:
        """Say whether it has no weight (B8)."""
        return self.weight.startswith("open")


def match_time(key: Key) -> int:
    """Return seconds (B3); a combined belt counts as its highest."""
    belt = key.belt.rpartition("+")[2]
    if key.youngest < 7:
        return 120
    if key.youngest < 10:
        return 180
    if key.youngest < 16:
        return 240
    if key.age == "adult":
        return 60 * {"white": 5, "blue": 6, "purple": 7, "brown": 8, "black": 10}[belt]
    return 360 if key.age == "master-1" and belt in {"purple", "brown", "black"} else 300


def technique_group(key: Key) -> int:
    """Return the place in TECHNIQUES; a combined belt counts as its lowest, so that the technique is legal for all."""
    if key.youngest < 13:
        return 0
    if key.youngest < 16:
        return 1
    lowest = key.belt.partition("+")[0]
    return 2 if key.youngest < 18 or lowest == "white" else 3 if lowest in {"blue", "purple"} else 4


def _weights(gender: str, *, limits: bool) -> list[tuple[str, int, float]]:
    classes = len(WEIGHTS) - (gender == "female")  # women end at super heavy
    named = [(WEIGHTS[place].value, -1, WEIGHT_SHARE[place]) for place in range(classes)]
    limited = [(WEIGHTS[place].value, place, WEIGHT_SHARE[place] * LIMIT_FACTOR) for place in range(classes)]
    return named + (limited if limits else [])


def _grown(gender: str) -> list[Key]:
    belts = list(BELT_SHARE.items()) + [(belt, COMBINED_FACTOR) for belt in COMBINED_BELTS]
    weights = _weights(gender, limits=True) + [(name, -1, share) for name, share in OPENS]
    sexes = 0.72 if gender == "male" else 0.28
    return [
        Key(gender, age, belt, weight, limit, youngest, spread, sexes * age_share * belt_share * share)
        for age, youngest, spread, age_share in ADULTS
        for belt, belt_share in belts
        for weight, limit, share in weights
    ]


def _young(gender: str) -> list[Key]:
    sexes = 0.65 if gender == "male" else 0.35
    keys = [
        Key(gender, age, belt, weight, limit, youngest, 0, sexes * age_share * share / len(JUVENILE_BELTS))
        for age, youngest, age_share in JUVENILES
        for belt in JUVENILE_BELTS
        for weight, limit, share in _weights(gender, limits=True)
    ]
    for age, years in KIDS:
        belts = [belt for belt, first in KIDS_BELTS if first <= years]
        share = sexes * KIDS_SHARE / len(KIDS) / len(belts)
        whose = "mixed" if years < 7 else gender  # the smallest fight boys and girls together
        if whose == "mixed" and gender == "female":
            continue
        keys += [
            Key(whose, age, belt, weight, -1, years, 0, share * weight_share)
            for belt in belts
            for weight, _, weight_share in _weights(gender, limits=False)
        ]
    return keys


def catalogue() -> list[Key]:
    """Return every category an event may hold, about 4,700, in a fixed order."""
    return [key for gender in ("male", "female") for key in _grown(gender) + _young(gender)]


def weight_text(key: Key, uniform: str) -> str:
    """Return the weight class as written: its name, or `-76 kg` / `+100.5 kg` in the event's chart."""
    if key.limit < 0:
        return key.weight
    limits = LIMITS[uniform, key.gender, "juvenile" if key.youngest < 18 else "adult"]
    return f"-{limits[key.limit]:g} kg" if key.limit < len(limits) else f"+{limits[-1]:g} kg"
