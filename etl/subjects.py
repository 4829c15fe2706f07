"""What a person's words mean: which category of a load, which athlete in it. Found or refused, never guessed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

import duckdb

from etl import academies
from etl import athletes as keys
from etl.errors import UnknownName, UnusableInput
from rulebook import spelling
from rulebook.text import normal
from rulebook.vocabulary import UNKNOWN

_AT = " @ "
_WHO = "athlete in this category"
_ACADEMY = "academy in this store"
_SHOWN = 4
# How a ruling places whom, or with what, a name that is not known means.
UNLISTED = {
    _WHO: "somebody who is not listed: with --unlisted, and as 'NAME @ ACADEMY'",
    _ACADEMY: "an academy that no event has yet: with --unlisted",
}


@dataclass(frozen=True)
class Category:
    """A category of a load; its four parts name it across loads."""

    category_id: int
    gender: str
    age_division: str
    belt: str
    weight_class: str
    unread: str

    @property
    def parts(self) -> tuple[str, str, str, str]:
        """Gender, age division, belt, weight class."""
        return self.gender, self.age_division, self.belt, self.weight_class

    @property
    def label(self) -> str:
        """The four parts in one line, and what could not be read; `category` reads it back."""
        return " / ".join(filter(None, (*self.parts, self.unread)))


@dataclass(frozen=True)
class Athlete:
    """Someone entered, drawn or placed in a category; academy None = not known.

    `academies`: each that the load lists for him there, one spelling of each; `listed` False = only a ruling names him.
    """

    athlete: str
    athlete_key: str
    athlete_id: str | None
    academy: str | None
    academies: tuple[str, ...] = ()
    listed: bool = True

    @property
    def label(self) -> str:
        """Name and academy, which `athlete` reads back."""
        return self.athlete if self.academy is None else f"{self.athlete}{_AT}{self.academy}"


def category(con: duckdb.DuckDBPyConnection, load_id: int, given: str | Sequence[str]) -> Category:
    """The one category meant: by label, by its four parts, or by any spelling of enough of them."""
    known = [
        Category(*row)
        for row in con.execute(
            "SELECT category_id, gender, age_division, belt, weight_class, unread FROM category WHERE load_id = ? "
            "ORDER BY category_id",
            [load_id],
        ).fetchall()
    ]
    text = given if isinstance(given, str) else " / ".join(given)
    found = [one for one in known if folded(one.label) == folded(text)] or _by_parts(known, text)
    return _only("category", text, found, known)


def _by_parts(known: Sequence[Category], text: str) -> list[Category]:
    """Those that have every part the text names; a part left out leaves the choice open, a strange word does not."""
    read = spelling.read_category(text)
    wanted = (read.gender, read.age_division, read.belt, read.weight_class)
    if not any(_is_named(part) for part in wanted):
        return []
    return [
        one
        for one in known
        if (not read.rest or folded(read.rest) == folded(one.unread))
        and all(not _is_named(part) or part == own for part, own in zip(wanted, one.parts, strict=True))
    ]


def _is_named(part: str) -> bool:
    return part != UNKNOWN


def twins(con: duckdb.DuckDBPyConnection, load_id: int, of: Category) -> list[int]:
    """Other categories of the load with the same four parts: a decision, which names only these, means all."""
    rows = con.execute(
        "SELECT category_id FROM category WHERE load_id = ? AND category_id <> ? AND gender = ? AND age_division = ? "
        "AND belt = ? AND weight_class = ?",
        [load_id, of.category_id, *of.parts],
    ).fetchall()
    return [row[0] for row in rows]


def athlete(
    con: duckdb.DuckDBPyConnection,
    load_id: int,
    category_id: int,
    given: str,
    *,
    may_say_academy: bool = False,
    may_be_unheard: bool = False,
) -> Athlete:
    """The one athlete meant: by identifier or key, by name normalised, else the only one with all these words in it.

    `NAME @ ACADEMY` chooses among several of one name. Where `may_say_academy`, an academy that none of them is of is
    taken as the word of whoever says it, if the store has heard of it or it `may_be_unheard`; otherwise it is nobody.
    """
    known = athletes(con, load_id, category_id)
    name, academy = _parted(given)
    if not academy or any(one.athlete == given for one in known):
        return _only(_WHO, given, _matching(known, given.strip()), known)
    of_name = _matching(known, name)
    of_academy = [replace(one, academy=own) for one in of_name for own in one.academies if _are_one(own, academy)]
    if of_academy or not may_say_academy:
        return _only(_WHO, given, of_academy, known)
    one = _only(_WHO, given, of_name, known)
    if not may_be_unheard:
        _require_heard_of(con, academy)
    return replace(one, academy=academy)


def placed(
    con: duckdb.DuckDBPyConnection, load_id: int, category_id: int, given: str, *, may_be_unlisted: bool = False
) -> Athlete:
    """Whom a ruling places: one of the category or, where allowed, somebody it does not list, as `NAME @ ACADEMY`.

    Whom the category lists under two academies is placed with one of them, which has to be said.
    """
    name, academy = _parted(given)
    try:
        found = athlete(con, load_id, category_id, given, may_say_academy=True, may_be_unheard=may_be_unlisted)
    except UnknownName as error:
        academy_key = academies.key(academy) if academy else None
        if error.what == _WHO and may_be_unlisted and keys.normal(name) and academy_key is not None:
            return Athlete(name, keys.key(name, academy_key), None, academy, listed=False)
        raise
    if not academy and len(found.academies) > 1:
        some = " and ".join(f"'{found.athlete}{_AT}{one}'" for one in found.academies)
        raise UnusableInput(f"{found.athlete} is listed here under {len(found.academies)} academies; say which: {some}")
    return found


def _parted(given: str) -> tuple[str, str]:
    """`NAME @ ACADEMY` as its two parts, composed and without blanks to spare; no academy = empty."""
    name, _, academy = unicodedata.normalize("NFC", given).partition(_AT)
    return " ".join(name.split()), " ".join(academy.split())


def _are_one(academy: str, other: str) -> bool:
    return academies.key(academy) == academies.key(other) is not None


def _require_heard_of(con: duckdb.DuckDBPyConnection, academy: str) -> None:
    """Some event of the store, or the ledger, knows the academy: a slip of the pen would be an academy of its own."""
    known = [
        row[0]
        for row in con.execute(
            "SELECT spelling FROM academy_spelling UNION "
            "SELECT unnest([alias, academy]) FROM academy_alias WHERE undone_version_id IS NULL"
        ).fetchall()
    ]
    if academies.key(academy) is None:
        raise UnusableInput(f"{academy!r} is no academy's name")
    if not any(_are_one(one, academy) for one in known):
        raise UnknownName(_ACADEMY, academy, known)


def require_apart(places: Sequence[tuple[int, Athlete]], category: Category) -> None:
    """Each athlete has one place: nobody is placed twice under two spellings, or once listed and once not.

    Two of one name are two where the source lists both, and gives them different academies or identifiers.
    """
    for (_, one), (_, other) in combinations(places, 2):
        if one.athlete_key == other.athlete_key:
            raise UnusableInput(f"{one.athlete} is given two places in {category.label}; give each athlete one")
        if _squashed(one) == _squashed(other) and not _told_apart(one, other):
            raise UnusableInput(
                f"{one.label} and {other.label} may be one athlete with two places in {category.label}\n"
                "give each athlete one; two of one name are two where the source lists both, with their academies"
            )


def _squashed(one: Athlete) -> str:
    return keys.normal(one.athlete).replace(" ", "")


def _told_apart(one: Athlete, other: Athlete) -> bool:
    if not (one.listed and other.listed):
        return False
    if one.athlete_id and other.athlete_id:
        return True
    return bool(one.academies and other.academies) and not any(
        _are_one(own, theirs) for own in one.academies for theirs in other.academies
    )


def _matching(known: Sequence[Athlete], name: str) -> list[Athlete]:
    """By key or identifier; else all of one name, however it is written; else all whose name has these words."""
    words = set(folded(name).split())
    tests: tuple[Callable[[Athlete], bool], ...] = (
        lambda one: name in (one.athlete_key, one.athlete_id),
        lambda one: name == one.athlete or (bool(words) and folded(one.athlete) == folded(name)),
        lambda one: bool(words) and words <= set(folded(one.athlete).split()),
    )
    for test in tests:
        if found := [one for one in known if test(one)]:
            return found
    return []


def athletes(con: duckdb.DuckDBPyConnection, load_id: int, category_id: int) -> list[Athlete]:
    """One row per athlete; name and academy as the entry has them, else as the bouts, else as the official places."""
    rows = con.execute(
        """
        WITH seen AS (
          SELECT 1 AS rank, athlete, athlete_key, athlete_id, academy
          FROM entry WHERE load_id = $load AND category_id = $category
          UNION ALL SELECT 2, red_athlete, red_key, red_athlete_id, red_academy
          FROM bout WHERE load_id = $load AND category_id = $category AND red_key IS NOT NULL
          UNION ALL SELECT 2, blue_athlete, blue_key, blue_athlete_id, blue_academy
          FROM bout WHERE load_id = $load AND category_id = $category AND blue_key IS NOT NULL
          UNION ALL SELECT 3, athlete, athlete_key, athlete_id, academy
          FROM official_place WHERE load_id = $load AND category_id = $category
        )
        SELECT first(athlete ORDER BY rank, athlete), athlete_key, first(athlete_id ORDER BY athlete_id IS NULL, rank),
          first(academy ORDER BY academy IS NULL, rank, academy), list(academy ORDER BY rank, academy)
            FILTER (academy IS NOT NULL)
        FROM seen GROUP BY athlete_key ORDER BY athlete_key
        """,
        {"load": load_id, "category": category_id},
    ).fetchall()
    return [
        Athlete(name, key, known_as, academy, _different(all_ or [])) for name, key, known_as, academy, all_ in rows
    ]


def _different(spellings: Sequence[str]) -> tuple[str, ...]:
    """One spelling, the first, of each academy."""
    found: dict[str | None, str] = {}
    for one in spellings:
        found.setdefault(academies.key(one), one)
    return tuple(found.values())


_Subject = TypeVar("_Subject", Category, Athlete)


def _only(what: str, given: str, found: Sequence[_Subject], known: Sequence[_Subject]) -> _Subject:
    if not found:
        raise UnknownName(what, given, [one.label for one in known])
    if len(found) > 1:
        some = "; ".join(_told(one, found) for one in found[:_SHOWN])
        raise UnusableInput(f"{given!r} fits {len(found)} ({some}{'; …' if len(found) > _SHOWN else ''}): say which")
    return found[0]


def _told(one: Category | Athlete, among: Sequence[Category | Athlete]) -> str:
    """The label; with the key of an athlete whom it does not choose: one without academy, or two of one academy."""
    same = [other for other in among if other.label == one.label]
    if isinstance(one, Athlete) and (one.academy is None or len(same) > 1):
        return f"{one.label} (that is {one.athlete_key!r})"
    return one.label


def folded(text: str) -> str:
    """Case, accents, punctuation and runs of blanks apart: for comparing what people type, never for keys."""
    return " ".join("".join(char if char.isalnum() else " " for char in normal(text)).split())
