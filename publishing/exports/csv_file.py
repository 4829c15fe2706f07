"""CSV: RFC 4180, UTF-8, one heading; text that a spreadsheet would run gets an apostrophe in front."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from publishing import tables

if TYPE_CHECKING:
    from publishing.content import Content

NAME = "csv"


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """One file per table."""
    for table in tables.of_release(content):
        yield f"data/{table.name}.csv", as_csv(table.columns, table.rows).encode("utf-8")


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """None is an empty cell; a line ends with CR LF."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    kind = type(value)
    if kind is float or kind is int or (kind is str and value[:1].isalnum()):  # type: ignore[index]  # most are
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}" if tables.runs(value) else value
