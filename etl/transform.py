"""Raw rows -> typed rows, or findings; set-based: distinct values are read once, and mapped back by a join."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import duckdb

from etl.extract import Source


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


def stage(con: duckdb.DuckDBPyConnection, source: Source) -> Staged:
    """Fills the TEMP tables staged_* with the source's rows and returns the event they belong to."""
    raise NotImplementedError
