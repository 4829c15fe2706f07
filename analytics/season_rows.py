"""A season's ranking as rows: its events, the competitors, and the lines that add up to their totals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analytics.scheme import Scheme
    from analytics.versions import Version


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
