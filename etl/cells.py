"""Cells -> values, set-based: each column's different texts are read once, and mapped back by a join."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from etl import athletes
from etl.arriving import any_row, number, put
from etl.columns import CATEGORY, HAVE_CATEGORY, KINDS, PLAIN_NAME, TABLES, Column
from etl.findings import CODES
from etl.raw_rows import RawRows

_PLAIN_NAME = re.compile(PLAIN_NAME)
_NOT_USED = "; the row is not used"
_Odd = tuple[str, str | None, str | None]  # text, value, code


@dataclass(frozen=True)
class Read:
    """What is known of a table's texts once each different one is read.

    `odd_names`: names of athletes that are read otherwise than they stand; `names`: those, and all others that SQL may
    not fold by itself, where it has to; `academies`: every spelling; `identified`: whether everyone has an identifier.
    """

    identified: bool
    odd_names: frozenset[str]
    names: frozenset[str]
    academies: frozenset[str]


@dataclass(frozen=True)
class _Typed:
    """How one column is selected: its expression and, where texts must be mapped, the join that does it."""

    select: str
    join: str = ""


def stage(con: duckdb.DuckDBPyConnection, raw: RawRows, *also: str) -> Read:
    """Make TEMP view read_<name> of raw_<name>: `_row`, `file_row`, category_id, and every known column.

    `also`: raw columns that it shows as written too, as `_<column>`.
    """
    name = raw.table.name
    odd, read = _texts(con, raw)
    typed = [_typed(con, raw, column, odd.get(column.name, [])) for column in TABLES[name]]
    file_row = "NULL::INTEGER" if raw.is_document else "r._row"
    category = _category_join(raw) if name in HAVE_CATEGORY else _Typed("NULL::BIGINT AS category_id")
    written = [f'r."{column}" AS "_{column}"' for column in also]
    columns = ["r._row", f"{file_row} AS file_row", category.select, *(one.select for one in typed)]
    joins = " ".join([category.join, *(one.join for one in typed)])
    con.execute(
        f"CREATE OR REPLACE TEMP VIEW read_{name} AS SELECT {', '.join([*columns, *written])} "
        f"FROM raw_{name} AS r {joins}"
    )
    return read


def refuse(con: duckdb.DuckDBPyConnection, name: str) -> int:
    """Take the rejected rows out of typed_<name>; how many."""
    con.execute(
        f"DELETE FROM typed_{name} WHERE _row IN "
        f"(SELECT _row FROM row_finding WHERE name = '{name}' AND severity = 'rejected')"
    )
    return number(con)


def _texts(con: duckdb.DuckDBPyConnection, raw: RawRows) -> tuple[dict[str, list[_Odd]], Read]:
    """Of each column the texts that do not stand for themselves, each with what it says; one query for the table."""
    present = [column for column in TABLES[raw.table.name] if column.name in raw.columns]
    identified = _are_identified(con, raw)
    odd: dict[str, list[_Odd]] = defaultdict(list)
    names: set[str] = set()
    academies: set[str] = set()
    for index, text in _looked_at(con, raw, present, identified):
        column = present[index]
        value, code = (text, None) if _is_plain(column, text) else KINDS[column.kind].read(text)
        if value != text or code:
            odd[column.name].append((text, value, code))
        if value is not None and column.kind == "athlete" and not identified:
            names.add(value)
        if value is not None and column.kind == "academy":
            academies.add(value)
    others = (said for column in present if column.kind == "athlete" for said in odd[column.name])
    return odd, Read(
        identified, frozenset(value for _, value, _ in others if value), frozenset(names), frozenset(academies)
    )


def _are_identified(con: duckdb.DuckDBPyConnection, raw: RawRows) -> bool:
    """Whether everyone named has an identifier, so that nobody is known by his name, and no name need be folded."""
    sides = athletes.SIDES.get(raw.table.name, ())
    if not sides or not all(side.athlete_id in raw.columns for side in sides):
        return False
    nameless = " OR ".join(
        f'("{side.athlete}" IS NOT NULL AND NOT coalesce(regexp_full_match("{side.athlete_id}", \'[!-~]+\'), FALSE))'
        for side in sides
    )
    return not any_row(con, f"SELECT 1 FROM raw_{raw.table.name} WHERE {nameless}")


def _looked_at(
    con: duckdb.DuckDBPyConnection, raw: RawRows, present: Sequence[Column], identified: bool
) -> list[tuple[int, str]]:
    """Place among the columns and text: every different one that SQL may not take as it stands."""
    selects = []
    for place, column in enumerate(present):
        name, plain = column.name, KINDS[column.kind].plain
        plain = PLAIN_NAME if identified and column.kind == "athlete" else plain
        but = "" if plain is None else f"AND NOT regexp_full_match(\"{name}\", '{plain}')"
        selects.append(
            f'SELECT {place}, text FROM (SELECT DISTINCT "{name}" AS text FROM raw_{raw.table.name} '
            f'WHERE "{name}" IS NOT NULL {but})'
        )
    return con.execute(" UNION ALL ".join(selects)).fetchall() if selects else []


def _is_plain(column: Column, text: str) -> bool:
    """Whether the text of a column of a million texts stands for itself."""
    return column.kind == "athlete" and _PLAIN_NAME.fullmatch(text) is not None


def _typed(con: duckdb.DuckDBPyConnection, raw: RawRows, column: Column, odd: list[_Odd]) -> _Typed:
    """Select a column as its texts stand, but for the odd ones, which go through TEMP map_<table>_<column>."""
    kind = KINDS[column.kind]
    if column.name not in raw.columns:
        return _Typed(f'NULL::{kind.sql_type} AS "{column.name}"')
    cast = f'TRY_CAST(r."{column.name}" AS {kind.sql_type})'
    if not odd:
        return _Typed(f'{cast} AS "{column.name}"')
    m = f"map_{raw.table.name}_{column.name}"
    put(con, m, "text VARCHAR, value VARCHAR, code VARCHAR", odd)
    for code in sorted({code for _, _, code in odd if code}):
        _report(con, raw.table.name, column, code)
    return _Typed(
        f'CASE WHEN {m}.text IS NULL THEN {cast} ELSE TRY_CAST({m}.value AS {kind.sql_type}) END AS "{column.name}"',
        f'LEFT JOIN {m} ON {m}.text = r."{column.name}"',
    )


def _report(con: duckdb.DuckDBPyConnection, name: str, column: Column, code: str) -> None:
    """One finding per cell of that code."""
    value = "NULL" if column.kind == "year" else f'r."{column.name}"'  # findings are passed on, years of birth are not
    rejects = (column.rejects or column.needed) and code != "damaged_text"
    con.execute(
        f"INSERT INTO row_finding SELECT '{name}', r._row, ?, ?, ?, {value}, NULL, ? "
        f'FROM raw_{name} AS r JOIN map_{name}_{column.name} AS m ON m.text = r."{column.name}" WHERE m.code = ?',
        ["rejected" if rejects else "warning", code, column.name, CODES[code] + (_NOT_USED if rejects else ""), code],
    )


def refuse_empty(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """Rows without a cell they cannot do without; cells that could not be read have their own finding."""
    for column in TABLES[name]:
        if column.needed:
            code = "athlete_missing" if column.name == "athlete" else "cell_missing"
            con.execute(
                f"INSERT INTO row_finding SELECT '{name}', _row, 'rejected', ?, ?, NULL, NULL, ? FROM typed_{name} "
                f'WHERE "{column.name}" IS NULL AND _row NOT IN '
                f"(SELECT _row FROM row_finding WHERE name = '{name}' AND \"column\" = ?)",
                [code, column.name, CODES[code] + _NOT_USED, column.name],
            )


def _category_join(raw: RawRows) -> _Typed:
    parts = [part for part in (*CATEGORY, "category") if part in raw.columns]
    on = " AND ".join(f'c."{part}" IS NOT DISTINCT FROM r."{part}"' for part in parts)
    absent = "".join(f' AND c."{part}" IS NULL' for part in (*CATEGORY, "category") if part not in parts)
    return _Typed("c.category_id", f"LEFT JOIN category_text AS c ON {on}{absent}")
