"""One function per question: (cursor, plain values) -> DataFrame or dataclass. No JSON, no printing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import names, once, place_numbers, versions
from analytics.versions import Version, counted, current, resolve
from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

__all__ = [
    "Award",
    "Coverage",
    "Version",
    "award",
    "awards",
    "chain",
    "counted",
    "coverage",
    "current",
    "events",
    "every_award",
    "findings",
    "medals",
    "official",
    "placements",
    "resolve",
    "standings",
    "unresolved",
]

# Medals by academy, and how many alike.
_WON = """
  select p.academy_key, p.place, r.counted, coalesce(not r.contested, r.registered = 1, false) as uncontested,
         count(*) as n
  from place as p
  join asked as a on a.version_id = p.version_id
  join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
  group by all
"""
_MEDALS = {
    "gold": "sum(w.n) filter (where w.place = 1)",
    "silver": "sum(w.n) filter (where w.place = 2)",
    "bronze": "sum(w.n) filter (where w.place = 3)",
    "gold_counted": "sum(w.n) filter (where w.place = 1 and w.counted)",
    "silver_counted": "sum(w.n) filter (where w.place = 2 and w.counted)",
    "bronze_counted": "sum(w.n) filter (where w.place = 3 and w.counted)",
    "uncontested": "sum(w.n) filter (where w.uncontested)",
}
_COUNTED_MEDALS = ", ".join(f"cast(coalesce({each}, 0) as bigint) as {name}" for name, each in _MEDALS.items())
_CATEGORY_ORDER = "c.age_rank, c.gender, c.belt_rank, c.belt, c.weight_rank, c.weight_class, c.unread"


def events(cur: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """One row per event in the store: its current version, what it was loaded from, and how much of it is decided."""
    return cur.execute(
        """
        with results as (
          select version_id, count(*) as categories, count(*) filter (where state = 'decided') as decided,
                 count(*) filter (where state in ('open', 'needs_ruling')) as unresolved
          from category_result where version_id in (select version_id from current_version) group by 1
        ),
        medals as (
          select version_id, count(*) as places from place
          where version_id in (select version_id from current_version) group by 1
        )
        select v.event_id as event, l.name, l.start_date, l.end_date, l.federation, l.city, l.country, l.level,
               l.status, l.uniform, v.ruleset, l.rule_overrides, v.version, v.kind, v.recorded_at, l.loaded_at,
               l.source, l.format, l.sha256, coalesce(r.categories, 0) as categories, coalesce(r.decided, 0) as decided,
               coalesce(r.unresolved, 0) as unresolved, coalesce(m.places, 0) as places
        from current_version as v
        join source_load as l on l.load_id = v.load_id
        left join results as r on r.version_id = v.version_id
        left join medals as m on m.version_id = v.version_id
        order by l.start_date, v.event_id
        """
    ).df()


def placements(cur: duckdb.DuckDBPyConnection, version: Version) -> pd.DataFrame:
    """One row per place, by category, with the rule that gave it; academy as written for that athlete."""
    return cur.execute(
        f"""
        select c.gender, c.age_division, c.belt, c.weight_class, p.place, p.athlete, p.athlete_id, p.academy, p.rule,
               p.source, p.note, p.athlete_key, p.academy_key, c.category_id, c.unread, c.is_minor
        from place as p join category as c on c.category_id = p.category_id
        where p.version_id = ?
        order by {_CATEGORY_ORDER}, p.place, p.athlete, p.athlete_key
        """,
        [version.version_id],
    ).df()


def unresolved(cur: duckdb.DuckDBPyConnection, version: Version) -> pd.DataFrame:
    """One row per category that is open or needs a ruling (`state` says which), with the reason."""
    return cur.execute(
        f"""
        select c.gender, c.age_division, c.belt, c.weight_class, r.state, r.reason, r.rule, r.registered,
               c.category_id, c.unread, c.is_minor
        from category_result as r join category as c on c.category_id = r.category_id
        where r.version_id = ? and r.state in ('open', 'needs_ruling')
        order by {_CATEGORY_ORDER}
        """,
        [version.version_id],
    ).df()


def medals(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> pd.DataFrame:
    """One row per academy with a medal in these versions: all medals, those that gave points, and the uncontested.

    `uncontested` = medals of categories in which nobody fought: no bout where bouts are known, else one registered
    (A3). Over several events an academy shows its most frequent name. Academy not known: in no row.
    """
    return cur.execute(
        f"""
        with asked as (select unnest(?::integer[]) as version_id),
        shown as (
          select n.academy_key, n.academy, sum(n.times) as times
          from academy_name as n join asked as a on a.version_id = n.version_id group by 1, 2
        ),
        named as (
          select academy_key, academy from shown
          qualify row_number() over (partition by academy_key order by times desc, academy) = 1
        ),
        won as ({place_numbers.WON if place_numbers.known(cur, of) else _WON})
        select n.academy, {_COUNTED_MEDALS}, n.academy_key
        from won as w join named as n on n.academy_key = w.academy_key
        group by n.academy, n.academy_key
        order by gold desc, silver desc, bronze desc, n.academy
        """,
        [[version.version_id for version in of]],
    ).df()


def awards(cur: duckdb.DuckDBPyConnection, version: Version) -> pd.DataFrame:
    """One row per award in the order shown: what it covers and which chain it was ranked by (NULL: it has no place)."""
    return cur.execute(
        """
        select a.award_id as award, a.name, a.position, a.genders, a.ages, a.belts, a.chain as chain_asked,
               a.is_default, c.chain
        from award as a
        left join (
          select award_id, min(chain) as chain from award_chain where version_id = $version group by 1
        ) as c on c.award_id = a.award_id
        where a.load_id = $load
        order by a.position
        """,
        {"version": version.version_id, "load": version.load_id},
    ).df()


@dataclass(frozen=True)
class Award:
    """An award of a version; an empty list covers everything."""

    award: str
    name: str
    genders: tuple[str, ...]
    ages: tuple[str, ...]
    belts: tuple[str, ...]
    is_default: bool


def award(cur: duckdb.DuckDBPyConnection, version: Version, given: str) -> Award:
    """The award of that identifier or name; UnknownName names the nearest."""
    every = every_award(cur, version)
    fitting = [one for one in every if one.award == given]
    fitting += [one for one in every if one.name.casefold() == given.casefold()]
    if not fitting:
        raise UnknownName("award", given, [one.award for one in every])
    return fitting[0]


_EVERY_AWARD = "select award_id, name, genders, ages, belts, is_default from award where load_id = ? order by position"


def every_award(cur: duckdb.DuckDBPyConnection, version: Version) -> list[Award]:
    """The awards of a version in the order shown."""
    rows = once.ask(cur, ("awards", version.load_id), lambda: cur.execute(_EVERY_AWARD, [version.load_id]).fetchall())
    return [
        Award(one, name, tuple(genders), tuple(ages), tuple(belts), usual)
        for one, name, genders, ages, belts, usual in rows
    ]


def standings(cur: duckdb.DuckDBPyConnection, version: Version, award_id: str | None) -> pd.DataFrame:
    """One row per academy with points, in order; reason_* compare it with the next row, NULL on the last.

    Of every award (`award` says which) where none is named.
    """
    if award_id is not None:
        award(cur, version, award_id)
    return cur.execute(
        """
        select rank, position, academy, points, gold, silver, bronze, draw_required, draw_id, reason_level, reason_own,
               reason_next, academy_key, award_id as award
        from standing where version_id = $version and (award_id = $award or $award is null) order by award_id, position
        """,
        {"version": version.version_id, "award": award_id},
    ).df()


def chain(cur: duckdb.DuckDBPyConnection, version: Version, award_id: str) -> pd.DataFrame:
    """One row per tie-break level of an award, in order, with the age, belt and weight it looks at (NULL: any)."""
    return cur.execute(
        """
        select level_no, chain, level, kind, age_division, belt_rank, weight_rank
        from award_chain where version_id = ? and award_id = ? order by level_no
        """,
        [version.version_id, award_id],
    ).df()


def findings(cur: duckdb.DuckDBPyConnection, event: str | None = None) -> pd.DataFrame:
    """One row per rejected row or warning of the current version, of one event or of the whole store."""
    asked = [versions.resolve(cur, event)] if event is not None else current(cur)
    return cur.execute(
        """
        with asked as (select unnest(?::integer[]) as version_id)
        select v.event_id as event, f.severity, f.code, f.file, f.row, f.path, f."column", f.value, f.rule, f.reason
        from finding as f
        join event_version as v on v.load_id = f.load_id
        join asked as a on a.version_id = v.version_id
        where f.version_id is null or f.version_id = v.version_id
        order by v.event_id, f.severity, f.file, f.row, f.path, f.code, f."column", f.value, f.reason
        """,
        [[version.version_id for version in asked]],
    ).df()


def official(cur: duckdb.DuckDBPyConnection, version: Version, award_id: str) -> pd.DataFrame:
    """One row per line of the published ranking of an award; rank or points NULL where it gives none."""
    award(cur, version, award_id)
    return cur.execute(
        """
        select o.list_name, o.rank, o.academy, o.points, s.academy_key
        from official_standing as o
        left join version_academy as s on s.version_id = ? and s.spelling = o.academy
        where o.load_id = ? and o.award_id = ?
        order by o.rank nulls last, o.points desc, o.file_row, o.academy
        """,
        [version.version_id, version.load_id, award_id],
    ).df()


@dataclass(frozen=True)
class Coverage:
    """What is known of an event and what is not; counts. `registered_derived`: categories where A8 applies."""

    categories: int
    decided: int
    open: int
    needs_ruling: int
    no_places: int
    registered_derived: int
    entries: int
    bouts: int
    undecided_bouts: int
    places: int
    places_without_academy: int
    academies: int


def coverage(cur: duckdb.DuckDBPyConnection, version: Version) -> Coverage:
    """How much of an event the answers rest on."""
    row = cur.execute(
        """
        with results as (select * from category_result where version_id = $version),
        medals as (select * from place where version_id = $version),
        bouts as (select * from bout where load_id = $load)
        select (select count(*) from category where load_id = $load),
               (select count(*) from results where state = 'decided'),
               (select count(*) from results where state = 'open'),
               (select count(*) from results where state = 'needs_ruling'),
               (select count(*) from results where state = 'no_places'),
               (select count(*) from results where registered_derived),
               (select count(*) from entry where load_id = $load), (select count(*) from bouts),
               (select count(*) from bouts where decision is null), (select count(*) from medals),
               (select count(*) from medals where academy_key is null),
               (select count(*) from academy_name where version_id = $version)
        """,
        {"version": version.version_id, "load": version.load_id},
    ).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    return Coverage(*row)


academy = names.academy
