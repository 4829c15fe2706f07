"""The first athletes of a season where there are millions: sums by small numbers, and persons of those alone.

A place has the number of what its athlete's key begins with, a name or an identifier. Mostly that is one person; where
it may be several, or one of several numbers (`season_hard`), the persons are told apart as ever and their places summed
by person. Who of these is among the first gets his row from the lines themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics import athlete_names, once, persons, season_numbers
from etl.arriving import put

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme
    from analytics.season_places import Value
    from analytics.versions import Version

# One spelling is one name and one academy; one federation, one kind of category, one year of birth or none told: then
# nothing that `persons` looks at tells two of a number apart, and nothing but a decision joins it with another. Of whom
# has one place alone nothing need be told: whoever he is, it is his. A ruling may spell him otherwise than any fact.
_HARD = """
create or replace temp table season_hard as
with asked as (
  select v.version_id, v.load_id from event_version as v join season_version using (version_id)
),
moved as (
  select spelling from version_academy where version_id in (select version_id from asked)
  group by 1 having count(academy_key) < count(*) or min(academy_key) <> max(academy_key)
),
named as (
  select spelling, number, academy from athlete_name where not starts_with(athlete_key, 'id:')
),
kinds as (
  select *, row_number() over () as kind from (
    select distinct gender, age_division, belt from category where load_id in (select load_id from asked)
  )
),
kind as (
  select c.category_id, cast(k.kind as integer) as kind from category as c
  join kinds as k on k.gender = c.gender and k.age_division = c.age_division and k.belt = c.belt
  where c.load_id in (select load_id from asked)
),
stood as (
  select s.spelling, cast(k.kind * 10000 + coalesce(s.birth_year, 0) as integer) as told
  from athlete_stand as s join kind as k on k.category_id = s.category_id
  where s.load_id in (select load_id from asked)
    and s.spelling in (select spelling from named)
),
several as (
  select athlete from place_number
  where version_id in (select version_id from asked) and athlete in (
    select number from named where spelling in (
      select spelling from stood group by 1 having min(told) <> max(told)
    )
  )
  group by 1 having count(*) > 1
)
select number from athlete_name where spelling <> number
union
select number from named where academy is null or academy in (select spelling from moved)
  or number in (select athlete from several)
union
select athlete from place_number where category_id in (
  select category_id from place where source = 'ruling' and version_id in (select version_id from asked)
)
"""
_JOINED = """
insert into season_hard
select number from athlete_name where split_part(athlete_key, '|', 1) in (select unnest(?::varchar[]))
"""
# Persons of identifiers are a federation's.
_SEVERAL = "select count(distinct coalesce(lower(trim(l.federation)), '')) from event_version as v join season_version "
_SEVERAL += "using (version_id) join source_load as l on l.load_id = v.load_id"
_OF_SEVERAL = """
insert into season_hard
select n.number from athlete_stand as s
join (select spelling, number from athlete_name where starts_with(athlete_key, 'id:')) as n on n.spelling = s.spelling
join event_version as v on v.load_id = s.load_id join season_version using (version_id)
join source_load as l on l.load_id = v.load_id
group by 1 having min(coalesce(lower(trim(l.federation)), '')) <> max(coalesce(lower(trim(l.federation)), ''))
"""
_HARD_NAMES = """
select distinct split_part(athlete_key, '|', 1) from athlete_name where number in (select number from season_hard)
"""
# Their places by person, numbered below 0; who stands in no fact of the category but in a ruling is one of his event.
_HARD_PLACES = """
create or replace temp table season_hard_place as
with own as (
  select distinct version_id, category_id, gender, age_division, belt, open_class, counted from place_number
  where version_id in (select version_id from season_version)
    and (athlete = 0 or athlete in (select number from season_hard))
),
standing as (
  select s.category_id, n.athlete_key from athlete_stand as s join athlete_name as n on n.spelling = s.spelling
  where s.category_id in (select category_id from own)
),
found as (
  select coalesce(w.person, p.athlete_key || '@' || p.version_id) as person, p.place, o.*
  from own as o join place as p on p.version_id = o.version_id and p.category_id = o.category_id
  left join person as w on w.version_id = p.version_id and w.category_id = p.category_id
   and w.athlete_key = p.athlete_key
  where w.person is not null or not exists (
    select 1 from standing as s where s.category_id = p.category_id and s.athlete_key = p.athlete_key
  )
)
select -cast(dense_rank() over (order by person) as integer) as who, * from found
"""
_NOBODY = """
select count(*) from place_number where athlete = 0 and version_id in (select version_id from season_version)
"""
_OF_ALL = "season_hard"
_FEW = 1000
_COLUMNS = "version_id, place, gender, age_division, belt, open_class, counted"
_OWN = f"""
  select athlete as who, {_COLUMNS} from place_number
  where version_id in (select version_id from season_version) and athlete <> 0
"""
_EASY = "and athlete not in (select number from season_hard)"
_OWN_AND_HARD = f"{_OWN} {_EASY} union all select who, {_COLUMNS} from season_hard_place"
_NAMES = """
select distinct split_part(athlete_key, '|', 1), number from athlete_name where number in (select who from season_first)
"""


def possible(cur: duckdb.DuckDBPyConnection, scheme: Scheme, of: Sequence[Version], values: Sequence[Value]) -> bool:
    """Whether the sums by number are those of the lines."""
    standing = athlete_names.standing(cur, [version.version_id for version in of])
    return standing and season_numbers.possible(cur, scheme, of, values)


@dataclass(frozen=True)
class Told:
    """Some athletes: names and identifiers, the numbers that `persons` looks at for them, and their own."""

    names: Sequence[str]
    numbers: Sequence[int]
    own: Sequence[int]


def tell(cur: duckdb.DuckDBPyConnection) -> Told:
    """Makes TEMP season_hard of the events of `season_version`, good for some of them too."""
    cur.execute(_HARD)
    if joined := persons.decided(cur):
        cur.execute(_JOINED, [sorted(joined)])
    if _count(cur, _SEVERAL) > 1:
        cur.execute(_OF_SEVERAL)
    own = [number for (number,) in cur.execute("select distinct number from season_hard").fetchall()]
    if not own:
        return Told((), (), ())
    names = [name for (name,) in cur.execute(_HARD_NAMES).fetchall()]
    return Told(names, persons.numbers(cur, names), own)


def tell_of_all(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> None:
    """Looks up once, for every season of this file, what `tell` finds of all these events."""
    if athlete_names.standing(cur, [version.version_id for version in of]):
        put(cur, "season_version", "version_id integer", [(version.version_id,) for version in of])
        once.ask(cur, _OF_ALL, lambda: tell(cur))


def told(cur: duckdb.DuckDBPyConnection) -> Told | None:
    """That, where it was looked up; None too where so many are told apart that a season's own are sooner found."""
    found: Told | None = once.known(cur, _OF_ALL)
    return found if found is not None and len(found.numbers) <= _FEW else None


def tell_again(cur: duckdb.DuckDBPyConnection, hard: Told) -> None:
    """Makes TEMP season_hard of what `tell` found, for another cursor."""
    put(cur, "season_hard", "number integer", [(number,) for number in hard.own])


def write(
    cur: duckdb.DuckDBPyConnection,
    scheme: Scheme,
    year: int,
    of: Sequence[Version],
    values: Sequence[Value],
    hard: Told,
) -> int:
    """Makes TEMP season_total of the athletes of `season_version`, after `tell`; how many are ranked."""
    persons.write(cur, of, names=hard.names, numbers=hard.numbers)
    apart = bool(hard.names) or _count(cur, _NOBODY) > 0
    cur.execute(_HARD_PLACES if apart else f"{_HARD_PLACES} limit 0")
    season_numbers.write(cur, scheme, year, values, _OWN_AND_HARD if apart else _OWN)
    return _count(cur, "select count(*) from season_total")


def first(cur: duckdb.DuckDBPyConnection, scheme: Scheme, most: int) -> Told:
    """The names and identifiers of the first `most` of TEMP season_total, and of all who are as good as the next.

    Makes TEMP season_first of them, and season_parted of those whom `persons` told apart, whose totals are in no
    `totals`.
    """
    levels = ("points", *scheme.ties)
    order = ", ".join(f"{level} desc" for level in levels)
    row = cur.execute(f"select {', '.join(levels)} from season_total order by {order} limit 1 offset {most}").fetchone()
    as_good = "true" if row is None else f"({', '.join(levels)}) >= ({', '.join(map(str, row))})"
    cur.execute(f"create or replace temp table season_first as select * from season_total where {as_good}")
    cur.execute(
        "create or replace temp table season_parted as "
        "select distinct person, version_id, category_id from season_hard_place join season_first using (who)"
    )
    rows = cur.execute(_NAMES).fetchall()
    hard = [person for (person,) in cur.execute("select distinct person from season_parted").fetchall()]
    apart = {name for person in hard for name in persons.names_of(person)}
    names = sorted({*(name for name, _ in rows), *apart})
    numbers = persons.numbers(cur, names, None if apart else {number for _, number in rows})
    return Told(names, numbers, numbers)


def totals(cur: duckdb.DuckDBPyConnection, scheme: Scheme, people: Told) -> list[tuple[Any, ...]]:
    """Of `first`, after `persons`: key, name, academy, results beyond those that count, points, the ties' values.

    Without those of season_parted.
    """
    levels = ", ".join(f"t.{level}" for level in ("points", *scheme.ties))
    return cur.execute(_FIRST.format(holders=_HOLDERS, levels=levels), {"numbers": list(people.numbers)}).fetchall()


def only_parted(cur: duckdb.DuckDBPyConnection) -> bool:
    """Leaves those of season_parted alone in TEMP person; whether there is any."""
    cur.execute("delete from person where person not in (select person from season_parted)")
    return _count(cur, "select count(*) from season_parted") > 0


# Of one spelling one row of a category is whose: so it is known who has the places of a number. `near`, lest all places
# be looked up for each.
_HOLDERS = """
  with near as (
    select w.version_id, w.category_id, w.person, n.number, n.athlete, n.academy
    from (
      select number, athlete_key, athlete, academy from athlete_name
      where spelling in (select unnest($numbers::integer[]))
    ) as n join person as w on w.athlete_key = n.athlete_key
    where n.number not in (select number from season_hard)
  )
  select n.person, n.number as who, n.athlete, n.academy
  from near as n join place_number as p
    on p.athlete = n.number and p.version_id = n.version_id and p.category_id = n.category_id
"""
_FIRST = """
select distinct h.person, h.athlete, h.academy, t.beyond, {levels}
from season_first as t join ({holders}) as h on h.who = t.who
"""


def ranks(cur: duckdb.DuckDBPyConnection, scheme: Scheme, of: Sequence[Version], people: Told) -> Mapping[str, int]:
    """Person -> rank among TEMP season_total, of whoever is one of `first`; after `write`."""
    persons.write(cur, of, names=people.names, numbers=people.numbers)
    levels = ("points", *scheme.ties)
    question = _RANKS.format(
        holders=_HOLDERS, levels=", ".join(levels), order=", ".join(f"{level} desc" for level in levels)
    )
    return dict(cur.execute(question, {"numbers": list(people.numbers)}).fetchall())


_RANKS = """
with alike as (select {levels}, count(*) as n from season_total group by all),
ranked as (select *, 1 + cast(sum(n) over (order by {order}) as bigint) - n as rank from alike),
meant as (
  select distinct person, who from ({holders})
  union
  select person, who from season_hard_place
)
select m.person, r.rank
from meant as m join season_total as t on t.who = m.who join ranked as r using ({levels})
"""


def _count(cur: duckdb.DuckDBPyConnection, sql: str) -> int:
    row = cur.execute(sql).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    return int(row[0])
