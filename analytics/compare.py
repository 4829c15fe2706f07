"""Computed points against the published team ranking, row by row, and what would account for a difference."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import awarded, queries
from etl import academies

if TYPE_CHECKING:
    import duckdb

    from analytics.awarded import Category, Place
    from analytics.versions import Version
    from etl.pasted_list import Line

_MOST = 3  # places taken together to account for a difference
_SHOWN = 3
_NEAR = 75.0  # likeness of two names, of 100, below which they are not offered as one academy
_MANY = 40  # places beyond which triples are no explanation


@dataclass(frozen=True)
class Cause:
    """What would make up the difference exactly.

    `kind`: `counted_anyway` = the list counts places that the rules do not (`rules`: A3, A4 …); `outside_award` = it
    counts places of categories the award does not cover; `left_out` = it does not count these; `other_name` = the
    points stand under `academy`. `unsettled` = `categories` of its athletes count nowhere yet (A7); of any worth.
    """

    kind: str
    points: int
    places: tuple[Place, ...] = ()
    rules: tuple[str, ...] = ()
    academy: str | None = None
    categories: tuple[Category, ...] = ()


@dataclass(frozen=True)
class Row:
    """One published line; `points` 0 and `rank` None where the computed standing lacks the academy.

    `agrees` = equal points, None where the list gives none.
    """

    academy: str
    official_rank: int | None
    official_points: int | None
    rank: int | None
    points: int
    agrees: bool | None
    causes: tuple[Cause, ...]


@dataclass(frozen=True)
class Unlisted:
    """An academy that the list leaves out although its points would stand above the last published row."""

    academy: str
    rank: int
    points: int


@dataclass(frozen=True)
class Comparison:
    """`of` counts the published rows that give points, `agree` those of them with equal ones."""

    award: str
    rows: tuple[Row, ...]
    agree: int
    of: int
    unlisted: tuple[Unlisted, ...]


@dataclass(frozen=True)
class _Standing:
    academy: str
    rank: int
    points: int


@dataclass(frozen=True)
class _Evidence:
    """What may account for a difference: `outside` = places the award leaves out, `others` = academies not listed.

    `unsettled` = academy key -> categories in which it has athletes and which count nowhere yet (A7).
    """

    worth: dict[int, int]
    places: list[Place]
    outside: list[Place]
    others: list[_Standing]
    unsettled: dict[str, tuple[Category, ...]]


def compare(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str, lines: Sequence[Line] | None = None
) -> Comparison:
    """An award's standing against its published ranking, or these lines of one; no rows where nothing was published."""
    queries.award(cur, version, award)
    published = _published(cur, version, award) if lines is None else _given(cur, version, lines)
    computed = _computed(cur, version, award)
    listed = {key for key, *_ in published}
    covered, places = awarded.categories_and_places(cur, version, award)
    evidence = _Evidence(
        {place: version.rules.place_points(place) for place in (1, 2, 3)},
        places,
        _outside(cur, version, covered),
        [one for key, one in computed.items() if key not in listed],
        _unsettled(cur, version, covered),
    )
    rows = tuple(
        _row(key, academy, rank, points, computed.get(key or ""), evidence) for key, academy, rank, points in published
    )
    told = [row.agrees for row in rows if row.agrees is not None]
    return Comparison(award, rows, sum(told), len(told), _unlisted(rows, evidence.others))


def _row(
    key: str | None, academy: str, rank: int | None, points: int | None, own: _Standing | None, evidence: _Evidence
) -> Row:
    found_rank, found_points = (own.rank, own.points) if own else (None, 0)
    if points is None:
        return Row(academy, rank, None, found_rank, found_points, None, ())
    difference = points - found_points
    causes = _causes(difference, key, academy, evidence) if difference and key else ()
    return Row(academy, rank, points, found_rank, found_points, difference == 0, causes)


def _published(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str
) -> list[tuple[str | None, str, int | None, int | None]]:
    """(academy key, academy, rank, points), in the order of the list."""
    rows = cur.execute(
        """
        select s.academy_key, o.academy, o.rank, o.points
        from official_standing as o
        left join version_academy as s on s.version_id = ? and s.spelling = o.academy
        where o.load_id = ? and o.award_id = ?
        order by o.list_name, o.rank nulls last, o.points desc, o.file_row, o.academy
        """,
        [version.version_id, version.load_id, award],
    ).fetchall()
    return [(key or academies.key(academy), academy, rank, points) for key, academy, rank, points in rows]


def _given(
    cur: duckdb.DuckDBPyConnection, version: Version, lines: Sequence[Line]
) -> list[tuple[str | None, str, int | None, int | None]]:
    """As `_published`; a spelling the event has is the academy that it is there, aliases followed."""
    rows = cur.execute(
        "select spelling, academy_key from version_academy where version_id = ? order by spelling", [version.version_id]
    ).fetchall()
    known = {academies.key(spelling): key for spelling, key in rows}
    keys = [academies.key(line.academy) for line in lines]
    return [(known.get(key, key), line.academy, line.rank, line.points) for key, line in zip(keys, lines, strict=True)]


def _computed(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> dict[str, _Standing]:
    rows = cur.execute(
        "select academy_key, academy, rank, points from standing where version_id = ? and award_id = ? "
        "order by position",
        [version.version_id, award],
    ).fetchall()
    return {key: _Standing(academy, rank, points) for key, academy, rank, points in rows}


def _unlisted(rows: Sequence[Row], others: list[_Standing]) -> tuple[Unlisted, ...]:
    """Lists stop somewhere: only those above the last row's points are missing from it."""
    last = min((row.official_points for row in rows if row.official_points is not None), default=None)
    if last is None:
        return ()
    return tuple(Unlisted(one.academy, one.rank, one.points) for one in others if one.points > last)


def _causes(difference: int, key: str, academy: str, evidence: _Evidence) -> tuple[Cause, ...]:
    """The simplest first: places not counted, what waits, another name, other belts, places left out."""
    own = [place for place in evidence.places if place.academy_key == key]
    if difference < 0:
        counted = [place for place in own if place.counted]
        sets = _making_up(-difference, counted, evidence.worth)
        return tuple(Cause("left_out", difference, chosen) for chosen in sets)
    uncounted = [place for place in own if not place.counted]
    outside = [place for place in evidence.outside if place.academy_key == key]
    found = [
        Cause("counted_anyway", difference, chosen, tuple(sorted({place.rule for place in chosen})))
        for chosen in _making_up(difference, uncounted, evidence.worth)
    ]
    if waiting := evidence.unsettled.get(key):
        found.append(Cause("unsettled", difference, categories=waiting))
    found += _other_names(difference, academy, evidence.others)
    found += [Cause("outside_award", difference, chosen) for chosen in _making_up(difference, outside, evidence.worth)]
    return tuple(found[:_SHOWN])


def _making_up(points: int, places: list[Place], worth: dict[int, int]) -> list[tuple[Place, ...]]:
    """The smallest sets of places worth exactly so many points: all of one size, but not more than are shown."""
    for size in range(1, _MOST + 1):
        if size == _MOST and len(places) > _MANY:
            return []
        sets = (
            chosen
            for chosen in itertools.combinations(places, size)
            if sum(worth[place.place] for place in chosen) == points
        )
        if found := list(itertools.islice(sets, _SHOWN)):
            return found
    return []


def _other_names(points: int, academy: str, others: list[_Standing]) -> list[Cause]:
    """Unlisted academies of a like name with exactly the points that are missing, the likest first."""
    from rapidfuzz import fuzz, utils

    like = [
        (fuzz.WRatio(academy, one.academy, processor=utils.default_process), one)
        for one in others
        if one.points == points
    ]
    near = sorted((pair for pair in like if pair[0] >= _NEAR), key=lambda pair: (-pair[0], pair[1].academy))
    return [Cause("other_name", points, academy=one.academy) for _, one in near]


def _unsettled(
    cur: duckdb.DuckDBPyConnection, version: Version, covered: Sequence[Category]
) -> dict[str, tuple[Category, ...]]:
    """By academy key, the categories of its athletes that are open or need a ruling (A7)."""
    waiting = {c.category_id: c for c in covered if c.state in ("open", "needs_ruling")}
    found: dict[str, tuple[Category, ...]] = {}
    if not waiting:
        return found
    asked = {"version": version.version_id, "load": version.load_id, "categories": list(waiting)}
    for key, number in cur.execute(_TAKING_PART, asked).fetchall():
        found[key] = (*found.get(key, ()), waiting[number])
    return found


def _outside(cur: duckdb.DuckDBPyConnection, version: Version, covered: Sequence[Category]) -> list[Place]:
    """Places of the award's own genders and ages that it leaves out by their belt: white belts, mostly."""
    ids = {category.category_id for category in covered}
    divisions = {(category.gender, category.age_division) for category in covered}
    rows = cur.execute(_ALL_PLACES, [version.version_id]).fetchall()
    places = [awarded.Place(*row) for row in rows]
    return [p for p in places if p.category_id not in ids and (p.gender, p.age_division) in divisions]


_TAKING_PART = """
with seen as (
  select category_id, academy from entry where load_id = $load
  union select category_id, red_academy from bout where load_id = $load
  union select category_id, blue_academy from bout where load_id = $load
  union select category_id, academy from official_place where load_id = $load
)
select distinct s.academy_key, n.category_id
from seen as n join version_academy as s on s.version_id = $version and s.spelling = n.academy
where n.category_id in (select unnest($categories::bigint[])) order by 1, 2
"""
_ALL_PLACES = """
select c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.is_minor, p.place, p.athlete, p.athlete_key,
       p.academy, p.academy_key, 0 as points, r.counted, false as breaks_ties, 'outside' as rule, c.unread
from place as p
join category as c on c.category_id = p.category_id
join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
where p.version_id = ?
order by c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.category_id, p.place, p.athlete,
  p.athlete_key
"""
