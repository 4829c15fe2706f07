"""Questions over several events whose answers rest on some of them: what tells that none of it changed.

A new event leaves them as they are, unless it is one of those they rest on, or says of somebody whom they may name
that he is not to be named.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from analytics import marks, queries, scheme
from dashboard.kept import Kept
from publishing import privacy

if TYPE_CHECKING:
    import duckdb

    from analytics.store import Store

Seen = tuple[str, int]
# By path and academy: the mark of the academy, and who may be named; as long as that is the same, so are these.
_athletes = Kept[tuple[str, set[str]]](300)
# By file: what tells of academies, and who is hidden.
_academies = Kept[marks.Academies](4)
_shields = Kept[privacy.Shield | None](2)
_MOST = 50_000  # protected names; of more of them each answer reads its own, for less than reading all takes


_BOUTS, _ACADEMY, _SEASON = "bouts", "academy", "season"
_OF_ACADEMY = {"publishing.academy_page.academy": _ACADEMY, "publishing.academy_page.bouts": _BOUTS}
_OF_SEASON = "publishing.season_page.ranking"
# What an answer is about, whatever the language: one of the three, and its values.
About = tuple[str, tuple[str, ...]]


def about(question: str, values: Sequence[Any]) -> About | None:
    """None: it rests on the whole store, or on one event, or nobody wrote here on what."""
    if question == _OF_SEASON and len(values) > 1:
        return _SEASON, (str(values[0]), str(values[1]))
    if question in _OF_ACADEMY and len(values) > 1 and not values[0]:
        return _OF_ACADEMY[question], (str(values[1]),)
    return None


def mark(store: Store, seen: Seen, of: About) -> Hashable | None:
    """Equal as long as what the answer rests on is; None: another file stands there by now."""
    kind, values = of
    with store.cursor() as cur:
        if store.generation != seen[1]:  # else the file is `seen` for as long as the cursor is open
            return None
        if kind == _SEASON:
            return _season(cur, *values)
        own = _academies.get(seen, lambda: marks.Academies(cur)).mark(*values)
        if kind == _BOUTS:
            return own
        shield = _shields.get(seen, lambda: _shield(cur))
        return None if shield is None else (own, _hidden(cur, shield, (seen[0], values[0]), own))


def _season(cur: duckdb.DuckDBPyConnection, name: str, season: str) -> str:
    """Every event with a factor in the season, or in the one before; who is protected is asked of these alone, too."""
    year = int(season)
    return marks.of_years(cur, year - len(scheme.load(name).factors), year)


def _shield(cur: duckdb.DuckDBPyConnection) -> privacy.Shield | None:
    """Of everybody who is hidden in any event that counts, read once for all academies; None: too many."""
    (many,) = cur.execute("select count(*) from protected_name").fetchall()[0]
    return privacy.shield(cur, queries.counted(cur)) if many <= _MOST else None


def _hidden(cur: duckdb.DuckDBPyConnection, shield: privacy.Shield, of: tuple[str, str], own: str) -> tuple[str, ...]:
    """Which athletes of an academy are hidden: any event may say so, or say so no more."""
    _, athletes = _athletes.get(of, lambda: (own, marks.athletes_of(cur, of[1])), lambda one: one[0] == own)
    return tuple(sorted(filter(shield.hides, athletes)))
