"""The options that several commands share, each with one meaning."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tatame.output import Format


class Level(StrEnum):
    """What is shown of under-18s, as `publishing.privacy.Level` has it; said here too, which costs no import."""

    FULL = "full"
    INITIALS = "initials"
    ACADEMY = "academy"
    SUPPRESSED = "suppressed"


DEFAULT_STORE = Path("tatame.duckdb")

# How long what a text of so many digits of time says lasts: what is told to the second was recorded within it.
_SPANS = {0: timedelta(days=1), 2: timedelta(hours=1), 4: timedelta(minutes=1), 6: timedelta(seconds=1)}
_EXACT = timedelta(microseconds=1)


def _store(context: typer.Context, value: Path) -> Path:
    """What stands after the command, else before it, else TATAME_STORE, else the default."""
    before, above = None, context.parent
    while above is not None and before is None:  # tatame academies --store FILE list
        before, above = above.params.get("store"), above.parent
    source = context.get_parameter_source("store")
    if before is not None and (source is None or source.name != "COMMANDLINE"):
        return Path(before)
    return value


def moment(text: str) -> datetime:
    """The end of the day, minute or second said, in UTC without a zone; no offset means UTC."""
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is no time; write 2026-05-03, 2026-05-03T18:30 or 2026-05-03T18:30+08:00"
        ) from None
    with suppress(OverflowError):  # the last day there is
        read += _SPANS.get(_time_digits(text.strip()), _EXACT) - _EXACT
    from analytics import versions

    return versions.utc(read)


def number(text: str) -> int:
    """The number of a recorded decision."""
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise typer.BadParameter(f"{text!r} is no number; write the one printed when it was recorded, as in --undo 1")
    return int(text)


def _time_digits(text: str) -> int:
    """How many digits the time of day has: 0 for a date alone, 4 for 18:30, 6 for 18:30:05; its offset apart."""
    clock = re.split(r"[T ]", text, maxsplit=1, flags=re.IGNORECASE)[1:]
    return sum(char.isdigit() for char in re.split(r"[+-]", clock[0])[0]) if clock else 0


Store = Annotated[
    Path,
    typer.Option(
        "--store", metavar="FILE", envvar="TATAME_STORE", callback=_store, help="The DuckDB file that holds the events."
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=64,
        help="Server processes of the dashboard; as many as this machine has cores otherwise, four at most.",
        show_default=False,
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
        help="Answer as recorded then: a date (to its end) or date and time; UTC unless an offset is given.",
        show_default=False,
    ),
]
Privacy = Annotated[
    Level | None,
    typer.Option(
        "--privacy",
        metavar="LEVEL",
        help="Names as published: full, initials, academy or suppressed for under-18s, nobody who opted out. "
        "Without it every name.",
        show_default=False,
    ),
]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who records it; kept and shown.")]
