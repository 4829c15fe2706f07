"""`tatame coverage`: what the sources know of academy, method, technique, time and score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def coverage(
    event: options.AnyEvent = None, format: options.AsFormat = None, store: options.Store = options.DEFAULT_STORE
) -> None:
    """Tell of how many entries, places and bouts a source knows academy, method, technique, time and score."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.coverage(event)
    output.show(answer, lambda: rows.coverage(answer), lambda: _table(answer), format)


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    found = answer["coverage"]
    if not found:
        yield output.note("The store holds no event.")
        return
    columns = {"event": "left", "known": "left", "of": "left", "share": "right", "number": "right"}
    yield output.grid(
        "Known of each source",
        columns,
        (
            (row["event"], row["what"], row["of"], f"{row['share']:.1%}", f"{row['known']:,} of {row['total']:,}")
            for row in found
        ),
    )
    yield output.note("What is not known is counted as not known, never as 0.")
