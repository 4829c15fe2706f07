"""The names of all athletes of a store, folded beforehand: what a search looks in, and whose keys a name may be.

`athlete_name` never forgets: it may hold somebody of a load that no longer counts. Whoever asks looks among the
versions that count for the keys found here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from etl import athletes

if TYPE_CHECKING:
    import duckdb

_LACKING = """
select load_id from event_version
where version_id in (select unnest($versions::integer[])) or version_id in (select version_id from current_version)
except select load_id from athlete_name_load
"""
_SEEN = """
create or replace temp table athlete_seen as
select athlete_key, athlete, academy from entry where load_id in (select unnest($loads::integer[]))
union
select red_key, red_athlete, red_academy from bout
where red_key is not null and load_id in (select unnest($loads::integer[]))
union
select blue_key, blue_athlete, blue_academy from bout
where blue_key is not null and load_id in (select unnest($loads::integer[]))
union
select athlete_key, athlete, academy from official_place where load_id in (select unnest($loads::integer[]))
"""
_KEEP = f"""
insert into athlete_name (athlete_key, name, words)
with folded as (
  select s.athlete_key, {athletes.normal_sql("s.athlete", "f")} as name,
         {athletes.normal_sql("s.academy", "g")} as academy
  from athlete_seen as s
  left join folded_name as f on f.name = s.athlete
  left join folded_name as g on g.name = s.academy
),
told as (select athlete_key, name, replace(name || coalesce(academy, ''), ' ', '') as words from folded)
select * from told except select * from athlete_name {{where}} order by 2, 1
"""
_FEW = 100_000  # names: of so many only the rows of the same name are unpacked to be compared
_OF_FEW = "where name in (select name from told)"
_SEARCH = """
with hit as (
  select distinct name from athlete_name where ($after::varchar is null or name > $after) {fitting}
  order by name limit $most
)
select n.name, list(distinct split_part(n.athlete_key, '|', 1) order by split_part(n.athlete_key, '|', 1))
from athlete_name as n join hit as h on h.name = n.name group by 1 order by 1
"""


def refresh(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
    """Adds those of the loads of these versions, and of current ones, that lack it, in the caller's transaction."""
    lacking = [number for (number,) in con.execute(_LACKING, {"versions": list(version_ids)}).fetchall()]
    if not lacking:
        return
    con.execute(_SEEN, {"loads": lacking})
    athletes.fold_names(con, [("athlete_seen", "athlete"), ("athlete_seen", "academy")])
    row = con.execute("select count(*) from athlete_seen").fetchone()
    con.execute(_KEEP.format(where=_OF_FEW if row and row[0] <= _FEW else ""))
    con.execute("insert into athlete_name_load select unnest(?::integer[])", [lacking])
    for table in ("athlete_seen", "folded_name"):
        con.execute(f"drop table temp.{table}")


def known(cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> bool:
    """Whether everybody in these versions is in it, but for whom a correction or a ruling names."""
    row = cur.execute(
        "select count(*) from event_version where version_id in (select unnest(?::integer[])) "
        "and load_id not in (select load_id from athlete_name_load)",
        [list(version_ids)],
    ).fetchone()
    return row == (0,)


def search(
    cur: duckdb.DuckDBPyConnection, words: Sequence[str], most: int, after: str | None = None
) -> dict[str, list[str]]:
    """Folded names with all of these folded words in name or academy, blanks aside -> their keys: name, identifiers."""
    values = {f"w{n}": word for n, word in enumerate(words)}
    question = _SEARCH.format(fitting="".join(f" and contains(words, ${name})" for name in values))
    return dict(cur.execute(question, {"most": most, "after": after, **values}).fetchall())


def keys(cur: duckdb.DuckDBPyConnection, beginning: Collection[str]) -> list[str]:
    """The keys that begin with one of these folded names, or are one of these identifiers."""
    rows = cur.execute(
        "select distinct athlete_key from athlete_name where split_part(athlete_key, '|', 1) in "
        "(select unnest(?::varchar[]))",
        [sorted(beginning)],
    ).fetchall()
    return [key for (key,) in rows]


def keys_called(cur: duckdb.DuckDBPyConnection, names: Collection[str]) -> list[str]:
    """The keys of whoever is called one of these folded names in any of his spellings."""
    rows = cur.execute(
        "select distinct athlete_key from athlete_name where name in (select unnest(?::varchar[]))", [sorted(names)]
    ).fetchall()
    return [key for (key,) in rows]


def identifiers(cur: duckdb.DuckDBPyConnection, names: Collection[str]) -> list[str]:
    """Of these the keys that are a source's identifiers."""
    return [key for key in keys_called(cur, names) if key.startswith("id:")]
