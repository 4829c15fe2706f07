"""Which format is this file? -> raw rows, all text, with file and row."""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from etl import inputs
from etl.errors import UnusableInput
from etl.findings import Finding

_ZIP = b"PK\x03\x04"
_NAMED = 3  # files of a folder that a message names


@dataclass(frozen=True)
class EventOptions:
    """What the command line says about the event (None = nothing); it overrides the file, with a finding."""

    event_id: str | None = None
    name: str | None = None
    start: str | None = None
    uniform: str | None = None
    ruleset: str | None = None
    awards: str | None = None
    event_file: Path | None = None
    encoding: str | None = None
    profile: Path | None = None


@dataclass(frozen=True)
class CsvFile:
    """A big plain CSV file, which DuckDB reads when the source is staged.

    `lines` below the heading are as many rows; with quotes, in which a line may end, at most as many.
    """

    path: Path
    delimiter: str
    lines: int
    has_quotes: bool
    has_cr: bool  # whether lines end as Windows ends them


@dataclass(frozen=True)
class RawTable:
    """One table as it stands in the source, all text.

    `data` has `_row` (int32, heading = 1), for documents `_path`, and c0, c1, … in the order of `columns`, the headings
    as found; NULL = empty cell. `part` names the part of a document that holds several tables; `cell_paths` says where
    under its row's path a column stands there.

    A table of somebody else's layout says in `select` what each column of ours is in SQL over c0, c1, …, and in `where`
    which rows are this event's; `repeated` counts the rows of the source that were joined into others.
    """

    name: str
    file: str
    sha256: str
    columns: tuple[str, ...]
    data: Any  # pyarrow.Table or CsvFile
    part: str | None = None
    cell_paths: Mapping[str, str] = field(default_factory=dict)
    select: Mapping[str, str] | None = None
    where: str | None = None
    repeated: int = 0


@dataclass(frozen=True)
class Source:
    """One event of one source, unread: `event` is the [event] table, `awards` and `rules` what stood beside it.

    `usual_awards` is the preset whose awards the source's own lists speak of; it stands beside the award overall where
    the event names no awards.
    """

    path: Path
    format: str
    sha256: str
    event: dict[str, object]
    awards: list[dict[str, object]] = field(default_factory=list)
    rules: dict[str, object] = field(default_factory=dict)
    tables: dict[str, RawTable] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    usual_awards: str | None = None


class Format(Protocol):
    """What each module of etl/formats has."""

    NAME: str
    IN_MEMORY: bool  # may be left out; true = the file is parsed as a whole, so that its size is limited

    def recognises(self, path: Path) -> bool:
        """Whether the file looks like this format, without reading all of it."""

    def read(self, path: Path, options: EventOptions) -> list[Source]:
        """The events of the file."""


@cache
def formats() -> tuple[Any, ...]:
    """Every module of etl/formats, by name."""
    import etl.formats

    names = sorted(module.name for module in pkgutil.iter_modules(etl.formats.__path__))
    return tuple(importlib.import_module(f"etl.formats.{name}") for name in names)


def read(path: Path, options: EventOptions) -> list[Source]:
    """The events of a file or folder, in whatever format it is."""
    try:
        inputs.check(path)
        _check(options)
        for form in formats():
            if form.recognises(path):
                if getattr(form, "IN_MEMORY", False):
                    inputs.check_in_memory(path)
                found: list[Source] = form.read(path, options)
                return found
    except OSError as error:
        raise UnusableInput(f"{error.filename or path}: {error.strerror or error}") from None
    if path.is_file() and inputs.begins_with(path, _ZIP):
        raise UnusableInput(f"{path}: this zip archive or workbook is cut short or damaged; get it again")
    if path.is_dir() and (inside := _readable(path)):
        raise UnusableInput(f"{path}: this folder is no bundle; name the file in it: tatame ingest {inside}")
    what = "folder holds no table of a bundle" if path.is_dir() else "file is of no known format"
    known = ", ".join(form.NAME.replace("_", " ") for form in formats())
    raise UnusableInput(f"{path}: this {what} (known: {known})")


def _readable(folder: Path) -> str:
    """The files of a folder that some format knows, as a command line names them; blank where there is none."""
    known = (file for file in sorted(folder.iterdir()) if file.is_file() and any(f.recognises(file) for f in formats()))
    return shlex.join(str(file) for file in itertools.islice(known, _NAMED))


def _check(options: EventOptions) -> None:
    """An encoding or a profile that there is not is refused, whether the format asks for it or not."""
    from etl import encoding, profile

    if options.encoding is not None:
        encoding.named(options.encoding)
    if options.profile is not None:
        profile.load(options.profile)
