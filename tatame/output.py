"""Where the program's words go: answers to standard output as table, JSON or CSV, everything else to standard error."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tatame import streams

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

_LONGEST = 1_600  # letters of a message's line
_BIDI = {*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}


class Format(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def chosen(wanted: Format | None) -> Format:
    """What was asked for, else a table for people at a terminal and JSON for everybody else."""
    if wanted is not None:
        return wanted
    return Format.TABLE if sys.stdout.isatty() else Format.JSON


def show(
    answer: object,
    rows: Callable[[], tuple[Sequence[str], Iterable[Mapping[str, Any]]]],
    table: Callable[[], Iterable[RenderableType]],
    wanted: Format | None,
) -> None:
    """Prints an answer: its shape as JSON, its flat rows (columns and rows) as CSV, or what `table` makes of it."""
    match chosen(wanted):
        case Format.JSON:
            streams.write(json.dumps(answer, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
        case Format.CSV:
            streams.write(as_csv(*rows()))
        case Format.TABLE:
            display(table())


def display(parts: Iterable[RenderableType]) -> None:
    """Prints tables and remarks, one below the other."""
    text = io.StringIO()
    console = _console(text)
    for part in parts:
        console.print(part)
    streams.write(text.getvalue())


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """As a release has it: RFC 4180, CRLF, None empty, an apostrophe before what a spreadsheet would run."""
    from publishing.exports import csv_file

    return csv_file.as_csv(columns, rows)


def line(text: str) -> None:
    """One line of an answer that has no other form."""
    streams.write(f"{safe(text)}\n")


def done(text: str) -> None:
    """One line that says what was done; where it cannot be written, it is said on standard error, and stands."""
    with streams.after(text):
        line(text)


def tell(text: str) -> None:
    """A message for people, on standard error."""
    streams.tell("\n".join(map(_short, safe(text).split("\n"))))


def _short(line: str) -> str:
    """What was given may be endless, and is told: begin and end of the line stay, which say what is wrong with it."""
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 4 :]}"


def safe(text: str) -> str:
    """Without what could move a terminal's cursor or turn its letters round; line ends stay."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if char in _BIDI or (char != "\n" and unicodedata.category(char) in {"Cc", "Cs"})
        else char
        for char in text
    )


def cell(value: object, style: str = "") -> Text:
    """A value as it stands: no markup of its own is read; None shows as nothing."""
    from rich.text import Text

    return Text("" if value is None else safe(str(value)), style=style)


def grid(title: str, columns: Mapping[str, str], rows: Iterable[Sequence[object]]) -> Table:
    """A table that fits 80 columns; `columns` maps each heading to left (wraps) or right (does not)."""
    from rich import box
    from rich.table import Table

    table = Table(
        title=cell(title),
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading, side in columns.items():
        table.add_column(
            heading, justify="right" if side == "right" else "left", overflow="fold", no_wrap=side == "right"
        )
    for row in rows:
        table.add_row(*(cell(value) for value in row))
    return table


def note(text: str) -> RenderableType:
    """A remark under a table."""
    return cell(text, "dim")


def _console(file: io.StringIO) -> Console:
    """Writes into memory in the width and colours of the terminal, so that a closed pipe is met in one place."""
    from rich.console import Console

    real = Console(stderr=False, highlight=False)
    return Console(
        file=file,
        width=real.width,
        force_terminal=real.is_terminal,
        color_system=real.color_system if real.is_terminal else None,  # type: ignore[arg-type]
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
