"""A planned table -> one source per event of it; bouts of one row per athlete are joined first."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb

from etl import athlete_bouts, bundle, csv_files, flat_events, profile, shape
from etl.arriving import number
from etl.athlete_bouts import Joined
from etl.extract import CsvFile, EventOptions, RawTable, Source
from etl.findings import Finding
from etl.flat_events import FlatEvent
from etl.flat_plan import Plan
from etl.profile import ATHLETE_BOUTS, EVENT_COLUMNS, EventRule

NAME = "flat_table"


def of(path: Path, plan: Plan, options: EventOptions) -> list[Source]:
    """In the order of the events' first rows; where an option names the event, a table without profile is one."""
    rule = plan.profile.event if plan.known or options.event_id is None else EventRule()
    if plan.profile.rows != ATHLETE_BOUTS and not rule.per and "date" not in plan.cells:
        # Nothing of the rows is needed to tell the event: a big file stays on disk until it is staged.
        return [_source(path, plan, options, FlatEvent(dict(rule.texts), None), _raw(plan), _general(plan))]
    con = duckdb.connect()
    try:
        _put(con, plan)
        if plan.profile.rows == ATHLETE_BOUTS:
            return _joined(con, path, plan, options, rule)
        events = flat_events.of_table(con, plan.cells, rule, plan.table.file)
        return [
            _source(path, plan, options, one, _raw(plan), [] if place else _general(plan))
            for place, one in enumerate(events)
        ]
    finally:
        con.close()


def _general(plan: Plan) -> list[Finding]:
    """Findings of the whole table, which stand with its first event."""
    return [*plan.table.findings, *plan.unused()]


def _put(con: duckdb.DuckDBPyConnection, plan: Plan) -> None:
    """TEMP flat: `_row`, c0, c1, … of the whole table."""
    data, table = plan.table.data, plan.table
    if isinstance(data, CsvFile):
        with data.path.open("rb") as stream:
            careful, _ = csv_files.parse(stream, "flat", table.file, table.sha256, delimiter=data.delimiter)
        data = careful.data
    _register(con, data)


def _register(con: duckdb.DuckDBPyConnection, data: object) -> None:
    con.register("arriving", data)
    con.execute("CREATE OR REPLACE TEMP TABLE flat AS SELECT * FROM arriving")
    con.unregister("arriving")


def _joined(
    con: duckdb.DuckDBPyConnection, path: Path, plan: Plan, options: EventOptions, rule: EventRule
) -> list[Source]:
    """The events of bouts that stood on several rows each."""
    by = shape.place(plan.profile.join, plan.table.columns, plan.profile.name) if plan.profile.join else None
    kept = {name: sql for name, sql in plan.cells.items() if name in EVENT_COLUMNS}
    joined = athlete_bouts.join(con, plan.cells, by, kept, plan.table.file)
    _register(con, joined.data)
    places = {name: f"c{place}" for place, name in enumerate(joined.columns)}
    raw = _of_joined(plan, joined, places)
    sources: list[Source] = []
    for one in flat_events.of_table(con, places, rule, plan.table.file):
        where = f" WHERE {one.where}" if one.where else ""
        con.execute(f"SELECT coalesce(sum({places[athlete_bouts.TOLD]}::BIGINT - 1), 0)::BIGINT FROM flat{where}")
        repeated = number(con)
        told = {text for (text,) in con.execute(f"SELECT {places['number']} FROM flat{where}").fetchall()}
        doubts = [finding for bout, finding in joined.findings if bout in told]
        more = doubts if sources else [*_general(plan), *doubts]
        sources.append(_source(path, plan, options, one, replace(raw, repeated=repeated), more))
    return sources


def _raw(plan: Plan) -> RawTable:
    table, rows = plan.table, plan.profile.rows
    return RawTable(rows, table.file, table.sha256, table.columns, table.data, select=shape.columns(rows, plan.cells))


def _of_joined(plan: Plan, joined: Joined, places: Mapping[str, str]) -> RawTable:
    """The bouts' table; of its columns those that the source has, besides who won and that it was a draw."""
    given = {*plan.cells, *athlete_bouts.BOUT, "decision"}
    select = shape.columns("bouts", {name: sql for name, sql in places.items() if name in given})
    return RawTable("bouts", plan.table.file, plan.table.sha256, joined.columns, joined.data, select=select)


def _source(
    path: Path, plan: Plan, options: EventOptions, event: FlatEvent, raw: RawTable, findings: Sequence[Finding]
) -> Source:
    own = bundle.Described(event=dict(event.event), findings=[*findings, *event.findings])
    said = f"{plan.table.sha256}\n{event.where or ''}\n{profile.written(plan.profile)}"
    content = hashlib.sha256(said.encode()).hexdigest()
    return bundle.source(path, NAME, own, [replace(raw, where=event.where)], options, content=content)
