"""A table as somebody sees it, as a file to take away: CSV, or a workbook of one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from publishing.exports import csv_file, xlsx_file
from publishing.shapes import records
from publishing.tables import Table

if TYPE_CHECKING:
    import pandas as pd

    from publishing.shapes import Answer


def as_csv(frame: pd.DataFrame, headings: Mapping[str, str]) -> bytes:
    """UTF-8 with a mark at its beginning, which spreadsheets need to read names."""
    return csv_file.as_csv(list(headings.values()), _rows(frame, headings)).encode("utf-8-sig")


def as_xlsx(frame: pd.DataFrame, headings: Mapping[str, str], name: str) -> bytes:
    """A workbook of this one table, and a sheet that says which it is."""
    table = Table(name, "table", list(headings.values()), _rows(frame, headings))
    return xlsx_file.as_workbook([table], [("table", name)])


def _rows(frame: pd.DataFrame, headings: Mapping[str, str]) -> list[Answer]:
    return [{headings[name]: row[name] for name in headings} for row in records(frame, *headings)]
