"""`tatame correct`: a disqualification after the event, or its undoing, as a new version."""

from __future__ import annotations

from typing import Annotated

import typer

from tatame import options, recorded


def correct(
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; kept and shown.")],
    by: options.By,
    event: options.Event = None,
    category: Annotated[
        str | None, typer.Option(metavar="TEXT", help='Category in any order and spelling: "adult male black light".')
    ] = None,
    athlete: Annotated[str | None, typer.Option(metavar="NAME", help="The athlete, or NAME @ ACADEMY.")] = None,
    status: Annotated[
        str | None,
        typer.Option(
            metavar="STATUS",
            help="registered, no_show, weigh_in, uniform, withdrawn, technical, disciplinary or doping.",
        ),
    ] = None,
    undo: Annotated[
        int | None, typer.Option(metavar="ID", parser=options.number, help="End the correction of this number instead.")
    ] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Record another status of an athlete, such as a disqualification after the event (M24), or undo one.

    Makes a new version; what was answered before stays answerable with --as-of. Kept when the source is loaded again.
    """
    from analytics import relations
    from etl import decisions

    if undo is not None:
        if category or athlete or status:
            raise typer.BadParameter("--undo ID takes no --category, --athlete or --status")
        meant = recorded.meant(store, event)
        version = decisions.undo(store, meant, undo, reason, by, relations.build)
        return recorded.told(store, version, "correction", undone=undo)
    if category is None or athlete is None or status is None:
        raise typer.BadParameter("say --category, --athlete and --status, or --undo ID")
    meant = recorded.meant(store, event)
    version = decisions.correct(store, meant, category, athlete, status, reason, by, relations.build)
    return recorded.told(store, version, "correction")
