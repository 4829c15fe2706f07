"""What a source knows and what it does not, and findings counted, as plain dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publishing import shapes
from publishing.shapes import Answer

if TYPE_CHECKING:
    from analytics.store import Store


def coverage(store: Store, event: str | None = None) -> Answer:
    """Per source: of how many entries, places and bouts are academy, method, technique, time and score known."""
    from analytics import coverage as of

    with store.cursor() as cur:
        rows = shapes.records(of.coverage(cur, event))
    return {"coverage": [{**row, "share": round(row["known"] / row["total"], 4)} for row in rows]}


def finding_counts(store: Store, event: str | None = None) -> Answer:
    """How many findings of each code every file has."""
    from analytics import coverage as of

    with store.cursor() as cur:
        return {"counts": shapes.records(of.finding_counts(cur, event))}
