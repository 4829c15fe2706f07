"""What both scripts know of the sport, as plain lists out of the rule book: the work is theirs, the rules are not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from rulebook import ruleset
from rulebook.ruleset import RuleSet
from rulebook.vocabulary import Belt, belt_rank, is_open_class, weight_rank

RULESETS = ("ibjjf-2018", "ibjjf-2024")
POINTS = {1: 9, 2: 3, 3: 1}  # A1
BLACK = belt_rank(Belt.BLACK)
KEY = ["event", "gender", "age_division", "belt", "weight_class"]
DIVISION = ["gender", "age_division", "belt"]
RESULT = ["event", "award", "rank", "academy", "points", "gold", "silver", "bronze"]


def events(folder: Path) -> list[dict[str, object]]:
    """One row per event: id, uniform, rule set and which awards it has."""
    found = []
    for file in sorted(folder.glob("*/event.toml")):
        event = tomllib.loads(file.read_text(encoding="utf-8"))["event"]
        found.append(
            {
                "event": event["id"],
                "uniform": event["uniform"],
                "awards": event.get("awards", "overall"),
                "ruleset": event["ruleset"],
            }
        )
    return found


def rules() -> RuleSet:
    """The rule set whose presets are read, and the longest chain; that of 2018 has the same but for Master 7."""
    return ruleset.load(RULESETS[-1])


def memberships(divisions: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str, str, str]]:
    """Which award of a preset, or `overall`, a gender, age and belt belong to (A9)."""
    awards = rules().award_presets("ibjjf-championship")
    found = []
    for gender, age, belt in divisions:
        found.append(("overall", "overall", gender, age, belt))
        found += [
            ("ibjjf-championship", award.id, gender, age, belt) for award in awards if award.admits(gender, age, belt)
        ]
    return found


def belts(divisions: Iterable[str]) -> dict[str, int | None]:
    """Rank of each belt as it stands in the files."""
    return {belt: belt_rank(belt) for belt in divisions}


def weights(
    classes: Iterable[tuple[str, str, str, str]],
) -> list[tuple[str, str, str, str, float | None]]:
    """Uniform, gender, age and class -> its rank; the open class has none."""
    return [
        (uniform, gender, age, weight, None if is_open_class(weight) else weight_rank(weight, gender, age, uniform))
        for uniform, gender, age, weight in classes
    ]


def levels() -> list[tuple[str, str, str, list[str]]]:
    """T2 over age divisions: the level's name, `black` or `top_belt`, the age, and the rule sets that have it."""
    has: dict[str, list[str]] = {}
    for name in RULESETS:
        for level in ruleset.load(name).chain("T2"):
            has.setdefault(level.name, []).append(name)
    chain = rules().chain("T2")
    return [(level.name, level.kind, level.age, has[level.name]) for level in chain if level.age is not None]
