"""Who would stand where under another rule set, and why: other places, other points, or another tie-break level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analytics import awarded, changes, queries, reading

if TYPE_CHECKING:
    import duckdb

    from analytics.awarded import Place
    from analytics.changes import PlaceChange, Side, StandingChange
    from analytics.versions import Version


@dataclass(frozen=True)
class Revalued:
    """A place both rule sets give, worth other points under the other one."""

    place: Place
    new_points: int
    new_rule: str


@dataclass(frozen=True)
class Move:
    """An academy that stands elsewhere or with other points.

    `why`: places, points or chain (it passed, or was passed by, another with equal points); `others` where nothing of
    its own changed. `level` separates it there from that other academy, else from the row above.
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
    with reading.beside(cur) as lab:
        relations.recompute(lab, version.version_id, ruleset)
        before, after = (cur, version.version_id), (lab, version.version_id)
        moved = changes.standings(before, after, award)
        ties = _Ties(_order(before, award), _order(after, award), awarded.levels(lab, other, award))
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
    return [_move(change, places, revalued, ties.level(change.academy_key)) for change in moved]


def _move(change: StandingChange, places: list[PlaceChange], revalued: list[Revalued], tie: str | None) -> Move:
    own = tuple(place for place in places if place.academy_key == change.academy_key)
    worth = tuple(one for one in revalued if one.place.academy_key == change.academy_key)
    if change.old_points == change.new_points and not own and not worth:
        why = "others" if tie is None else "chain"
    else:
        why = "places" if own else "points"
    return Move(change, why, own, worth, tie if why == "chain" else change.new_level)


class _Standing(NamedTuple):
    points: int
    rank: int
    position: int


class _Ties(NamedTuple):
    """A standing by academy key as it is and as it would be, with the tie-break values there."""

    old: dict[str, _Standing]
    new: dict[str, _Standing]
    levels: dict[tuple[int, str], dict[str, int]]

    def level(self, key: str) -> str | None:
        """What separates an academy from the nearest with equal points it stands otherwise to; None = no such one."""
        own, was = self.new.get(key), self.old.get(key)
        if own is None or was is None:
            return None
        passed = {
            abs(one.position - own.position): other
            for other, one in self.new.items()
            if other in self.old
            and one.points == own.points
            and _side(one.rank, own.rank) != _side(self.old[other].rank, was.rank)
        }
        if not passed:
            return None
        other = passed[min(passed)]
        differ = (name for (_, name), of in self.levels.items() if of.get(key, 0) != of.get(other, 0))
        return next(differ, "draw")


def _side(one: int, other: int) -> int:
    """1 behind, 0 level, -1 ahead."""
    return (one > other) - (one < other)


def _order(side: Side, award: str) -> dict[str, _Standing]:
    cur, version_id = side
    question = "select academy_key, points, rank, position from standing where version_id = ? and award_id = ?"
    return {key: _Standing(*row) for key, *row in cur.execute(question, [version_id, award]).fetchall()}


def _who(place: Place) -> tuple[int, str]:
    return place.category_id, place.athlete_key
