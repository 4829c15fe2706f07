"""Where an academy's points come from: how many by gold, how many by silver, how many by bronze."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analytics import awarded, queries

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

_PLACES = {1: "gold_points", 2: "silver_points", 3: "bronze_points"}


def by_place(cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> pd.DataFrame:
    """One row per academy of a standing, in its order; gold, silver and bronze points add up to its points."""
    standing = queries.standings(cur, version, award)
    given = dict.fromkeys(((key, place) for key in standing["academy_key"] for place in _PLACES), 0)
    for place in awarded.places(cur, version, award):
        if place.points and place.academy_key is not None:
            given[place.academy_key, place.place] += place.points
    frame = standing[["rank", "academy", "points", "draw_required"]].copy()
    for number, column in _PLACES.items():
        frame[column] = [given[key, number] for key in standing["academy_key"]]
    return frame
