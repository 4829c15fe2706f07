"""The relations behind a version's standings, which are not stored, read through the SQL that made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

_SQL = Path(__file__).with_name("sql")
_RELATIONS = ("award_division", "award_category", "award_place", "award_total", "award_level")

# The in_* tables exist only while answers are computed; these stand in for them. Answers and categories are cut down to
# the version by its numbers, which the runs of rows are skipped by: a join alone would read all of them.
_SCOPE = """
with place as (select * from place where version_id = $version_id),
category_result as (select * from category_result where version_id = $version_id),
category as (select * from category where load_id = $load_id),
in_version as (
  select cast($version_id as integer) as version_id, cast($load_id as integer) as load_id,
         cast($first as integer) as points_first, cast($second as integer) as points_second,
         cast($third as integer) as points_third, cast($counts as varchar) as tiebreak_counts
),
in_category as (select v.version_id, c.* from in_version as v join category as c on c.load_id = v.load_id),
"""

_PLACES = """
select c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.is_minor, w.place, w.athlete, w.athlete_key,
       w.academy, w.academy_key, w.points, w.counted, w.breaks_ties, w.rule, c.unread
from award_place as w
join category as c on c.category_id = w.category_id
where w.award_id = $award and (w.academy_key = $of or $of is null)
order by c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.category_id, w.place, w.athlete,
  w.athlete_key
"""

# Whoever has no point is in no standing.
_UNCOUNTED = """
select award_id, cast(count(*) as integer)
from award_place as w
where breaks_ties and not counted and (award_id = $award or $award is null) and (award_id, academy_key) in (
  select (award_id, academy_key) from award_place where points > 0 and academy_key is not null
)
group by award_id
"""

_OF_CATEGORY = """c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.is_minor, a.award_id, a.counted,
       a.breaks_ties, a.not_counted_rule, r.state, r.registered, r.registered_derived, c.unread"""
_WIDTH = 14  # the columns of a Category
_COVERED = """award_category as a
join category as c on c.category_id = a.category_id
join category_result as r on r.version_id = a.version_id and r.category_id = a.category_id"""

_CATEGORIES = f"""
select {_OF_CATEGORY}
from {_COVERED}
where a.award_id = $award or $award is null
order by c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.category_id, a.award_id
"""

# Both at once: the relations below them are planned and made once.
_BOTH = f"""
select {_OF_CATEGORY},
       w.place, w.athlete, w.athlete_key, w.academy, w.academy_key, w.points, w.counted, w.breaks_ties, w.rule
from {_COVERED}
left join award_place as w on w.award_id = a.award_id and w.category_id = a.category_id
where a.award_id = $award
order by c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.category_id, w.place, w.athlete,
  w.athlete_key
"""

_LEVELS = """
select l.academy_key, c.level_no, c.level, l.value
from award_level as l
join award_chain as c on c.version_id = l.version_id and c.award_id = l.award_id and c.level_no = l.level_no
where l.award_id = $award
order by c.level_no
"""


@dataclass(frozen=True)
class Place:
    """A place in one of an award's categories; `rule` gave its points (A1, A1b) or took them (A3, A4 …)."""

    category_id: int
    gender: str
    age_division: str
    belt: str
    weight_class: str
    is_minor: bool | None
    place: int
    athlete: str
    athlete_key: str
    academy: str | None
    academy_key: str | None
    points: int
    counted: bool
    breaks_ties: bool
    rule: str
    unread: str = ""  # of the category


@dataclass(frozen=True)
class Category:
    """A category that an award covers; `counted` = gives points, `breaks_ties` = its medals break ties (A6)."""

    category_id: int
    gender: str
    age_division: str
    belt: str
    weight_class: str
    is_minor: bool | None
    award_id: str
    counted: bool
    breaks_ties: bool
    not_counted_rule: str | None
    state: str
    registered: int | None
    registered_derived: bool
    unread: str = ""


def places(cur: duckdb.DuckDBPyConnection, version: Version, award: str, academy_key: str | None = None) -> list[Place]:
    """Every place in the award's categories, by category; those of one academy where one is named."""
    return [Place(*row) for row in _read(cur, version, award, _PLACES, of=academy_key)]


def levels(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> dict[tuple[int, str], dict[str, int]]:
    """(number, name) of every tie-break level that somebody with points has a value at -> academy key -> value."""
    found: dict[tuple[int, str], dict[str, int]] = {}
    for academy_key, number, level, value in _read(cur, version, award, _LEVELS):
        found.setdefault((number, level), {})[academy_key] = value
    return found


def categories(cur: duckdb.DuckDBPyConnection, version: Version, award: str | None) -> list[Category]:
    """Every category an award covers, of every award where none is named; a category can stand under several."""
    return [Category(*row) for row in _read(cur, version, award, _CATEGORIES)]


def categories_and_places(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str
) -> tuple[list[Category], list[Place]]:
    """What `categories` and `places` answer for one award, for not much more than one of them takes."""
    rows = _read(cur, version, award, _BOTH)
    found = {row[0]: Category(*row[:_WIDTH]) for row in rows}
    held = [row for row in rows if row[_WIDTH] is not None]
    return list(found.values()), [_place(found[row[0]], row[_WIDTH:]) for row in held]


def _place(category: Category, row: tuple[Any, ...]) -> Place:
    own = (category.gender, category.age_division, category.belt, category.weight_class, category.is_minor)
    values: tuple[Any, ...] = (category.category_id, *own, *row, category.unread)
    return Place(*values)


def uncounted_medals(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str | None, of: Sequence[Category]
) -> dict[str, int]:
    """Medals in the columns of a standing that gave no points and only break ties (A3, A4, A6), where there are any.

    By award; of every award where none is named.
    """
    if all(category.counted or not category.breaks_ties for category in of):
        return {}
    return dict(_read(cur, version, award, _UNCOUNTED))


def names(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> dict[int, dict[str, str]]:
    """Load -> the awards of its event in the order shown: identifier -> name."""
    found: dict[int, dict[str, str]] = {version.load_id: {} for version in of}
    rows = cur.execute(
        "select load_id, award_id, name from award where load_id in (select unnest(?::integer[])) order by position",
        [[version.load_id for version in of]],
    ).fetchall()
    for load, award, name in rows:
        found[load][award] = name
    return found


def _read(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str | None, question: str, **more: object
) -> list[tuple[Any, ...]]:
    return cur.execute(_composed() + question, {**scope(version), "award": award, **more}).fetchall()


def scope(version: Version) -> dict[str, object]:
    """What `in_version` says of a version's points and ties (A1, A6); no points under rule set `none`."""
    rules = version.rules
    return {
        "version_id": version.version_id,
        "load_id": version.load_id,
        "first": rules.place_points(1),
        "second": rules.place_points(2),
        "third": rules.place_points(3),
        "counts": rules.text("academy.tiebreak_counts") if rules.computes else "all",
    }


@cache
def _composed() -> str:
    texts = {name: (_SQL / f"{name}.sql").read_text(encoding="utf-8") for name in _RELATIONS}
    return _SCOPE + ",\n".join(f"{name} as (\n{text})" for name, text in texts.items())
