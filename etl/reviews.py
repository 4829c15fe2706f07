"""What people decide about academies' names: each decision makes a version of every event whose answers it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import duckdb

from etl import academies, alias_file, aliases, versions
from etl.aliases import REJECTED, Alias, Ledger
from etl.errors import UnknownName, UnusableInput
from etl.load import Build, Unchanged, writing
from etl.versions import Clock, Version, utc_now


@dataclass(frozen=True)
class Review:
    """Numbers of the ledger's rows that were recorded or undone, and the versions of events made by it."""

    numbers: tuple[int, ...]
    versions: tuple[Version, ...]


def accept(
    store: Path,
    row: Alias,
    by: str,
    build: Build,
    *,
    unseen: bool = False,
    clock: Clock = utc_now,
) -> Review:
    """Makes an alias and its academy one; `unseen` = names that no event has are meant so, and no mistake."""
    return _record(store, [row], by, build, f"{row.alias} is {row.academy}", clock, must_be_seen=not unseen)


def reject(store: Path, alias: str, academy: str, by: str, build: Build, *, clock: Clock = utc_now) -> Review:
    """Records that two names are two academies; changes no answer."""
    row = Alias(alias, academy, status=REJECTED)
    return _record(store, [row], by, build, str(row), clock, must_be_seen=True)


def bring_in(store: Path, file: Path, by: str, build: Build, *, clock: Clock = utc_now) -> Review:
    """Records the rows of a file that are not in force already, all or none."""
    rows = alias_file.read(file)
    return _record(store, rows, by, build, f"academies of {file.name}", clock, must_be_seen=False)


def undo(
    store: Path, number: int, by: str, build: Build, *, reason: str | None = None, clock: Clock = utc_now
) -> Review:
    """Ends a row of the ledger: what it merged is apart again, what it kept apart is suggested again."""
    _need_name(by)

    def end(con: duckdb.DuckDBPyConnection, since: int, at: datetime) -> list[int]:
        found = con.execute(
            "SELECT undone_version_id IS NULL FROM academy_alias WHERE alias_id = ?", [number]
        ).fetchone()
        if found is None:
            known = con.execute("SELECT alias_id FROM academy_alias WHERE undone_version_id IS NULL").fetchall()
            raise UnknownName("number in the ledger", str(number), [str(row[0]) for row in known])
        if not found[0]:
            raise UnusableInput(f"{number} is no longer in force: it was undone already")
        _end(con, [number], since, by, at, reason)
        return [number]

    return _change(store, end, by, f"alias {number} undone" + (f": {reason}" if reason else ""), build, clock)


def _record(
    store: Path, rows: Sequence[Alias], by: str, build: Build, reason: str, clock: Clock, *, must_be_seen: bool
) -> Review:
    _need_name(by)
    for row in rows:
        alias_file.checked(row)

    def write(con: duckdb.DuckDBPyConnection, since: int, at: datetime) -> list[int]:
        if must_be_seen:
            _require_seen(con, [name for row in rows for name in (row.alias, row.academy)])
        made = []
        for row in rows:
            standing = aliases.in_force(con)
            if row in standing:
                continue
            _require_consistent(con, standing, row, since, by, at)
            made.append(aliases.insert(con, row, since, by, at))
        return made

    return _change(store, write, by, reason, build, clock)


def _require_consistent(
    con: duckdb.DuckDBPyConnection, standing: Sequence[Alias], row: Alias, since: int, by: str, at: datetime
) -> None:
    """A pair that was kept apart may be merged by somebody who says so; one that is merged must be undone first."""
    if row.status == REJECTED:
        if any(other.merges and other.pair == row.pair for other in standing):
            raise UnusableInput(f"{row.alias} and {row.academy} are merged; undo that first")
        return
    aliases.refuse_conflicts(standing, row)
    apart = con.execute(
        "SELECT alias_id FROM academy_alias WHERE status = 'rejected' AND undone_version_id IS NULL "
        "AND (alias_key, academy_key) IN ((?, ?), (?, ?))",
        [row.alias_key, row.academy_key, row.academy_key, row.alias_key],
    ).fetchall()
    _end(con, [number for (number,) in apart], since, by, at, "accepted")


def _change(
    store: Path,
    change: Callable[[duckdb.DuckDBPyConnection, int, datetime], list[int]],
    by: str,
    reason: str,
    build: Build,
    clock: Clock,
) -> Review:
    """A change of the ledger and a version of each event it touches, in one transaction; nothing where none is new."""
    numbers: list[int] = []
    made: list[Version] = []
    with writing(store) as con:
        before = Ledger(aliases.in_force(con))
        at = clock()
        con.begin()
        numbers = change(con, versions.following(con, "event_version", "version_id"), at)
        if not numbers:
            con.rollback()
            raise Unchanged
        made = [
            versions.record(con, event_id, load_id, "merge", at, reason, by)
            for event_id, load_id in _touched(con, before, Ledger(aliases.in_force(con)))
        ]
        if made:
            build(con, [version.version_id for version in made])
        for version in made:
            versions.warn_without_subject(con, version.version_id)
        con.commit()
    return Review(tuple(numbers), tuple(made))


def _touched(con: duckdb.DuckDBPyConnection, before: Ledger, after: Ledger) -> list[tuple[str, int]]:
    """(event, load) of each current version that has a spelling which now means another academy or association."""
    keys = sorted(before.keys() | after.keys())
    rows = con.execute(
        "SELECT DISTINCT v.event_id, v.load_id, l.start_date, s.academy_key FROM current_version AS v "
        "JOIN source_load AS l ON l.load_id = v.load_id JOIN version_academy AS a ON a.version_id = v.version_id "
        "JOIN academy_spelling AS s ON s.spelling = a.spelling WHERE s.academy_key IN (SELECT unnest(?::VARCHAR[]))",
        [keys],
    ).fetchall()
    asked = ((before.academy, after.academy), (before.association, after.association))

    def changed(key: str, day: date) -> bool:
        return any(old(key, day) != new(key, day) for old, new in asked)

    return sorted({(event_id, load_id) for event_id, load_id, day, key in rows if changed(key, day)})


def _end(
    con: duckdb.DuckDBPyConnection, numbers: Sequence[int], since: int, by: str, at: datetime, reason: str | None
) -> None:
    con.execute(
        "UPDATE academy_alias SET undone_version_id = ?, undone_by = ?, undone_at = ?, undone_reason = ? "
        "WHERE alias_id IN (SELECT unnest(?::INTEGER[]))",
        [since, by, at, reason, list(numbers)],
    )


def _require_seen(con: duckdb.DuckDBPyConnection, names: Sequence[str]) -> None:
    """A name that no event, and no row of the ledger, has is a slip of the pen."""
    known = dict(con.execute("SELECT academy_key, min(spelling) FROM academy_spelling GROUP BY 1").fetchall())
    for row in aliases.in_force(con):
        known.setdefault(row.alias_key, row.alias)
        known.setdefault(row.academy_key, row.academy)
    for name in names:
        if academies.key(name) not in known:
            raise UnknownName("academy", name, list(known.values()))


def _need_name(by: str) -> None:
    if not by.strip():
        raise UnusableInput("by is empty; say it: it is kept and shown with the decision")
