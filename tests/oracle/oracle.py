"""The oracle: places, points and standings of an event, read from rules.md alone, slowly and in plain words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .bundle import CategoryKey, Event, category_of, read_bundle, write_bundle
from .podium import Places
from .referee import Switches, possible_places
from .scoring import Podium, Tally, awards, chain_of, gives_points, in_award, rank_academies
from .sheet import NeedsRuling, Person, Sheet, Unfinished, sheets
from .striking import disciplined, strike

__all__ = ["Result", "awards", "places", "points", "read_bundle", "standing", "write_bundle"]

DEFAULTS = {"tiebreak_counts": "all", "one_academy_counts": False, "double_disciplinary_final": "loser_second"}


@dataclass
class Result:
    """One category: state is decided, open, needs_ruling or no_places; a place is (place, athlete, academy)."""

    state: str
    places: list[tuple[int, str, str]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    reason: str = ""


def switches(event: Event) -> dict[str, Any]:
    return {**DEFAULTS, **event["rules"]}


def places(event: Event) -> dict[CategoryKey, Result]:
    if event["event"].get("ruleset") == "none":
        return {key: Result("no_places", reason="statistics only") for key in sheets(event)}
    found = sheets(event)
    banned = disciplined(list(found.values()))
    known = {person for person in banned if person[1]}  # M18: a name without academy is somebody in one category only
    return {key: judge(sheet, known | disciplined([sheet]), switches(event)) for key, sheet in found.items()}


def judge(sheet: Sheet, banned: set[Person], rules: Switches) -> Result:
    if sheet.official:
        return _result(sheet, [(place, person, "M20") for place, person in sheet.official])
    try:
        answers = [_after_the_bouts(sheet, found, banned) for found in possible_places(sheet, rules)]
        if any(sorted(answer) != sorted(answers[0]) for answer in answers):
            raise NeedsRuling("the unnamed rounds can be read in two ways")
        return _result(sheet, found=answers[0])
    except NeedsRuling as why:
        return Result("needs_ruling", reason=str(why))
    except Unfinished:
        return Result("open", reason="bouts are still to come")


def _after_the_bouts(sheet: Sheet, found: Places, banned: set[Person]) -> Places:
    return strike(sheet, [place for place in found if not sheet.failed_check(place[1])], banned)  # M19, then M24


def _result(sheet: Sheet, found: Places) -> Result:
    if not found:
        return Result("no_places")
    written = sorted((place, *sheet.label[person]) for place, person, _ in found)
    return Result("decided", written, sorted({rule for _, _, rule in found}))


def podiums(event: Event) -> list[Podium]:
    """The categories that hold places, each with whether it gives points."""
    found = sheets(event)
    rules = switches(event)
    overrides = {category_of(row): row for row in event["categories"]}
    made = []
    for key, result in places(event).items():
        if result.state == "decided":
            academies = [found[key].label[person][1] for person in found[key].status]
            podium = Podium(key, result.places, len(academies), academies)
            podium.counts = gives_points(podium, overrides.get(key, {}), bool(rules["one_academy_counts"]))
            made.append(podium)
    return made


def tally(event: Event, award: dict[str, Any]) -> Tally:
    inside = [podium for podium in podiums(event) if in_award(podium.key, award)]
    return Tally(inside, str(switches(event)["tiebreak_counts"]))


def points(event: Event, award: dict[str, Any]) -> dict[str, int]:
    """A1-A8: points by academy, those without any left out."""
    return {academy: count for academy, count in tally(event, award).points.items() if count}


def standing(event: Event, award: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the contract's `standings`; empty under rule set "none"."""
    counts = tally(event, award)
    return rank_academies(event, award, counts, chain_of(award, counts, str(event["event"].get("ruleset", ""))))
