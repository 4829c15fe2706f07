"""`tatame dashboard`: the same answers in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from tatame import options, server


def dashboard(
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=65535, help="Port; the first free one from 8501 otherwise.", show_default=False
        ),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the store in a browser, served to this machine alone; Ctrl-C stops it."""
    from etl import swap

    swap.existing(store)
    server.serve(store, port, browser=not headless)
