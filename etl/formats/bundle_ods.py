"""A bundle as one OpenDocument spreadsheet, sheet for sheet as the Excel workbook (contract 1)."""

from __future__ import annotations

from pathlib import Path

from etl.extract import EventOptions, Source
from etl.formats import bundle_xlsx

NAME = "bundle_ods"
IN_MEMORY = True


def recognises(path: Path) -> bool:
    """An .ods spreadsheet with a sheet of a bundle."""
    return bundle_xlsx.is_bundle(path, "ods")


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the spreadsheet."""
    return [bundle_xlsx.source(path, NAME, options)]
