"""`tatame facts`: what answers rest on, as Parquet partitioned by event."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tatame import options, output


def facts(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; made, never merged into.")],
    force: Annotated[bool, typer.Option("--force", help="Take the place of the folder written before.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Write the facts and decisions of the current versions as Parquet, for `tatame build`; nothing to publish.

    Every name is in it, those of under-18s included.
    """
    from analytics.engines import facts as written

    rows = written.write(store, folder, force=force)
    output.done(f"{folder}: {rows['event_version']:,} events, {rows['category']:,} categories, {rows['bout']:,} bouts")
