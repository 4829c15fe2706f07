"""Who is who within an event: the source's identifier, otherwise name and academy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import duckdb

from etl.arriving import any_row, put, texts
from rulebook import spelling
from rulebook.text import normal as folded

_NO_WORD = re.compile(r"[\W_]+")

# Most names are folded in SQL, by the same rule as `normal` (a test compares them); the rest by the table folded_name.
ACCENTED = "áàâãäåéèêëíìîïóòôõöúùûüýÿçñšžčřěůďťňąćęńśźżőűşğ"
ACCENTS = f"{ACCENTED}{ACCENTED.replace('ÿ', '').upper()}"
_WORD = f"[A-Za-z0-9{ACCENTS}]+"
_EASY = f"{_WORD}( {_WORD})*"
_ASCII = "[ -~]*"
_IN_SQL = (
    "CASE WHEN regexp_full_match({0}, '" + _EASY + "') THEN lower(strip_accents({0}))"
    " ELSE trim(regexp_replace(lower({0}), '[^a-z0-9]+', ' ', 'g')) END"
)


@lru_cache(maxsize=16384)
def normal(name: str) -> str:
    """A name without case, accents, width and punctuation, its words parted by one blank."""
    return " ".join(_NO_WORD.sub(" ", folded(name)).split())


def key(name: str, academy_key: str | None, athlete_id: str | None = None) -> str:
    """`id:…` where the source has an identifier, else the folded name, `|` and the academy."""
    return f"id:{athlete_id}" if athlete_id is not None else f"{normal(name)}|{academy_key or ''}"


def normal_sql(column: str, fold: str) -> str:
    """SQL for `normal` of a column, where `fold` is the alias of a left join with folded_name on it."""
    return f"coalesce({fold}.folded, {_IN_SQL.format(column)})"


def may_be_sql(column: str, names: str) -> str:
    """SQL for whether a name may fold to one of `names`, a query of folded names; true of all that SQL cannot fold."""
    return f"({_IN_SQL.format(column)} in ({names}) or not regexp_full_match({column}, '{_ASCII}|{_EASY}'))"


def fold_names(con: duckdb.DuckDBPyConnection, columns: list[tuple[str, str]]) -> None:
    """Make TEMP folded_name(name, folded, nobody) of every name in these columns that SQL would fold otherwise.

    Besides the words for nobody known, as people write them: a name that SQL folds is looked up there too.
    """
    names = " UNION ".join(
        f'SELECT DISTINCT "{column}" AS name FROM {table} WHERE NOT regexp_full_match("{column}", \'{_ASCII}|{_EASY}\')'
        for table, column in columns
    )
    put_folded(con, texts(con, names) if names else [])


def put_folded(con: duckdb.DuckDBPyConnection, names: Iterable[str]) -> None:
    """Make TEMP folded_name of these names, besides the words for nobody known."""
    words = _nobody_rows()
    known = {word for word, *_ in words}
    rows = [
        (name, folded, folded in _nobody_folded()) for name in sorted({*names} - known) for folded in [normal(name)]
    ]
    put(con, "folded_name", "name VARCHAR, folded VARCHAR, nobody BOOLEAN", [*words, *rows])


@dataclass(frozen=True)
class Side:
    """The columns in which a table names one athlete; `key` is the column that says who it is."""

    athlete: str
    academy: str
    athlete_id: str
    key: str


ONE = (Side("athlete", "academy", "athlete_id", "athlete_key"),)
BOTH = (
    Side("red_athlete", "red_academy", "red_athlete_id", "red_key"),
    Side("blue_athlete", "blue_academy", "blue_athlete_id", "blue_key"),
)
SIDES = {"entries": ONE, "listed": ONE, "placements": ONE, "bouts": BOTH}


def with_keys(table: str, identified: bool) -> str:
    """SELECT of a table's rows, as view read_<table> has them, with who each athlete is by his own row."""
    sides = SIDES[table]
    if identified:
        keys = ", ".join(
            f'CASE WHEN {side.athlete} IS NOT NULL THEN {_own(side)} END AS "{side.key}"' for side in sides
        )
        return f"SELECT t.*, {keys} FROM read_{table} AS t"
    keys = ", ".join(f'{_key(side, False)} AS "{side.key}"' for side in sides)
    return f"SELECT t.*, {keys} FROM read_{table} AS t {' '.join(_joins(side, False) for side in sides)}"


def identify(con: duckdb.DuckDBPyConnection, tables: Sequence[str], anew: bool) -> None:
    """Correct in typed_<name> who each athlete is, where other rows say more than his own; `anew`: identifiers went.

    In a bout `Unknown` and its like stay as written, without a key: each is a separate unknown.
    """
    named = [(table, side) for table in tables for side in SIDES[table]]
    same = bool(named) and _is_doubtful(con, named)
    if not same and not anew:
        return
    fold_names(con, [(f"typed_{table}", side.athlete) for table, side in named])
    if same:
        _same_person(con, named)
    for table in tables:
        joins = " ".join(_joins(side, same) for side in SIDES[table])
        keys = ", ".join(f'{_key(side, same)} AS "{side.key}"' for side in SIDES[table])
        con.execute(
            f"CREATE OR REPLACE TEMP TABLE typed_{table} AS SELECT t.* REPLACE ({keys}) FROM typed_{table} AS t {joins}"
        )


def _is_doubtful(con: duckdb.DuckDBPyConnection, named: Sequence[tuple[str, Side]]) -> bool:
    """Whether a row without identifier may be somebody who has one elsewhere, or lacks the academy that another has."""
    counts = " UNION ALL ".join(
        f'SELECT count("{side.athlete_id}") AS told, count(*) FILTER ("{side.athlete_id}" IS NULL) AS untold, '
        f'count(*) FILTER ("{side.athlete_id}" IS NULL AND "{side.academy}" IS NULL) AS alone '
        f'FROM typed_{table} WHERE "{side.athlete}" IS NOT NULL'
        for table, side in named
    )
    return any_row(con, f"SELECT 1 FROM ({counts}) HAVING sum(alone) > 0 OR (sum(told) > 0 AND sum(untold) > 0)")


def _joins(side: Side, same: bool) -> str:
    f, a, s = f"fold_{side.athlete}", f"of_{side.athlete}", f"same_{side.athlete}"
    joins = (
        f'LEFT JOIN folded_name AS {f} ON {f}.name = t."{side.athlete}" '
        f'LEFT JOIN staged_academy_spelling AS {a} ON {a}.spelling = t."{side.academy}"'
    )
    if same:
        joins += (
            f" LEFT JOIN same_person AS {s} ON {s}.category_id = t.category_id AND {s}.name = {_normal(side)} "
            f"AND {s}.academy_key IS NOT DISTINCT FROM {a}.academy_key"
        )
    return joins


def _normal(side: Side) -> str:
    return normal_sql(f't."{side.athlete}"', f"fold_{side.athlete}")


def _key(side: Side, same: bool) -> str:
    known = f"same_{side.athlete}.athlete_key" if same else "NULL"
    named = f"{_normal(side)} || '|' || coalesce(of_{side.athlete}.academy_key, '')"
    own = _own(side)
    nobody = f"WHEN fold_{side.athlete}.nobody THEN {own} " if side in BOTH else ""
    return f'CASE WHEN t."{side.athlete}" IS NULL THEN NULL {nobody}ELSE coalesce({own}, {known}, {named}) END'


def _own(side: Side) -> str:
    return f"'id:' || t.\"{side.athlete_id}\""


_CASES = (str, str.lower, str.upper, str.title, str.capitalize)


@cache
def _nobody() -> frozenset[str]:
    """The words for nobody known, in five languages."""
    return frozenset(word for rows in spelling.spellings("nobody").values() for said in rows.values() for word in said)


@cache
def _nobody_rows() -> tuple[tuple[str, str, bool], ...]:
    """These words in every case, for they are asked for with each event."""
    words = {case(word) for word in _nobody() for case in _CASES}
    return tuple((word, folded, folded in _nobody_folded()) for word in sorted(words) for folded in [normal(word)])


@cache
def _nobody_folded() -> frozenset[str]:
    return frozenset(map(normal, _nobody()))


def _same_person(con: duckdb.DuckDBPyConnection, named: Sequence[tuple[str, Side]]) -> None:
    """Make TEMP same_person: name and academy as written -> key, where the row alone does not say it.

    A row without identifier takes the one of the same name and academy in the category. A row without academy is
    whoever bears the name there, if that is one person.
    """
    people = " UNION ".join(
        f'SELECT t.category_id, {_normal(side)} AS name, of_{side.athlete}.academy_key, t."{side.athlete_id}" AS id '
        f'FROM typed_{table} AS t {_joins(side, False)} WHERE t."{side.athlete}" IS NOT NULL'
        for table, side in named
    )
    con.execute(f"CREATE OR REPLACE TEMP TABLE same_person AS {_SAME_PERSON.format(people=people)}")


_SAME_PERSON = """
WITH people AS ({people}),
by_academy AS (
  SELECT category_id, name, academy_key, min(id) AS id FROM people
  WHERE academy_key IS NOT NULL GROUP BY 1, 2, 3 HAVING count(DISTINCT id) = 1
),
identities AS (
  SELECT p.category_id, p.name, coalesce('id:' || coalesce(p.id, b.id), p.name || '|' || p.academy_key) AS athlete_key
  FROM people AS p
  LEFT JOIN by_academy AS b ON b.category_id = p.category_id AND b.name = p.name AND b.academy_key = p.academy_key
  WHERE p.id IS NOT NULL OR p.academy_key IS NOT NULL
),
by_name AS (
  SELECT category_id, name, min(athlete_key) AS athlete_key FROM identities
  GROUP BY 1, 2 HAVING count(DISTINCT athlete_key) = 1
)
SELECT category_id, name, academy_key, 'id:' || id AS athlete_key FROM by_academy
UNION ALL
SELECT category_id, name, NULL, athlete_key FROM by_name
"""
