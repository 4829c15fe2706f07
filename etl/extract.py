"""Which format is this file? -> raw rows, all text, with file and row."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from etl.findings import Finding


@dataclass(frozen=True)
class EventOptions:
    """What the command line says about the event; None = said nothing. What is said overrides the file, with a finding."""

    event_id: str | None = None
    name: str | None = None
    start: str | None = None
    uniform: str | None = None
    ruleset: str | None = None
    awards: str | None = None
    event_file: Path | None = None


@dataclass(frozen=True)
class CsvFile:
    """A CSV file that DuckDB itself will read (plain enough for that); the columns stand in the order of the file."""

    path: Path
    delimiter: str


@dataclass(frozen=True)
class RawTable:
    """One table as it stands in the source: text columns (NULL = empty cell), `_row` int32 (heading = 1) and, for documents, `_path`."""

    name: str
    file: str
    sha256: str
    columns: tuple[str, ...]
    data: Any  # pyarrow.Table, or CsvFile for a big file that must not pass through Python


@dataclass(frozen=True)
class Source:
    """One event of one source, unread: `event` is the [event] table, `awards` and `rules` what stood beside it."""

    path: Path
    format: str
    sha256: str
    event: dict[str, object]
    awards: list[dict[str, object]] = field(default_factory=list)
    rules: dict[str, object] = field(default_factory=dict)
    tables: dict[str, RawTable] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
