"""One academy, or one athlete, over events: standings, medals and bouts, the newest event first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analytics import academy_sides, persons
from analytics import athlete_names as athlete_names_of
from etl.athletes import fold_names, normal_sql
from etl.athletes import normal as folded

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

ASKED = "asked as (select unnest($versions::integer[]) as version_id)"
KEYS = """
keys as (
  select distinct n.academy_key from academy_name as n join asked as a on a.version_id = n.version_id
  where n.academy = $academy
)"""
PARTS = "c.gender, c.age_division, c.belt, c.weight_class"
_ORDER = "l.start_date desc, v.event_id, c.age_rank, c.gender, c.belt_rank, c.weight_rank"
_STOOD = "stood as (select * from person where person = $person)"

# Keys hold the folded name and the folded academy, which has no blanks; who has an identifier is looked for by name.
# Whoever fought in an event whose source lists its entries is listed there, or has a place.
_SOUGHT = """
create or replace temp table sought as
with asked as (
  select v.version_id, v.load_id, l.has_entries from event_version as v join source_load as l on l.load_id = v.load_id
  where v.version_id in (select unnest($versions::integer[]))
),
seen as (
  select e.athlete_key, e.athlete, e.academy from asked as a join entry as e on e.load_id = a.load_id
  union all
  select p.athlete_key, p.athlete, p.academy from asked as a join place as p on p.version_id = a.version_id
  union all
  select b.red_key, b.red_athlete, b.red_academy from asked as a join bout as b on b.load_id = a.load_id
  where not a.has_entries
  union all
  select b.blue_key, b.blue_athlete, b.blue_academy from asked as a join bout as b on b.load_id = a.load_id
  where not a.has_entries
)
select distinct athlete_key, case when athlete_key like 'id:%' then athlete end as athlete,
       case when athlete_key like 'id:%' then academy end as academy
from seen where athlete_key is not null
"""
# Every key of a name that is found, the identifiers of its namesakes too: who they are is told beside each other.
_SEARCH = f"""
with told as (
  select split_part(s.athlete_key, '|', 1) as key, {normal_sql("s.athlete", "f")} as name,
         {normal_sql("s.academy", "g")} as academy, s.athlete_key
  from sought as s left join folded_name as f on f.name = s.athlete left join folded_name as g on g.name = s.academy
),
called as (
  select key, coalesce(name, key) as name,
         replace(coalesce(name || coalesce(academy, ''), athlete_key), ' ', '') as words
  from told
),
hit as (
  select distinct name from called where ($after::varchar is null or name > $after) {{fitting}}
  order by name limit $most
)
select name, list(distinct c.key order by c.key) from called as c join hit using (name) group by name order by name
"""

_IDENTIFIERS = """
with asked as (select load_id from event_version where version_id in (select unnest($versions::integer[]))),
named as (select unnest($names::varchar[]) as name)
select distinct athlete_key from (
  select load_id, athlete_key, athlete from entry
  union all select load_id, red_key, red_athlete from bout
  union all select load_id, blue_key, blue_athlete from bout
  union all select load_id, athlete_key, athlete from official_place
) where athlete in (select name from named) and load_id in (select load_id from asked) and athlete_key like 'id:%'
"""


_FOUND = """
with newest as (
  select person, athlete, academy from person
  qualify row_number() over (partition by person order by version_id desc, athlete, academy) = 1
),
known as (
  select p.person, list(distinct p.athlete order by p.athlete) as names, min(l.start_date) as since
  from person as p
  join event_version as v on v.version_id = p.version_id
  join source_load as l on l.load_id = v.load_id
  group by p.person
)
select n.person, n.athlete, n.academy,
       case when count(*) over (partition by n.athlete, n.academy) > 1
            then row_number() over (partition by n.athlete, n.academy order by k.since, n.person) end as number,
       k.names
from newest as n join known as k on k.person = n.person
order by n.athlete, n.academy, number
"""


class Found(NamedTuple):
    """A person by newest name and academy; `number` among those who share both, the first event's first; every name."""

    person: str
    athlete: str
    academy: str | None
    number: int | None
    names: list[str]


def standings(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str) -> pd.DataFrame:
    """One row per event and award in which the academy, under any of its spellings, has a point."""
    return cur.execute(
        f"""
        with {ASKED}, {KEYS}
        select v.event_id as event, l.name, l.start_date, w.name as award, s.rank, s.points, s.gold, s.silver, s.bronze,
               s.draw_required, w.award_id
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


def academy_names(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> list[str]:
    """Every academy of these versions under its most frequent name, sorted without case."""
    rows = cur.execute(
        f"""
        with {ASKED}
        select n.academy from academy_name as n join asked as a on a.version_id = n.version_id
        group by n.academy_key, n.academy
        qualify row_number() over (partition by n.academy_key order by sum(n.times) desc, n.academy) = 1
        """,
        {"versions": _ids(of)},
    ).fetchall()
    return sorted((name for (name,) in rows), key=str.casefold)


def academy_athletes(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str, most: int) -> pd.DataFrame:
    """One row per name of an athlete of the academy in a category for adults: medals, bouts, won, lost.

    The most medals first, `most` of them; `athletes` on each row = how many there are.
    """
    asked: dict[str, object] = {"versions": _ids(of), "academy": academy}
    met = academy_sides.met(cur, of, _OWN_KEYS, asked) or _MET
    used = {name: value for name, value in asked.items() if f"${name}" in met}
    return cur.execute(_ATHLETES.format(met=met), {**used, "most": most}).df()


_OWN_KEYS = f"with {ASKED}, {KEYS} select academy_key from keys"
_MET = f"""
with {ASKED}, {KEYS},
spelled as (
  select v.load_id, s.spelling from version_academy as s
  join asked as a on a.version_id = s.version_id
  join keys as k on k.academy_key = s.academy_key
  join event_version as v on v.version_id = s.version_id
)
-- by the names as written first: of a hundred thousand bouts they are few
select b.red_athlete as athlete, 0 as place, b.winner = 'red' as won, count(*) as n
from bout as b join spelled as s on s.load_id = b.load_id and s.spelling = b.red_academy
join category as c on c.category_id = b.category_id and not c.is_minor
where b.red_key is not null and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')
group by 1, 3
union all
select b.blue_athlete, 0, b.winner = 'blue', count(*)
from bout as b join spelled as s on s.load_id = b.load_id and s.spelling = b.blue_academy
join category as c on c.category_id = b.category_id and not c.is_minor
where b.blue_key is not null and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')
group by 1, 3
union all
select p.athlete, p.place, null, count(*)
from place as p join asked as a on a.version_id = p.version_id join keys as k on k.academy_key = p.academy_key
join category as c on c.category_id = p.category_id and not c.is_minor
group by 1, 2
"""
_ATHLETES = """
with met as ({met})
select min(m.athlete) as athlete, cast(coalesce(sum(m.n) filter (where m.place = 1), 0) as bigint) as gold,
       cast(coalesce(sum(m.n) filter (where m.place = 2), 0) as bigint) as silver,
       cast(coalesce(sum(m.n) filter (where m.place = 3), 0) as bigint) as bronze,
       cast(coalesce(sum(m.n) filter (where m.place = 0), 0) as bigint) as bouts,
       cast(coalesce(sum(m.n) filter (where m.won), 0) as bigint) as won,
       cast(coalesce(sum(m.n) filter (where not m.won), 0) as bigint) as lost,
       cast(count(*) over () as bigint) as athletes
from met as m
group by lower(strip_accents(m.athlete))
order by gold desc, silver desc, bronze desc, won desc, athlete limit $most
"""


def athlete_names(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], words: Sequence[str], most: int, after: str | None = None
) -> dict[str, list[str]]:
    """Folded names that may have all of these folded words -> their keys, that name or identifiers: the next `most`.

    Looked for in name and academy, some too many: whoever shows them reads the persons of these keys and looks again.
    """
    if athlete_names_of.known(cur, _ids(of)):
        return athlete_names_of.search(cur, words, most, after)
    cur.execute(_SOUGHT, {"versions": _ids(of)})
    fold_names(cur, [("sought", "athlete"), ("sought", "academy")])
    values = {f"w{n}": word for n, word in enumerate(words)}
    question = _SEARCH.format(fitting="".join(f" and contains(words, ${name})" for name in values))
    return dict(cur.execute(question, {"most": most, "after": after, **values}).fetchall())


def athletes(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Sequence[str]) -> list[Found]:
    """Every person of these folded names or identifiers; makes TEMP person of them."""
    persons.write(cur, of, names=names)
    return [Found(*row) for row in cur.execute(_FOUND).fetchall()]


def namesakes(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Sequence[str]) -> list[Found]:
    """As `athletes`, of every person who stands under exactly one of these names, and some more."""
    return athletes(cur, of, _keys(cur, of, names))


def athlete_medals(cur: duckdb.DuckDBPyConnection, person: str) -> pd.DataFrame:
    """One row per medal of somebody in TEMP person."""
    return cur.execute(
        f"""
        with {_STOOD}
        select l.name, {PARTS}, p.place, p.athlete, p.academy, p.rule
        from (from place where category_id in ({_categories(cur, person)})) as p
        join stood as s on s.version_id = p.version_id and s.category_id = p.category_id
         and s.athlete_key = p.athlete_key
        join category as c on c.category_id = p.category_id
        join event_version as v on v.version_id = p.version_id
        join source_load as l on l.load_id = v.load_id
        order by {_ORDER}
        """,
        {"person": person},
    ).df()


def athlete_bouts(cur: duckdb.DuckDBPyConnection, person: str) -> pd.DataFrame:
    """One row per bout of somebody in TEMP person, the last first, as the table `bout` has it; `side` is theirs."""
    return cur.execute(
        f"""
        with {_STOOD}
        select l.name, {PARTS}, case b.red_key when s.athlete_key then 'red' else 'blue' end as side, b.bout, b.round,
               b.red_athlete, b.red_academy, b.blue_athlete, b.blue_academy, b.winner, b.decision, b.technique,
               b.red_points, b.blue_points, b.red_advantages, b.blue_advantages, b.red_penalties, b.blue_penalties,
               b.elapsed
        from stood as s
        join event_version as v on v.version_id = s.version_id
        join source_load as l on l.load_id = v.load_id
        join (from bout where category_id in ({_categories(cur, person)})) as b
          on b.load_id = v.load_id and b.category_id = s.category_id and s.athlete_key in (b.red_key, b.blue_key)
        join category as c on c.category_id = b.category_id
        order by l.start_date desc, v.event_id, b.bout desc
        """,
        {"person": person},
    ).df()


def _categories(cur: duckdb.DuckDBPyConnection, person: str) -> str:
    """Where somebody in TEMP person stands, as numbers: of ten million rows those of these alone are unpacked then."""
    rows = cur.execute("select distinct category_id from person where person = ?", [person]).fetchall()
    return ", ".join(str(int(number)) for (number,) in rows) or "null"


def _keys(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Sequence[str]) -> list[str]:
    """The folded names, and every identifier under which somebody of exactly such a name stands."""
    called = [*map(folded, names)]
    if athlete_names_of.known(cur, _ids(of)):
        return [*called, *athlete_names_of.identifiers(cur, called)]
    rows = cur.execute(_IDENTIFIERS, {"versions": _ids(of), "names": list(names)}).fetchall()
    return [*called, *(key for (key,) in rows)]


def _ids(of: Sequence[Version]) -> list[int]:
    return [version.version_id for version in of]
