"""The values people filter by, in the store's own words: vocabularies, academies and athletes in any spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from etl import academies, athletes
from etl.errors import UnknownName, UserError
from rulebook import spelling

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

_VOCABULARIES = ("uniform", "gender", "age_division", "belt", "weight_class", "round")


def read(cur: duckdb.DuckDBPyConnection, where: Mapping[str, str], of: Sequence[Version]) -> dict[str, list[str]]:
    """The values of `where` as the store has them; academies by key, athletes by person (TEMP person)."""
    found: dict[str, list[str]] = {}
    for name, given in where.items():
        match name:
            case "academy":
                found[name] = _academies(cur, given, of)
            case "athlete":
                found[name] = _athletes(cur, given)
            case _:
                found[name] = [word(name, given)]
    return found


def word(field: str, given: str) -> str:
    """A value in the store's own word, from any spelling; as it stands where its vocabulary does not have it."""
    read = spelling.read(field, given) if field in _VOCABULARIES else None
    return given if read is None else str(read)


def _academies(cur: duckdb.DuckDBPyConnection, given: str, of: Sequence[Version]) -> list[str]:
    if given == "unknown":
        return [""]
    rows = cur.execute(
        "select distinct academy_key from version_academy "
        "where version_id in (select unnest(?::integer[])) and (spelling = ? or academy_key = ?)",
        [[one.version_id for one in of], given, academies.key(given)],
    ).fetchall()
    if not rows:
        known = cur.execute("select distinct academy from academy_name").fetchall()
        raise UnknownName("academy", given, [row[0] for row in known])
    return [row[0] for row in rows]


def _athletes(cur: duckdb.DuckDBPyConnection, given: str) -> list[str]:
    """Every person of that name, or the one of that key."""
    if given == "unknown":
        return [""]
    rows = cur.execute("select distinct person, athlete from person").fetchall()
    wanted = athletes.normal(given)
    found = {person for person, name in rows if given in (person, name) or athletes.normal(name) == wanted}
    if not found:
        raise UnknownName("athlete", given, {name for _, name in rows})
    return sorted(found)


_FROM = {
    **dict.fromkeys(("gender", "age_division", "belt", "weight_class"), "category"),
    **dict.fromkeys(("uniform", "ruleset", "event_id", "extract(year from start_date)"), "source_load"),
    "coalesce(round, 'unknown')": "bout",
}
_EXPRESSION = {"event": "event_id", "season": "extract(year from start_date)", "round": "coalesce(round, 'unknown')"}


def refuse_absent(cur: duckdb.DuckDBPyConnection, where: Mapping[str, Sequence[str]], of: Sequence[Version]) -> None:
    """Where nothing was found: UnknownName for a value that nothing in these versions has."""
    loads = [version.load_id for version in of]
    for name, given in where.items():
        column = _EXPRESSION.get(name, name)
        if column not in _FROM:
            continue
        rows = cur.execute(
            f"select distinct cast({column} as varchar) from {_FROM[column]} where load_id in (select unnest(?))",
            [loads],
        ).fetchall()
        known = [row[0] for row in rows]
        if given[0] in known:
            continue
        if name not in _VOCABULARIES or spelling.read(name, given[0]) is None:  # no such word: a slip, perhaps
            raise UnknownName(name.replace("_", " "), given[0], known)
        there = ", ".join(sorted(known)) or "none"
        raise UserError(f"nothing asked about has the {name.replace('_', ' ')} {given[0]!r}; there is: {there}")
