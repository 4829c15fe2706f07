"""Who in an event is under 18, or may be, or asked not to be named: what anything published must protect."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from etl import academies, athletes

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

_ADULT_YEARS = 18

# Ages of an exact division apart, only a birth year tells: a juvenile may enter an adult category (B6).
_SEEN = """
with asked as (
  select v.version_id, v.load_id, cast(extract(year from l.start_date) as integer) as year
  from event_version as v join source_load as l on l.load_id = v.load_id
  where v.version_id in (select unnest($versions::integer[]))
),
everybody as (
  select a.version_id, e.category_id, e.athlete_key, e.athlete, e.academy, a.year - e.birth_year as age
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
  union all
  select a.version_id, p.category_id, p.athlete_key, p.athlete, p.academy, null
  from asked as a join place as p on p.version_id = a.version_id
  union all
  select a.version_id, c.category_id, r.athlete_key, r.athlete, null, null
  from asked as a join event_version as v on v.version_id = a.version_id join correction as r on r.event_id = v.event_id
  join category as c on c.load_id = a.load_id and c.gender = r.gender and c.age_division = r.age_division
   and c.belt = r.belt and c.weight_class = r.weight_class
  union all
  select a.version_id, c.category_id, r.athlete_key, r.athlete, r.academy, null
  from asked as a join event_version as v on v.version_id = a.version_id join ruling as r on r.event_id = v.event_id
  join category as c on c.load_id = a.load_id and c.gender = r.gender and c.age_division = r.age_division
   and c.belt = r.belt and c.weight_class = r.weight_class
  where r.athlete_key is not null
),
competitors as (select * from everybody {only}),
protected as (
  select distinct s.version_id, s.athlete_key
  from competitors as s join category as c on c.category_id = s.category_id
  where c.is_minor is distinct from false or s.age < $adult
)
select distinct s.version_id, s.category_id, s.athlete_key, s.athlete, s.academy, n.academy_key,
       p.athlete_key is not null as under_18
from competitors as s
left join protected as p on p.version_id = s.version_id and p.athlete_key = s.athlete_key
left join version_academy as n on n.version_id = s.version_id and n.spelling = s.academy
where (p.athlete_key is not null or $listed) {narrow}
order by all
"""
# The key of who has no identifier begins with the folded name; of the others those whose name may be one of them.
_ONLY = """where split_part(athlete_key, '|', 1) in (select unnest($names::varchar[])) or athlete_key like 'id:%'"""
_NARROW = f"""and (
  s.athlete_key not like 'id:%' or {athletes.may_be_sql("s.athlete", "select unnest($names::varchar[])")}
)"""


@dataclass(frozen=True)
class Minors:
    """`athletes`: keys of those under 18, of unknown age or opted out; `categories`: where one of them appears."""

    athletes: frozenset[str]
    categories: frozenset[int]


@dataclass(frozen=True)
class Person:
    """Somebody to protect, by a spelling of the name; `group`: how few under 18 could be meant.

    That is the smallest of: those of the academy in that event (0 = not known), and those in each category of his.
    """

    version_id: int
    athlete_key: str
    athlete: str
    academy: str | None
    under_18: bool
    opted_out: bool
    group: int


class _Seen(NamedTuple):
    """Somebody to protect in a category of a version, by a spelling of name and academy."""

    version_id: int
    category_id: int
    athlete_key: str
    athlete: str
    academy: str | None
    academy_key: str | None
    under_18: bool
    opted_out: bool = False


def of_event(cur: duckdb.DuckDBPyConnection, version: Version) -> Minors:
    """Under 18: in a division for minors, in one that cannot be read, or by birth year (B1), anywhere in the event."""
    seen = _protected(cur, [version])
    unread = cur.execute(
        "select category_id from category where load_id = ? and is_minor is distinct from false", [version.load_id]
    ).fetchall()
    return Minors(
        frozenset(one.athlete_key for one in seen),
        frozenset(one.category_id for one in seen) | {number for (number,) in unread},
    )


def people(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Collection[str] | None = None) -> list[Person]:
    """Everybody to protect in these versions, once for each spelling and academy; `group` counts these alone.

    `names`, folded: whoever has another name may be missing.
    """
    seen = _protected(cur, of, names)
    groups = _groups(seen)
    found = {
        Person(
            *(one.version_id, one.athlete_key, one.athlete, one.academy, one.under_18, one.opted_out),
            group=groups.get((one.version_id, one.athlete_key), 0),
        )
        for one in seen
    }
    return sorted(found, key=lambda one: (one.version_id, one.athlete_key, one.athlete, one.academy or ""))


def _groups(seen: Sequence[_Seen]) -> dict[tuple[int, str], int]:
    """Version and athlete -> among how few under-18s he stands, by academy and by category; adults have no group."""
    young = [one for one in seen if one.under_18]
    clubs = {(one.version_id, one.academy_key, one.athlete_key) for one in young if one.academy_key}
    of_club = Counter((version, academy) for version, academy, _ in clubs)
    of_category = Counter(
        (version, category) for version, category, _ in {(o.version_id, o.category_id, o.athlete_key) for o in young}
    )
    found = {(one.version_id, one.athlete_key): 0 for one in young}  # no academy known at all
    for version, academy, athlete in clubs:
        known = of_club[version, academy]
        found[version, athlete] = min(found[version, athlete] or known, known)
    for one in young:
        who = (one.version_id, one.athlete_key)
        found[who] = min(found[who], of_category[one.version_id, one.category_id])
    return found


def _protected(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], names: Collection[str] | None = None
) -> list[_Seen]:
    """One row per version, category and person to protect, spelling and academy."""
    listed = _opted_out(cur)
    asked: dict[str, object] = {"versions": [version.version_id for version in of], "adult": _ADULT_YEARS}
    if names is not None:
        asked["names"] = sorted(names)
    question = _SEEN.format(only="", narrow="") if names is None else _SEEN.format(only=_ONLY, narrow=_NARROW)
    rows = cur.execute(question, asked | {"listed": bool(listed)}).fetchall()
    seen = [_Seen(*row) for row in rows]
    folded = {name: athletes.normal(name) for name in {one.athlete for one in seen}} if listed else {}
    keys = {
        (one.version_id, one.athlete_key)
        for one in seen
        if (clubs := listed.get(folded.get(one.athlete, "")))
        and clubs & {None, one.academy_key, academies.key(one.academy)}
    }
    marked = [one._replace(opted_out=(one.version_id, one.athlete_key) in keys) for one in seen]
    return [one for one in marked if one.under_18 or one.opted_out]


def _opted_out(cur: duckdb.DuckDBPyConnection) -> dict[str, set[str | None]]:
    """Folded name -> the academies it is on the opt-out list for; None = whatever the academy."""
    found: dict[str, set[str | None]] = defaultdict(set)
    for name, academy in cur.execute("select athlete, academy_key from opt_out where undone_at is null").fetchall():
        found[athletes.normal(name)].add(academy)
    return dict(found)
