"""A ranking over several events by a scheme: every total is the sum of its lines, exactly, whole or decimal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from analytics import persons, season_places, versions
from etl.arriving import put
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme
    from analytics.versions import Version

_ZERO = Decimal(0)
_NOTHING_THEN = "the store held no event at that time; leave --as-of out, or say a later one"


@dataclass(frozen=True)
class Event:
    """An event of the seasons asked about; `weight` None = no [[event]] of the scheme fits it."""

    version: Version
    season: int
    weight: Decimal | None
    factor: Decimal


@dataclass(frozen=True)
class Line:
    """One place and what it gave: `points` = `base` × `open_class` × `weight` × `factor`."""

    event: str
    name: str
    start_date: date
    season: int
    category_id: int
    gender: str
    age_division: str
    belt: str
    weight_class: str
    unread: str
    place: int
    athlete: str
    athlete_key: str
    academy: str | None
    base: Decimal
    open_class: Decimal
    weight: Decimal
    factor: Decimal

    @property
    def points(self) -> Decimal:
        """Exact: each factor has two decimals at most."""
        return self.base * self.open_class * self.weight * self.factor


@dataclass(frozen=True)
class Row:
    """A competitor; `lines` add up to `points`, `names`: the athletes in them; `left_out`: results beyond the best N.

    `previous_rank` None = not ranked in the season before. `level` separates the row from the next; None on the last.
    """

    rank: int
    key: str
    name: str
    academy: str | None
    points: Decimal
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    left_out: int
    previous_rank: int | None
    level: str | None
    own: Decimal | None
    following: Decimal | None


@dataclass(frozen=True)
class Season:
    """`ranked`: how many there are, of whom `rows` may be the first alone.

    `without_academy`: places that count nowhere in a ranking of academies, since the academy is not known.
    """

    scheme: Scheme
    by: str
    season: int
    rows: tuple[Row, ...]
    ranked: int
    events: tuple[Event, ...]
    without_academy: int
    unchecked_bouts: int


@dataclass(frozen=True)
class _Total:
    key: str
    name: str
    academy: str | None
    left_out: int
    levels: tuple[tuple[str, Decimal], ...]


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
    without their lines (`lines` has those of one).
    """
    counted = versions.counted(cur, as_of)
    if not counted:
        raise UserError("the store holds no event; load one with tatame ingest" if as_of is None else _NOTHING_THEN)
    newest = max(version.start_date.year for version in counted)
    year, by = newest if year is None else year, scheme.by if by is None else by
    if not of_season(scheme, counted, year):
        held = ", ".join(map(str, sorted({version.start_date.year for version in counted})))
        raise UserError(f"no event counts in the season {year} of {scheme.name}; the store holds events of {held}")
    before, _, _ = _totals(cur, _Asked(scheme, counted, year - 1, by, as_of))
    ranks = {total.key: rank for rank, total in _ranked(before)}
    asked = _Asked(scheme, counted, year, by, as_of)
    now, without, unchecked = _totals(cur, asked)
    rows = list(islice(_rows(now, ranks), most))
    if rows:
        names = season_places.names(cur, [row.key for row in rows])
        found = _lines(cur, asked) if most is None else {}
        rows = [replace(row, names=tuple(names[row.key]), lines=found.get(row.key, ())) for row in rows]
    return Season(scheme, by, year, tuple(rows), len(now), tuple(_events(cur, asked)), without, unchecked)


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


def _totals(cur: duckdb.DuckDBPyConnection, asked: _Asked, key: str | None = None) -> tuple[list[_Total], int, int]:
    """The totals, the places without academy, and the places whose bouts nobody knows though the scheme asks.

    Makes TEMP season_line; `key`: of this one alone.
    """
    scheme = asked.scheme
    events = _counting(cur, asked)
    if not events:
        return [], 0, 0
    put(cur, "season_version", "version_id integer", [(event.version.version_id,) for event in events])
    if asked.by == "athlete":
        then = None if asked.as_of is None else versions.utc(asked.as_of)
        names = None if key is None else persons.names_of(key)
        persons.write(cur, [event.version for event in events], as_of=then, names=names)
    values = [
        (event.version.version_id, place, is_open, str(_points(scheme, event, place, is_open=is_open)))
        for event in events
        for place in scheme.points
        for is_open in (False, True)
    ]
    without, unchecked = season_places.write(cur, scheme, asked.by, values, key)
    names_of = season_places.academy_names(cur) if asked.by == "academy" else {}
    found = season_places.totals(cur, scheme, asked.year)
    return [_total(scheme, names_of, *row) for row in found], without, unchecked


def _points(scheme: Scheme, event: Event, place: int, *, is_open: bool) -> Decimal:
    """Exact: each factor has two decimals at most."""
    factor = scheme.open_class if is_open else Decimal(1)
    return scheme.points[place] * factor * (event.weight or _ZERO) * event.factor


def _total(
    scheme: Scheme, names: Mapping[str, str], key: str, name: str, academy: str | None, left_out: int, *values: Any
) -> _Total:
    shown = (names[key], names[key]) if names else (name, academy)
    levels = zip(("points", *scheme.ties), map(Decimal, values), strict=True)
    return _Total(key, *shown, left_out, tuple(levels))


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
    ordered = sorted(totals, key=lambda one: (*(-value for _, value in one.levels), one.name, one.key))
    ranked: list[tuple[int, _Total]] = []
    for position, total in enumerate(ordered, start=1):
        shared = bool(ranked) and ranked[-1][1].levels == total.levels
        ranked.append((ranked[-1][0] if shared else position, total))
    return ranked


def _rows(totals: Iterable[_Total], previous: Mapping[str, int]) -> Iterable[Row]:
    """Without names and lines."""
    ranked = _ranked(totals)
    for (rank, total), below in zip_longest(ranked, ranked[1:]):
        level = own = following = None
        if below is not None:
            pairs = zip(total.levels, below[1].levels, strict=True)
            level, own, following = next(
                ((name, mine, theirs) for (name, mine), (_, theirs) in pairs if mine != theirs), ("shared", None, None)
            )
        yield Row(
            *(rank, total.key, total.name, total.academy, total.levels[0][1], (), (), total.left_out),
            previous.get(total.key),
            *(level, own, following),
        )
