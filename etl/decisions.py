"""What people record after loading: corrections, rulings, draws, removals. Each makes a version of the event."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import duckdb

from etl import academies, subjects, versions
from etl.errors import UnknownName, UnusableInput
from etl.load import Build, writing
from etl.versions import Clock, Version, utc_now
from rulebook.vocabulary import EntryStatus

Decision = Literal["correction", "ruling", "draw"]
Tied = tuple[str, str]  # an academy as the standing shows it, and its key
Placed = tuple[int, str]  # a place and `NAME` or `NAME @ ACADEMY`

_PARTS = "gender = ? AND age_division = ? AND belt = ? AND weight_class = ?"


def correct(
    store: Path,
    event_id: str,
    category: str | Sequence[str],
    athlete: str,
    status: str,
    reason: str,
    by: str,
    build: Build,
    *,
    clock: Clock = utc_now,
) -> Version:
    """Gives an athlete's entry another status (M24); an earlier correction of the same entry is superseded."""
    said = _status(status)
    _need(reason=reason, by=by)
    with _next_version(store, event_id, "correction", reason, by, clock, build) as (con, version, at):
        found = subjects.category(con, version.load_id, category)
        _require_apart(con, version, found)
        who = subjects.athlete(con, version.load_id, found.category_id, athlete)
        _supersede(con, "correction", version, f"{_PARTS} AND athlete_key = ?", [*found.parts, who.athlete_key])
        con.execute(
            "INSERT INTO correction (correction_id, event_id, version_id, gender, age_division, belt, weight_class, "
            "athlete, athlete_key, status, reason, recorded_by, recorded_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                versions.following(con, "correction", "correction_id"), event_id, version.version_id, *found.parts,
                who.athlete, who.athlete_key, said, reason, by, at,
            ],
        )  # fmt: skip
    return version


def rule(
    store: Path,
    event_id: str,
    category: str | Sequence[str],
    places: Sequence[Placed],
    reason: str | None,
    by: str,
    build: Build,
    *,
    unlisted: bool = False,
    clock: Clock = utc_now,
) -> Version:
    """Records the places an official ruling gives a category, perhaps none; an earlier ruling on it is superseded.

    `unlisted`: a place may go to somebody whom the source does not list there, as `NAME @ ACADEMY`.
    """
    _need(by=by)
    if wrong := [place for place, _ in places if place not in (1, 2, 3)]:
        raise UnusableInput(f"{wrong[0]} is no place: a ruling gives 1, 2 or 3, for example 1=NAME")
    with _next_version(store, event_id, "ruling", reason, by, clock, build) as (con, version, at):
        found = subjects.category(con, version.load_id, category)
        _require_apart(con, version, found)
        given = _placed(con, version, found, places, unlisted)
        _supersede(con, "ruling", version, _PARTS, found.parts)
        number = versions.following(con, "ruling", "ruling_id")
        rows = [[place, who.athlete, who.athlete_key, who.academy] for place, who in given]
        for row in rows or [[None] * 4]:
            con.execute(
                "INSERT INTO ruling (ruling_id, event_id, version_id, gender, age_division, belt, weight_class, place, "
                "athlete, athlete_key, academy, reason, recorded_by, recorded_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [number, event_id, version.version_id, *found.parts, *row, reason, by, at],
            )
    return version


def draw(
    store: Path,
    event_id: str,
    award: str,
    tie: Sequence[Tied],
    seed: str,
    by: str,
    drawn_at: str | None,
    build: Build,
    *,
    clock: Clock = utc_now,
) -> Version:
    """Draws the order of tied academies (section T): by the digest of seed and academy, smallest first."""
    _need(seed=seed, by=by)
    keys = {key for _, key in tie}
    if len(tie) < 2 or len(keys) < len(tie):
        raise UnusableInput("a draw is among two or more different academies")
    with _next_version(store, event_id, "draw", f"draw for {award}", by, clock, build) as (con, version, at):
        _require_undrawn(con, version, award, keys)
        number = versions.following(con, "draw", "draw_id")
        order = sorted((digest(seed, academy), academy, key) for academy, key in tie)
        moment = _moment(drawn_at) if drawn_at else at.replace(tzinfo=UTC, microsecond=0).isoformat()
        for position, (hexadecimal, academy, key) in enumerate(order, start=1):
            con.execute(
                "INSERT INTO draw (draw_id, event_id, version_id, origin, award_id, position, academy, academy_key, "
                "seed, digest, drawn_at, recorded_by) VALUES (?, ?, ?, 'operator', ?, ?, ?, ?, ?, ?, ?, ?)",
                [number, event_id, version.version_id, award, position, academy, key, seed, hexadecimal, moment, by],
            )
    return version


def undo(
    store: Path,
    event_id: str,
    number: int,
    reason: str,
    by: str,
    build: Build,
    *,
    what: Decision = "correction",
    clock: Clock = utc_now,
) -> Version:
    """Ends a correction, ruling or draw; what the source says stands again."""
    _need(reason=reason, by=by)
    with _next_version(store, event_id, what, f"{what} {number} undone: {reason}", by, clock, build) as (
        con,
        version,
        _,
    ):
        _require_in_force(con, event_id, what, number)
        _supersede(con, what, version, f"{what}_id = ?", [number])
    return version


def remove(
    store: Path, event_id: str, reason: str | None = None, by: str | None = None, *, clock: Clock = utc_now
) -> Version:
    """Takes an event out; its facts, versions and decisions stay, and loading it again makes the next version."""
    with writing(store) as con:
        before = versions.named(con, event_id)
        con.begin()
        version = versions.record(con, event_id, before.load_id, "removal", clock(), reason, by)
        con.commit()
    return version


def digest(seed: str, academy: str) -> str:
    """SHA-256 of the UTF-8 bytes of NFC(seed), a line feed and NFC(academy), hexadecimal (contract, section T)."""
    text = f"{unicodedata.normalize('NFC', seed)}\n{unicodedata.normalize('NFC', academy)}"
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def _next_version(
    store: Path, event_id: str, kind: str, reason: str | None, by: str, clock: Clock, build: Build
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Version, datetime]]:
    """A version on the same load, computed once the caller has written its rows; all of it in one transaction."""
    with writing(store) as con:
        before = versions.named(con, event_id)
        at = clock()
        con.begin()
        version = versions.record(con, event_id, before.load_id, kind, at, reason, by)
        yield con, version, at
        build(con, [version.version_id])
        versions.warn_without_subject(con, version.version_id)
        con.commit()


def _supersede(
    con: duckdb.DuckDBPyConnection, table: Decision, version: Version, which: str, values: Sequence[object]
) -> None:
    con.execute(
        f"UPDATE {table} SET undone_version_id = ? WHERE event_id = ? AND undone_version_id IS NULL AND {which}",
        [version.version_id, version.event_id, *values],
    )


def _status(given: str) -> str:
    known = {subjects.folded(status.value): status.value for status in EntryStatus}
    found = known.get(subjects.folded(given))
    if found is None:
        raise UnknownName("status", given, list(known.values()))
    return found


def _placed(
    con: duckdb.DuckDBPyConnection,
    version: Version,
    category: subjects.Category,
    places: Sequence[Placed],
    unlisted: bool,
) -> list[tuple[int, subjects.Athlete]]:
    try:
        given = [
            (place, subjects.placed(con, version.load_id, category.category_id, name, may_be_unlisted=unlisted))
            for place, name in sorted(places)
        ]
    except UnknownName as error:
        raise UnknownName(error.what, error.given, error.known, hint=subjects.UNLISTED[error.what]) from None
    subjects.require_apart(given, category)
    for _, who in given:
        _meet(con, who.academy)
    return given


def _meet(con: duckdb.DuckDBPyConnection, academy: str | None) -> None:
    """An academy that only the ruling names joins those of the store, or its points would belong to nobody."""
    if academy is not None:
        key = academies.key(academy)
        if key is None:
            raise UnusableInput(f"{academy!r} is no academy's name")
        con.execute("INSERT OR IGNORE INTO academy_spelling VALUES (?, ?)", [academy, key])


def _require_apart(con: duckdb.DuckDBPyConnection, version: Version, category: subjects.Category) -> None:
    """No other category reads alike: a decision holds only the four parts, and would be recorded and change nothing."""
    if others := subjects.twins(con, version.load_id, category):
        raise UnusableInput(
            f"{len(others) + 1} categories of this event read as {' / '.join(category.parts)}, told apart only by text "
            "that could not be read\nmake the source say which is which, and load it again"
        )


def _require_undrawn(con: duckdb.DuckDBPyConnection, version: Version, award: str, keys: set[str]) -> None:
    """The award exists, and nobody draws a tie again until he likes it: the first draw must be undone, visibly."""
    awards = con.execute("SELECT award_id FROM award WHERE load_id = ?", [version.load_id]).fetchall()
    if (award,) not in awards:
        raise UnknownName("award", award, [row[0] for row in awards])
    drawn = con.execute(
        "SELECT draw_id, list(academy_key), any_value(recorded_by) FROM draw "
        "WHERE event_id = ? AND award_id = ? AND undone_version_id IS NULL GROUP BY draw_id",
        [version.event_id, award],
    ).fetchall()
    for number, among, by in drawn:
        if set(among) == keys:
            raise UnusableInput(f"this tie was drawn already: draw {number}, recorded by {by}; undo that draw first")


def _require_in_force(con: duckdb.DuckDBPyConnection, event_id: str, what: Decision, number: int) -> None:
    rows = con.execute(
        f"SELECT DISTINCT {what}_id, undone_version_id FROM {what} WHERE event_id = ? ORDER BY 1", [event_id]
    ).fetchall()
    if (number, None) in rows:
        return
    if number in [row[0] for row in rows]:
        raise UnusableInput(f"{what} {number} of {event_id} is no longer in force: it was undone or replaced already")
    raise UnknownName(what, str(number), [str(row[0]) for row in rows if row[1] is None])


def _moment(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise UnusableInput(f"{text!r} is no time; write it as 2026-05-03T18:30:00+08:00") from None
    return text


def _need(**said: str) -> None:
    for name, text in said.items():
        if not text.strip():
            raise UnusableInput(f"{name} is empty; say it: it is kept and shown with the decision")
