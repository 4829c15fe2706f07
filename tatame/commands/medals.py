"""`tatame medals`: the medal table, counted and all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def medals(
    event: options.AnyEvent = None,
    ruleset: options.Ruleset = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the medal table: all medals, and those of categories that gave points (A6)."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.medals(event, as_of=as_of, ruleset=ruleset)
    output.show(answer, lambda: rows.medals(answer), lambda: _table(answer), format)


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording import notes

    title = f"Medals of {answer['name']}" if "name" in answer else f"Medals of {len(answer['events'])} events"
    sides = dict.fromkeys(("gold", "silver", "bronze", "counted", "uncontested"), "right")
    yield output.grid(
        title,
        {"academy": "left", **sides},
        (
            (row["academy"], row["gold"], row["silver"], row["bronze"], _counted(row), row["uncontested"])
            for row in answer["medals"]
        ),
    )
    yield output.note("counted: gold/silver/bronze of categories that gave points; uncontested: nobody fought (A3, A6)")
    if answer["without_academy"]:
        yield output.note(f"{answer['without_academy']} medals more are of athletes whose academy is not known")
    for remark in notes.about(answer):
        yield output.note(remark)


def _counted(row: api.Answer) -> str:
    return f"{row['gold_counted']}/{row['silver_counted']}/{row['bronze_counted']}"
