"""`tatame ratings`: athletes by strength, and how good the forecasts were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, bout_output, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def ratings(
    *,
    uniform: Annotated[
        str | None, typer.Option(metavar="gi|no-gi", help="One only; both, apart, without it.", show_default=False)
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Athletes of each table on the terminal.")] = 20,
    table: Annotated[
        str, typer.Option(metavar="NAME", help="For csv and --out: athletes, reliability, scores.")
    ] = "athletes",
    out: bout_output.Out = None,
    privacy: options.Privacy = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Rate athletes over all events, gi and no-gi apart, under-18s left out; forecasts judged out of sample."""
    with api.open(store) as opened:
        answer = opened.ratings(uniform, as_of=as_of, privacy=privacy)
    bout_output.give(answer, table, lambda: _tables(answer, top), format, out)


def _tables(answer: api.Answer, top: int) -> Iterator[RenderableType]:
    for coverage in answer["coverage"]:
        uniform = coverage["uniform"]
        own = {name: [row for row in answer[name] if row["uniform"] == uniform] for name in ("athletes", "reliability")}
        right = ("mu - 3 sigma", "strength", "95 %", "bouts", "won")
        yield output.grid(
            f"Ratings, {uniform}",
            {"": "left", "athlete": "left", "academy": "left", **dict.fromkeys(right, "right")},
            (
                (row["rank"], row["athlete"], row["academy"], f"{row['ordinal']:.1f}", f"{row['mu']:.1f}",
                 f"{row['low']:.1f} to {row['high']:.1f}", row["bouts"], row["wins"])
                for row in own["athletes"][:top]
            ),
        )  # fmt: skip
        yield output.grid(
            f"Favourites, {uniform}: chance given before the bout, and how often they won",
            dict.fromkeys(("chance", "n", "mean %", "won", "%", "95 %"), "right"),
            (
                (f"{row['low']}-{row['high']}", row["n"], bout_output.percent(row["forecast"]), row["won"],
                 bout_output.percent(row["share"]), bout_output.bounds(row, "share_low", "share_high"))
                for row in own["reliability"]
            ),
        )  # fmt: skip
    yield from bout_output.notes(answer)
