"""What tells whether an answer about one event may have changed, so that a load of another need not forget it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

# Decisions that make no version. Their rows are compared, not counted: a backup that is put back, and another decision
# after it, may give as many rows as before, and an answer kept would still name whoever opted out since.
_UNVERSIONED = ("opt_out", "athlete_alias", "same_event")


def of_events(cur: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Event -> a text that is another one after every version of it, and after every decision that makes no version."""
    decided = [
        str(number)
        for table in _UNVERSIONED
        for number in cur.execute(f"select count(*), bit_xor(hash(row_of)) from {table} as row_of").fetchall()[0]
    ]
    rows = cur.execute(
        "select v.event_id, v.version_id, v.recorded_at, l.sha256 from current_version as v "
        "join source_load as l on l.load_id = v.load_id"
    ).fetchall()
    return {event: " ".join([*map(str, rest), *decided]) for event, *rest in rows}
