"""`tatame remove`: take an event out; its versions stay."""

from __future__ import annotations

from typing import Annotated

import typer

from tatame import options, output, recorded


def remove(
    event: options.Event = None,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why; kept with the versions.")] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who removes it; kept with the versions.")] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Take an event out of the store; its versions stay, and loading it again continues them."""
    from etl import decisions

    meant = recorded.meant(store, event)
    version = decisions.remove(store, meant, reason, by)
    output.done(f"{meant}: removed, as version {version.version}; load it again to bring it back")
