"""Who is under 18, or may be, in a version, found beforehand: what anything published must protect.

`protected_name` is of the versions that `protected_version` lists, written when they are computed. What can change
without a new version is no part of it: the opt-out list is asked anew each time, and a version of whose event a
correction or a ruling was recorded after it counts as one that nobody prepared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import once, seen
from etl import athletes

if TYPE_CHECKING:
    import duckdb

TOGETHER = 1_000_000  # bouts whose athletes are looked through at once
_TEMPORARY = ("protected_minor", "protected_young", "protected_seen", "protected_group", "folded_name")
_MINOR = f"""
create or replace temp table protected_minor as
with asked as ({seen.ASKED})
select a.version_id, c.category_id from asked as a join category as c on c.load_id = a.load_id
where c.is_minor is distinct from false
"""
_YOUNG = f"""
create or replace temp table protected_young as
with asked as ({seen.ASKED}),
found as (
  {seen.everybody("where {category} in (select category_id from protected_minor) or {age} < $adult", keys=True)}
)
select distinct version_id, athlete_key from found where athlete_key is not null
"""
_SEEN = f"""
create or replace temp table protected_seen as
with asked as ({seen.ASKED}),
everybody as (
  {seen.everybody("join protected_young as y on y.version_id = a.version_id and y.athlete_key = {key}")}
)
select distinct version_id, category_id, athlete_key, athlete, academy from everybody
"""
# The smallest of: those of an academy of theirs in that event (0 = none known), those in each category of theirs.
_GROUP = """
create or replace temp table protected_group as
with known as (
  select s.version_id, s.category_id, s.athlete_key, n.academy_key
  from protected_seen as s left join version_academy as n on n.version_id = s.version_id and n.spelling = s.academy
),
clubs as (
  select version_id, academy_key, count(distinct athlete_key) as n
  from known where academy_key is not null group by 1, 2
),
categories as (select version_id, category_id, count(distinct athlete_key) as n from known group by 1, 2)
select k.version_id, k.athlete_key, cast(least(coalesce(min(c.n), 0), min(g.n)) as integer) as fewest
from known as k
left join clubs as c on c.version_id = k.version_id and c.academy_key = k.academy_key
join categories as g on g.version_id = k.version_id and g.category_id = k.category_id
group by 1, 2
"""
_KEEP = f"""
insert into protected_name (version_id, athlete_key, athlete, academy, name, fewest)
select s.version_id, s.athlete_key, s.athlete, s.academy, {athletes.normal_sql("s.athlete", "f")}, g.fewest
from (select distinct version_id, athlete_key, athlete, academy from protected_seen) as s
join protected_group as g on g.version_id = s.version_id and g.athlete_key = s.athlete_key
left join folded_name as f on f.name = s.athlete
order by 1, 5
"""
_LACKING = """
with lacking as (
  select version_id from current_version union select unnest($versions::integer[])
  except select version_id from protected_version
)
select version_id, (select count(*) from bout as b where b.load_id = v.load_id)
from lacking join event_version as v using (version_id) order by 1
"""
_PREPARED = """
select version_id from protected_version as p join event_version as v using (version_id)
where not exists (select 1 from correction as c where c.event_id = v.event_id and c.version_id > v.version_id)
  and not exists (select 1 from ruling as r where r.event_id = v.event_id and r.version_id > v.version_id)
"""


def refresh(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> bool:
    """Finds them for these versions, and for whichever current one lacks them, in the caller's transaction.

    Whether there was any.
    """
    for table in ("protected_name", "protected_version"):
        con.execute(f"delete from {table} where version_id in (select unnest(?::integer[]))", [list(version_ids)])
    lacking = con.execute(_LACKING, {"versions": list(version_ids)}).fetchall()
    for some in _batches(lacking):
        _find(con, {"versions": some})
    return bool(lacking)


def _find(con: duckdb.DuckDBPyConnection, asked: dict[str, object]) -> None:
    con.execute(_MINOR, asked)
    con.execute(_YOUNG, asked | {"adult": seen.ADULT_YEARS})
    con.execute(_SEEN, asked)
    con.execute(_GROUP)
    athletes.fold_names(con, [("protected_seen", "athlete")])
    con.execute(_KEEP)
    con.execute("insert into protected_version select unnest($versions::integer[])", asked)
    for table in _TEMPORARY:
        con.execute(f"drop table temp.{table}")


def _batches(sizes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """So many versions at once that their names fit into memory: no version looks at another."""
    batches: list[list[int]] = []
    bouts = 0
    for version, n in sizes:
        if not batches or bouts + n > TOGETHER:
            batches.append([])
            bouts = 0
        batches[-1].append(version)
        bouts += n
    return batches


def prepared(cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> set[int]:
    """Which of these versions `protected_name` answers for as it stands."""
    return set(once.ask(cur, "protected", lambda: _all_prepared(cur)).intersection(version_ids))


def _all_prepared(cur: duckdb.DuckDBPyConnection) -> frozenset[int]:
    return frozenset(number for (number,) in cur.execute(_PREPARED).fetchall())
