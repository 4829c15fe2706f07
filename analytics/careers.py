"""One academy, or one athlete, over events: standings, medals and bouts, the newest event first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import persons

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

_ASKED = "asked as (select unnest($versions::integer[]) as version_id)"
_KEYS = """
keys as (
  select distinct n.academy_key from academy_name as n join asked as a on a.version_id = n.version_id
  where n.academy = $academy
)"""
_PARTS = "c.gender, c.age_division, c.belt, c.weight_class"
_ORDER = "l.start_date desc, v.event_id, c.age_rank, c.gender, c.belt_rank, c.weight_rank"
_WHO = """
whose as (
  select person from person
  qualify row_number() over (partition by person order by version_id desc, athlete, academy) = 1
    and athlete = $athlete and academy is not distinct from $academy
),
stood as (select p.* from person as p join whose as w on w.person = p.person)"""


def standings(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str) -> pd.DataFrame:
    """One row per event and award in which the academy, under any of its spellings, has a point."""
    return cur.execute(
        f"""
        with {_ASKED}, {_KEYS}
        select v.event_id as event, l.name, l.start_date, w.name as award, s.rank, s.points, s.gold, s.silver, s.bronze,
               s.draw_required
        from standing as s
        join asked as a on a.version_id = s.version_id
        join keys as k on k.academy_key = s.academy_key
        join event_version as v on v.version_id = s.version_id
        join source_load as l on l.load_id = v.load_id
        join award as w on w.load_id = v.load_id and w.award_id = s.award_id
        order by l.start_date desc, v.event_id, w.position
        """,
        {"versions": _ids(of), "academy": academy},
    ).df()


def academy_medals(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str) -> pd.DataFrame:
    """One row per medal of the academy, with the category and whether it gave points."""
    return cur.execute(
        f"""
        with {_ASKED}, {_KEYS}
        select l.name, {_PARTS}, p.place, p.athlete, p.academy, r.counted, p.rule
        from place as p
        join asked as a on a.version_id = p.version_id
        join keys as k on k.academy_key = p.academy_key
        join category as c on c.category_id = p.category_id
        join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
        join event_version as v on v.version_id = p.version_id
        join source_load as l on l.load_id = v.load_id
        order by {_ORDER}, p.place, p.athlete
        """,
        {"versions": _ids(of), "academy": academy},
    ).df()


def athlete_medals(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], athlete: str, academy: str | None
) -> pd.DataFrame:
    """One row per medal of the person whose newest name and academy these are."""
    persons.write(cur, of)
    return cur.execute(
        f"""
        with {_WHO}
        select l.name, {_PARTS}, p.place, p.athlete, p.academy, p.rule
        from place as p
        join stood as s on s.version_id = p.version_id and s.category_id = p.category_id
         and s.athlete_key = p.athlete_key
        join category as c on c.category_id = p.category_id
        join event_version as v on v.version_id = p.version_id
        join source_load as l on l.load_id = v.load_id
        order by {_ORDER}
        """,
        {"athlete": athlete, "academy": academy},
    ).df()


def athlete_bouts(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], athlete: str, academy: str | None
) -> pd.DataFrame:
    """One row per bout of that person, the last first, as the table `bout` has it; `side` is the person's."""
    persons.write(cur, of)
    return cur.execute(
        f"""
        with {_WHO}
        select l.name, {_PARTS}, case b.red_key when s.athlete_key then 'red' else 'blue' end as side, b.bout, b.round,
               b.red_athlete, b.red_academy, b.blue_athlete, b.blue_academy, b.winner, b.decision, b.technique,
               b.red_points, b.blue_points, b.red_advantages, b.blue_advantages, b.red_penalties, b.blue_penalties,
               b.elapsed
        from stood as s
        join event_version as v on v.version_id = s.version_id
        join source_load as l on l.load_id = v.load_id
        join bout as b on b.load_id = v.load_id and b.category_id = s.category_id
         and s.athlete_key in (b.red_key, b.blue_key)
        join category as c on c.category_id = b.category_id
        order by l.start_date desc, v.event_id, b.bout desc
        """,
        {"athlete": athlete, "academy": academy},
    ).df()


def _ids(of: Sequence[Version]) -> list[int]:
    return [version.version_id for version in of]
