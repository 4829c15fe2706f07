"""Why an academy stands where it stands: every place behind its points, and what separates it from another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import awarded, closing, exchanges, names, queries
from analytics.hypotheses import Laboratory
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.awarded import Place
    from analytics.closing import Closing
    from analytics.names import Academy
    from analytics.versions import Version


@dataclass(frozen=True)
class Row:
    """An academy's row of the standing."""

    rank: int
    position: int
    academy_key: str
    academy: str
    points: int
    gold: int
    silver: int
    bronze: int
    draw_required: bool
    draw_id: int | None
    reason_level: str | None
    reason_own: int | None
    reason_next: int | None


@dataclass(frozen=True)
class LevelValue:
    """One tie-break level and what both have there; looked at only where all before it are equal."""

    level_no: int
    level: str
    own: int
    other: int


@dataclass(frozen=True)
class Neighbour:
    """The row above or below: what separates the two, and, where points are equal, every level with a value."""

    row: Row
    level: str
    own: int | None
    other: int | None
    levels: tuple[LevelValue, ...]


@dataclass(frozen=True)
class Explanation:
    """`lines` add up to `points`; `row` None = no points, so not in the standing."""

    academy: Academy
    points: int
    row: Row | None
    lines: tuple[Place, ...]
    above: Neighbour | None
    below: Neighbour | None


@dataclass(frozen=True)
class Difference:
    """A category in which one gained more than the other, with the places of both; `points` = own minus other.

    Points 0 where its medals, which gave no points, break the tie of the two (A6).
    """

    category: Place
    points: int
    own: tuple[Place, ...]
    other: tuple[Place, ...]


@dataclass(frozen=True)
class Separation:
    """What separates two academies; level None = neither has points. `levels`: the chain, where points are equal."""

    level: str | None
    own: int | None
    other: int | None
    levels: tuple[LevelValue, ...]


@dataclass(frozen=True)
class Gap:
    """Two academies of an award; `closings`: what would have put the lower one, `behind`, above the other."""

    own: Explanation
    other: Explanation
    separation: Separation
    differences: tuple[Difference, ...]
    behind: Academy | None
    closings: tuple[Closing, ...]

    @property
    def points(self) -> int:
        """Own points minus the other's."""
        return self.own.points - self.other.points


# Entries and bout sides of an academy (by key); one row per category and athlete.
_OF_ACADEMY = """
with entries as (select * from entry where load_id = $load),
bouts as (select * from bout where load_id = $load),
seen as (
  select category_id, athlete_key, athlete, academy from entries
  union select category_id, red_key, red_athlete, red_academy from bouts where red_key is not null
  union select category_id, blue_key, blue_athlete, blue_academy from bouts where blue_key is not null
)
select n.category_id, n.athlete_key, min(n.athlete), min(n.academy)
from seen as n join version_academy as s on s.version_id = $version and s.spelling = n.academy
left join entries as e
  on e.category_id = n.category_id and e.athlete_key = n.athlete_key and e.status <> 'registered' -- could not have won
where s.academy_key = $own and e.athlete_key is null
group by 1, 2 order by 1, 3, 2
"""

Levels = dict[tuple[int, str], dict[str, int]]


def explain(cur: duckdb.DuckDBPyConnection, version: Version, award: str, academy: str) -> Explanation:
    """Every place of an academy in an award, counted or not, and what separates it from its neighbours."""
    queries.award(cur, version, award)
    who = names.academy(cur, version, academy)
    rows = _rows(cur, version, award)
    return _explanation(who, rows, awarded.places(cur, version, award), awarded.levels(cur, version, award))


def below(cur: duckdb.DuckDBPyConnection, version: Version, award: str, keys: Sequence[str]) -> list[Neighbour | None]:
    """What separates each of these academies of the standing, named by key, from the row below; None for the last."""
    if not keys:
        return []
    rows, levels = _rows(cur, version, award), awarded.levels(cur, version, award)
    shown = {row.academy_key: row.academy for row in rows}
    return [_explanation(names.Academy(key, shown[key]), rows, [], levels).below for key in keys]


def against(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str, academy: str, other: str | None = None
) -> Gap:
    """The gap between two academies and the fewest results that would have closed it; `other` None = the row above."""
    queries.award(cur, version, award)
    who = names.academy(cur, version, academy)
    rows = _rows(cur, version, award)
    whom = names.academy(cur, version, other) if other is not None else _above(rows, who, award)
    if who == whom:
        raise UserError(f"{who.academy} cannot be compared with itself; name another academy")
    places, levels = awarded.places(cur, version, award), awarded.levels(cur, version, award)
    mine, theirs = (_explanation(one, rows, places, levels) for one in (who, whom))
    separation = _separated(mine, theirs, levels)
    differences = _differences(mine, theirs, ties=separation.level != "points")
    order = _behind(mine, theirs)
    if order is None:
        return Gap(mine, theirs, separation, differences, None, ())
    lower, upper = order
    closings = _closings(cur, version, award, lower, upper, places)
    return Gap(mine, theirs, separation, differences, lower.academy, closings)


def _rows(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> list[Row]:
    found = cur.execute(
        """
        select rank, position, academy_key, academy, points, gold, silver, bronze, draw_required, draw_id, reason_level,
               reason_own, reason_next
        from standing where version_id = ? and award_id = ? order by position
        """,
        [version.version_id, award],
    ).fetchall()
    return [Row(*row) for row in found]


def _above(rows: list[Row], who: Academy, award: str) -> Academy:
    """The academy of the row above; one without points is asked against the last of the standing."""
    position = next((row.position for row in rows if row.academy_key == who.academy_key), len(rows) + 1)
    if position == 1:
        raise UserError(f"{who.academy} is first of {award}, or nobody has points; name another academy with --against")
    above = rows[position - 2]
    return names.Academy(above.academy_key, above.academy)


def _explanation(who: Academy, rows: list[Row], places: list[Place], levels: Levels) -> Explanation:
    lines = tuple(place for place in places if place.academy_key == who.academy_key)
    row = _row(rows, who)
    upper = rows[row.position - 2] if row is not None and row.position > 1 else None
    lower = rows[row.position] if row is not None and row.position < len(rows) else None
    return Explanation(
        who,
        sum(line.points for line in lines),
        row,
        lines,
        None
        if upper is None
        else _neighbour(upper, str(upper.reason_level), upper.reason_next, upper.reason_own, who, levels),
        None
        if row is None or lower is None
        else _neighbour(lower, str(row.reason_level), row.reason_own, row.reason_next, who, levels),
    )


def _neighbour(row: Row, level: str, own: int | None, other: int | None, who: Academy, levels: Levels) -> Neighbour:
    compared = () if level == "points" else _compared(levels, who.academy_key, row.academy_key)
    return Neighbour(row, level, own, other, compared)


def _row(rows: list[Row], who: Academy) -> Row | None:
    return next((row for row in rows if row.academy_key == who.academy_key), None)


def _compared(levels: Levels, own: str, other: str) -> tuple[LevelValue, ...]:
    """The levels at which either has something; a level at which neither has is 0 for both."""
    return tuple(
        LevelValue(number, level, values.get(own, 0), values.get(other, 0))
        for (number, level), values in levels.items()
        if own in values or other in values
    )


def _separated(own: Explanation, other: Explanation, levels: Levels) -> Separation:
    """What separates two academies wherever they stand: points, else the first level that differs, else a draw."""
    if own.points != other.points:
        return Separation("points", own.points, other.points, ())
    if own.row is None:
        return Separation(None, None, None, ())
    compared = _compared(levels, own.academy.academy_key, other.academy.academy_key)
    for one in compared:
        if one.own != one.other:
            return Separation(one.level, one.own, one.other, compared)
    return Separation("draw", None, None, compared)


def _differences(own: Explanation, other: Explanation, *, ties: bool) -> tuple[Difference, ...]:
    """The categories in which the two gained differently, the greatest difference first; `ties`: medals for A6 too."""
    categories = {line.category_id: line for line in (*own.lines, *other.lines)}
    found = []
    for category_id, category in categories.items():
        mine = tuple(line for line in own.lines if line.category_id == category_id)
        theirs = tuple(line for line in other.lines if line.category_id == category_id)
        points = sum(line.points for line in mine) - sum(line.points for line in theirs)
        if points or (ties and any(line.breaks_ties and not line.counted for line in (*mine, *theirs))):
            found.append(Difference(category, points, mine, theirs))
    return tuple(sorted(found, key=lambda one: -abs(one.points)))


def _behind(own: Explanation, other: Explanation) -> tuple[Explanation, Explanation] | None:
    """The lower of two and the upper; of two that share a rank the one asked about; None where neither has points."""
    if own.row is None and other.row is None:
        return None
    if own.row is None or (other.row is not None and own.row.rank >= other.row.rank):
        return own, other
    return other, own


def _closings(
    cur: duckdb.DuckDBPyConnection,
    version: Version,
    award: str,
    lower: Explanation,
    upper: Explanation,
    places: list[Place],
) -> tuple[Closing, ...]:
    own, other = lower.academy.academy_key, upper.academy.academy_key
    with Laboratory(cur, version, award) as laboratory:
        changes = exchanges.possible(
            places, laboratory.numbers(), _without_place(cur, version, places, own), own, other
        )
        return tuple(closing.closings(laboratory, changes, own, other, upper.points - lower.points))


def _without_place(
    cur: duckdb.DuckDBPyConnection, version: Version, places: list[Place], own: str
) -> dict[int, list[exchanges.Person]]:
    """Category -> athletes of that academy who were entered or drawn there and have no place."""
    placed = {(place.category_id, place.athlete_key) for place in places}
    rows = cur.execute(_OF_ACADEMY, {"load": version.load_id, "version": version.version_id, "own": own}).fetchall()
    found: dict[int, list[exchanges.Person]] = {}
    for category_id, athlete_key, athlete, academy in rows:
        if (category_id, athlete_key) not in placed:
            found.setdefault(category_id, []).append(exchanges.Person(athlete, own, academy))
    return found
