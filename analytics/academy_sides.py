"""The bouts and medals of an academy's athletes where it is prepared who stands where: hardly a name is unpacked.

In a category in which one spelling of the academy's athletes stands, each of its sides is that one's. Only where
several do, or a number has several spellings, or a ruling may spell otherwise, the facts say who it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import athlete_names, place_numbers

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

_FOUGHT = "coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')"
# `keys`: SELECT of the academy's keys. `spelled`: how its name is written in each load.
_SPELLED = """
create or replace temp table own_spelled as
select v.version_id, v.load_id, s.spelling from version_academy as s join event_version as v using (version_id)
where version_id in (select unnest($versions::integer[])) and s.academy_key in (select academy_key from ({keys}))
"""
# Who of it stands in each category for adults, and whether alone.
_STANDING = """
create or replace temp table own_standing as
with written as (
  select spelling, athlete, academy from athlete_name where academy in (select spelling from own_spelled)
),
stood as (
  select distinct s.load_id, s.category_id, w.spelling, w.athlete, w.academy
  from athlete_stand as s join written as w on w.spelling = s.spelling
  join own_spelled as p on p.load_id = s.load_id and p.spelling = w.academy
  join category as c on c.category_id = s.category_id and not c.is_minor
)
select category_id, min(athlete) as athlete, min(academy) as academy, count(*) as n from stood group by 1
"""
# Named where the number has one spelling in the store, and no ruling gave the place, nor another of the academy there.
_PLACES = """
create or replace temp table own_place as
with own as (
  select p.category_id, p.version_id, p.place, p.athlete from place_number as p
  join category as c on c.category_id = p.category_id and not c.is_minor
  where p.version_id in (select unnest($versions::integer[])) and p.academy in (
    select code from method_word where field = 'academy' and word in (select academy_key from ({keys}))
  )
),
several as (select number from athlete_name where spelling <> number),
ruled as (
  select category_id from place where source = 'ruling' and version_id in (select unnest($versions::integer[]))
),
easy as (
  select version_id, category_id, bool_and(
    athlete not in (select number from several) and category_id not in (select category_id from ruled) and athlete <> 0
  ) as easy from own group by 1, 2
)
select o.version_id, o.category_id, o.place, case when e.easy then n.athlete end as name
from own as o join easy as e on e.version_id = o.version_id and e.category_id = o.category_id
left join athlete_name as n on n.spelling = o.athlete
"""


def _alone(side: str) -> str:
    return f"""
    select k.athlete, 0 as place, b.winner = '{side}' as won, count(*) as n
    from bout as b join own_standing as k on k.category_id = b.category_id and k.n = 1 and k.academy = b.{side}_academy
    where {_FOUGHT} and b.{side}_key is not null group by 1, 3
    """


def _among(side: str) -> str:
    return f"""
    select b.{side}_athlete, 0, b.winner = '{side}', count(*) from bout as b
    where b.{side}_key is not null and b.rowid in (
      select b.rowid from bout as b join own_standing as k on k.category_id = b.category_id and k.n > 1
      join own_spelled as s on s.load_id = b.load_id and s.spelling = b.{side}_academy where {_FOUGHT}
    ) group by 1, 3
    """


_MET = f"""
  {_alone("red")} union all {_alone("blue")} union all {_among("red")} union all {_among("blue")}
  union all
  select name, place, null, count(*) from own_place where name is not null group by 1, 2
"""
_OTHER_PLACES = """
  union all
  select p.athlete, p.place, null, count(*) from place as p
  where p.rowid in (
    select p.rowid from place as p
    join (select distinct version_id, category_id from own_place where name is null) as o
      on o.version_id = p.version_id and o.category_id = p.category_id
  ) and p.academy_key in (select academy_key from ({keys})) group by 1, 2
"""


def met(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], keys: str, asked: dict[str, object]) -> str | None:
    """SELECT of athlete, place (0 = bouts), won and n of the academy of `keys`.

    None where not all is prepared, or one event alone is asked about, whose own rows are few.
    """
    ids = [version.version_id for version in of]
    if len(ids) == 1 or not place_numbers.known(cur, of) or not athlete_names.standing(cur, ids):
        return None
    for statement in (_SPELLED, _STANDING, _PLACES):
        text = statement.format(keys=keys)
        cur.execute(text, {name: value for name, value in asked.items() if f"${name}" in text})
    lacking = cur.execute("select count(*) from own_place where name is null").fetchone() != (0,)
    return _MET + (_OTHER_PLACES.format(keys=keys) if lacking else "")
