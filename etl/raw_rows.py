"""Raw tables -> TEMP raw_<name>, columns by their names: headings checked, blank rows left out, repeated ones once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
from rapidfuzz.distance import OSA

from etl import csv_files, inputs
from etl.arriving import any_row, number
from etl.columns import CATEGORY, HAVE_CATEGORY, TABLES
from etl.errors import UnusableInput, nearest
from etl.extract import CsvFile, RawTable
from etl.findings import Finding

_FIRST_ROW = 2  # row 1 is the heading


@dataclass(frozen=True)
class RawRows:
    """What stands in raw_<name>; rows_read = rows + duplicates + those already rejected."""

    table: RawTable
    columns: tuple[str, ...]
    rows: int
    duplicates: int
    findings: tuple[Finding, ...]

    @property
    def is_document(self) -> bool:
        """Whether its rows are known by a path and not by a number."""
        return _has_path(self.table)


def _has_path(table: RawTable) -> bool:
    return not isinstance(table.data, CsvFile) and "_path" in table.data.column_names


def stage(con: duckdb.DuckDBPyConnection, table: RawTable) -> RawRows:
    """Make TEMP raw_<name> with `_row`, `_path` and the columns the layout knows."""
    names, findings = _names(table) if table.select is None else ([], [])
    row = _create(con, table, findings)
    findings += _without_heading(con, table) if table.select is None else []
    kept = [(f"c{i}", name) for i, name in enumerate(names) if name in _known(table.name)]
    kept += [(sql, name) for name, sql in (table.select or {}).items()]
    rows, duplicates = _once(con, table, row, next((sql for sql, name in kept if name == "bout"), None))
    path = "_path" if _has_path(table) else "NULL::VARCHAR AS _path"
    select = ", ".join([f"{row} AS _row", path, *(f'{place} AS "{name}"' for place, name in kept)])
    con.execute(f"CREATE OR REPLACE TEMP VIEW raw_{table.name} AS SELECT {select} FROM incoming_{table.name}")
    return RawRows(table, tuple(name for _, name in kept), rows, duplicates + table.repeated, tuple(findings))


def _known(table: str) -> frozenset[str]:
    category = {*CATEGORY, "category"} if table in HAVE_CATEGORY else set()
    return frozenset({column.name for column in TABLES[table]} | category)


def _names(table: RawTable) -> tuple[list[str], list[Finding]]:
    """The layout's name of each heading; findings for those it does not know."""
    inputs.check_width(table.file, len(table.columns))
    names = [re.sub(r"[\s-]+", "_", heading.strip().casefold()) for heading in table.columns]
    twice = sorted(name for name, times in Counter(names).items() if name and times > 1)
    if twice:
        raise UnusableInput(f"{table.file}: two columns are called {twice[0]!r}; keep one of them")
    _require(table, names)
    _refuse_slips(table, names)
    pairs = zip(table.columns, names, strict=True)
    return names, [
        _unknown_column(table, heading) for heading, name in pairs if name and name not in _known(table.name)
    ]


def _unknown_column(table: RawTable, heading: str) -> Finding:
    near = nearest(heading, _known(table.name))
    meant = f"; did you mean {near[0]}?" if near else ""
    reason = f"no such column in {table.name}; it is left out{meant}"
    return Finding("warning", "unknown_column", table.file, reason, column=heading, value=heading)


def _refuse_slips(table: RawTable, names: Sequence[str]) -> None:
    """Refuse a heading one slip away from a missing column that decides places: without it places would be wrong."""
    columns = {each.name for each in TABLES[table.name] if each.rejects or each.kind == "round"}
    for name in (name for name in names if name and name not in _known(table.name)):
        for meant in sorted(columns - set(names)):
            if OSA.distance(name, meant) <= 1:
                raise UnusableInput(
                    f"{table.file}: {table.name} has no column {name!r}; the column {meant!r} is missing\n"
                    f"rename {name!r} to {meant!r}, or to something less alike if it is another thing"
                )


def _require(table: RawTable, names: Sequence[str]) -> None:
    """Refuse a table that lacks a column without which nothing can be read of it."""
    needed = [column.name for column in TABLES[table.name] if column.required]
    if table.name in HAVE_CATEGORY and "category" not in names:
        needed = [*CATEGORY, *needed]
    missing = [name for name in needed if name not in names]
    if not missing:
        return
    found = [f"{near[0]!r}" for name in missing if (near := nearest(name, [n for n in names if n and n not in needed]))]
    like = f" (nearest found: {', '.join(dict.fromkeys(found))})" if found else ""
    raise UnusableInput(
        f"{table.file}: the heading lacks {', '.join(missing)}{like}\n"
        f"{table.name} needs the columns {', '.join(needed)}"
    )


def _create(con: duckdb.DuckDBPyConnection, table: RawTable, findings: list[Finding]) -> str:
    """Make incoming_<name>: DuckDB reads a big plain file, or the careful way where it finds something amiss.

    Returns SQL for the row of the source.
    """
    name, data = f"incoming_{table.name}", table.data
    where = f" WHERE {table.where}" if table.where else ""
    if isinstance(data, CsvFile):
        row = _read_by_duckdb(con, table, data)
        if row is not None:
            if where:
                con.execute(f"DELETE FROM {name} WHERE NOT coalesce({table.where}, FALSE)")
            return row
        with data.path.open("rb") as stream:
            careful, more = csv_files.parse(stream, table.name, table.file, table.sha256)
        findings += more
        data = careful.data
    con.register("arriving", data)
    con.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM arriving{where}")
    con.unregister("arriving")
    return "_row"


def _read_by_duckdb(con: duckdb.DuckDBPyConnection, table: RawTable, file: CsvFile) -> str | None:
    """SQL for the row of the source; None where a record did not fit, or is lost.

    Nothing is sniffed: a wrong guess of the sniffer would be silent. A refused record raises nothing: an exception
    would end the transaction of the load. A table keeps the order of the file, so that rows are numbered by where they
    stand in it: counting them while they are read would be the work of one thread.
    """
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(table.columns)))
    path = str(file.path).replace("'", "''")
    # DuckDB 2.0 reads no row at all, and says nothing, where it is told that lines end with both characters.
    line_end = "" if file.has_cr else "new_line = '\\n', "
    con.execute("DROP TABLE IF EXISTS refused_lines; DROP TABLE IF EXISTS refused_scans")
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE incoming_{table.name} AS "
        f"SELECT * FROM read_csv('{path}', delim = '{file.delimiter}', quote = '\"', escape = '\"', "
        f"{line_end}header = true, columns = {{{columns}}}, auto_detect = false, "
        "strict_mode = true, null_padding = false, encoding = 'utf-8', store_rejects = true, "
        "rejects_table = 'refused_lines', rejects_scan = 'refused_scans')"
    )
    con.execute(f"SELECT count(*), coalesce(min(rowid), 0), EXISTS (FROM refused_lines) FROM incoming_{table.name}")
    ((rows, first, is_refused),) = con.fetchall()
    is_whole = 0 < rows <= file.lines if file.has_quotes else rows == file.lines
    return f"(rowid - {first - _FIRST_ROW})::INTEGER" if is_whole and not is_refused else None


def _without_heading(con: duckdb.DuckDBPyConnection, table: RawTable) -> list[Finding]:
    """Cells under no heading belong to nothing; they are left out, and it is said."""
    places = [i for i, heading in enumerate(table.columns) if not heading.strip()]
    reason = "cells under an empty heading are left out"
    return [
        Finding("warning", "unknown_column", table.file, reason, column=f"column {i + 1}")
        for i in places
        if any_row(con, f"SELECT 1 FROM incoming_{table.name} WHERE trim(c{i}) <> ''")
    ]


def _once(con: duckdb.DuckDBPyConnection, table: RawTable, row: str, numbered: str | None) -> tuple[int, int]:
    """Leave out blank rows and all but the first of equal rows; how many stay, and how many repeated another.

    `numbered`: SQL of the column that may tell the rows apart by itself.
    """
    incoming, cells = f"incoming_{table.name}", [f"c{i}" for i in range(len(table.columns))]
    # Cell by cell, since where the first is not blank the others need no look; a blank comes before every sign.
    blank = " AND ".join(f"({cell} IS NULL OR ({cell} < '!' AND regexp_full_match({cell}, '\\s*')))" for cell in cells)
    every = ", ".join(cells)
    con.execute(f"DELETE FROM {incoming} WHERE {blank}")
    if numbered is not None:  # bouts that have each a number of their own are not equal
        con.execute(f"SELECT count(*), count(DISTINCT {numbered}) FROM {incoming}")
        (rows, different), *_ = con.fetchall()
        if rows == different:
            return rows, 0
    con.execute(f"SELECT count(*), count(DISTINCT hash({every})) FROM {incoming}")
    (rows, different), *_ = con.fetchall()
    if rows == different:
        return rows, 0
    suspects = f"SELECT hash({every}) AS h FROM {incoming} GROUP BY 1 HAVING count(*) > 1"
    con.execute(f"""
        DELETE FROM {incoming} WHERE rowid IN (
          WITH suspects AS ({suspects})
          SELECT place FROM (
            SELECT rowid AS place, row_number() OVER (PARTITION BY {every} ORDER BY {row}) AS n
            FROM {incoming} WHERE hash({every}) IN (SELECT h FROM suspects)
          ) WHERE n > 1
        )""")
    duplicates = number(con)
    return rows - duplicates, duplicates
