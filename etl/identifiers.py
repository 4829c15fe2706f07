"""Identifiers that several people share, such as -1 for everybody without one: in that load they identify nobody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import duckdb
from rapidfuzz import fuzz

from etl.arriving import any_row, put
from etl.athletes import SIDES, Side, normal
from etl.findings import CODES

_ALIKE = 80.0
_MANY = 20  # nobody is spelled in more ways
_SHOWN = 3


def drop_shared(con: duckdb.DuckDBPyConnection, tables: Sequence[str]) -> bool:
    """Takes out of typed_<name> every identifier whose names are not one person's, with one finding for each.

    Whether there was any.
    """
    named = [(table, side) for table in tables for side in SIDES[table]]
    rows = [f'SELECT 1 FROM typed_{table} WHERE "{side.athlete_id}" IS NOT NULL' for table, side in named]
    if not named or not any_row(con, " UNION ALL ".join(rows)):
        return False
    shared = {one: names for one, names in _several(con, named).items() if not is_one_person(names)}
    put(
        con, "shared_id", "athlete_id VARCHAR, reason VARCHAR", [(one, _reason(names)) for one, names in shared.items()]
    )
    if not shared:
        return False
    con.execute(
        "INSERT INTO row_finding SELECT arg_min(f.name, (f.position, f._row)), arg_min(f._row, (f.position, f._row)), "
        "'warning', 'identifier_shared', arg_min(f.col, (f.position, f._row)), s.athlete_id, 'contract 1', "
        f"any_value(s.reason) FROM ({_first(named)}) AS f JOIN shared_id AS s ON s.athlete_id = f.athlete_id GROUP BY 6"
    )
    for table, side in named:
        con.execute(
            f'UPDATE typed_{table} SET "{side.athlete_id}" = NULL '
            f'WHERE "{side.athlete_id}" IN (SELECT athlete_id FROM shared_id)'
        )
    return True


def _several(con: duckdb.DuckDBPyConnection, named: Sequence[tuple[str, Side]]) -> dict[str, list[str]]:
    """Identifier -> its names, of those with more than one."""
    pairs = " UNION ".join(
        f'SELECT "{side.athlete_id}" AS id, "{side.athlete}" AS name FROM typed_{table} '
        f'WHERE "{side.athlete_id}" IS NOT NULL AND "{side.athlete}" IS NOT NULL'
        for table, side in named
    )
    found: dict[str, list[str]] = defaultdict(list)
    sql = f"WITH p AS ({pairs}) SELECT id, name FROM p WHERE id IN (SELECT id FROM p GROUP BY 1 HAVING count(*) > 1)"
    for one, name in con.execute(f"{sql} ORDER BY 1, 2").fetchall():
        found[one].append(name)
    return found


def is_one_person(names: Sequence[str]) -> bool:
    """Whether all these may be spellings of one name: each two share a word, or are written nearly alike."""
    folded = sorted({normal(name) for name in names})
    return len(folded) <= _MANY and all(
        {word for word in one.split() if len(word) > 1} & set(other.split()) or fuzz.ratio(one, other) >= _ALIKE
        for one, other in combinations(folded, 2)
    )


def _reason(names: Sequence[str]) -> str:
    some = ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")
    return f"{CODES['identifier_shared']}: {len(names)} names ({some})"


def _first(named: Sequence[tuple[str, Side]]) -> str:
    return " UNION ALL ".join(
        f"SELECT '{table}' AS name, {position} AS position, '{side.athlete_id}' AS col, "
        f'"{side.athlete_id}" AS athlete_id, min(_row) AS _row FROM typed_{table} '
        f'WHERE "{side.athlete_id}" IS NOT NULL GROUP BY 4'
        for position, (table, side) in enumerate(named)
    )
