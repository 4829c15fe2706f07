"""The places of the events that count in small numbers, and sums of their sources: questions over many events.

Words are those of `method_word`, and as with `method_bout` a store of few bouts has none prepared. A version is in all
of it or in nothing; who asks about one that is not reads the answers and facts themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from analytics import coverage, once
from etl.arriving import any_row

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

TABLES = ("place_number", "academy_entry")
_WORDED = ("gender", "age_division", "belt")
_OPEN = "case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end"
FOUGHT, UNFOUGHT = 1, 2  # whether anybody fought in the category; 0 = not known

_COMING = """
create or replace temp table coming_number as
select v.version_id, v.load_id, l.has_entries
from counted_version as v join source_load as l on l.load_id = v.load_id
where v.version_id not in (select version_id from place_number_version)
  and v.load_id in (select load_id from method_version) and v.load_id in (select load_id from athlete_stand_load)
"""
# A ruling may name an academy that no bout knows.
_WORDS = """
insert into method_word by name
with last as (select max(code) as code from method_word where field = 'academy'),
lacking as (
  select distinct academy_key as word from place
  where version_id in (select version_id from coming_number) and academy_key is not null
  except select word from method_word where field = 'academy'
)
select 'academy' as field, f.word,
       cast(coalesce(l.code, 0) + row_number() over (order by f.word) as integer) as code
from lacking as f cross join last as l
"""


def _code(field: str) -> str:
    """A derived table of the numbers of a field's words."""
    return f"(select code, word from method_word where field = '{field}')"


_CALLED = """
  select distinct split_part(n.athlete_key, '|', 1) as who, n.number
  from (select distinct spelling from athlete_stand where load_id in (select load_id from coming_number)) as s
  join athlete_name as n on n.spelling = s.spelling
"""
_RULED = "from place where source = 'ruling' and version_id in (select version_id from coming_number)"
# Only a ruling may name somebody who stands in no fact of the category.
_STANDING = f"""
  select distinct s.category_id, n.athlete_key from athlete_stand as s join athlete_name as n on n.spelling = s.spelling
  where s.category_id in (select category_id {_RULED})
"""
_NOBODY = "select category_id, athlete_key from place limit 0"  # most events have no ruling: no name need be looked at
_PLACES = f"""
insert into place_number by name
with called as ({{called}}),
standing as ({{standing}})
select p.version_id, p.category_id, p.place,
       case when p.source <> 'ruling' or s.athlete_key is not null then coalesce(n.number, 0) else 0 end as athlete,
       coalesce(a.code, 0) as academy,
       {", ".join(f"w_{name}.code as {name}" for name in _WORDED)}, o.code as open_class, r.counted,
       case coalesce(r.contested, case when r.registered = 1 then false end)
         when true then {FOUGHT} when false then {UNFOUGHT} else 0 end as contested
from coming_number as v
join place as p on p.version_id = v.version_id
join category as c on c.load_id = v.load_id and c.category_id = p.category_id
join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
{" ".join(f"join {_code(name)} as w_{name} on w_{name}.word = c.{name}" for name in _WORDED)}
join {_code("open_class")} as o on o.word = {_OPEN}
left join {_code("academy")} as a on a.word = p.academy_key
left join called as n on n.who = split_part(p.athlete_key, '|', 1)
left join standing as s on s.category_id = p.category_id and s.athlete_key = p.athlete_key
"""
# Of events whose source lists entries: those of each academy, and how many of them won a medal, whatever academy the
# place names. `numbered`: version_id, load_id, has_entries.
ENTERED = """
  select a.version_id, s.academy_key, count(*) as entries, count(p.athlete_key) as medals
  from {numbered} as a join entry as e on e.load_id = a.load_id
  join version_academy as s on s.version_id = a.version_id and s.spelling = e.academy
  left join (
    select distinct version_id, category_id, athlete_key from place
    where version_id in (select version_id from {numbered})
  ) as p on p.version_id = a.version_id and p.category_id = e.category_id and p.athlete_key = e.athlete_key
  where a.has_entries group by 1, 2
"""
_ENTERED = f"""
insert into academy_entry by name
select e.version_id, w.code as academy, e.entries, e.medals
from ({ENTERED.format(numbered="coming_number")}) as e join {_code("academy")} as w on w.word = e.academy_key
order by 1, 2
"""
_KNOWN = f"""
insert into known_count by name
with counted as ({coverage.counted("select load_id from coming_number")})
select load_id, n as thing, known, total from counted where load_id not in (select load_id from known_count)
order by 1, 2
"""
# As `queries` asks for medals of the versions `asked`.
WON = f"""
  select k.word as academy_key, g.place, g.counted, g.contested = {UNFOUGHT} as uncontested, g.n
  from (
    select p.academy, p.place, p.counted, p.contested, count(*) as n
    from place_number as p join asked as a on a.version_id = p.version_id group by all
  ) as g join {_code("academy")} as k on k.code = g.academy
"""
_GONE = "select version_id from place_number_version where version_id not in (select version_id from counted_version)"


def refresh(con: duckdb.DuckDBPyConnection, named: Collection[int] = ()) -> bool:
    """Adds the versions that count and are not in it, takes out those that do not, in the caller's transaction.

    Whether there was any. `named`: loads whose athletes TEMP athlete_called has (analytics/athlete_names.py), which
    need not be looked for among those of the whole store.
    """
    gone = [number for (number,) in con.execute(_GONE).fetchall()]
    if gone:
        for table in (*TABLES, "place_number_version"):
            con.execute(f"delete from {table} where version_id in (select unnest(?::integer[]))", [gone])
    con.execute(_COMING)
    coming = {load for (load,) in con.execute("select load_id from coming_number").fetchall()}
    if coming:
        called = "from athlete_called" if coming <= {*named} else _CALLED
        standing = _STANDING if any_row(con, f"select 1 {_RULED}") else _NOBODY
        for statement in (_WORDS, _PLACES.format(called=called, standing=standing), _ENTERED, _KNOWN):
            con.execute(statement)
        con.execute("insert into place_number_version select version_id from coming_number")
    con.execute("drop table temp.coming_number")
    return bool(coming or gone)


def known(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> bool:
    """Whether all of these versions are in it."""
    present = once.ask(cur, "place_number_version", lambda: frozenset(cur.execute(_PRESENT).fetchall()))
    return all((version.version_id,) in present for version in of)


_PRESENT = "select version_id from place_number_version"
