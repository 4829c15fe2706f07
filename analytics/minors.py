"""Who in an event is under 18, or may be, or asked not to be named: what anything published must protect."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analytics import athlete_names, once, protected, seen
from etl import academies, athletes
from etl.arriving import put

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

# Of versions that nobody prepared (analytics/protected.py): everybody in them, and who of them is protected.
_ANEW = """
with asked as ({asked}),
everybody as ({everybody}),
competitors as (select * from everybody where athlete_key is not null {only}),
protected as (
  select distinct s.version_id, s.athlete_key
  from competitors as s join category as c on c.category_id = s.category_id
  where c.is_minor is distinct from false or s.age < $adult
)
select distinct s.version_id, s.category_id, s.athlete_key, s.athlete, s.academy, n.academy_key
from competitors as s
join protected as p on p.version_id = s.version_id and p.athlete_key = s.athlete_key
left join version_academy as n on n.version_id = s.version_id and n.spelling = s.academy
where true {narrow}
order by all
"""
# The key of who has no identifier begins with the folded name; of the others those whose name may be one of them.
_NAMES = "select unnest($names::varchar[])"
_ONLY = f"and (split_part(athlete_key, '|', 1) in ({_NAMES}) or athlete_key like 'id:%')"
_NARROW = f"and (s.athlete_key not like 'id:%' or {athletes.may_be_sql('s.athlete', _NAMES)})"
_KEPT = """
select version_id, athlete_key, athlete, academy, fewest from protected_name
where version_id in (select unnest($versions::integer[])) {narrow}
"""
_LONGEST = """
select coalesce(max(length(name) - length(replace(name, ' ', ''))), 0) + 1,
       coalesce(max(length(name)) filter (where strlen(name) <> length(name)), 0)
from protected_name where version_id in (select unnest($versions::integer[]))
"""
_CALLED = (
    f"split_part({{key}}, '|', 1) in ({_NAMES}) or "
    f"(({{key}} like 'id:%' or not contains({{key}}, '|')) and {athletes.may_be_sql('{athlete}', _NAMES)})"
)
_KEYED = f"{{key}} in ({_NAMES})"
_DECIDED = "select athlete_key from correction union select athlete_key from ruling where athlete_key is not null"
_LISTED = """
with asked as ({asked}),
called as ({called})
select distinct c.version_id, c.athlete_key, c.athlete, c.academy, n.academy_key
from called as c left join version_academy as n on n.version_id = c.version_id and n.spelling = c.academy
where c.athlete_key is not null
"""
_OPTED = f"""
with asked as ({seen.ASKED})
select distinct version_id, athlete_key, athlete, academy from (
  {seen.everybody("join opted_key as k on k.version_id = a.version_id and k.athlete_key = {key}")}
)
"""


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


class _Young(NamedTuple):
    """Somebody under 18, or who may be, by a spelling of name and academy."""

    version_id: int
    athlete_key: str
    athlete: str
    academy: str | None
    group: int


class _Seen(NamedTuple):
    """The same in a category of a version."""

    version_id: int
    category_id: int
    athlete_key: str
    athlete: str
    academy: str | None
    academy_key: str | None


def people(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    names: Collection[str] | None = None,
    *,
    all_prepared: bool = False,
) -> list[Person]:
    """Everybody to protect in these versions, once for each spelling and academy.

    `names`, folded: whoever is under 18 and has another name may be missing, and be missing in a `group` where nobody
    prepared the version. `all_prepared`: `longest` has just said that all were.
    """
    asked = [version.version_id for version in of]
    prepared = set(asked) if all_prepared else protected.prepared(cur, asked)
    young = [*_kept(cur, prepared, names), *_anew(cur, set(asked) - prepared, names)]
    opted = _opted(cur, asked)
    keys = {one[:2] for one in opted}
    found = {Person(*one[:4], under_18=True, opted_out=one[:2] in keys, group=one.group) for one in young}
    of_young = {one[:2] for one in young}
    found |= {Person(*one, under_18=False, opted_out=True, group=0) for one in opted if one[:2] not in of_young}
    return sorted(found, key=lambda one: (one.version_id, one.athlete_key, one.athlete, one.academy or ""))


class Longest(NamedTuple):
    """How many words, and how many letters, a name of somebody under 18 has at most; letters of names beyond ASCII."""

    words: int
    letters: int


def any_length(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> Longest | None:
    """As `longest`, without a look at the names: more than any has."""
    asked = [version.version_id for version in of]
    return Longest(_NO_NAME, _NO_NAME) if protected.prepared(cur, asked) == set(asked) else None


_NO_NAME = 1_000_000


def longest(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> Longest | None:
    """Of the names in these versions, where all were prepared; whoever opted out is none of them."""
    asked = [version.version_id for version in of]
    if protected.prepared(cur, asked) != set(asked):
        return None
    row = cur.execute(_LONGEST, {"versions": asked}).fetchone()
    return Longest(*row) if row else None


def _kept(cur: duckdb.DuckDBPyConnection, of: Collection[int], names: Collection[str] | None) -> list[_Young]:
    """As found when the versions were computed."""
    if not of:
        return []
    asked: dict[str, object] = {"versions": sorted(of)}
    if names is not None:
        asked["names"] = sorted(names)
    question = _KEPT.format(narrow="" if names is None else f"and name in ({_NAMES})")
    return [_Young(*row) for row in cur.execute(question, asked).fetchall()]


def _anew(cur: duckdb.DuckDBPyConnection, of: Collection[int], names: Collection[str] | None) -> list[_Young]:
    """Under 18: in a division for minors, in one that cannot be read, or by birth year (B1), anywhere in the event."""
    if not of:
        return []
    asked: dict[str, object] = {"versions": sorted(of), "adult": seen.ADULT_YEARS}
    if names is not None:
        asked["names"] = sorted(names)
    only, narrow = ("", "") if names is None else (_ONLY, _NARROW)
    question = _ANEW.format(asked=seen.ASKED, everybody=seen.everybody(""), only=only, narrow=narrow)
    rows = [_Seen(*row) for row in cur.execute(question, asked).fetchall()]
    groups = _groups(rows)
    return [
        _Young(one.version_id, one.athlete_key, one.athlete, one.academy, groups[one.version_id, one.athlete_key])
        for one in rows
    ]


def _groups(young: Sequence[_Seen]) -> dict[tuple[int, str], int]:
    """Version and athlete -> among how few under-18s he stands, by academy and by category."""
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


def _opted(cur: duckdb.DuckDBPyConnection, of: Sequence[int]) -> list[tuple[int, str, str, str | None]]:
    """Version, key, name and academy of whoever is on the opt-out list by any of his spellings: every one of them."""
    listed = _opted_out(cur)
    if not listed:
        return []
    names, called = sorted(listed), _CALLED
    if athlete_names.known(cur, of):
        decided = [key for (key,) in cur.execute(_DECIDED).fetchall()]
        names, called = [*athlete_names.keys_called(cur, listed), *decided], _KEYED
    question = _LISTED.format(asked=seen.ASKED, called=seen.everybody(f"where {called}"))
    rows = cur.execute(question, {"versions": list(of), "names": names}).fetchall()
    keys = {
        (version, key)
        for version, key, athlete, academy, academy_key in rows
        if (clubs := listed.get(athletes.normal(athlete))) and clubs & {None, academy_key, academies.key(academy)}
    }
    put(cur, "opted_key", "version_id integer, athlete_key varchar", sorted(keys))
    return cur.execute(_OPTED, {"versions": list(of)}).fetchall() if keys else []


def _opted_out(cur: duckdb.DuckDBPyConnection) -> dict[str, set[str | None]]:
    """Folded name -> the academies it is on the opt-out list for; None = whatever the academy."""
    found: dict[str, set[str | None]] = defaultdict(set)
    for name, academy in once.ask(cur, "opt_out", lambda: cur.execute(_OUT).fetchall()):
        found[athletes.normal(name)].add(academy)
    return dict(found)


_OUT = "select athlete, academy_key from opt_out where undone_at is null"
