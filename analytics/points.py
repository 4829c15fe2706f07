"""Where an academy's points come from: by gold, silver and bronze; and which of its medals nobody fought for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.awarded import Place
    from analytics.versions import Version

_PLACES = {1: "gold_points", 2: "silver_points", 3: "bronze_points"}


def by_place(standing: pd.DataFrame, places: Sequence[Place]) -> pd.DataFrame:
    """One row per academy of a standing, in its order; gold, silver and bronze points add up to its points.

    `standing` as of `analytics.queries.standings`, `places` as of `analytics.awarded.places` for the same award.
    """
    given = dict.fromkeys(((key, place) for key in standing["academy_key"] for place in _PLACES), 0)
    for place in places:
        if place.points and place.academy_key is not None:
            given[place.academy_key, place.place] += place.points
    frame = standing[["rank", "academy", "points", "draw_required"]].copy()
    for number, column in _PLACES.items():
        frame[column] = [given[key, number] for key in standing["academy_key"]]
    return frame


def uncontested(
    cur: duckdb.DuckDBPyConnection, version: Version, standing: pd.DataFrame, places: Sequence[Place]
) -> dict[str, int] | None:
    """Academy -> those of its medals in the standing that nobody fought for; None where that is known of none.

    As in `queries.medals`: without a bout where bouts are known, else of one registered (A3).
    """
    rows = cur.execute(
        "select category_id, coalesce(contested, case when registered = 1 then false end) from category_result "
        "where version_id = ?",
        [version.version_id],
    ).fetchall()
    fought = dict(rows)
    listed = [place for place in places if place.breaks_ties]
    if all(fought.get(place.category_id) is None for place in listed):
        return None
    names = dict(zip(standing["academy_key"], standing["academy"], strict=True))
    found = dict.fromkeys(names.values(), 0)
    for place in listed:
        if fought.get(place.category_id) is False and place.academy_key in names:
            found[names[place.academy_key]] += 1
    return found
