"""Raw rows -> typed rows, or findings; set-based: distinct values are read once, and mapped back by a join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import duckdb

from etl import academies, athletes, bout_methods, categories, cells, event, identifiers, official_lists, raw_rows
from etl.arriving import in_order, number, put, texts
from etl.cells import Read
from etl.columns import RESULTS, TABLES
from etl.errors import UnusableInput
from etl.event import Event
from etl.extract import Source
from etl.findings import CODES, Finding
from etl.raw_rows import RawRows
from etl.readings import LOST

_SQL = Path(__file__).with_name("sql") / "stage"
# A cell is shown as it stands, but cannot steer a terminal and does not fill a page.
_SHOWN = f"regexp_replace(left(f.value, 200), '[\\x00-\\x1f\\x7f-\\x9f]', '{LOST}', 'g')"
_FINDING = (
    'severity VARCHAR, code VARCHAR, file VARCHAR, "row" INTEGER, path VARCHAR, "column" VARCHAR, value VARCHAR, '
    "rule VARCHAR, reason VARCHAR"
)


@dataclass(frozen=True)
class Staged:
    """The event's columns of `source_load`; the rows stand in the TEMP tables staged_* (etl/sql/stage/tables.sql)."""

    event_id: str
    name: str
    start_date: date
    end_date: date | None
    federation: str | None
    city: str | None
    country: str | None
    level: str | None
    status: str
    uniform: str
    ruleset: str
    rule_overrides: str  # JSON object, keys sorted
    has_entries: bool
    format: str
    sha256: str  # over names and contents of the source's files and the options that override them
    source: str


def stage(con: duckdb.DuckDBPyConnection, source: Source, *, first: bool = False) -> Staged:
    """Fills the TEMP tables staged_* with the source's rows and returns the event they belong to.

    `first`: no other source has left anything on this connection.
    """
    of = event.read(source)
    if not RESULTS & source.tables.keys():
        raise _without_results(source)
    if not first:
        _forget(con)
    _run(con, "tables")
    _awards(con, of)
    raws = {name: raw_rows.stage(con, source.tables[name]) for name in TABLES if name in source.tables}
    refused = {finding.file for finding in source.findings if finding.severity == "rejected"}
    if not any(raws[name].rows or raws[name].table.file in refused for name in RESULTS & raws.keys()):
        raise _without_results(source)
    if categories.stage(con, list(raws.values()), of.uniform):
        for raw in raws.values():
            categories.report(con, raw)
    with in_order(con):
        _rows(con, raws)
    whole = [*source.findings, *of.findings, *(finding for raw in raws.values() for finding in raw.findings)]
    _hand_on(con, list(raws.values()), whole)
    return _staged(of, source, "entries" in raws)


def _forget(con: duckdb.DuckDBPyConnection) -> None:
    """Drop what an earlier source left: views and tables take each other's names."""
    for (view,) in con.execute("SELECT view_name FROM duckdb_views() WHERE view_name LIKE 'staged_%'").fetchall():
        con.execute(f"DROP VIEW {view}")
    for name in athletes.SIDES:
        con.execute(f"DROP TABLE IF EXISTS typed_{name}")


def _without_results(source: Source) -> UnusableInput:
    return UnusableInput(
        f"{source.path.name}: event without results: it has neither entries nor bouts nor placements\n"
        "a bundle needs rows in entries.csv, bouts.csv or placements.csv"
    )


def _staged(of: Event, source: Source, has_entries: bool) -> Staged:
    return Staged(
        event_id=of.id, name=of.name, start_date=of.start, end_date=of.end,
        federation=of.texts["federation"], city=of.texts["city"], country=of.texts["country"], level=of.texts["level"],
        status=of.status, uniform=of.uniform, ruleset=of.ruleset, rule_overrides=of.overrides, has_entries=has_entries,
        format=source.format, sha256=source.sha256, source=source.path.name,
    )  # fmt: skip


def _awards(con: duckdb.DuckDBPyConnection, of: Event) -> None:
    rows = [
        (
            award.id, position, award.name, list(award.genders), list(award.ages), list(award.belts), award.chain,
            of.awards_are_default and award.id == "overall",
        )
        for position, award in enumerate(of.awards, start=1)
    ]  # fmt: skip
    con.execute(f"INSERT INTO staged_award VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * len(rows))}", sum(rows, ()))


def _rows(con: duckdb.DuckDBPyConnection, raws: Mapping[str, RawRows]) -> None:
    """People first, since a key needs all rows that name one; then the tables that speak of bouts and awards."""
    people = [name for name in raws if name in athletes.SIDES]
    read = {name: _read(con, raws[name]) for name in people}
    _spellings(con, {spelling for one in read.values() for spelling in one.academies})
    athletes.put_folded(con, {name for one in read.values() for name in one.names})
    if sum([_typed(con, raws[name], athletes.with_keys(name, one.identified)) for name, one in read.items()]):
        _forget_unused(con, people)
    athletes.identify(con, people, identifiers.drop_shared(con, people))
    for name in people:
        _run(con, f"after_{name}")
        _run(con, f"insert_{name}")
    _not_entered(con, people)
    for name in raws:
        if name not in people:
            _spellings(con, _read(con, raws[name]).academies)
            _typed(con, raws[name], f"SELECT * FROM read_{name}")
            if name == "official_standings":
                official_lists.stage(con)
            _run(con, f"insert_{name}")


def _read(con: duckdb.DuckDBPyConnection, raw: RawRows) -> Read:
    """Make view read_<name>: the cells of the table read."""
    if raw.table.name != "bouts":
        return cells.stage(con, raw)
    found = bout_methods.separate(con, raw)
    read = cells.stage(con, found, *({"technique"} & set(raw.columns)))
    bout_methods.stage(con, found, raw.columns, read)
    return read


def _typed(con: duckdb.DuckDBPyConnection, raw: RawRows, rows: str) -> int:
    """Make TEMP typed_<name> of the rows that this query reads, without those that are refused; how many these are."""
    name = raw.table.name
    con.execute(f"CREATE OR REPLACE TEMP TABLE typed_{name} AS {rows}")
    cells.refuse_empty(con, name)
    _run(con, f"check_{name}")
    refused = cells.refuse(con, name)
    if not raw.is_document:  # ten million raw rows are not kept beside the typed ones
        con.execute(f"DROP VIEW read_{name}; DROP VIEW raw_{name}; DROP TABLE incoming_{name}")
    return refused


def _run(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """The SQL file of that name, if this table has one."""
    if name in _texts():
        con.execute(_texts()[name])


@cache
def _texts() -> Mapping[str, str]:
    """Name -> the SQL file of that name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in _SQL.glob("*.sql")}


def _spellings(con: duckdb.DuckDBPyConnection, met: AbstractSet[str]) -> None:
    """Add these spellings of academies to staged_academy_spelling, which has each once."""
    known = texts(con, "SELECT spelling FROM staged_academy_spelling")
    rows = [(one, academies.key(one)) for one in sorted(met - set(known))]
    put(con, "met_academy", "spelling VARCHAR, academy_key VARCHAR", rows)
    con.execute("INSERT INTO staged_academy_spelling SELECT * FROM met_academy")


def _forget_unused(con: duckdb.DuckDBPyConnection, people: Sequence[str]) -> None:
    """Only the rows that are used speak of academies."""
    used = " UNION ALL ".join(
        f'SELECT "{side.academy}" AS spelling FROM typed_{name}' for name in people for side in athletes.SIDES[name]
    )
    con.execute(
        f"DELETE FROM staged_academy_spelling AS s WHERE NOT EXISTS (FROM ({used}) AS u WHERE u.spelling = s.spelling)"
    )


def _not_entered(con: duckdb.DuckDBPyConnection, people: Sequence[str]) -> None:
    """Warn once of everyone who fights or is placed in a category without an entry in it, where entries are listed."""
    if "entries" not in people:
        return
    for name in ("bouts", "placements"):
        for side in athletes.SIDES[name] if name in people else ():
            con.execute(
                f"INSERT INTO row_finding SELECT '{name}', min(k._row), 'warning', 'athlete_not_entered', "
                f"'{side.athlete}', min(k.\"{side.athlete}\"), 'contract 1', ? FROM typed_{name} AS k "
                f'ANTI JOIN typed_entries AS e ON e.category_id = k.category_id AND e.athlete_key = k."{side.key}" '
                f'WHERE k."{side.key}" IS NOT NULL GROUP BY k.category_id, k."{side.key}"',
                [CODES["athlete_not_entered"]],
            )


def _hand_on(con: duckdb.DuckDBPyConnection, raws: Sequence[RawRows], findings: Sequence[Finding]) -> None:
    """Fill staged_finding and staged_file."""
    put(con, "whole_finding", _FINDING, [_finding_row(finding) for finding in findings])
    con.execute(f"INSERT INTO staged_finding SELECT * REPLACE ({_SHOWN} AS value) FROM whole_finding AS f")
    counted: set[str] = set()  # what no table could take is counted with the first table of its file
    for raw in raws:
        name = raw.table.name
        row, path = ("NULL", _cell_path(raw)) if raw.is_document else ("f._row", "NULL")
        paths = f"JOIN raw_{name} AS r ON r._row = f._row" if raw.is_document else ""
        con.execute(
            f'INSERT INTO staged_finding SELECT f.severity, f.code, ?, {row}, {path}, f."column", {_SHOWN}, f.rule, '
            f"f.reason FROM row_finding AS f {paths} WHERE f.name = ? "
            'ORDER BY f._row, f.code, f."column", f.value, f.reason',
            [raw.table.file, name],
        )
        con.execute("SELECT count(DISTINCT _row) FROM row_finding WHERE name = ? AND severity = 'rejected'", [name])
        refused = number(con)
        unread = {(f.row, f.path) for f in findings if f.severity == "rejected" and f.file == raw.table.file}
        before = len(unread) if raw.table.file not in counted else 0
        counted.add(raw.table.file)
        con.execute(
            "INSERT INTO staged_file VALUES (?, ?, ?, ?, ?, ?)",
            [
                raw.table.part or raw.table.file, raw.table.sha256, raw.rows + raw.duplicates + before,
                raw.rows - refused, raw.duplicates, refused + before,
            ],
        )  # fmt: skip


def _cell_path(raw: RawRows) -> str:
    """SQL for where in the document the finding's column stands; the category stands beside the ranking it heads."""
    cases = "".join(f"WHEN '{column}' THEN r._path || '{path}' " for column, path in raw.table.cell_paths.items())
    beside = "WHEN 'category' THEN regexp_replace(r._path, '[.]ranking.*', '.categoria') "
    return f'CASE f."column" {beside}{cases}ELSE r._path END'


def _finding_row(f: Finding) -> tuple[object, ...]:
    return (f.severity, f.code, f.file, f.row, f.path, f.column, f.value, f.rule, f.reason)
