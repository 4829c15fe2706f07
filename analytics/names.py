"""Whom people mean: exactly as written, then normalised, else the nearest names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from etl import academies, aliases, athletes
from etl.errors import UnknownName, UserError, nearest

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version


@dataclass(frozen=True)
class Academy:
    """An academy of an event under the name it is shown by."""

    academy_key: str
    academy: str


def academy(cur: duckdb.DuckDBPyConnection, version: Version, given: str) -> Academy:
    """The academy of an event; any spelling will do, and any alias the version has."""
    known = [
        Academy(*row)
        for row in cur.execute(
            "select academy_key, academy from academy_name where version_id = ?", [version.version_id]
        ).fetchall()
    ]
    wanted = academies.key(given)
    alias = None if wanted is None else aliases.ledger(cur, version.version_id).academy(wanted, version.start_date)
    for test in (
        lambda one: one.academy == given,
        lambda one: alias is not None and one.academy_key == alias,
        lambda one: wanted is not None and wanted in (one.academy_key, academies.key(one.academy)),
    ):
        if found := [one for one in known if test(one)]:
            return found[0]
    raise UnknownName("academy in this event", given, [one.academy for one in known])


@dataclass(frozen=True)
class Athlete:
    """An athlete of an event; `athlete_key` is good within the event only."""

    athlete_key: str
    athlete: str
    academy: str | None


def athlete(cur: duckdb.DuckDBPyConnection, version: Version, given: str) -> Athlete:
    """The one athlete of that name; UserError where several share it, who are told apart by `NAME @ ACADEMY`."""
    known = _athletes(cur, version)
    found = [one for one in known if given in (one.athlete, one.athlete_key, f"{one.athlete} @ {one.academy}")]
    if not found:
        name, _, club = given.partition(" @ ")
        found = [
            one
            for one in known
            if athletes.normal(one.athlete) == athletes.normal(name)
            and (not club or academies.key(one.academy) == academies.key(club))
        ]
    if not found:
        raise UnknownName("athlete in this event", given, {one.athlete for one in known})
    if len(found) > 1:
        listed = "; ".join(f"{one.athlete} @ {one.academy or '?'}" for one in found[:4])
        raise UserError(f"{given!r} fits {len(found)} athletes: {listed}. Say which, as NAME @ ACADEMY")
    return found[0]


def _athletes(cur: duckdb.DuckDBPyConnection, version: Version) -> list[Athlete]:
    """Every athlete entered, drawn or placed, under the first of his spellings by code point."""
    rows = cur.execute(
        """
        select athlete_key, min(athlete), min(academy) from (
          select athlete_key, athlete, academy from entry where load_id = $load
          union all select red_key, red_athlete, red_academy from bout where load_id = $load and red_key is not null
          union all select blue_key, blue_athlete, blue_academy from bout where load_id = $load and blue_key is not null
          union all select athlete_key, athlete, academy from official_place where load_id = $load
        ) group by 1 order by 2, 1
        """,
        {"load": version.load_id},
    ).fetchall()
    return [Athlete(*row) for row in rows]


def nobody_called(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], given: str) -> list[str] | None:
    """None where somebody in these versions is `NAME` or `NAME @ ACADEMY`; else the nearest names, empty where none is.

    Read as the list of those who are not to be named reads it: any spelling, and the academy only where one is said.
    """
    name, _, club = (part.strip() for part in given.partition(" @ "))
    wanted, academy_key = athletes.normal(name), academies.key(club) if club else None
    alike: list[str] = []
    for version in of:
        for who in _athletes(cur, version):
            if athletes.normal(who.athlete) == wanted:
                if academy_key in (None, academies.key(who.academy)):
                    return None
                alike.append(f"{who.athlete} @ {who.academy or '?'}")
            else:
                alike.append(who.athlete)
    same = [one for one in dict.fromkeys(alike) if " @ " in one]
    return same or nearest(name, dict.fromkeys(alike))
