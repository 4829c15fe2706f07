"""What a person's words mean: which category of a load, which athlete in it. Found or refused, never guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
_SHOWN = 4


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
    """Someone entered, drawn or placed in a category; academy None = not known."""

    athlete: str
    athlete_key: str
    athlete_id: str | None
    academy: str | None

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
    con: duckdb.DuckDBPyConnection, load_id: int, category_id: int, given: str, *, may_say_academy: bool = False
) -> Athlete:
    """The one athlete meant: exactly, then normalised, then the only one whose name has all these words.

    `NAME @ ACADEMY` chooses among several of one name. Where `may_say_academy`, an academy that none of them is of is
    taken as the word of whoever says it; otherwise it matches nobody.
    """
    known = athletes(con, load_id, category_id)
    name, _, academy = (part.strip() for part in given.partition(_AT))
    if not academy or any(one.athlete == given for one in known):
        return _only(_WHO, given, _matching(known, given.strip()), known)
    of_name = _matching(known, name)
    of_academy = [one for one in of_name if one.academy and academies.key(one.academy) == academies.key(academy)]
    if of_academy or not may_say_academy:
        return _only(_WHO, given, of_academy, known)
    return replace(_only(_WHO, given, of_name, known), academy=academy)


def placed(
    con: duckdb.DuckDBPyConnection, load_id: int, category_id: int, given: str, *, may_be_unlisted: bool = False
) -> Athlete:
    """Whom a ruling places: one of the category or, where allowed, somebody it does not list, as `NAME @ ACADEMY`."""
    try:
        return athlete(con, load_id, category_id, given, may_say_academy=True)
    except UnknownName as error:
        name, _, academy = (part.strip() for part in given.partition(_AT))
        academy_key = academies.key(academy) if academy else None
        if may_be_unlisted and keys.normal(name) and academy_key is not None:
            return Athlete(name, keys.key(name, academy_key), None, academy)
        hint = "somebody who is not listed: with --unlisted, and as 'NAME @ ACADEMY'"
        raise UnknownName(error.what, error.given, error.known, hint=hint) from None


def _matching(known: Sequence[Athlete], name: str) -> list[Athlete]:
    words = set(folded(name).split())
    tests: tuple[Callable[[Athlete], bool], ...] = (
        lambda one: name in (one.athlete, one.athlete_key, one.athlete_id),
        lambda one: folded(one.athlete) == folded(name),
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
          first(academy ORDER BY academy IS NULL, rank, academy)
        FROM seen GROUP BY athlete_key ORDER BY athlete_key
        """,
        {"load": load_id, "category": category_id},
    ).fetchall()
    return [Athlete(*row) for row in rows]


_Subject = TypeVar("_Subject", Category, Athlete)


def _only(what: str, given: str, found: Sequence[_Subject], known: Sequence[_Subject]) -> _Subject:
    if not found:
        raise UnknownName(what, given, [one.label for one in known])
    if len(found) > 1:
        some = "; ".join(one.label for one in found[:_SHOWN])
        raise UnusableInput(f"{given!r} fits {len(found)} ({some}{'; …' if len(found) > _SHOWN else ''}): say which")
    return found[0]


def folded(text: str) -> str:
    """Case, accents, punctuation and runs of blanks apart: for comparing what people type, never for keys."""
    return " ".join("".join(char if char.isalnum() else " " for char in normal(text)).split())
