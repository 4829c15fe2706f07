"""A season's ranking as an answer: each total with the lines that add up to it; names as privacy shows them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from analytics import season as seasons
from analytics import versions
from analytics.scheme import BY, load
from etl.errors import UnknownName
from publishing.privacy import Level, Shield, shield_for
from publishing.shapes import CATEGORY, Answer, parts, unread

if TYPE_CHECKING:
    from analytics.season import Event, Line, Row, Season
    from analytics.store import Store


def season(
    store: Store,
    scheme: str,
    year: int | None = None,
    by: str | None = None,
    privacy: Level = Level.OPERATOR,
    as_of: datetime | None = None,
) -> Answer:
    """The ranking of a scheme (its name, or a file); `year` None = the newest season in the store (at `as_of`)."""
    return asked(store, scheme, year, by, privacy, as_of)[0]


def asked(
    store: Store,
    scheme: str,
    year: int | None = None,
    by: str | None = None,
    privacy: Level = Level.OPERATOR,
    as_of: datetime | None = None,
    *,
    most: int | None = None,
) -> tuple[Answer, Season]:
    """The same with what it was made from; `most`: that many rows, without their lines."""
    if by is not None and by not in BY:
        raise UnknownName("kind of season ranking", by, BY)
    meant = load(scheme)
    with store.cursor() as cur:
        found = seasons.season(cur, meant, year, by, as_of, most=most)
        counted = versions.counted(cur, as_of)
        of = {v.version_id: v for y in (0, 1) for v in seasons.of_season(meant, counted, found.season - y)}
        to = shield_for(cur, list(of.values()), _texts(found), privacy)
    return shape(found, to), found


def _texts(found: Season) -> list[object]:
    """Every text in which somebody may be named: not the name of an academy that is ranked."""
    rows: list[object] = [row.names for row in found.rows]
    if found.by == "athlete":
        rows += [part for row in found.rows for part in (row.name, row.academy)]
    return rows + [line.unread for row in found.rows for line in row.lines]


def shape(found: Season, to: Shield) -> Answer:
    """`movement`: ranks gained since the season before, None = not ranked then."""
    return {
        "scheme": found.scheme.name,
        "title": found.scheme.title,
        "by": found.by,
        "season": found.season,
        "events": [_event(each) for each in found.events],
        "without_academy": found.without_academy,
        "unchecked_bouts": found.unchecked_bouts,
        "ranking": [_row(row, found.by, to) for row in found.rows],
    }


def number(value: Decimal) -> int | float:
    """An exact decimal as JSON writes it: 283.5, and 189 without a point."""
    return int(value) if value == value.to_integral_value() else float(value)


def _event(event: Event) -> Answer:
    """`weight` None: no [[event]] of the scheme means it, so it gives nothing."""
    version, weight = event.version, event.weight
    head = {"event": version.event_id, "name": version.name, "start_date": version.start_date.isoformat()}
    told = {"version": version.version, "season": event.season, "factor": number(event.factor)}
    return {**head, **told, "weight": None if weight is None else number(weight)}


def _row(row: Row, by: str, to: Shield) -> Answer:
    moved = None if row.previous_rank is None else row.previous_rank - row.rank
    reason = None
    if row.level is not None:
        pair = (row.own, row.following)
        own, following = (None if value is None else number(value) for value in pair)
        reason = {"level": row.level, "own": own, "next": following}
    # Of several names of one person a hidden one stands, hidden, for all.
    hidden = next((name for name in row.names if by == "athlete" and to.hides(name)), None)
    person = {"athlete": hidden or row.name, "academy": row.academy}
    shown = to.answer(person) if by == "athlete" else person
    return {
        "rank": row.rank,
        "name": shown["athlete"],
        "academy": shown["academy"],
        "points": number(row.points),
        "previous_rank": row.previous_rank,
        "movement": moved,
        "left_out": row.left_out,
        "reason": reason,
        "lines": [to.answer(_line(line) | ({"athlete": hidden} if hidden else {})) for line in row.lines],
    }


def _line(line: Line) -> Answer:
    said = {"base": line.base, "open_class": line.open_class, "weight": line.weight, "factor": line.factor}
    return {
        **parts(line, "event", "season", *CATEGORY, "place", "athlete", "academy"),
        **unread(line.unread),
        **{name: number(value) for name, value in said.items()},
        "points": number(line.points),
    }
