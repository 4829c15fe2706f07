"""`tatame draw`: a recorded draw for a tie that nothing else breaks."""

from __future__ import annotations

from typing import Annotated

import typer

from tatame import options, recorded


def draw(
    by: options.By,
    event: options.Event = None,
    award: Annotated[str | None, typer.Option(metavar="ID", help="The award with the tie.", show_default=False)] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Public text that decides the order.", show_default=False)
    ] = None,
    tie: Annotated[
        str | None,
        typer.Option(
            metavar="A|B", help="The academies tied, joined by |; the first tie otherwise.", show_default=False
        ),
    ] = None,
    drawn_at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was drawn; now otherwise.", show_default=False)
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Why a draw is undone.", show_default=False)
    ] = None,
    undo: Annotated[
        int | None, typer.Option(metavar="ID", parser=options.number, help="End the draw of this number instead.")
    ] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Record a draw for the first tie that needs one (section T).

    The order is that of the SHA-256 of seed and academy, smallest first: anyone can recompute it. Makes a new version.
    """
    from analytics import draws, queries, relations
    from analytics.store import Store
    from etl import decisions

    if undo is not None and (award or seed or tie or drawn_at):
        raise typer.BadParameter("--undo ID takes no --award, --seed, --tie or --drawn-at")
    if undo is None and (award is None or seed is None):
        raise typer.BadParameter("say --award and --seed, or --undo ID")
    with Store.open(store) as opened, opened.cursor() as cur:
        version = queries.resolve(cur, event)
        meant = "" if award is None else queries.award(cur, version, award).award
        names = None if tie is None else [name.strip() for name in tie.split("|")]
        tied = [] if undo is not None else draws.first_tie(cur, version, meant, names)
    if undo is not None:
        made = decisions.undo(store, version.event_id, undo, reason or "", by, relations.build, what="draw")
        return recorded.told(store, made, "draw", undone=undo)
    made = decisions.draw(store, version.event_id, meant, tied, seed or "", by, drawn_at, relations.build)
    order = enumerate(draws.order(seed or "", [academy for academy, _ in tied]), start=1)
    drawn = [f"  {place}. {academy}  {decisions.digest(seed or '', academy)}" for place, academy in order]
    return recorded.told(store, made, "draw", more=drawn)
