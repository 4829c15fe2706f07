"""What is said after a correction, ruling or draw: the version it made, and whether a category needs a ruling now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tatame import output

if TYPE_CHECKING:
    from etl.versions import Version


def meant(store: Path, event: str | None) -> str:
    """The event named, or the only one the store holds."""
    if event is not None:
        return event
    from analytics import queries
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        return queries.resolve(cur).event_id


def number(store: Path, what: str, version: Version) -> int:
    """The number under which a version recorded a correction, ruling or draw."""
    from analytics import recorded
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        made = recorded.decisions(cur, version.event_id)
    return next(each.number for each in made if (each.kind, each.version) == (what, version.version))


def told(store: Path, version: Version, what: str) -> int:
    """Says what was recorded; exit status 1 where a category of the event needs a ruling now (contract 2)."""
    from analytics import queries
    from analytics.store import Store

    output.line(f"{version.event_id}: {what}, as version {version.version}")
    with Store.open(store) as opened, opened.cursor() as cur:
        needed = queries.coverage(cur, queries.resolve(cur, version.event_id)).needs_ruling
    if not needed:
        return 0
    words = "category needs" if needed == 1 else "categories need"
    output.tell(f"{needed:,} {words} an official ruling (see: tatame placements; settle with: tatame rule)")
    return 1
