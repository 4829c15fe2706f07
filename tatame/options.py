"""The options that several commands share, each with one meaning."""

from __future__ import annotations

from datetime import UTC, datetime, time
from pathlib import Path
from typing import Annotated

import typer

from tatame.output import Format

DEFAULT_STORE = Path("tatame.duckdb")


def _store(context: typer.Context, value: Path) -> Path:
    """What stands after the command, else before it, else TATAME_STORE, else the default."""
    before = context.find_root().params.get("store")
    source = context.get_parameter_source("store")
    if before is not None and (source is None or source.name != "COMMANDLINE"):
        return Path(before)
    return value


def moment(text: str) -> datetime:
    """A time in UTC, without a zone: no offset means UTC, a date alone the end of that day."""
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is no time; write 2026-05-03, 2026-05-03T18:30 or 2026-05-03T18:30+08:00"
        ) from None
    if "T" not in text.upper() and ":" not in text:
        read = datetime.combine(read.date(), time.max)
    return read.astimezone(UTC).replace(tzinfo=None) if read.tzinfo else read


Store = Annotated[
    Path,
    typer.Option(
        "--store", metavar="FILE", envvar="TATAME_STORE", callback=_store, help="The DuckDB file that holds the events."
    ),
]
AsFormat = Annotated[
    Format | None,
    typer.Option(
        "--format",
        metavar="table|json|csv",
        help="How to print: a table on a terminal, JSON otherwise.",
        show_default=False,
    ),
]
Event = Annotated[
    str | None,
    typer.Option(
        "--event", metavar="ID", help="The event; may be left out where the store holds one.", show_default=False
    ),
]
AnyEvent = Annotated[
    str | None,
    typer.Option("--event", metavar="ID", help="One event only; all of the store without it.", show_default=False),
]
Award = Annotated[
    str | None,
    typer.Option("--award", metavar="ID", help="One award only; all of the event without it.", show_default=False),
]
Ruleset = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        metavar="NAME",
        help="What if: computed under another rule set, nothing stored.",
        show_default=False,
    ),
]
AsOf = Annotated[
    datetime | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        parser=moment,
        help="Answer as recorded then: a date (its whole day) or a date and time; UTC unless an offset is given.",
        show_default=False,
    ),
]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who records it; kept and shown.")]
