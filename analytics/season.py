"""A ranking over several events by a scheme: every total is the sum of its lines, exactly, whole or decimal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import zip_longest
from typing import TYPE_CHECKING

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
    """A competitor; `lines` add up to `points`; `left_out`: results beyond the best N.

    `previous_rank` None = not ranked in the season before. `level` separates the row from the next; None on the last.
    """

    rank: int
    key: str
    name: str
    academy: str | None
    points: Decimal
    lines: tuple[Line, ...]
    left_out: int
    previous_rank: int | None
    level: str | None
    own: Decimal | None
    following: Decimal | None


@dataclass(frozen=True)
class Season:
    """`without_academy`: places that count nowhere in a ranking of academies, since the academy is not known."""

    scheme: Scheme
    by: str
    season: int
    rows: tuple[Row, ...]
    events: tuple[Event, ...]
    without_academy: int
    unchecked_bouts: int


@dataclass(frozen=True)
class _Total:
    key: str
    name: str
    academy: str | None
    lines: tuple[Line, ...]
    left_out: int
    levels: tuple[tuple[str, Decimal], ...]


def season(
    cur: duckdb.DuckDBPyConnection,
    scheme: Scheme,
    year: int | None = None,
    by: str | None = None,
    as_of: datetime | None = None,
) -> Season:
    """The ranking of a season, of the newest in the store where none is said, and how it moved since the one before.

    At `as_of` both are of what was recorded by then: versions, second sources, who is who.
    """
    counted = versions.counted(cur, as_of)
    if not counted:
        raise UserError("the store holds no event; load one with tatame ingest" if as_of is None else _NOTHING_THEN)
    newest = max(version.start_date.year for version in counted)
    year, by = newest if year is None else year, scheme.by if by is None else by
    if not of_season(scheme, counted, year):
        held = ", ".join(map(str, sorted({version.start_date.year for version in counted})))
        raise UserError(f"no event counts in the season {year} of {scheme.name}; the store holds events of {held}")
    now, without, unchecked = _totals(cur, scheme, counted, year, by, as_of)
    before, _, _ = _totals(cur, scheme, counted, year - 1, by, as_of)
    ranks = {total.key: rank for rank, total in _ranked(before)}
    events = tuple(_events(cur, scheme, counted, year))
    return Season(scheme, by, year, tuple(_rows(now, ranks)), events, without, unchecked)


def of_season(scheme: Scheme, counted: Iterable[Version], year: int) -> list[Version]:
    """The versions whose season has a factor: year of the start, whatever the month it ends in."""
    return [v for v in counted if 0 <= year - v.start_date.year < len(scheme.factors)]


def _events(cur: duckdb.DuckDBPyConnection, scheme: Scheme, counted: Sequence[Version], year: int) -> Iterable[Event]:
    about = {
        load: (level, federation)
        for load, level, federation in cur.execute("select load_id, level, federation from source_load").fetchall()
    }
    for version in sorted(of_season(scheme, counted, year), key=lambda v: (v.start_date, v.event_id)):
        level, federation = about[version.load_id]
        fitting = (r.weight for r in scheme.events if r.fits(version.event_id, level, federation, version.uniform))
        season_of = version.start_date.year
        yield Event(version, season_of, next(fitting, None), scheme.factors[year - season_of])


def _totals(
    cur: duckdb.DuckDBPyConnection,
    scheme: Scheme,
    counted: Sequence[Version],
    year: int,
    by: str,
    as_of: datetime | None = None,
) -> tuple[list[_Total], int, int]:
    """The totals, the places without academy, and the places whose bouts nobody knows though the scheme asks."""
    events = [event for event in _events(cur, scheme, counted, year) if event.weight and event.factor]
    if not events:
        return [], 0, 0
    put(cur, "season_version", "version_id integer", [(event.version.version_id,) for event in events])
    if by == "athlete":
        persons.write(cur, [event.version for event in events], as_of=None if as_of is None else versions.utc(as_of))
    found = _lines(cur, scheme, events, by)
    without = sum(who is None for who, _, _ in found)
    unchecked = sum(unknown for _, _, unknown in found)
    lines: dict[str, list[Line]] = defaultdict(list)
    for who, line, unknown in found:
        if who is not None and line.points and not (unknown and scheme.unknown_bouts == "leave out"):
            lines[who].append(line)
    names = season_places.academy_names(cur) if by == "academy" else {}
    totals = [_total(scheme, key, own, year, names) for key, own in lines.items()]
    return [total for total in totals if len(total.lines) >= scheme.minimum_results], without, unchecked


def _lines(
    cur: duckdb.DuckDBPyConnection, scheme: Scheme, events: Sequence[Event], by: str
) -> list[tuple[str | None, Line, bool]]:
    """Every place the scheme admits: whose it is, its line, whether it asks for bouts that nobody knows."""
    about = {event.version.version_id: event for event in events}
    found = []
    for version_id, who, is_open, unknown, *place in season_places.rows(cur, scheme, by):
        event = about[version_id]
        category_id, gender, age, belt, weight_class, unread, number, athlete, athlete_key, academy = place
        line = Line(
            event.version.event_id,
            event.version.name,
            event.version.start_date,
            event.season,
            *(category_id, gender, age, belt, weight_class, unread, number, athlete, athlete_key, academy),
            base=scheme.points[number],
            open_class=scheme.open_class if is_open else Decimal(1),
            weight=event.weight or _ZERO,
            factor=event.factor,
        )
        found.append((who, line, bool(unknown)))
    return found


def _total(scheme: Scheme, key: str, lines: Sequence[Line], year: int, names: Mapping[str, str]) -> _Total:
    ordered = sorted(
        lines, key=lambda line: (-line.points, -line.start_date.toordinal(), line.event, line.category_id, line.athlete)
    )
    kept = tuple(ordered[: scheme.best] if scheme.best else ordered)
    latest = max(lines, key=lambda line: (line.start_date, line.event, -line.category_id, line.athlete))
    name, academy = (names[key], names[key]) if names else (latest.athlete, latest.academy)
    points = sum((line.points for line in kept), _ZERO)
    levels = [("points", points), *((tie, _level(tie, kept, year)) for tie in scheme.ties)]
    return _Total(key, name, academy, kept, len(ordered) - len(kept), tuple(levels))


def _level(tie: str, lines: Sequence[Line], year: int) -> Decimal:
    """What a tie-break compares, more being better."""
    match tie:
        case "season":
            return sum((line.points for line in lines if line.season == year), _ZERO)
        case "best":
            return max((line.points for line in lines), default=_ZERO)
        case "events":
            return Decimal(len({line.event for line in lines}))
    place = {"gold": 1, "silver": 2, "bronze": 3}[tie]
    return Decimal(sum(line.place == place for line in lines))


def _ranked(totals: Iterable[_Total]) -> list[tuple[int, _Total]]:
    """In order with ranks 1, 2, 2, 4; within a shared rank by name, in code points."""
    ordered = sorted(totals, key=lambda one: (*(-value for _, value in one.levels), one.name, one.key))
    ranked: list[tuple[int, _Total]] = []
    for position, total in enumerate(ordered, start=1):
        shared = bool(ranked) and ranked[-1][1].levels == total.levels
        ranked.append((ranked[-1][0] if shared else position, total))
    return ranked


def _rows(totals: Iterable[_Total], previous: Mapping[str, int]) -> Iterable[Row]:
    ranked = _ranked(totals)
    for (rank, total), below in zip_longest(ranked, ranked[1:]):
        level = own = following = None
        if below is not None:
            pairs = zip(total.levels, below[1].levels, strict=True)
            level, own, following = next(
                ((name, mine, theirs) for (name, mine), (_, theirs) in pairs if mine != theirs), ("shared", None, None)
            )
        yield Row(
            *(rank, total.key, total.name, total.academy, total.levels[0][1], total.lines, total.left_out),
            previous.get(total.key),
            *(level, own, following),
        )
