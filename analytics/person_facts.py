"""The rows that name a person: everybody's in some versions, or those of a few names and their namesakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import athlete_names
from etl import athletes

if TYPE_CHECKING:
    import duckdb


def write(
    cur: duckdb.DuckDBPyConnection,
    version_ids: Sequence[int],
    names: Sequence[str] | None,
    found: Sequence[int] | None = None,
) -> None:
    """Makes TEMP person_seen, one row per athlete and category: of everybody, or of these folded names and identifiers.

    Then also of whoever has an identifier and one of these names, whom NAMESAKES_GONE takes out of TEMP person again:
    a birth year that a namesake tells decides who the others are. `found`: what `numbers` says of these names.
    """
    asked: dict[str, object] = {"versions": list(version_ids)}
    if athlete_names.standing(cur, version_ids):
        seen = _STANDING.format(only="" if names is None else "where a.number in (select unnest($numbers::integer[]))")
        if names is not None:
            asked["numbers"] = list(numbers(cur, names) if found is None else found)
    elif names is None:
        seen = _EVERYBODY.format(only="true")
    elif athlete_names.known(cur, version_ids):
        cur.execute(_FOUND, {"keys": [*athlete_names.keys(cur, names), *athlete_names.identifiers(cur, names)]})
        seen = _KEYED
    else:
        seen, asked["names"] = _EVERYBODY.format(only=_NAMED), list(names)
    cur.execute(_SEEN.format(seen=seen), asked)


def numbers(cur: duckdb.DuckDBPyConnection, names: Sequence[str], other: Sequence[str] | None = None) -> list[int]:
    """Those of `athlete_name` that these names and identifiers have, and identifiers of whoever is called so.

    `other`: of these alone the names' own numbers, where the caller has those of the others.
    """
    own = names if other is None else other
    which, values = athlete_names.beginning_with(own)
    rows = cur.execute(f"select number from athlete_name where {which}", values).fetchall() if own else []
    rows += cur.execute(_NAMESAKES, [list(names)]).fetchall() if names else []
    return sorted({number for (number,) in rows})


_SEEN = """
create or replace temp table person_seen as
with asked as (
  select v.version_id, v.event_id, v.load_id, l.start_date,
         coalesce(lower(trim(l.federation)), '') as federation
  from event_version as v join source_load as l on l.load_id = v.load_id
  where v.version_id in (select unnest($versions::integer[]))
),
seen as ({seen}),
one as (
  select version_id, category_id, athlete_key, min(athlete) as athlete, min(academy) as academy,
         min(birth_year) as birth_year
  from seen group by 1, 2, 3
)
select o.*, case when starts_with(o.athlete_key, 'id:') then substr(o.athlete_key, 4) end as athlete_id, a.event_id,
       a.start_date, a.federation, v.academy_key
from one as o join asked as a on a.version_id = o.version_id
left join version_academy as v on v.version_id = o.version_id and v.spelling = o.academy
"""

_EVERYBODY = """
with everybody as (
  select a.version_id, e.category_id, e.athlete_key, e.athlete, e.academy, e.birth_year
  from asked as a join entry as e on e.load_id = a.load_id
  union all
  select a.version_id, b.category_id, b.red_key, b.red_athlete, b.red_academy, null
  from asked as a join bout as b on b.load_id = a.load_id where b.red_key is not null
  union all
  select a.version_id, b.category_id, b.blue_key, b.blue_athlete, b.blue_academy, null
  from asked as a join bout as b on b.load_id = a.load_id where b.blue_key is not null
  union all
  select a.version_id, o.category_id, o.athlete_key, o.athlete, o.academy, null
  from asked as a join official_place as o on o.load_id = a.load_id
)
select * from everybody where {only}
"""
_NAMED = f"""split_part(athlete_key, '|', 1) in (select unnest($names::varchar[])) or athlete_key in (
  select athlete_key from everybody
  where athlete_key like 'id:%' and {athletes.may_be_sql("athlete", "select unnest($names::varchar[])")}
)"""
NAMESAKES_GONE = """
delete from person
where athlete_key like 'id:%' and split_part(athlete_key, '|', 1) not in (select unnest($names::varchar[]))
"""
# The rows of whole keys are found first, by these alone: no name of anybody else is unpacked.
_FOUND = """
create or replace temp table person_fact as
select load_id, category_id, athlete_key, athlete, academy, birth_year from entry
where rowid in (select rowid from entry where athlete_key in (select unnest($keys::varchar[])))
union all
select load_id, category_id, red_key, red_athlete, red_academy, null from bout
where rowid in (select rowid from bout where red_key in (select unnest($keys::varchar[])))
union all
select load_id, category_id, blue_key, blue_athlete, blue_academy, null from bout
where rowid in (select rowid from bout where blue_key in (select unnest($keys::varchar[])))
union all
select load_id, category_id, athlete_key, athlete, academy, null from official_place
where athlete_key in (select unnest($keys::varchar[]))
"""
_KEYED = "select a.version_id, f.* exclude (load_id) from asked as a join person_fact as f on f.load_id = a.load_id"
_NAMESAKES = """
select number from athlete_name where starts_with(athlete_key, 'id:') and name in (select unnest(?::varchar[]))
"""
# No fact is read: of each category it is known who stands there under which spelling.
_STANDING = """
  select a.version_id, s.category_id, n.athlete_key, n.athlete, n.academy, s.birth_year
  from athlete_stand as s
  join asked as a on a.load_id = s.load_id
  join (
    select a.spelling, a.athlete_key, a.athlete, a.academy from athlete_name as a {only}
  ) as n on n.spelling = s.spelling
"""
