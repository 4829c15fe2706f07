"""Which athletes of a store may be one person over events, for people to decide; and why two cannot be one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process

from analytics import persons, versions
from analytics.persons import Stand
from etl import academies, athletes
from etl.errors import UnknownName, UserError

if TYPE_CHECKING:
    import duckdb

LEAST = 90.0
_SAME_NAME, _SAME_YEAR = 90.0, 95.0
_SHOWN = 4


@dataclass(frozen=True)
class Person:
    """A person over events; `academy` is the most recent by name, None = not known."""

    person: str
    athlete: str
    academy: str | None
    academy_key: str | None
    birth_year: int | None
    events: int

    @property
    def label(self) -> str:
        """Name and academy."""
        return self.athlete if self.academy is None else f"{self.athlete} @ {self.academy}"


@dataclass(frozen=True)
class Suggestion:
    """Two persons who may be one; the one met in fewer events as the alias. `score`: 0 to 100."""

    alias: Person
    person: Person
    score: float
    why: str


def known(cur: duckdb.DuckDBPyConnection) -> list[Person]:
    """Every person of the store, by key; makes TEMP person of the events that count."""
    persons.write(cur, versions.counted(cur))
    return [Person(*row) for row in cur.execute(_KNOWN).fetchall()]


def many(cur: duckdb.DuckDBPyConnection) -> int:
    """Entries, or where there are fewer of them places, in the store: about as many stands would be compared."""
    row = cur.execute("select greatest((select count(*) from entry), (select count(*) from place))").fetchone()
    return 0 if row is None else int(row[0])


def suggestions(cur: duckdb.DuckDBPyConnection, least: float = LEAST) -> list[Suggestion]:
    """Pairs that nobody has decided on and that nothing makes two, the most alike first."""
    people = known(cur)
    decided = {frozenset(row) for row in cur.execute(_DECIDED).fetchall()}
    pairs = {
        frozenset((one.person, other.person)): (one, other, score, why) for one, other, score, why in _alike(people)
    }
    asked = {key: found for key, found in pairs.items() if found[2] >= least and key not in decided}
    stands = _stands(cur, {person for key in asked for person in key})
    fought = {frozenset(row) for row in cur.execute(_FOUGHT).fetchall()} if asked else set()
    found = []
    for key, (one, other, score, why) in asked.items():
        if key not in fought and _fit(stands[one.person], stands[other.person]):
            less, more = sorted((one, other), key=lambda each: (each.events, each.person))
            found.append(Suggestion(less, more, score, why))
    return sorted(found, key=lambda each: (-each.score, each.person.person, each.alias.person))


def still(cur: duckdb.DuckDBPyConnection, found: Sequence[Suggestion]) -> list[Suggestion]:
    """Of pairs found before, those that the store still has both of, and nobody has decided on since."""
    wanted = {name for pair in found for one in (pair.alias, pair.person) for name in persons.names_of(one.person)}
    persons.write(cur, versions.counted(cur), names=wanted)
    there = {person for (person,) in cur.execute("select distinct person from person").fetchall()}
    decided = {frozenset(row) for row in cur.execute(_DECIDED).fetchall()}
    keys = [(pair, frozenset((pair.alias.person, pair.person.person))) for pair in found]
    return [pair for pair, key in keys if key <= there and key not in decided]


def _alike(people: Sequence[Person]) -> Iterator[tuple[Person, Person, float, str]]:
    """One name at two academies, or nearly one name at one academy; two years of birth are two persons."""
    by_name: dict[str, list[Person]] = defaultdict(list)
    blocks: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for one in people:
        name = athletes.normal(one.athlete)
        by_name[name].append(one)
        words = name.split()
        for word in {words[0], words[-1]} if words and one.academy_key else ():
            blocks[one.academy_key or "", word].append(one)
    for group in by_name.values():
        for one, other in combinations(group, 2):
            if _years_fit(one, other):
                same = one.birth_year is not None and one.birth_year == other.birth_year
                yield one, other, *((_SAME_YEAR, "name and year of birth") if same else (_SAME_NAME, "the same name"))
    for group in blocks.values():
        if len(group) > 1:
            names = [athletes.normal(one.athlete) for one in group]
            scores = process.cdist(names, names, scorer=fuzz.ratio, score_cutoff=LEAST, dtype="uint8")
            for a, b in zip(*(side.tolist() for side in scores.nonzero()), strict=True):
                if a < b and names[a] != names[b] and _years_fit(group[a], group[b]):
                    yield group[a], group[b], float(scores[a, b]), "one academy, nearly the same name"


def _years_fit(one: Person, other: Person) -> bool:
    return None in (one.birth_year, other.birth_year) or one.birth_year == other.birth_year


def find(people: Sequence[Person], given: str) -> Person:
    """The person meant: by key, or by name, or by NAME @ ACADEMY; UserError where several fit."""
    found = [one for one in people if given == one.person]
    if not found:
        name, _, academy = (part.strip() for part in given.partition(" @ "))
        found = [
            one
            for one in people
            if athletes.normal(one.athlete) == athletes.normal(name)
            and (not academy or one.academy_key == academies.key(academy) or one.academy == academy)
        ]
    if not found:
        raise UnknownName("athlete", given, {one.label for one in people})
    if len(found) > 1:
        listed = "; ".join(one.person for one in found[:_SHOWN])
        raise UserError(f"{given!r} fits {len(found)} persons: {listed}. Say which, by this key")
    return found[0]


def why_two(cur: duckdb.DuckDBPyConnection, one: Person, other: Person) -> str | None:
    """What makes it impossible that two are one person; None = nothing does. After `known`."""
    if one.person == other.person:
        return f"{one.label} is one person already"
    if not _years_fit(one, other):
        return f"{one.label} was born in {one.birth_year}, {other.label} in {other.birth_year}"
    if frozenset((one.person, other.person)) in {frozenset(row) for row in cur.execute(_FOUGHT).fetchall()}:
        return f"{one.label} and {other.label} fought each other"
    stands = _stands(cur, {one.person, other.person})
    if not _fit(stands[one.person], stands[other.person]):
        return f"{one.label} and {other.label} stand in categories that one person cannot both enter"
    return None


def _fit(some: Sequence[Stand], others: Sequence[Stand]) -> bool:
    return all(one.fits(other) for one in some for other in others)


def _stands(cur: duckdb.DuckDBPyConnection, wanted: set[str]) -> dict[str, list[Stand]]:
    found: dict[str, list[Stand]] = defaultdict(list)
    for person, *stand in cur.execute(_STANDS, [sorted(wanted)]).fetchall():
        found[person].append(Stand(*stand))
    return found


_KNOWN = """
select p.person, arg_max(p.athlete, (l.start_date, p.athlete)), arg_max(p.academy, (l.start_date, p.academy)),
       arg_max(p.academy_key, (l.start_date, p.academy)), min(p.birth_year), count(distinct p.version_id)
from person as p join event_version as v on v.version_id = p.version_id
join source_load as l on l.load_id = v.load_id
group by 1 order by 1
"""
_DECIDED = "select alias_person, person from athlete_alias where undone_at is null"
_FOUGHT = """
select distinct r.person, b.person
from person as r
join event_version as v on v.version_id = r.version_id
join bout as f on f.load_id = v.load_id and f.category_id = r.category_id and f.red_key = r.athlete_key
join person as b on b.version_id = r.version_id and b.category_id = r.category_id and b.athlete_key = f.blue_key
"""
_STANDS = """
select p.person, v.event_id, cast(extract(year from l.start_date) as integer), p.category_id, c.gender, c.age_division,
       c.belt
from person as p join event_version as v on v.version_id = p.version_id
join source_load as l on l.load_id = v.load_id join category as c on c.category_id = p.category_id
where p.person in (select unnest(?::varchar[])) order by 1, 3, 2, 4
"""
