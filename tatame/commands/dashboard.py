"""`tatame dashboard`: the same answers in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from etl.errors import UserError
from tatame import options, server

SECRETS = Path(".streamlit") / "secrets.toml"


def dashboard(
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=65535, help="Port; the first free one from 8501 otherwise.", show_default=False
        ),
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="IP", help="Address to serve; 0.0.0.0 = every one this machine has.")
    ] = server.LOCAL,
    releases: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder of releases: a page of published versions.")
    ] = None,
    staff: Annotated[
        bool, typer.Option("--staff", help="An area for staff who sign in; off without it. See docs/dashboard.md.")
    ] = False,
    secrets: Annotated[
        Path, typer.Option(metavar="FILE", help="Where the sign-in is configured, and who may.")
    ] = SECRETS,
    processes: options.Processes = None,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the store in a browser, served to this machine alone unless --address says otherwise; Ctrl-C stops it."""
    from etl import swap

    if staff and processes not in (None, 1):
        raise UserError("with --staff one process serves: leave --processes out, or run two dashboards")
    if staff:
        from dashboard import signing_in

        signing_in.require(secrets)
    else:
        swap.existing(store)  # staff may load the first event themselves
    if releases is not None:
        from publishing import releases_page

        releases_page.names(releases)
    settings = server.Settings(
        address=address, releases=releases, staff=secrets if staff else None, processes=processes
    )
    server.serve(store, port, browser=not headless, settings=settings)
