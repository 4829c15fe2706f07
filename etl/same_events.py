"""One event from two sources, or under two names: recognised when loaded, decided by people, counted once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path

import duckdb
from rapidfuzz import fuzz

from etl import shared_champions, versions
from etl.errors import UnusableInput
from etl.load import writing
from etl.shared_champions import FEWEST, MOSTLY
from etl.versions import Clock, utc_now
from rulebook.text import normal

COUNTS_ONCE = 0.9  # so sure the program must be to count the two as one by itself
WORTH_TELLING = 0.5
_NAME_ALIKE = 92.0

# What archives add to an event's name.
_ADDED = frozenset({"results", "result", "archive", "resultados", "resultado", "risultati", "official", "oficial"})
_NO_WORD = re.compile(r"[\W_]+")
_YEAR = re.compile(r"(19|20)\d\d")


@dataclass(frozen=True)
class Match:
    """Another event of the store that is probably the same; `sure` 0 to 1."""

    event_id: str
    sure: float
    reason: str


@dataclass(frozen=True)
class _Event:
    version_id: int
    event_id: str
    name: str
    start: date
    uniform: str


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The words of an event's name in alphabetical order, without years, signs and what archives add."""
    words = _NO_WORD.sub(" ", normal(name)).split()
    return " ".join(sorted(word for word in words if word not in _ADDED and not _YEAR.fullmatch(word)))


def recognise(con: duckdb.DuckDBPyConnection, made: Sequence[int], *, clock: Clock = utc_now) -> None:
    """Finds, for each of these new versions, an older event that is the same, and writes finding and mark.

    Runs in the caller's transaction, after the answers are built. A pair that was decided on before stays as decided.
    """
    events = [_Event(*row) for row in con.execute(_EVENTS).fetchall()]
    fresh = {event.version_id for event in events if event.version_id in set(made)}
    first = {row[0]: row[1] for row in con.execute(_FIRST).fetchall()}
    years = Counter(event.start.year for event in events)
    compared = sorted(event.version_id for event in events if event.version_id in fresh and years[event.start.year] > 1)
    shared = shared_champions.shared(con, compared, _named(events, compared)) if compared else {}
    for event in sorted((event for event in events if event.version_id in fresh), key=lambda one: first[one.event_id]):
        older = [other for other in events if first[other.event_id] < first[event.event_id]]
        matches = [found for other in older if (found := _match(event, other, shared)) is not None]
        silent = {row[0] for row in con.execute(_SILENT).fetchall()}
        for match in sorted(matches, key=lambda one: (one.event_id in silent, -one.sure, one.event_id))[:1]:
            _mark(con, event, match, clock())


def _match(event: _Event, other: _Event, shared: dict[tuple[int, str], tuple[int, int]]) -> Match | None:
    """By name in the same year, by champions in common, or both."""
    if event.start.year != other.start.year or {event.uniform, other.uniform} == {"gi", "no-gi"}:
        return None
    mine, its = name_key(event.name), name_key(other.name)
    common, of = shared.get((event.version_id, other.event_id), (0, 0))
    places = common / of if of else None
    told = [] if places is None else [f"{common} of {of} champions are the same"]
    if mine and mine == its:
        # The same name and nothing in common: two legs of one series, or one of them without results.
        sure = 0.95 if places is None else 0.6 + 0.39 * min(1.0, places / MOSTLY)
        return Match(other.event_id, round(sure, 2), "; ".join(["the same name in the same year", *told]))
    if places is not None and common >= FEWEST and places >= MOSTLY:
        return Match(other.event_id, round(0.9 + 0.09 * places, 2), told[0])
    if _are_alike(mine, its) and (places is None or places > 0):
        return Match(other.event_id, 0.6, "; ".join(["nearly the same name in the same year", *told]))
    return None


def _named(events: Sequence[_Event], fresh: Sequence[int]) -> list[int]:
    """The versions whose names are alike one of these; what they have in common is told even where it is nothing."""
    years: dict[int, set[str]] = defaultdict(set)
    for event in events:
        if event.version_id in set(fresh):
            years[event.start.year].add(name_key(event.name))
    return [
        event.version_id
        for event in events
        if any(_are_alike(name_key(event.name), own) for own in years.get(event.start.year, ()))
    ]


def _are_alike(one: str, other: str) -> bool:
    return one == other or fuzz.ratio(one, other) >= _NAME_ALIKE


def _mark(con: duckdb.DuckDBPyConnection, event: _Event, match: Match, at: datetime) -> None:
    """The finding, and the mark that lets one of the two count, where nobody decided on the pair before."""
    decided = con.execute(
        "SELECT status, event_id FROM same_event WHERE undone_at IS NULL "
        "AND (event_id, other_event_id) IN ((?, ?), (?, ?))",
        [event.event_id, match.event_id, match.event_id, event.event_id],
    ).fetchone()
    if decided is not None and decided[0] == "apart":
        return
    if decided is None and match.sure >= COUNTS_ONCE:
        _write(con, event.event_id, match.event_id, "recognised", match.sure, match.reason, None, at)
        decided = ("recognised", event.event_id)
    who = "both count"
    if decided is not None:
        who = f"only {match.event_id if decided[1] == event.event_id else event.event_id} counts"
    con.execute(
        "INSERT INTO finding (load_id, version_id, severity, code, file, value, reason) "
        "SELECT load_id, NULL, 'warning', 'event_seen_before', 'event', ?, ? FROM event_version "
        "WHERE version_id = ?",
        [
            match.event_id,
            f"probably {match.event_id} from another source ({match.sure:.0%} sure: {match.reason}); {who} in "
            f"questions over the whole store; say which: tatame same {event.event_id} {match.event_id}",
            event.version_id,
        ],
    )


def decide(
    store: Path, event_id: str, other: str, by: str, *, apart: bool = False, reason: str = "", clock: Clock = utc_now
) -> None:
    """Records that an event is the other one, which alone counts from now on; or that they are two."""
    if not by.strip():
        raise UnusableInput("by is empty; say it: it is kept and shown with the decision")
    with writing(store) as con:
        for named in (event_id, other):
            versions.named(con, named)
        if event_id == other:
            raise UnusableInput(f"{event_id} is one event: name two")
        if not apart:
            _require_one_year(con, event_id, other)
        if not apart and _leads_to(con, other, event_id):
            raise UnusableInput(f"{other} does not count itself, it is {event_id} by a chain; say it the other way")
        con.begin()
        at = clock()
        con.execute(
            "UPDATE same_event SET undone_at = ? WHERE undone_at IS NULL "
            "AND (event_id, other_event_id) IN ((?, ?), (?, ?))",
            [at, event_id, other, other, event_id],
        )
        said = reason or ("two events" if apart else "one event")
        _write(con, event_id, other, "apart" if apart else "confirmed", None, said, by, at)
        con.execute(  # the doubt is settled
            "DELETE FROM finding WHERE code = 'event_seen_before' AND (value, load_id) IN "
            "(SELECT $1, load_id FROM source_load WHERE event_id = $2 UNION ALL "
            "SELECT $2, load_id FROM source_load WHERE event_id = $1)",
            [event_id, other],
        )
        con.commit()


def _require_one_year(con: duckdb.DuckDBPyConnection, event_id: str, other: str) -> None:
    """Two editions of one series are two events."""
    rows = con.execute(
        "SELECT v.event_id, l.start_date FROM current_version AS v JOIN source_load AS l ON l.load_id = v.load_id "
        "WHERE v.event_id IN (?, ?)",
        [event_id, other],
    ).fetchall()
    days = dict(rows)
    if days[event_id].year != days[other].year:
        raise UnusableInput(
            f"{event_id} starts {days[event_id]} and {other} {days[other]}: one event is in one year\n"
            "where a source has the day wrong, correct it there and load it again"
        )


def _leads_to(con: duckdb.DuckDBPyConnection, start: str, goal: str) -> bool:
    """Whether an event is another by more than one step; the direct pair is what is being decided anew."""
    pairs = con.execute(
        "SELECT event_id, other_event_id FROM same_event WHERE undone_at IS NULL AND status <> 'apart'"
    ).fetchall()
    waiting, seen = [start], {start}
    while waiting:
        here = waiting.pop()
        for one, other in pairs:
            if one == here and (one, other) != (start, goal) and other not in seen:
                if other == goal:
                    return True
                seen.add(other)
                waiting.append(other)
    return False


def _write(
    con: duckdb.DuckDBPyConnection,
    event_id: str,
    other: str,
    status: str,
    sure: float | None,
    reason: str,
    by: str | None,
    at: datetime,
) -> None:
    number = versions.following(con, "same_event", "same_id")
    con.execute(
        "INSERT INTO same_event (same_id, event_id, other_event_id, status, sure, reason, recorded_by, recorded_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [number, event_id, other, status, sure, reason, by, at],
    )


_EVENTS = """
SELECT v.version_id, v.event_id, l.name, l.start_date, l.uniform
FROM current_version AS v JOIN source_load AS l ON l.load_id = v.load_id ORDER BY v.version_id
"""
_SILENT = "SELECT event_id FROM same_event WHERE undone_at IS NULL AND status <> 'apart'"
_FIRST = "SELECT event_id, min(version_id) FROM event_version GROUP BY 1"
