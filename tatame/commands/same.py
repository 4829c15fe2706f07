"""`tatame same`: one event from two sources counts once."""

from __future__ import annotations

from typing import Annotated

import typer

from tatame import options, output


def same(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event that is to count no more.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The event that it is, which counts.")],
    by: options.By,
    apart: Annotated[bool, typer.Option("--apart", help="They are two events: both count.")] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; kept.", show_default=False)] = "",
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Say that EVENT is OTHER from another source: in questions over the whole store OTHER alone counts.

    Both keep their versions and answers of their own. The last word about a pair stands.
    """
    from etl import same_events

    same_events.decide(store, event, other, by, apart=apart, reason=reason)
    said = "are two events, both count" if apart else f"are one event, {other} counts"
    output.done(f"{event} and {other} {said}")
    output.tell(f"To take it back: tatame same {event} {other}{'' if apart else ' --apart'} --by NAME")
