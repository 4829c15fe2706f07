"""A ranking over several events by a scheme: every total is the sum of its lines, exactly, whole or decimal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from analytics import persons, reading, season_athletes, season_numbers, season_places, versions
from analytics.season_rows import Event, Line, Row, Season
from etl.arriving import put
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme
    from analytics.versions import Version

__all__ = ["Event", "Line", "Row", "Season", "lines", "of_season", "prepare", "season"]

_ZERO = Decimal(0)
_NOTHING_THEN = "the store held no event at that time; leave --as-of out, or say a later one"


@dataclass(frozen=True)
class _Total:
    key: str
    name: str
    academy: str | None
    left_out: int
    values: tuple[Decimal, ...]  # of the levels, which are the scheme's: points, then its ties


def season(
    cur: duckdb.DuckDBPyConnection,
    scheme: Scheme,
    year: int | None = None,
    by: str | None = None,
    as_of: datetime | None = None,
    *,
    most: int | None = None,
) -> Season:
    """The ranking of a season, of the newest in the store where none is said, and how it moved since the one before.

    At `as_of` both are of what was recorded by then: versions, second sources, who is who. `most`: so many rows,
    without their lines (`lines` has those of one), and of academies without the names in them.
    """
    counted = versions.counted(cur, as_of)
    if not counted:
        raise UserError("the store holds no event; load one with tatame ingest" if as_of is None else _NOTHING_THEN)
    newest = max(version.start_date.year for version in counted)
    year, by = newest if year is None else year, scheme.by if by is None else by
    if not of_season(scheme, counted, year):
        held = ", ".join(map(str, sorted({version.start_date.year for version in counted})))
        raise UserError(f"no event counts in the season {year} of {scheme.name}; the store holds events of {held}")
    if most is not None and by == "athlete" and as_of is None:
        now_and_before = (_Asked(scheme, counted, each, by, None) for each in (year, year - 1))
        if (first := _first_athletes(cur, *now_and_before, most=most)) is not None:
            return first
    alone = most is not None
    before, _, _ = _totals(cur, _Asked(scheme, counted, year - 1, by, as_of), alone=alone)
    ranks = {total.key: rank for rank, total in _ranked(before)}
    asked = _Asked(scheme, counted, year, by, as_of)
    now, without, unchecked = _totals(cur, asked, alone=alone)
    rows = list(islice(_rows(scheme, now, ranks), most))
    if rows and not (alone and by == "academy"):
        names = season_places.names(cur, [row.key for row in rows])
        found = {} if alone else _lines(cur, asked)
        rows = [replace(row, names=tuple(names[row.key]), lines=found.get(row.key, ())) for row in rows]
    return Season(scheme, by, year, tuple(rows), len(now), tuple(_events(cur, asked)), without, unchecked)


def prepare(cur: duckdb.DuckDBPyConnection) -> None:
    """Looks up what every season of athletes asks of this file first; another cursor of it finds it kept."""
    season_athletes.tell_of_all(cur, versions.counted(cur))


def _first_athletes(cur: duckdb.DuckDBPyConnection, asked: _Asked, before: _Asked, *, most: int) -> Season | None:
    """The season by sums in small numbers; None where they do not tell it.

    The season before it is summed beside it, by a cursor that has no temporary tables of this one: much of either is
    one thread's work.
    """
    scheme, counting = asked.scheme, [_counting(cur, one) for one in (asked, before)]
    of = [[event.version for event in events] for events in counting]
    values = [_values(scheme, events) for events in counting]
    pairs = zip(of, values, strict=True)
    if not of[0] or not all(season_athletes.possible(cur, scheme, *pair) for pair in pairs):
        return None
    hard = season_athletes.told(cur)
    if hard is None:
        _put_events(cur, {event.version.version_id: event for events in counting for event in events}.values())
        hard = season_athletes.tell(cur)
    else:
        season_athletes.tell_again(cur, hard)
    with closing(reading.beside(cur)) as other, ThreadPoolExecutor(1) as second:
        season_athletes.tell_again(other, hard)

        def total(cur: duckdb.DuckDBPyConnection, n: int) -> int:
            _put_events(cur, counting[n])
            return season_athletes.write(cur, scheme, asked.year - n, of[n], values[n], hard)

        earlier = second.submit(total, other, 1)
        ranked = total(cur, 0)
        people = season_athletes.first(cur, scheme, most)
        then = second.submit(season_athletes.ranks, other, scheme, of[1], people)
        persons.write(cur, of[0], names=people.names, numbers=people.numbers)
        found, names = _first_totals(cur, asked, values[0], people)
        rows = list(islice(_rows(scheme, found, {}), most))
        ranks = then.result() if earlier.result() else {}
    rows = [replace(row, names=names[row.key], previous_rank=ranks.get(row.key)) for row in rows]
    return Season(scheme, asked.by, asked.year, tuple(rows), ranked, tuple(_events(cur, asked)), 0, 0)


def _first_totals(
    cur: duckdb.DuckDBPyConnection, asked: _Asked, values: Sequence[season_places.Value], people: season_athletes.Told
) -> tuple[list[_Total], dict[str, tuple[str, ...]]]:
    """The totals of the first athletes, and their names: from the lines of those alone whom numbers do not tell."""
    scheme = asked.scheme
    found = season_athletes.totals(cur, scheme, people)
    names: dict[str, tuple[str, ...]] = {key: (name,) for key, name, *_ in found}
    if season_athletes.only_parted(cur):
        season_places.write(cur, scheme, asked.by, values, among=True)
        parted = season_places.totals(cur, scheme, asked.year)
        told = season_places.names(cur, [key for key, *_ in parted])
        names |= {key: tuple(own) for key, own in told.items()}
        found += parted
    return [_total(scheme, {}, *row) for row in found], names


def lines(cur: duckdb.DuckDBPyConnection, scheme: Scheme, year: int, by: str, key: str) -> tuple[tuple[Line, ...], int]:
    """The lines of a row of that key, and how many results there are beyond those that count."""
    asked = _Asked(scheme, versions.counted(cur), year, by, None)
    now, _, _ = _totals(cur, asked, key)
    return (_lines(cur, asked).get(key, ()), now[0].left_out) if now else ((), 0)


@dataclass(frozen=True)
class _Asked:
    scheme: Scheme
    counted: Sequence[Version]
    year: int
    by: str
    as_of: datetime | None


def of_season(scheme: Scheme, counted: Iterable[Version], year: int) -> list[Version]:
    """The versions whose season has a factor: year of the start, whatever the month it ends in."""
    return [v for v in counted if 0 <= year - v.start_date.year < len(scheme.factors)]


def _events(cur: duckdb.DuckDBPyConnection, asked: _Asked) -> Iterable[Event]:
    about = {
        load: (level, federation)
        for load, level, federation in cur.execute("select load_id, level, federation from source_load").fetchall()
    }
    scheme = asked.scheme
    for version in sorted(of_season(scheme, asked.counted, asked.year), key=lambda v: (v.start_date, v.event_id)):
        level, federation = about[version.load_id]
        fitting = (r.weight for r in scheme.events if r.fits(version.event_id, level, federation, version.uniform))
        season_of = version.start_date.year
        yield Event(version, season_of, next(fitting, None), scheme.factors[asked.year - season_of])


def _counting(cur: duckdb.DuckDBPyConnection, asked: _Asked) -> list[Event]:
    """The events that give something."""
    return [event for event in _events(cur, asked) if event.weight and event.factor]


def _totals(
    cur: duckdb.DuckDBPyConnection, asked: _Asked, key: str | None = None, *, alone: bool = False
) -> tuple[list[_Total], int, int]:
    """The totals, the places without academy, and the places whose bouts nobody knows though the scheme asks.

    Makes TEMP season_line, unless the totals are wanted alone; `key`: of this one alone.
    """
    scheme = asked.scheme
    events = _counting(cur, asked)
    if not events:
        return [], 0, 0
    _put_events(cur, events)
    if asked.by == "athlete":
        then = None if asked.as_of is None else versions.utc(asked.as_of)
        # Whom a ruling alone names has his key within the event, and its version, for a key.
        own = None if key is None else key.rpartition("@")[0].partition("|")[0]
        names = None if key is None or own is None else [*persons.names_of(key), own]
        persons.write(cur, [event.version for event in events], as_of=then, names=names)
    values = _values(scheme, events)
    names_of = season_places.academy_names(cur) if asked.by == "academy" else {}
    of = [event.version for event in events]
    if alone and asked.by == "academy" and season_numbers.possible(cur, scheme, of, values):
        season_numbers.write(cur, scheme, asked.year, values)
        without = season_numbers.of_nobody(cur, scheme)
        return [_total(scheme, names_of, *row) for row in season_numbers.academies(cur)], without, 0
    without, unchecked = season_places.write(cur, scheme, asked.by, values, key)
    found = season_places.totals(cur, scheme, asked.year)
    return [_total(scheme, names_of, *row) for row in found], without, unchecked


def _put_events(cur: duckdb.DuckDBPyConnection, events: Iterable[Event]) -> None:
    put(cur, "season_version", "version_id integer", [(event.version.version_id,) for event in events])


def _values(scheme: Scheme, events: Iterable[Event]) -> list[season_places.Value]:
    """Version, place, whether in an open class, and what that gives."""
    return [
        (event.version.version_id, place, is_open, str(_points(scheme, event, place, is_open=is_open)))
        for event in events
        for place in scheme.points
        for is_open in (False, True)
    ]


def _points(scheme: Scheme, event: Event, place: int, *, is_open: bool) -> Decimal:
    """Exact: each factor has two decimals at most."""
    factor = scheme.open_class if is_open else Decimal(1)
    return scheme.points[place] * factor * (event.weight or _ZERO) * event.factor


def _total(
    scheme: Scheme, names: Mapping[str, str], key: str, name: str, academy: str | None, left_out: int, *values: Any
) -> _Total:
    shown = (names[key], names[key]) if names else (name, academy)
    return _Total(key, *shown, left_out, tuple(map(Decimal, values)))


def _lines(cur: duckdb.DuckDBPyConnection, asked: _Asked) -> dict[str, tuple[Line, ...]]:
    """Competitor -> the lines that count, the best first; after `_totals` of the same."""
    scheme = asked.scheme
    about = {event.version.version_id: event for event in _counting(cur, asked)}
    found: dict[str, list[Line]] = defaultdict(list)
    for who, version_id, is_open, place, *head in season_places.lines(cur):
        event = about[version_id]
        values: tuple[Any, ...] = (
            *(*head, scheme.points[place]),
            *(scheme.open_class if is_open else Decimal(1), event.weight or _ZERO, event.factor),
        )
        found[who].append(Line(*values))
    return {who: tuple(own) for who, own in found.items()}


def _ranked(totals: Iterable[_Total]) -> list[tuple[int, _Total]]:
    """In order with ranks 1, 2, 2, 4; within a shared rank by name, in code points."""
    ordered = sorted(totals, key=lambda one: (one.name, one.key))
    ordered.sort(key=lambda one: one.values, reverse=True)  # which leaves those as good in their order
    ranked: list[tuple[int, _Total]] = []
    rank, last = 0, None
    for position, total in enumerate(ordered, start=1):
        if total.values != last:
            rank, last = position, total.values
        ranked.append((rank, total))
    return ranked


def _rows(scheme: Scheme, totals: Iterable[_Total], previous: Mapping[str, int]) -> Iterable[Row]:
    """Without names and lines."""
    levels = ("points", *scheme.ties)
    ranked = _ranked(totals)
    for (rank, total), below in zip_longest(ranked, ranked[1:]):
        level = own = following = None
        if below is not None:
            pairs = zip(levels, total.values, below[1].values, strict=True)
            level, own, following = next((pair for pair in pairs if pair[1] != pair[2]), ("shared", None, None))
        yield Row(
            *(rank, total.key, total.name, total.academy, total.values[0], (), (), total.left_out),
            previous.get(total.key),
            *(level, own, following),
        )
