"""Who an athlete is over events: the source's identifier, else name, academy, birth year; two where one cannot be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from analytics import once, person_facts, persons_kept
from etl import athletes, identifiers
from etl.arriving import put
from rulebook import ruleset
from rulebook.vocabulary import belt_rank

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

Bounds = tuple[int, int]
_EVER = (0, 9999)
_SEXES = {"male", "female"}
_JUVENILES = ("juvenile-1", "juvenile-2")


@dataclass(frozen=True)
class Stand:
    """One person's standing in a category: what tells whether somebody else can be the same."""

    event: str
    year: int
    category_id: int
    gender: str
    age_division: str
    belt: str

    @property
    def born(self) -> Bounds:
        """First and last year of birth that the age division allows (B1, B2)."""
        exact, minimum = _ages()
        if self.age_division in exact:
            low, high = exact[self.age_division]
            return self.year - high, self.year - low
        if self.age_division in minimum:
            return 0, self.year - minimum[self.age_division]
        return _EVER

    @property
    def belts(self) -> Bounds:
        """Lowest and highest rank of the category's belts (B7)."""
        ranks = [rank for belt in self.belt.split("+") if (rank := belt_rank(belt)) is not None]
        return (min(ranks), max(ranks)) if ranks else _EVER

    def fits(self, other: Stand) -> bool:
        """Whether one person can have stood in both: one gender, one year of birth, belts that only rise (B6)."""
        if {self.gender, other.gender} == _SEXES or not _meet(self.born, other.born):
            return False
        if self.event == other.event:
            return _meet(self.belts, other.belts)
        earlier, later = sorted((self, other), key=lambda one: one.year)
        return earlier.year == later.year or later.belts[1] >= earlier.belts[0]


def _meet(one: Bounds, other: Bounds) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


@cache
def _ages() -> tuple[dict[str, Bounds], dict[str, int]]:
    """Exact ages and minimum ages of the divisions; an unnumbered juvenile has either age."""
    rules = ruleset.load(ruleset.DEFAULT)
    exact = {age: (years, years) for age, years in rules.table("ages.exact_years").items()}
    exact["juvenile"] = (min(exact[age][0] for age in _JUVENILES), max(exact[age][1] for age in _JUVENILES))
    return exact, dict(rules.table("ages.minimum_years"))


def write(
    cur: duckdb.DuckDBPyConnection,
    of: Sequence[Version],
    *,
    reviewed: bool = True,
    names: Collection[str] | None = None,
    numbers: Sequence[int] | None = None,
    as_of: datetime | None = None,
) -> None:
    """Makes TEMP person(version_id, category_id, athlete_key, person, athlete, academy, academy_key, birth_year).

    One row per athlete and category of these versions. `reviewed`: what people decided is followed. `names`: of those
    alone whose folded name, or key of an identifier (`id:…`), is one of these; they and whom a decision joins with them
    are the same persons as without it. `numbers`: what `numbers` says of them, for who writes several times. `as_of`:
    what people had decided by then.
    """
    joined = None if names is None else sorted(_joined(cur, names, as_of))
    asked = [version.version_id for version in of]
    if reviewed and as_of is None and persons_kept.fits(cur, asked, [version.load_id for version in of]):
        accepted = _accepted(cur, None)
        persons_kept.write(cur, asked, joined, lambda: _write(cur, asked, None, None, accepted))
    else:
        _write(cur, asked, joined, numbers, _accepted(cur, as_of) if reviewed else [])


def _write(
    cur: duckdb.DuckDBPyConnection,
    asked: Sequence[int],
    joined: Sequence[str] | None,
    numbers: Sequence[int] | None,
    accepted: Sequence[tuple[str, str]],
) -> None:
    person_facts.write(cur, asked, joined, numbers)
    athletes.fold_names(cur, [("person_seen", "athlete")])
    folded = athletes.normal_sql("s.athlete", "f")
    cur.execute(
        f"create or replace temp table person_named as select s.*, {folded} as name "
        "from person_seen as s left join folded_name as f on f.name = s.athlete"
    )
    _write_doubtful(cur)
    cur.execute(_PERSON)
    _write_apart(cur)
    _write_reviewed(cur, accepted)
    cur.execute(_FINAL)
    if joined is not None:
        cur.execute(person_facts.NAMESAKES_GONE, {"names": joined})


def numbers(cur: duckdb.DuckDBPyConnection, names: Collection[str], known: Collection[int] | None = None) -> list[int]:
    """The numbers, in `athlete_name`, of whom `write` looks at for these names; `known`: those of the names alone."""
    joined = _joined(cur, names, None)
    other = None if known is None else sorted(joined - {*names})
    return sorted({*(known or ()), *person_facts.numbers(cur, sorted(joined), other)})


def names_of(person: str) -> list[str]:
    """What `write` takes as `names` for a person's key, which may name an event or a part too."""
    return [_name(person)]


def decided(cur: duckdb.DuckDBPyConnection) -> set[str]:
    """The names, or identifiers, of whom a decision in force joins with another."""
    return {_name(one) for row in _accepted(cur, None) for one in row}


def _joined(cur: duckdb.DuckDBPyConnection, names: Collection[str], as_of: datetime | None) -> set[str]:
    """These names, and those that somebody decided to be the same person; identifiers stand for themselves."""
    found = set(names)
    pairs = [[_name(one) for one in row] for row in _accepted(cur, as_of)]
    while more := {one for pair in pairs if found & {*pair} for one in pair} - found:
        found |= more
    return found


def _name(person: str) -> str:
    """The folded name in a person's key; of a federation's identifier the key as an event has it."""
    kind, _, rest = person.partition(":")
    if kind == "id":
        return f"id:{rest.partition(':')[2].partition('|')[0].partition('@')[0]}"
    return person.partition("|")[0]


def _write_doubtful(cur: duckdb.DuckDBPyConnection) -> None:
    """Identifiers under which a federation's events name several people."""
    names: dict[tuple[str, str], list[str]] = defaultdict(list)
    for federation, one, athlete in cur.execute(_IDENTIFIED).fetchall():
        names[federation, one].append(athlete)
    rows = [key for key, found in names.items() if not identifiers.is_one_person(found)]
    put(cur, "person_doubtful", "federation varchar, athlete_id varchar", rows)


def _write_apart(cur: duckdb.DuckDBPyConnection) -> None:
    """Persons who cannot be one: their standings are joined within an event where they can, never across events."""
    stands: dict[str, list[Stand]] = defaultdict(list)
    for person, *stand in cur.execute(_STANDS).fetchall():
        stands[person].append(Stand(*stand))
    rows = [row for person, found in stands.items() if not _all_fit(found) for row in _parted(person, found)]
    put(cur, "person_apart", "person varchar, category_id bigint, parted varchar", rows)


def _all_fit(stands: Sequence[Stand]) -> bool:
    kinds = {(one.event, one.year, one.gender, one.age_division, one.belt): one for one in stands}
    return all(one.fits(other) for one, other in combinations(kinds.values(), 2))


def _parted(person: str, stands: Iterable[Stand]) -> Iterable[tuple[str, int, str]]:
    groups: dict[str, list[list[Stand]]] = defaultdict(list)
    for stand in stands:
        own = groups[stand.event]
        place = next((n for n, group in enumerate(own) if all(stand.fits(other) for other in group)), len(own))
        if place == len(own):
            own.append([])
        own[place].append(stand)
        yield person, stand.category_id, f"{person}@{stand.event}" + (f"#{place + 1}" if place else "")


def _write_reviewed(cur: duckdb.DuckDBPyConnection, accepted: Sequence[tuple[str, str]]) -> None:
    leads = dict(accepted)
    rows = []
    for start in leads:
        end, seen = start, {start}
        while (following := leads.get(end)) is not None and following not in seen:
            seen.add(following)
            end = following
        rows.append((start, end))
    put(cur, "person_reviewed", "alias_person varchar, person varchar", rows)


def _accepted(cur: duckdb.DuckDBPyConnection, as_of: datetime | None) -> list[tuple[str, str]]:
    """Pairs in force now, or at a time: the one, and whom it is."""
    if as_of is None:
        return once.ask(cur, "accepted", lambda: cur.execute(f"{_ACCEPTED} and undone_at is null").fetchall())
    then = " and recorded_at <= $1 and (undone_at is null or undone_at > $1) order by alias_id"
    return cur.execute(_ACCEPTED + then, [as_of]).fetchall()


_ACCEPTED = "select alias_person, person from athlete_alias where status = 'accepted'"

_IDENTIFIED = """
with p as (select distinct federation, athlete_id, name, athlete from person_named where athlete_id is not null)
select federation, athlete_id, min(athlete) from p
where (federation, athlete_id) in (select (federation, athlete_id) from p group by federation, athlete_id
                                   having count(distinct name) > 1)
group by federation, athlete_id, name order by 1, 2, 3
"""

# A birth year that one event tells of a name and academy goes for those events that tell none, if it is the only one.
# An academy that is not known equals no other: that athlete is one of his event alone.
_PERSON = """
create or replace temp table person_keyed as
with years as (
  select name, academy_key, min(birth_year) as birth_year from person_named
  where academy_key is not null group by 1, 2 having count(distinct birth_year) = 1
)
select p.*,
  case
    when p.athlete_id is not null and p.federation <> '' and d.athlete_id is null
      then 'id:' || p.federation || ':' || p.athlete_id
    when p.athlete_id is not null then 'id:' || p.federation || ':' || p.athlete_id || '|' || p.name
    when p.academy_key is null then p.name || '||@' || p.event_id
    else concat_ws('|', p.name, p.academy_key, coalesce(cast(coalesce(p.birth_year, y.birth_year) as varchar), ''))
  end as person
from person_named as p
left join person_doubtful as d on d.federation = p.federation and d.athlete_id = p.athlete_id
left join years as y on y.name = p.name and y.academy_key = p.academy_key
"""

_STANDS = """
with stands as (
  select p.person, p.event_id, cast(extract(year from p.start_date) as integer) as year, p.category_id, c.gender,
         c.age_division, c.belt
  from person_keyed as p join category as c on c.category_id = p.category_id
  where p.person not like 'id:%'
),
several as (
  select person from stands group by 1 having count(distinct (gender, age_division, belt)) > 1
)
select s.* from stands as s join several using (person) order by s.person, s.year, s.event_id, s.category_id
"""

_FINAL = """
create or replace temp table person as
with parted as (
  select p.version_id, p.category_id, p.athlete_key, coalesce(a.parted, p.person) as person, p.athlete, p.academy,
         p.academy_key, p.birth_year
  from person_keyed as p
  left join person_apart as a on a.person = p.person and a.category_id = p.category_id
)
select p.* replace (coalesce(r.person, p.person) as person)
from parted as p left join person_reviewed as r on r.alias_person = p.person
"""
