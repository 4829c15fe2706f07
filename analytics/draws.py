"""Ties that only a draw can break, the order a seed gives, and recorded draws checked again (T; docs/draws.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import names, queries
from etl.decisions import digest
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

Tied = tuple[str, str]  # an academy as the standing shows it, and its key


@dataclass(frozen=True)
class Drawn:
    """A recorded draw in force; `holds`: whether seed and names give this order and these digests again.

    `separates`: whether the tie it was drawn for is there.
    """

    draw_id: int
    award: str
    academies: tuple[str, ...]
    seed: str
    digests: tuple[str, ...]
    drawn_at: str
    recorded_by: str
    holds: bool
    separates: bool


def ties(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> list[list[Tied]]:
    """Every group that only a draw can separate, best rank first, each in canonical order (code point of names)."""
    queries.award(cur, version, award)
    rows = cur.execute(
        "select rank, academy, academy_key from standing where version_id = ? and award_id = ? and draw_required",
        [version.version_id, award],
    ).fetchall()
    groups: dict[int, list[Tied]] = {}
    for rank, academy, key in sorted(rows):
        groups.setdefault(rank, []).append((academy, key))
    return list(groups.values())


def first_tie(
    cur: duckdb.DuckDBPyConnection, version: Version, award: str, tie: Sequence[str] | None = None
) -> list[Tied]:
    """The first tie that needs a draw, or the one among exactly these academies; in canonical order."""
    found = ties(cur, version, award)
    if not found:
        raise UserError(f"no tie of {award} needs a draw")
    if tie is None:
        return found[0]
    wanted = {names.academy(cur, version, one).academy_key for one in tie}
    for group in found:
        if {key for _, key in group} == wanted:
            return group
    listed = "; ".join(" | ".join(academy for academy, _ in group) for group in found[:4])
    raise UserError(f"these academies are no tie of {award} that needs a draw. There are: {listed}")


def order(seed: str, academies: Iterable[str]) -> list[str]:
    """The drawn order: by the SHA-256 of seed and academy, smallest first."""
    return sorted(academies, key=lambda academy: digest(seed, academy))


def recorded(cur: duckdb.DuckDBPyConnection, version: Version) -> list[Drawn]:
    """Every draw in force in a version, recomputed."""
    rows = cur.execute(_RECORDED, {"event": version.event_id, "version": version.version_id}).fetchall()
    by_draw: dict[int, list[tuple[str, ...]]] = {}
    for draw_id, *row in rows:
        by_draw.setdefault(draw_id, []).append(tuple(row))
    used = {
        draw_id
        for (draw_id,) in cur.execute(
            "select distinct draw_id from standing where version_id = ? and draw_id is not null", [version.version_id]
        ).fetchall()
    }
    return [_drawn(draw_id, members, draw_id in used) for draw_id, members in by_draw.items()]


def _drawn(draw_id: int, members: list[tuple[str, ...]], separates: bool) -> Drawn:
    award, _, seed, _, drawn_at, recorded_by = members[0]
    academies = tuple(member[1] for member in members)
    digests = tuple(member[3] for member in members)
    holds = list(academies) == order(seed, academies) and list(digests) == [digest(seed, one) for one in academies]
    return Drawn(draw_id, award, academies, seed, digests, drawn_at, recorded_by, holds, separates)


_RECORDED = """
select draw_id, award_id, academy, seed, digest, drawn_at, recorded_by
from draw
where event_id = $event and version_id <= $version and (undone_version_id is null or undone_version_id > $version)
order by draw_id, position
"""
