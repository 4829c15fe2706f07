"""The names of all athletes of a store, folded beforehand: what a search looks in, and whose keys a name may be.

`athlete_name` never forgets: it may hold somebody of a load that no longer counts. Whoever asks looks among the
versions that count for the keys found here. In a store of many bouts `athlete_stand` says in which categories each
spelling stands, so that nobody's row among the facts is looked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from analytics import once
from analytics.prepared import FEWEST
from etl import athletes

if TYPE_CHECKING:
    import duckdb

_FEW_NAMES = 8
TOGETHER = 1_000_000  # bouts whose athletes are looked through at once

_TEMPORARY = ("athlete_told", "athlete_stood", "athlete_near", "athlete_held", "athlete_new", "folded_name")
_WANTED = """
with wanted as (
  select load_id from event_version
  where version_id in (select unnest($versions::integer[])) or version_id in (select version_id from current_version)
),
lacking as (
  select load_id from wanted where load_id not in (select load_id from athlete_name_load)
  union select load_id from wanted where $stands and load_id not in (select load_id from athlete_stand_load)
)
select l.load_id, count(b.load_id) from lacking as l left join bout as b on b.load_id = l.load_id group by 1 order by 1
"""
_EMPTY = """
create or replace temp table athlete_told (
  n integer, athlete_key varchar, athlete varchar, academy varchar
);
create or replace temp table athlete_stood (load_id integer, category_id bigint, n integer, birth_year integer)
"""
# Who is listed as he stands in a bout is looked at once.
_ROWS = """
create or replace temp table athlete_row as
with side as (
  select load_id, category_id, red_key as athlete_key, red_athlete as athlete, red_academy as academy
  from bout where red_key is not null and load_id in (select unnest($loads::integer[]))
  union all
  select load_id, category_id, blue_key, blue_athlete, blue_academy
  from bout where blue_key is not null and load_id in (select unnest($loads::integer[]))
  union all
  select load_id, category_id, athlete_key, athlete, academy
  from official_place where load_id in (select unnest($loads::integer[]))
)
select load_id, category_id, athlete_key, athlete, academy, birth_year
from entry where load_id in (select unnest($loads::integer[]))
union all
select distinct s.*, cast(null as integer) from side as s where not exists (
  select 1 from entry as e
  where e.load_id in (select unnest($loads::integer[]))
    and e.category_id = s.category_id and e.athlete_key = s.athlete_key and e.athlete = s.athlete
    and e.academy is not distinct from s.academy
)
"""
_TELL = """
insert into athlete_told
select (select count(*) from athlete_told) + row_number() over () as n, * from (
  select distinct athlete_key, athlete, academy from athlete_row
)
"""
_SAME = """{0}.athlete_key = {1}.athlete_key and {0}.athlete = {1}.athlete
 and {0}.academy is not distinct from {1}.academy"""
_STOOD = f"""
insert into athlete_stood
select r.load_id, r.category_id, t.n, r.birth_year
from athlete_row as r join athlete_told as t on t.n > $before and {_SAME.format("r", "t")}
"""
# Of the names held only those that come again are unpacked.
_NEAR = """
create or replace temp table athlete_near as
select spelling, number, athlete_key, athlete, academy from athlete_name
where rowid in (
  select rowid from athlete_name
  where split_part(athlete_key, '|', 1) in (select split_part(athlete_key, '|', 1) from athlete_told)
)
"""
_HELD = f"""
create or replace temp table athlete_held as
select t.n, a.spelling from athlete_told as t join athlete_near as a on {_SAME.format("t", "a")}
"""
_NEW = f"""
create or replace temp table athlete_new as
with lacking as (
  select distinct athlete_key, athlete, academy, split_part(athlete_key, '|', 1) as who from athlete_told
  where n not in (select n from athlete_held)
),
folded as (
  select t.*, {athletes.normal_sql("t.athlete", "f")} as name, {athletes.normal_sql("t.academy", "g")} as club
  from lacking as t
  left join folded_name as f on f.name = t.athlete left join folded_name as g on g.name = t.academy
),
numbered as (
  select *, row_number() over (order by who, athlete_key, athlete, academy) as row, rank() over (order by who) as first
  from folded
),
last as (select coalesce(max(spelling), 0) as n from athlete_name),
known as (select split_part(athlete_key, '|', 1) as who, min(number) as number from athlete_near group by 1)
select cast(l.n + n.row as integer) as spelling, cast(coalesce(k.number, l.n + n.first) as integer) as number,
       n.athlete_key, n.athlete, n.academy, n.name, replace(n.name || coalesce(n.club, ''), ' ', '') as words
from numbered as n cross join last as l left join known as k on k.who = n.who
order by 1
"""
# Each of them by the number he has, for what is made of the same loads next.
_CALLED = """
create or replace temp table athlete_called as
select split_part(athlete_key, '|', 1) as who, min(number) as number from (
  select athlete_key, number from athlete_near union all select athlete_key, number from athlete_new
) group by 1
"""
_STAND = f"""
insert into athlete_stand
with meant as (
  select n, spelling from athlete_held
  union all
  select t.n, a.spelling from athlete_told as t join athlete_new as a on {_SAME.format("t", "a")}
)
select s.load_id, s.category_id, m.spelling, s.birth_year
from athlete_stood as s join meant as m on m.n = s.n
"""
_SEARCH = """
with hit as (
  select distinct name from athlete_name where ($after::varchar is null or name > $after) {fitting}
  order by name limit $most
)
select n.name, list(distinct split_part(n.athlete_key, '|', 1) order by split_part(n.athlete_key, '|', 1))
from athlete_name as n join hit as h on h.name = n.name group by 1 order by 1
"""


def refresh(
    con: duckdb.DuckDBPyConnection, version_ids: Sequence[int], fewest: int = FEWEST, *, told: bool = False
) -> list[int]:
    """Adds those of the loads of these versions, and of current ones, that lack it, in the caller's transaction.

    Which loads these were. `told`: TEMP athlete_called has the number of everybody in them, which of many takes memory.
    """
    stands = _number(con, "select count(*) from bout") >= fewest
    lacking = con.execute(_WANTED, {"versions": list(version_ids), "stands": stands}).fetchall()
    if not lacking:
        return []
    con.execute(_EMPTY)
    for loads in _batches(lacking):
        _tell(con, loads, stands=stands)
    athletes.fold_names(con, [("athlete_told", "athlete"), ("athlete_told", "academy")])
    for statement in (_NEAR, _HELD, _NEW, "insert into athlete_name by name select * from athlete_new"):
        con.execute(statement)
    if told:
        con.execute(_CALLED)
    added = [load for load, _ in lacking]
    _note(con, "athlete_name_load", added)
    if stands:
        con.execute(_STAND)
        _note(con, "athlete_stand_load", added)
    for table in _TEMPORARY:
        con.execute(f"drop table temp.{table}")
    return added


def _tell(con: duckdb.DuckDBPyConnection, loads: Sequence[int], *, stands: bool) -> None:
    """Each spelling of these loads by a number of its own, and where it stands."""
    before = _number(con, "select count(*) from athlete_told")
    con.execute(_ROWS, {"loads": list(loads)})
    con.execute(_TELL)
    if stands:
        con.execute(_STOOD, {"before": before})
    con.execute("drop table temp.athlete_row")


def _batches(sizes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """So many loads at once that their names fit into memory."""
    batches: list[list[int]] = [[]]
    bouts = 0
    for load, n in sizes:
        if batches[-1] and bouts + n > TOGETHER:
            batches.append([])
            bouts = 0
        batches[-1].append(load)
        bouts += n
    return batches


def _note(con: duckdb.DuckDBPyConnection, table: str, loads: Sequence[int]) -> None:
    con.execute(f"insert into {table} select unnest(?::integer[]) except select load_id from {table}", [list(loads)])


def _number(con: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = con.execute(sql).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    return int(row[0])


def known(cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> bool:
    """Whether everybody in these versions is in it, but for whom a correction or a ruling names."""
    return _lacking(cur, "athlete_name_load").isdisjoint(version_ids)


def search(
    cur: duckdb.DuckDBPyConnection, words: Sequence[str], most: int, after: str | None = None
) -> dict[str, list[str]]:
    """Folded names with all of these folded words in name or academy, blanks aside -> their keys: name, identifiers."""
    values = {f"w{n}": word for n, word in enumerate(words)}
    question = _SEARCH.format(fitting="".join(f" and contains(words, ${name})" for name in values))
    return dict(cur.execute(question, {"most": most, "after": after, **values}).fetchall())


def standing(cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> bool:
    """Whether `athlete_stand` has everybody of these versions."""
    return _lacking(cur, "athlete_stand_load").isdisjoint(version_ids)


def _lacking(cur: duckdb.DuckDBPyConnection, table: str) -> frozenset[int]:
    """Versions whose load is not in it."""
    question = f"select version_id from event_version where load_id not in (select load_id from {table})"
    return once.ask(cur, table, lambda: frozenset(version for (version,) in cur.execute(question).fetchall()))


def keys(cur: duckdb.DuckDBPyConnection, beginning: Collection[str]) -> list[str]:
    """The keys that begin with one of these folded names, or are one of these identifiers."""
    which, values = beginning_with(sorted(beginning))
    rows = cur.execute(f"select distinct athlete_key from athlete_name where {which}", values).fetchall()
    return [key for (key,) in rows]


def beginning_with(names: Sequence[str]) -> tuple[str, list[object]]:
    """SQL and its values: whether athlete_key begins with one of these folded names, or is one of these identifiers.

    Of a few, keys are compared as they are: to split a million of them takes thirty times as long.
    """
    if len(names) > _FEW_NAMES:
        return "split_part(athlete_key, '|', 1) in (select unnest(?::varchar[]))", [list(names)]
    whole = [name for name in names if "|" not in name]  # what holds one is a key, and no beginning
    either = " or ".join(["athlete_key = ? or starts_with(athlete_key, ?)"] * len(whole))
    return f"({either or 'false'})", [value for name in whole for value in (name, f"{name}|")]


def keys_called(cur: duckdb.DuckDBPyConnection, names: Collection[str]) -> list[str]:
    """The keys of whoever is called one of these folded names in any of his spellings."""
    rows = cur.execute(
        "select distinct athlete_key from athlete_name where name in (select unnest(?::varchar[]))", [sorted(names)]
    ).fetchall()
    return [key for (key,) in rows]


def identifiers(cur: duckdb.DuckDBPyConnection, names: Collection[str]) -> list[str]:
    """Of these the keys that are a source's identifiers."""
    return [key for key in keys_called(cur, names) if key.startswith("id:")]
