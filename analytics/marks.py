"""What tells whether an answer about one event may have changed, so that a load of another need not forget it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

# Decisions that make no version: each is a row more, or one of them undone.
_UNVERSIONED = ("opt_out", "athlete_alias", "same_event")


def of_events(cur: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Event -> a text that is another one after every version of it, and after every decision that makes no version."""
    counts = [
        str(number)
        for table in _UNVERSIONED
        for number in cur.execute(f"select count(*), count(undone_at) from {table}").fetchall()[0]
    ]
    rows = cur.execute(
        "select v.event_id, v.version_id, v.recorded_at, l.sha256 from current_version as v "
        "join source_load as l on l.load_id = v.load_id"
    ).fetchall()
    return {event: " ".join([*map(str, rest), *counts]) for event, *rest in rows}
