"""What the commands about bouts share: fields, one table as CSV or file, percents with bounds, the notes below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import output

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tatame.api import Answer

By = Annotated[
    str,
    typer.Option(
        metavar="FIELD,…",
        help="Groups: event, season, uniform, ruleset, gender, age_division, belt, weight_class, open_class, round; "
        "several by commas.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the table to a .csv, .parquet or .json file.", show_default=False),
]


def fields(text: str) -> tuple[str, ...]:
    """`belt, gender, belt` -> belt and gender."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def give(
    answer: Answer,
    table: str,
    shown: Callable[[], Iterable[RenderableType]],
    wanted: output.Format | None,
    out: Path | None,
) -> None:
    """Prints an answer, or writes one table of it to a file with what its columns say."""
    from publishing import bout_answer

    found = bout_answer.rows(answer, table)  # a table there is not is refused whatever the format
    if out is None:
        output.show(answer, lambda: found, shown, wanted)
        return
    from tatame import table_file

    for file in table_file.write(out, *found, bout_answer.meanings(answer, table), answer["data"]):
        output.done(f"{file}: {len(found.rows)} rows" if file == out else f"{file}: what the columns say")


def percent(share: float | None) -> str:
    """39.1, or nothing where nothing is known."""
    return "" if share is None else f"{100 * share:.1f}"


def bounds(row: Answer, low: str = "low", high: str = "high") -> str:
    """36.2-42.1."""
    return "" if row[low] is None else f"{percent(row[low])}-{percent(row[high])}"


def notes(answer: Answer) -> Iterator[RenderableType]:
    """What the figures rest on and what they do not hold, and which data they are of."""
    from publishing.wording import method_sentences

    for remark in (*answer["notes"], method_sentences.of_data(answer["data"])):
        yield output.note(remark)
