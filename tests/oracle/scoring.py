"""Academy points and the order of academies: sections A and T."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .bundle import CategoryKey, Event

BELTS = ("white", "grey", "yellow", "orange", "green", "blue", "purple", "brown", "black")
WEIGHTS = (
    *("rooster", "light-feather", "feather", "light", "middle", "medium-heavy", "heavy", "super-heavy"),
    "ultra-heavy",
)
MASTERS = tuple(f"master-{n}" for n in range(1, 8))
T2_AGES = (
    "adult",
    *MASTERS,
    "juvenile-2",
    "juvenile-1",
    "juvenile",
    *(f"{kids}-{n}" for kids in ("teen", "junior", "pee-wee", "mighty-mite") for n in (3, 2, 1)),
)
POINTS = {1: 9, 2: 3, 3: 1}
NOT_WHITE = list(BELTS[1:])
BOTH = ["male", "female"]
JUVENILE = ["juvenile-1", "juvenile-2", "juvenile"]


def _kids(division: str) -> dict[str, Any]:
    return {"id": division, "genders": BOTH, "ages": [f"{division}-{n}" for n in (1, 2, 3)]}


PRESET: list[dict[str, Any]] = [  # A9
    {"id": "adult-male", "genders": ["male"], "ages": ["adult"], "belts": NOT_WHITE},
    {"id": "adult-female", "genders": ["female"], "ages": ["adult"], "belts": NOT_WHITE},
    {"id": "juvenile", "genders": BOTH, "ages": JUVENILE, "belts": NOT_WHITE},
    {"id": "master", "genders": BOTH, "ages": list(MASTERS), "belts": NOT_WHITE},
    {"id": "novice", "genders": BOTH, "ages": ["adult", *JUVENILE, *MASTERS], "belts": ["white"]},
    *(_kids(division) for division in ("mighty-mite", "pee-wee", "junior", "teen")),
]


@dataclass
class Podium:
    """One decided category with at least one place; `academies` are those of all registered athletes."""

    key: CategoryKey
    places: list[tuple[int, str, str]]
    registered: int
    academies: list[str]
    counts: bool = True


def awards(event: Event) -> list[dict[str, Any]]:
    preset = PRESET if event["event"].get("awards") == "ibjjf-championship" else []
    return [*preset, *event["award"]] or [{"id": "overall"}]


def top_belt(belt: str) -> str:
    """B7: combined belts rank by the highest."""
    return max(belt.split("+"), key=BELTS.index)


def in_award(key: CategoryKey, award: dict[str, Any]) -> bool:
    gender, age, belt, _ = key
    asked = (("genders", gender), ("ages", age), ("belts", top_belt(belt)))
    return all(not award.get(column) or value in award[column] for column, value in asked)


def gives_points(podium: Podium, override: dict[str, str], one_academy_counts: bool) -> bool:
    """A3, A4 (wide), or what categories.csv says."""
    if override.get("counts"):
        return override["counts"] == "yes"
    registered = int(override["registered"]) if override.get("registered") else podium.registered
    if registered == 1:
        return False
    all_known = registered <= len(podium.academies)
    return one_academy_counts or not (all_known and len(set(podium.academies)) == 1)


def weight_rank(weight: str) -> tuple[int, float, int] | None:
    """B8: light to heavy; None for the open class, which stands outside the order."""
    if weight.startswith("open"):
        return None
    if weight in WEIGHTS:
        return (0, WEIGHTS.index(weight), 0)
    return (1, float(weight.strip("+- kg")), 1 if weight.startswith("+") else 0)


class Tally:
    """The counts of one award."""

    def __init__(self, podiums: list[Podium], tiebreak_counts: str) -> None:
        self.counted = [podium for podium in podiums if podium.counts]
        self.for_ties = podiums if tiebreak_counts == "all" else self.counted  # A6
        self.points: Counter[str] = Counter()
        for podium in self.counted:
            for place, _, academy in podium.places:
                self.points[academy] += POINTS[place]

    def medals(self, place: int) -> Counter[str]:
        return Counter(a for podium in self.for_ties for p, _, a in podium.places if p == place)

    def champions(self, podiums: list[Podium]) -> Counter[str]:
        return Counter(a for podium in podiums for p, _, a in podium.places if p == 1)

    def at_highest_belt(self, podiums: list[Podium]) -> list[Podium]:
        if not podiums:
            return []
        highest = max((top_belt(p.key[2]) for p in podiums), key=BELTS.index)
        return [p for p in podiums if top_belt(p.key[2]) == highest]

    def levels(self, chain: str) -> list[tuple[str, dict[str, Any]]]:
        common: list[tuple[str, dict[str, Any]]] = [("gold", self.medals(1)), ("silver", self.medals(2))]
        return common + {"T1": self._t1, "T2": self._t2, "T3": self._t3}[chain]()

    def _t1(self) -> list[tuple[str, dict[str, Any]]]:
        top = self.at_highest_belt(self.for_ties)
        weights = [rank for p in top if (rank := weight_rank(p.key[3])) is not None]
        heaviest = [p for p in top if weights and weight_rank(p.key[3]) == max(weights)]
        return [("highest_belt", self.champions(top)), ("heaviest", self.champions(heaviest))]

    def _t2(self) -> list[tuple[str, dict[str, Any]]]:
        found: list[tuple[str, dict[str, Any]]] = []
        for age in ("adult", *MASTERS):
            black = [p for p in self.for_ties if p.key[1] == age and top_belt(p.key[2]) == "black"]
            found.append((f"black_{age}", self.champions(black)))
        for age in T2_AGES:
            top = self.at_highest_belt([p for p in self.for_ties if p.key[1] == age])
            found.append((f"top_belt_{age}", self.champions(top)))
        return found

    def _t3(self) -> list[tuple[str, dict[str, Any]]]:
        by_belt: dict[str, Any] = {}
        by_weight: dict[str, Any] = {}
        weights = sorted({r for p in self.for_ties if (r := weight_rank(p.key[3])) is not None}, reverse=True)
        for academy in self.points:
            won = [p for p in self.for_ties for place, _, a in p.places if place == 1 and a == academy]
            by_belt[academy] = tuple(sum(top_belt(p.key[2]) == belt for p in won) for belt in reversed(BELTS))
            by_weight[academy] = tuple(sum(weight_rank(p.key[3]) == weight for p in won) for weight in weights)
        return [("higher_rank", by_belt), ("heavier", by_weight)]


def chain_of(award: dict[str, Any], tally: Tally, ruleset: str) -> str:
    chain = str(award.get("chain", "auto"))
    if chain != "auto":
        return chain
    if ruleset == "ibjjf-v3":
        return "T3"
    return "T2" if len({podium.key[1] for podium in tally.counted}) > 1 else "T1"


def draw_order(seed: str, academies: list[str]) -> list[str]:
    def digest(academy: str) -> str:
        text = unicodedata.normalize("NFC", seed) + "\n" + unicodedata.normalize("NFC", academy)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()

    return sorted(academies, key=digest)


def recorded_draw(event: Event, award_id: str, tied: list[str]) -> list[str] | None:
    """The drawn order of exactly these academies, if a draw among them was recorded."""
    rows = [r for r in event["draws"] if r["award"] == award_id and sorted(r["tie"].split("|")) == sorted(tied)]
    if sorted(row["academy"] for row in rows) != sorted(tied):
        return None
    return [row["academy"] for row in sorted(rows, key=lambda row: int(row["position"]))]


def rank_academies(event: Event, award: dict[str, Any], tally: Tally, chain: str) -> list[dict[str, Any]]:
    """The rows of the contract's standing; a reason has own and next only where they are single numbers."""
    levels = [("points", dict(tally.points)), *tally.levels(chain)]
    academies = sorted(academy for academy, points in tally.points.items() if points > 0)

    def key(academy: str) -> tuple[Any, ...]:
        return tuple(counts.get(academy, 0) for _, counts in levels)

    rows: list[dict[str, Any]] = []
    for value in sorted({key(academy) for academy in academies}, reverse=True):
        tied = [academy for academy in academies if key(academy) == value]
        drawn = recorded_draw(event, award["id"], tied) if len(tied) > 1 else None
        first = len(rows) + 1
        for position, academy in enumerate(drawn or tied):
            rank = first + position if drawn else first
            open_draw = len(tied) > 1 and drawn is None
            rows.append({"rank": rank, "academy": academy, "points": tally.points[academy], "draw_required": open_draw})
    for row, following in zip(rows, [*rows, None][1:], strict=True):
        row["reason"] = _reason(levels, row, following)
    return rows


def _reason(
    levels: list[tuple[str, dict[str, Any]]], row: dict[str, Any], following: dict[str, Any] | None
) -> dict[str, Any] | None:
    if following is None:
        return None
    for level, counts in levels:
        own, other = counts.get(row["academy"], 0), counts.get(following["academy"], 0)
        if own != other:
            numbers = {"own": own, "next": other} if isinstance(own, int) else {}
            return {"level": level, **numbers}
    return {"level": "draw"}
