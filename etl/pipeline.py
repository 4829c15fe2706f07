"""Extract, transform, load: files in, versions of events in the store, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from etl import load, loading, same_events, versions
from etl.extract import EventOptions
from etl.load import Build
from etl.loading import Met
from etl.swap import Held

Progress = loading.Progress


@dataclass(frozen=True)
class EventReport:
    """What came of one event of one source; `already_loaded` = nothing new, the numbers are its current version's."""

    event_id: str
    name: str
    version: int
    already_loaded: bool
    rows_read: int
    rows_used: int
    rows_duplicate: int
    rows_rejected: int
    warnings: int
    categories: int
    open: int
    needs_ruling: int


@dataclass(frozen=True)
class IngestReport:
    """One report per event read, in the order of reading."""

    events: tuple[EventReport, ...]

    @property
    def rejected_or_unsettled(self) -> bool:
        """Whether rows were rejected or a category needs a ruling: exit status 1."""
        return any(event.rows_rejected or event.needs_ruling for event in self.events)


def ingest(
    store: Path,
    paths: Sequence[Path],
    options: EventOptions,
    build: Build,
    progress: Progress | None = None,
    *,
    by: str | None = None,
    clock: versions.Clock = versions.utc_now,
    held: Held | None = None,
) -> IngestReport:
    """Loads every event of these paths. Any exception leaves the store as it was. `by`: who is kept as having done it.

    Events are inserted in their order; the answers of all are built together after that, which for many events is many
    times faster. Nobody sees a store without them: it is swapped in at the end. `held`: the store, its copy begun.
    """
    tell = progress or (lambda step, done, total: None)
    reports: tuple[EventReport, ...] = ()
    reading = loading.Loading(paths, options, tell)
    with load.writing(store, create=True, meanwhile=reading.begin, held=held) as con:
        met = list(reading.events(con, loading.Keeper(by, clock)))
        made = [event.made for event in met if event.made is not None]
        _build(con, made, build, tell)
        reports = _reports(con, met)
        if not made:
            raise load.Unchanged
    return IngestReport(reports)


def _build(con: duckdb.DuckDBPyConnection, made: Sequence[int], build: Build, tell: Progress) -> None:
    """In no transaction, which would hold every step of the way in memory; what fails is a copy that nobody sees."""
    if made:
        tell("compute", 0, 1)
        build(con, made)
        for (version_id,) in con.execute(_DECIDED, [list(made)]).fetchall():
            versions.warn_without_subject(con, version_id)
        same_events.recognise(con, made)
        tell("compute", 1, 1)


def _reports(con: duckdb.DuckDBPyConnection, met: Sequence[Met]) -> tuple[EventReport, ...]:
    """One question for all events: each alone would look through all of them."""
    rows = con.execute(_REPORT, {"versions": [event.version_id for event in met]}).fetchall()
    found = {version_id: said for version_id, *said in rows}
    reports = []
    for event in met:
        name, version, *numbers = found[event.version_id]
        reports.append(EventReport(event.event_id, name, version, event.made is None, *numbers))
    return tuple(reports)


# Versions of events on which somebody decided: most have none, and each costs two questions.
_DECIDED = """
SELECT version_id FROM event_version WHERE version_id IN (SELECT unnest(?::INTEGER[]))
AND event_id IN (SELECT event_id FROM correction UNION SELECT event_id FROM ruling) ORDER BY 1
"""
_REPORT = """
WITH asked AS (SELECT version_id, version, load_id FROM event_version
  WHERE version_id IN (SELECT unnest($versions::INTEGER[]))),
files AS (SELECT load_id, sum(rows_read)::BIGINT AS read, sum(rows_used)::BIGINT AS used,
    sum(rows_duplicate)::BIGINT AS duplicate, sum(rows_rejected)::BIGINT AS rejected FROM source_file GROUP BY 1),
results AS (SELECT version_id, count(*) AS categories, count(*) FILTER (state = 'open') AS open,
    count(*) FILTER (state = 'needs_ruling') AS needs_ruling
  FROM category_result WHERE version_id IN (SELECT version_id FROM asked) GROUP BY 1),
warned AS (SELECT v.version_id, count(*) AS warnings
  FROM asked AS v JOIN finding AS w ON w.load_id = v.load_id AND (w.version_id IS NULL OR w.version_id = v.version_id)
  WHERE w.severity = 'warning' GROUP BY 1)
SELECT v.version_id, l.name, v.version, coalesce(f.read, 0), coalesce(f.used, 0), coalesce(f.duplicate, 0),
  coalesce(f.rejected, 0), coalesce(w.warnings, 0), coalesce(r.categories, 0), coalesce(r.open, 0),
  coalesce(r.needs_ruling, 0)
FROM asked AS v JOIN source_load AS l ON l.load_id = v.load_id
LEFT JOIN files AS f ON f.load_id = v.load_id
LEFT JOIN results AS r ON r.version_id = v.version_id
LEFT JOIN warned AS w ON w.version_id = v.version_id
"""
