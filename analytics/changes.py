"""What differs between two computations of an event: places, states of categories, points and ranks.

Each side is read through its own cursor, so that one may be a what-if. Categories are matched by their four parts and
what could not be read of them, since their numbers change with every load.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import duckdb

Parts = tuple[str, str, str, str, str]  # gender, age division, belt, weight class, unread
Side = tuple["duckdb.DuckDBPyConnection", int]  # where to read, which version_id


@dataclass(frozen=True)
class PlaceChange:
    """One athlete's place before and after; None = no place. Rules are those that gave each."""

    category: Parts
    is_minor: bool | None
    athlete: str
    athlete_key: str
    academy: str | None
    academy_key: str | None
    old_place: int | None
    new_place: int | None
    old_rule: str | None
    new_rule: str | None


@dataclass(frozen=True)
class StateChange:
    """A category whose state changed (None: not in that load), with the reason of the new state."""

    category: Parts
    is_minor: bool | None
    old_state: str | None
    new_state: str | None
    reason: str | None


@dataclass(frozen=True)
class StandingChange:
    """An academy's points and rank in an award before and after; None = not in the standing."""

    award: str
    academy: str
    academy_key: str
    old_points: int | None
    new_points: int | None
    old_rank: int | None
    new_rank: int | None
    old_level: str | None
    new_level: str | None


class _Place(NamedTuple):
    is_minor: bool | None
    athlete: str
    academy: str | None
    academy_key: str | None
    place: int
    rule: str


class _State(NamedTuple):
    is_minor: bool | None
    state: str
    reason: str | None


class _Standing(NamedTuple):
    academy: str
    points: int
    rank: int
    level: str | None  # towards the row above; None on the first


def places(before: Side, after: Side) -> list[PlaceChange]:
    """Athletes whose place changed, by category, the better new place first."""
    old, new = _places(before), _places(after)
    found = []
    for category, key in old.keys() | new.keys():
        was, now = old.get((category, key)), new.get((category, key))
        shown = now or was
        if shown is None or (was and now and was.place == now.place):
            continue
        was_place, was_rule = (was.place, was.rule) if was else (None, None)
        now_place, now_rule = (now.place, now.rule) if now else (None, None)
        found.append(PlaceChange(category, *shown[:2], key, *shown[2:4], was_place, now_place, was_rule, now_rule))
    return sorted(found, key=lambda c: (c.category, c.new_place or 9, c.old_place or 9, c.athlete, c.athlete_key))


def states(before: Side, after: Side) -> list[StateChange]:
    """Categories whose state changed, by category."""
    old, new = _states(before), _states(after)
    found = []
    for category in sorted(old.keys() | new.keys()):
        was, now = old.get(category), new.get(category)
        shown = now or was
        if shown is None or (was and now and was.state == now.state):
            continue
        old_state, new_state = was.state if was else None, now.state if now else None
        found.append(StateChange(category, shown.is_minor, old_state, new_state, now.reason if now else None))
    return found


def standings(before: Side, after: Side, award: str | None = None) -> list[StandingChange]:
    """Academies whose points or rank changed, by award and new rank; of every award where none is named."""
    old, new = _standings(before, award), _standings(after, award)
    found = []
    for award_id, key in old.keys() | new.keys():
        was, now = old.get((award_id, key)), new.get((award_id, key))
        shown = now or was
        if shown is None or (was and now and (was.points, was.rank) == (now.points, now.rank)):
            continue
        points = was.points if was else None, now.points if now else None
        ranks = was.rank if was else None, now.rank if now else None
        levels = was.level if was else None, now.level if now else None
        found.append(StandingChange(award_id, shown.academy, key, *points, *ranks, *levels))
    return sorted(found, key=lambda c: (c.award, c.new_rank or 10**6, c.old_rank or 10**6, c.academy))


def _places(side: Side) -> dict[tuple[Parts, str], _Place]:
    rows = _read(
        side,
        "select c.gender, c.age_division, c.belt, c.weight_class, c.unread, p.athlete_key, c.is_minor, p.athlete, "
        "p.academy, p.academy_key, p.place, p.rule from place as p join category as c on c.category_id = p.category_id "
        "where p.version_id = $version",
    )
    return {((row[0], row[1], row[2], row[3], row[4]), row[5]): _Place(*row[6:]) for row in rows}


def _states(side: Side) -> dict[Parts, _State]:
    rows = _read(
        side,
        "select c.gender, c.age_division, c.belt, c.weight_class, c.unread, c.is_minor, r.state, r.reason "
        "from category_result as r join category as c on c.category_id = r.category_id where r.version_id = $version",
    )
    return {(row[0], row[1], row[2], row[3], row[4]): _State(*row[5:]) for row in rows}


def _standings(side: Side, award: str | None) -> dict[tuple[str, str], _Standing]:
    rows = _read(
        side,
        "select award_id, academy_key, academy, points, rank, "
        "lag(reason_level) over (partition by award_id order by position) from standing where version_id = $version",
    )
    return {(row[0], row[1]): _Standing(*row[2:]) for row in rows if award in (None, row[0])}


def _read(side: Side, question: str) -> list[tuple[Any, ...]]:
    cur, version_id = side
    return cur.execute(question, {"version": version_id}).fetchall()
