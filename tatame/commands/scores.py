"""`tatame scores`: what decides bouts on score, and what another rule set would have made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, bout_output, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

_PARTS = ("points", "advantages", "penalties")


def scores(
    *,
    event: options.AnyEvent = None,
    by: bout_output.By = "",
    ruleset: options.Ruleset = None,
    table: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="For csv and --out: decided, margins, first, actions, follows, coverage, boards, what-if.",
        ),
    ] = "decided",
    out: bout_output.Out = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show what decided bouts on score, margins, first scores, actions; boards checked; another ladder."""
    with api.open(store) as opened:
        answer = opened.scores(event, bout_output.fields(by), ruleset=ruleset, as_of=as_of)
    bout_output.give(answer, table, lambda: _tables(answer), format, out)


def _tables(answer: api.Answer) -> Iterator[RenderableType]:
    yield _shares(answer, "decided", "What decided score bouts", ("decision",))
    yield _shares(answer, "margins", "Margins of the winners", ("decision", "margin"))
    if answer["actions"]:
        yield _shares(answer, "first", "Who scored first won", ("ended",))
        yield _shares(answer, "actions", "Bouts in which an action occurs", ("action",))
        yield _shares(answer, "follows", "What follows an action", ("action", "next", "who"))
    if answer["boards"]["differences"]:
        yield _differences(answer["boards"]["differences"])
    if answer["what_if"] is not None:
        yield from _what_if(answer["what_if"])
    yield from bout_output.notes(answer)


def _shares(answer: api.Answer, table: str, title: str, names: tuple[str, ...]) -> RenderableType:
    left = (*answer["by"], *names)
    columns = {**dict.fromkeys(left, "left"), **dict.fromkeys(("count", "of", "%", "95 %"), "right")}
    return output.grid(
        title,
        columns,
        (
            (
                *(row[name] for name in left),
                row["count"],
                row["n"],
                bout_output.percent(row["share"]),
                bout_output.bounds(row),
            )
            for row in answer[table]
        ),
    )


def _board(row: api.Answer, end: str) -> str:
    """Points, advantages and penalties of both sides; ? = not known."""
    return " ".join(
        "-".join("?" if (value := row.get(f"{side}_{part}{end}")) is None else str(value) for side in ("red", "blue"))
        for part in _PARTS
    )


def _differences(rows: list[api.Answer]) -> RenderableType:
    return output.grid(
        "Boards that their actions do not make (points, advantages, penalties: red-blue)",
        dict.fromkeys(("event", "bout", "recorded", "made", "would explain it"), "left"),
        ((row["event"], row["bout"], _board(row, ""), _board(row, "_made"), row["cause"]) for row in rows),
    )


def _what_if(found: api.Answer) -> Iterator[RenderableType]:
    yield output.grid(
        f"Under {found['ruleset']}: bouts that end otherwise",
        dict.fromkeys(("event", "bout", "recorded", "won by", "then", "won by then"), "left"),
        (
            (row["event"], row["bout"], row["decision"], row["winner"], row["decision_then"], row["winner_then"])
            for row in found["changed"]
        ),
    )
    reasons: dict[str, int] = {}
    for row in found["counts"]:
        if row["reason"] is not None:
            reasons[row["reason"]] = reasons.get(row["reason"], 0) + row["n"]
    if reasons:
        yield output.note("Cannot be told: " + ", ".join(f"{reason} {n}" for reason, n in sorted(reasons.items())))
