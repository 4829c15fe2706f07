"""`tatame ingest`: results in."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import options, output, progress, streams

if TYPE_CHECKING:
    from etl.pipeline import EventReport, IngestReport

_STEPS = {"read": "reading", "compute": "places and standings"}
_COLLECTED_AFTER = 100_000  # objects: a load makes millions, hardly one of them in a circle


def ingest(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Bundles (folder, zip, xlsx) or result files.")],
    event_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An event.toml for a file that names no event.")
    ] = None,
    event_id: Annotated[str | None, typer.Option(metavar="ID", help="The event's key for ever.")] = None,
    event_name: Annotated[str | None, typer.Option(metavar="NAME", help="The event's name.")] = None,
    start: Annotated[str | None, typer.Option(metavar="DATE", help="Its first day, YYYY-MM-DD.")] = None,
    uniform: Annotated[str | None, typer.Option(metavar="gi|no-gi", help="Gi or no-gi.")] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="NAME", help="The rule set; see: tatame rules.")] = None,
    awards: Annotated[str | None, typer.Option(metavar="PRESET", help="An award preset of the rule set.")] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="The encoding of a text, where it is told wrongly.")
    ] = None,
    profile: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What the columns of a table mean; see: tatame profile.")
    ] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Load bundles or result files; each event becomes a new version, or nothing new where it is known already.

    What an option says overrides the file, with a warning. Unusable input leaves the store as it was.
    """
    from etl import swap

    # A large store is copied while what follows is imported.
    with _seldom_collected(), swap.held(store, create=True) as held:
        from analytics import relations
        from etl import pipeline
        from etl.extract import EventOptions

        said = EventOptions(
            event_id=event_id,
            name=event_name,
            start=start,
            uniform=uniform,
            ruleset=ruleset,
            awards=awards,
            event_file=event_file,
            encoding=encoding,
            profile=profile,
        )
        with progress.shown(_STEPS) as tell:
            report = pipeline.ingest(store, paths, said, relations.build, tell, held=held)
    with streams.after("; ".join(f"{event.event_id}, version {event.version}" for event in report.events)):
        for event in report.events:
            output.line(summary(event))
    return attention(report)


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Python looks for circles of objects seldom: by itself it does every 700, a thirtieth of a load's time."""
    before = gc.get_threshold()
    gc.set_threshold(_COLLECTED_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def summary(event: EventReport) -> str:
    """One line of an event: what was read of it and what is settled."""
    rows = (
        f"{event.rows_read:,} rows read: {event.rows_used:,} used, {event.rows_duplicate:,} duplicate, "
        f"{event.rows_rejected:,} rejected"
    )
    settled = f"{event.categories:,} {'category' if event.categories == 1 else 'categories'}"
    unsettled = [
        f"{number:,} {state}"
        for number, state in ((event.open, "open"), (event.needs_ruling, "needing a ruling"))
        if number
    ]
    known = f"nothing new, still version {event.version}" if event.already_loaded else f"version {event.version}"
    return (
        f"{event.event_id}: {known}; {rows}; {event.warnings:,} {'warning' if event.warnings == 1 else 'warnings'}; "
        + ", ".join([settled, *unsettled])
    )


def attention(report: IngestReport) -> int:
    """Exit status 1, and a sentence, where rows were rejected or a category needs a ruling (contract 2)."""
    each_once = {(event.event_id, event.version): event for event in report.events}.values()  # a path may stand twice
    rejected = sum(event.rows_rejected for event in each_once)
    ruling = sum(event.needs_ruling for event in each_once)
    if not report.rejected_or_unsettled:
        return 0
    said = []
    if rejected:
        said.append(f"{rejected:,} {'row was' if rejected == 1 else 'rows were'} rejected (see: tatame findings)")
    if ruling:
        said.append(
            f"{ruling:,} {'category needs' if ruling == 1 else 'categories need'} an official ruling "
            "(see: tatame placements; settle with: tatame rule)"
        )
    output.tell("; ".join(said))
    return 1
