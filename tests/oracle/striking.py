"""Places taken away after the bouts: M18 across the categories of an event, M24 in each."""

from __future__ import annotations

from itertools import permutations

from .podium import Places
from .sheet import DISCIPLINARY, NeedsRuling, Person, Sheet


def disciplined(sheets: list[Sheet]) -> set[Person]:
    """Everyone with a disciplinary disqualification anywhere in the event: in a bout, before one, or by status."""
    by_status = {p for sheet in sheets for p, status in sheet.status.items() if status in DISCIPLINARY}
    by_bout = {p for sheet in sheets for b in sheet.bouts for p, kind in b.dq.items() if kind == "disciplinary"}
    return by_status | by_bout


def strike(sheet: Sheet, places: Places, banned: set[Person]) -> Places:
    """M24 for every banned athlete who holds a place here."""
    struck = [person for _, person, _ in sorted(places) if person in banned]
    for person in struck:
        if any(bout.dq.get(person) == "disciplinary" for bout in sheet.bouts):
            raise NeedsRuling("disqualified disciplinarily in the category and yet placed")
    for bout in sheet.real_bouts():
        if all(side in struck for side in bout.sides()) and bout.winner is not None:
            raise NeedsRuling("M24: one struck athlete beat another")
    answers = [_one_after_another(sheet, places, order, banned) for order in permutations(struck)]
    if any(sorted(answer) != sorted(answers[0]) for answer in answers):
        raise NeedsRuling("M24: the places depend on who is struck first")
    return answers[0]


def _one_after_another(sheet: Sheet, places: Places, order: tuple[Person, ...], banned: set[Person]) -> Places:
    for person in order:
        places = _m24(sheet, places, person, banned)
    return places


def _m24(sheet: Sheet, places: Places, struck: Person, banned: set[Person]) -> Places:
    held = {person: place for place, person, _ in places}
    rule = {person: rule for _, person, rule in places}
    offered: int | None = held.pop(struck)
    for person in beaten_by(sheet, struck):
        if offered is None:
            break
        if person in banned or _can_hold_no_place(sheet, person):
            continue
        own = held.get(person)
        if own is not None and own < offered:
            continue
        held[person], rule[person] = offered, "M24"
        offered = own
    return [(place, person, rule[person]) for person, place in held.items()]


def beaten_by(sheet: Sheet, winner: Person) -> list[Person]:
    """The opponents of the bouts he won, the most recently beaten first, each once."""
    won = [bout for bout in sheet.real_bouts() if bout.winner == winner]
    found: list[Person] = []
    for bout in reversed(won):
        if bout.loser() not in found:
            found.append(bout.loser())
    return found


def _can_hold_no_place(sheet: Sheet, person: Person) -> bool:
    """M11, M17, M19: disqualified before a bout, or absent without having fought."""
    ways = [bout.how(person) for bout in sheet.real_bouts() if person in bout.sides()]
    if any(way.startswith("before") for way in ways):
        return True
    return sheet.failed_check(person) or not sheet.fought(person)
