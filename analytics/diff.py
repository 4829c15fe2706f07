"""Who would stand where under another rule set, and why: other places, other points, or another tie-break level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import awarded, changes, queries

if TYPE_CHECKING:
    import duckdb

    from analytics.awarded import Place
    from analytics.changes import PlaceChange, StandingChange
    from analytics.versions import Version


@dataclass(frozen=True)
class Revalued:
    """A place both rule sets give, worth other points under the other one."""

    place: Place
    new_points: int
    new_rule: str


@dataclass(frozen=True)
class Move:
    """An academy that stands elsewhere or with other points; `level` separates it from the row above there.

    `why`: places, points or chain; `others` where nothing of its own changed.
    """

    standing: StandingChange
    why: str
    places: tuple[PlaceChange, ...]
    revalued: tuple[Revalued, ...]
    level: str | None


def diff(cur: duckdb.DuckDBPyConnection, version: Version, award: str, ruleset: str) -> list[Move]:
    """The standing as stored against the one recomputed under `ruleset`, which touches nothing stored."""
    from analytics import relations

    queries.award(cur, version, award)
    other = version.under(ruleset)
    with cur.cursor() as lab:
        relations.recompute(lab, version.version_id, ruleset)
        before, after = (cur, version.version_id), (lab, version.version_id)
        moved = changes.standings(before, after, award)
        old = awarded.places(cur, version, award)
        new = {_who(place): place for place in awarded.places(lab, other, award)}
        places = changes.places(before, after)
    covered = {(p.gender, p.age_division, p.belt, p.weight_class) for p in [*old, *new.values()]}
    places = [change for change in places if change.category[:4] in covered]
    revalued = [
        Revalued(place, now.points, now.rule)
        for place in old
        if (now := new.get(_who(place))) is not None and now.place == place.place and now.points != place.points
    ]
    return [_move(change, places, revalued) for change in moved]


def _move(change: StandingChange, places: list[PlaceChange], revalued: list[Revalued]) -> Move:
    own = tuple(place for place in places if place.academy_key == change.academy_key)
    worth = tuple(one for one in revalued if one.place.academy_key == change.academy_key)
    if change.old_points == change.new_points and not own and not worth:
        why = "chain" if change.old_level != change.new_level else "others"
    else:
        why = "places" if own else "points"
    return Move(change, why, own, worth, change.new_level)


def _who(place: Place) -> tuple[int, str]:
    return place.category_id, place.athlete_key
