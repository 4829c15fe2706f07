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

# By the mark of the academy: as long as that is the same, so are these.
_athletes = Kept[list[str]](300)


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


def mark(store: Store, of: About) -> Hashable:
    """Equal as long as what the answer rests on is; one file for all of it."""
    kind, values = of
    with store.cursor() as cur:
        if kind == _SEASON:
            return _season(cur, *values)
        own = marks.of_academy(cur, *values)
        return own if kind == _BOUTS else (own, _hidden(cur, (str(store.path), own), *values))


def _season(cur: duckdb.DuckDBPyConnection, name: str, season: str) -> str:
    """Every event with a factor in the season, or in the one before; who is protected is asked of these alone, too."""
    year = int(season)
    return marks.of_years(cur, year - len(scheme.load(name).factors), year)


def _hidden(cur: duckdb.DuckDBPyConnection, key: Hashable, academy: str) -> tuple[str, ...]:
    """Which athletes of an academy are hidden: any event may say so, or say so no more."""
    athletes = _athletes.get((key, academy), lambda: marks.athletes_of(cur, academy))
    shield = privacy.shield_of(cur, queries.counted(cur), athletes)
    return tuple(athlete for athlete in athletes if shield.hides(athlete))
