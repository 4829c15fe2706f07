"""`tatame records`: what academies and athletes win and lose by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, bout_output, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def records(
    *,
    event: options.AnyEvent = None,
    of: Annotated[
        str, typer.Option(metavar="KIND", help="academy or athlete; under-18s are no athletes here.")
    ] = "academy",
    rate: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="wins-per-bout, medals-per-entry, contested-per-entry or contested-per-bout."
        ),
    ] = "wins-per-bout",
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Rows of each table on the terminal.")] = 20,
    table: Annotated[str, typer.Option(metavar="NAME", help="For csv and --out: rates, rows, methods.")] = "rates",
    out: bout_output.Out = None,
    privacy: options.Privacy = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show wins, losses and medals, contested and not, opposition, and rates raw and shrunk."""
    from analytics.records import RATES
    from etl.errors import UnknownName

    chosen = rate.replace("-", "_")
    if chosen not in RATES:
        raise UnknownName("rate", rate, [name.replace("_", "-") for name in RATES])
    with api.open(store) as opened:
        answer = opened.records(event, of, as_of=as_of, privacy=privacy)
    bout_output.give(answer, table, lambda: _tables(answer, chosen, top), format, out)


def _tables(answer: api.Answer, rate: str, top: int) -> Iterator[RenderableType]:
    from publishing.wording import bout_sentences

    who = answer["of"]
    right = ("bouts", "won", "lost", "medals", "contested", "opponents %")
    yield output.grid(
        f"Records, by {who}",
        {who: "left", **dict.fromkeys(right, "right")},
        (
            (row[who], row["bouts"], row["wins"], row["losses"], f"{row['gold']}/{row['silver']}/{row['bronze']}",
             row["contested"], bout_output.percent(row["opposition"]))
            for row in answer["rows"][:top]
        ),
    )  # fmt: skip
    right = ("count", "n", "raw %", "raw 95 %", "shrunk %", "95 %")
    yield output.grid(
        f"{bout_sentences.rate_name(rate)}, the best shrunk first",
        {who: "left", **dict.fromkeys(right, "right")},
        (
            (row[who], row["count"], row["n"], bout_output.percent(row["raw"]),
             bout_output.bounds(row, "raw_low", "raw_high"), bout_output.percent(row["shrunk"]),
             bout_output.bounds(row))
            for row in [one for one in answer["rates"] if one["rate"] == rate][:top]
        ),
    )  # fmt: skip
    yield output.note(
        "medals: gold/silver/bronze; contested: the athlete fought in the category; --format json has all"
    )
    yield from bout_output.notes(answer)
