"""`tatame rule`: an official ruling on a category, as a new version."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from tatame import options, recorded


def rule(
    by: options.By,
    event: options.Event = None,
    category: Annotated[
        str | None, typer.Option(metavar="TEXT", help='Category in any order and spelling: "adult male black light".')
    ] = None,
    place: Annotated[
        list[str] | None, typer.Option(metavar="N=NAME", help='A place it gives: "1=NAME" or "3=NAME @ ACADEMY".')
    ] = None,
    no_place: Annotated[bool, typer.Option("--no-place", help="The ruling gives nobody a place.")] = False,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help='"N=NAME @ ACADEMY" may name somebody the source does not list.')
    ] = False,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why; kept and shown.")] = None,
    undo: Annotated[
        int | None, typer.Option(metavar="ID", parser=options.number, help="End the ruling of this number instead.")
    ] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Record the places that an official ruling gives a category; it takes the place of what the bouts give.

    Makes a new version; kept when the source is loaded again, until another ruling on the category or --undo.
    """
    from analytics import relations
    from etl import decisions

    if undo is not None:
        if category or place or no_place or unlisted:
            raise typer.BadParameter("--undo ID takes no --category, --place, --no-place or --unlisted")
        meant = recorded.meant(store, event)
        version = decisions.undo(store, meant, undo, reason or "", by, relations.build, what="ruling")
        return recorded.told(store, version, "ruling", undone=undo)
    if category is None or bool(place) == no_place:
        raise typer.BadParameter('say --category and --place "1=NAME" …, or --no-place where nobody gets one')
    places = [placed(text) for text in place or []]
    meant = recorded.meant(store, event)
    version = decisions.rule(store, meant, category, places, reason, by, relations.build, unlisted=unlisted)
    return recorded.told(store, version, "ruling")


def placed(text: str) -> tuple[int, str]:
    """`1=NAME` as place and name."""
    found = re.fullmatch(r"\s*(\d+)\s*=\s*(\S.*?)\s*", text)
    if found is None:
        raise typer.BadParameter(f'{text!r} is no place; write it as "1=NAME"')
    return int(found[1]), found[2]
