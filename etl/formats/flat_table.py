"""One table of results in anybody's layout: read by a profile, or by headings in five languages."""

from __future__ import annotations

from pathlib import Path

from etl import flat_files, flat_plan, flat_sources
from etl.extract import EventOptions, Source

NAME = flat_sources.NAME


def recognises(path: Path) -> bool:
    """A CSV, TSV or text file, a spreadsheet without sheets of a bundle, a Parquet file."""
    return flat_files.recognises(path)


def read(path: Path, options: EventOptions) -> list[Source]:
    """The events of the table, which its columns, its profile or the options name."""
    table = flat_files.read(path, options.encoding)
    return flat_sources.of(path, flat_plan.of(path, table, options.profile), options)
