"""`tatame demo`: sample data in, standings out, dashboard on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from tatame import api, options, output, sample, server, streams
from tatame import port as ports

DEFAULT_STORE = Path("tatame-demo.duckdb")
SHOWN_ROWS = 12
SHOWN = (("worlds-2024", "adult-male"), ("mat-open-2026", "all"))


def demo(
    no_dashboard: Annotated[bool, typer.Option("--no-dashboard", help="Stop after printing.")] = False,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=65535,
            help="Port of the dashboard; the first free one otherwise.",
            show_default=False,
        ),
    ] = None,
    processes: options.Processes = None,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
    store: options.Store = DEFAULT_STORE,
) -> None:
    """Load the sample data, print standings with their reasons, then start the dashboard."""
    from tatame.commands import ingest, standings

    if not no_dashboard:
        ports.free(port, server.LOCAL)  # before anything is done
    for report in api.ingest(store, *sample.bundles()).events:
        output.tell(ingest.summary(report))
    with streams.after(f"the sample data is in {store}"):
        with api.open(store) as opened:
            for event, award in SHOWN:
                output.display(standings.tables(opened.standings(event, award), SHOWN_ROWS))
        _say_where_to_look(store)
        if not no_dashboard:
            server.serve(store, port, browser=not headless, settings=server.Settings(processes=processes))


def _say_where_to_look(store: Path) -> None:
    name = shlex.quote(str(store))
    output.tell(f"The store is {store}. Where to look next:")
    for command in (
        "explain --event worlds-2024 --award adult-male --academy 'Alliance'",
        "compare --event worlds-2024",
        "placements --event mat-open-2026",
        "rules ibjjf-2024",
    ):
        output.tell(f"  tatame {command} --store {name}")
