"""`tatame events`: what is in the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def events(format: options.AsFormat = None, store: options.Store = options.DEFAULT_STORE) -> None:
    """List the events in the store, with version, status and source."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.events()
    output.show(answer, lambda: rows.events(answer), lambda: _table(answer), format)


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    if not answer["events"]:
        yield output.note("The store holds no event; load one with: tatame ingest PATH")
        return
    columns = {"event": "left", "start": "right", "rules": "left", "status": "left", "v": "right", "settled": "right"}
    yield output.grid(
        "Events",
        columns | {"source": "left"},
        (
            (
                row["event"],
                row["start_date"],
                row["ruleset"] + ("*" if row["rule_overrides"] else ""),
                row["status"],
                row["version"],
                f"{row['decided']}/{row['categories']}",
                row["source"],
            )
            for row in answer["events"]
        ),
    )
    if any(row["rule_overrides"] for row in answer["events"]):
        yield output.note("* the event's own guidelines change switches of its rule set")
    yield output.note("v: version. settled: categories with places, of all (tatame placements tells of the others)")
