"""The versions of an event: which is current, and how the next one is written down."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import duckdb

from etl.errors import UnknownName, UnusableInput
from rulebook import ruleset as rulesets
from rulebook.errors import RuleBookError

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Version:
    """One version of an event; `ruleset` is what its load names, overrides as JSON."""

    version_id: int
    event_id: str
    version: int
    load_id: int
    ruleset: str
    overrides: str
    sha256: str
    fingerprint: str

    @property
    def rules_changed(self) -> bool:
        """Whether this program reads the rule set otherwise than the one that computed the version."""
        return self.fingerprint != fingerprint(self.ruleset, self.overrides)


def utc_now() -> datetime:
    """The time as the store keeps it: UTC, without a zone."""
    return datetime.now(UTC).replace(tzinfo=None)


def current(con: duckdb.DuckDBPyConnection, event_id: str) -> Version | None:
    """The version an event has now; None where it is not in the store, or was removed."""
    rows = con.execute(
        "SELECT v.version_id, v.event_id, v.version, v.load_id, l.ruleset, l.rule_overrides, l.sha256, "
        "v.ruleset_fingerprint "
        "FROM current_version AS v JOIN source_load AS l ON l.load_id = v.load_id WHERE v.event_id = ?",
        [event_id],
    ).fetchall()  # all of them: a result half read keeps the connection from other work
    return Version(*rows[0]) if rows else None


def named(con: duckdb.DuckDBPyConnection, event_id: str) -> Version:
    """The current version of an event; UnknownName names the events there are."""
    found = current(con, event_id)
    if found is None:
        if con.execute("SELECT 1 FROM event_version WHERE event_id = ?", [event_id]).fetchone():
            raise UnusableInput(f"{event_id} was removed from the store; load it again, and its versions go on")
        known = con.execute("SELECT event_id FROM current_version").fetchall()
        raise UnknownName("event", event_id, [row[0] for row in known])
    return found


def fingerprint(ruleset: str, overrides: str) -> str:
    """SHA-256 of every value of the rule set as this program has it, with the event's overrides (a JSON object)."""
    try:
        rules = rulesets.load(ruleset)
        return (rules.with_overrides(json.loads(overrides)) if rules.computes else rules).fingerprint
    except RuleBookError as error:
        raise UnusableInput(str(error)) from error


def record(
    con: duckdb.DuckDBPyConnection,
    event_id: str,
    load_id: int,
    kind: str,
    at: datetime,
    reason: str | None = None,
    by: str | None = None,
) -> Version:
    """Writes the event's next version, resting on a load, under the load's rule set as this program has it."""
    version_id = following(con, "event_version", "version_id")
    (number,) = _one(con, "SELECT coalesce(max(version), 0) + 1 FROM event_version WHERE event_id = ?", [event_id])
    ruleset, overrides, sha256 = _one(
        con, "SELECT ruleset, rule_overrides, sha256 FROM source_load WHERE load_id = ?", [load_id]
    )
    read = fingerprint(ruleset, overrides)
    con.execute(
        "INSERT INTO event_version (version_id, event_id, version, load_id, recorded_at, kind, reason, recorded_by, "
        "ruleset, ruleset_fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [version_id, event_id, number, load_id, at, kind, reason, by, ruleset, read],
    )
    return Version(version_id, event_id, number, load_id, ruleset, overrides, sha256, read)


def following(con: duckdb.DuckDBPyConnection, table: str, column: str) -> int:
    """The next free number of a table's column, from 1."""
    (number,) = _one(con, f"SELECT coalesce(max({column}), 0) + 1 FROM {table}", [])
    return int(number)


def _one(con: duckdb.DuckDBPyConnection, query: str, values: list[object]) -> tuple[Any, ...]:
    row = con.execute(query, values).fetchone()
    if row is None:
        raise LookupError(query)
    return row


def warn_without_subject(con: duckdb.DuckDBPyConnection, version_id: int) -> None:
    """A finding for each decision in force whose category, or athlete in it, the load lacks or has more than once.

    A ruling on a category that is there stands, whomever it names: official places need no entry (M20).
    Written after the answers of the version are built: building begins with no findings of the version.
    """
    event_id, load_id = _one(con, "SELECT event_id, load_id FROM event_version WHERE version_id = ?", [version_id])
    for table in ("correction", "ruling"):
        counts = "has_category" if table == "ruling" else "FALSE"
        con.execute(
            _WITHOUT_SUBJECT.format(table=table, counts=counts),
            {"event": event_id, "load": load_id, "version": version_id},
        )


_WITHOUT_SUBJECT = """
INSERT INTO finding (load_id, version_id, severity, code, file, value, reason)
WITH subject AS (
  SELECT d.*, c.category_id
  FROM {table} AS d LEFT JOIN category AS c
    ON c.load_id = $load AND c.gender = d.gender AND c.age_division = d.age_division AND c.belt = d.belt
   AND c.weight_class = d.weight_class
  WHERE d.event_id = $event AND d.version_id <= $version
    AND (d.undone_version_id IS NULL OR d.undone_version_id > $version)
),
concerned AS (SELECT DISTINCT category_id FROM subject WHERE category_id IS NOT NULL),
present AS (
  SELECT category_id, athlete_key AS who FROM entry WHERE load_id = $load AND category_id IN (FROM concerned)
  UNION SELECT category_id, red_key FROM bout WHERE load_id = $load AND category_id IN (FROM concerned)
  UNION SELECT category_id, blue_key FROM bout WHERE load_id = $load AND category_id IN (FROM concerned)
  UNION SELECT category_id, athlete_key FROM official_place WHERE load_id = $load AND category_id IN (FROM concerned)
),
final AS (
  SELECT s.{table}_id AS number, s.athlete, s.gender, s.age_division, s.belt, s.weight_class,
    bool_or(s.category_id IS NOT NULL) AS has_category, count(DISTINCT s.category_id) > 1 AS has_several,
    bool_or(p.who IS NOT NULL OR (s.athlete_key IS NULL AND s.category_id IS NOT NULL)) AS has_subject
  FROM subject AS s LEFT JOIN present AS p ON p.category_id = s.category_id AND p.who = s.athlete_key
  GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT $load, $version, 'warning',
  CASE WHEN has_several THEN 'decision_ambiguous' WHEN {counts} THEN 'ruled_athlete_not_listed'
    ELSE '{table}_without_subject' END, '{table} ' || number, athlete,
  concat_ws(' ', '{table}', number,
    CASE WHEN has_several THEN 'stays recorded but changes nothing: this load has several categories that read'
      WHEN {counts} THEN 'gives a place to ' || athlete || ', whom this load does not list in the category'
      WHEN has_category THEN 'stays recorded but changes nothing: this load has no ' || athlete || ' in the category'
      ELSE 'stays recorded but changes nothing: this load has no category' END,
    gender, age_division, belt, weight_class,
    CASE WHEN {counts} AND NOT has_several THEN '; the place counts' ELSE '; undo it, or correct the source' END)
FROM final WHERE has_several OR NOT has_subject ORDER BY number, athlete
"""
