"""`tatame times`: when bouts end, as competing risks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, bout_output, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def times(
    *,
    event: options.AnyEvent = None,
    by: bout_output.By = "",
    pool: Annotated[
        bool, typer.Option("--pool", help="Different match times in one curve; the answer names them.")
    ] = False,
    unconscious_as_submission: Annotated[
        bool, typer.Option("--unconscious-as-submission", help="Count loss of consciousness as submission.")
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="event: bounds of the curves too that let bouts of one event go together.",
                     show_default=False),
    ] = None,
    table: Annotated[
        str, typer.Option(metavar="NAME", help="For csv and --out: summary, curves, hazards, at-risk, coverage.")
    ] = "summary",
    out: bout_output.Out = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:  # fmt: skip
    """Show when bouts end: the share that had ended in each way, one curve per match time (B3)."""
    with api.open(store) as opened:
        answer = opened.times(
            event, bout_output.fields(by), pool=pool, unconscious_submits=unconscious_as_submission, cluster=cluster,
            as_of=as_of,
        )  # fmt: skip
    bout_output.give(answer, table, lambda: _tables(answer), format, out)


def _tables(answer: api.Answer) -> Iterator[RenderableType]:
    by = answer["by"]
    robust = ("robust",) if answer["cluster"] else ()
    right = ("n", "ended so", "by the limit %", "95 %", *robust, "half by")
    columns = {**dict.fromkeys((*by, "limit", "way"), "left"), **dict.fromkeys(right, "right")}
    yield output.grid(
        "When bouts end",
        columns,
        (
            (
                *(row[name] for name in by), _limits(row["limits"]), row["cause"], row["n"], row["events"],
                bout_output.percent(row["share"]), bout_output.bounds(row),
                *(bout_output.bounds(row, "robust_low", "robust_high") for _ in robust), _clock(row["median"]),
            )
            for row in answer["summary"]
            if row["events"] or row["cause"] in ("submission", "any")
        ),
    )  # fmt: skip
    for row in answer["coverage"]:
        numbers = [str(one["bouts"]) for one in answer["at_risk"] if all(one[k] == row[k] for k in (*by, "limits"))]
        if numbers:
            named = " ".join(str(row[name]) for name in by)
            yield output.note(
                f"{named} {_limits(row['limits'])}: still fought at each minute {' '.join(numbers)}".strip()
            )
    yield from bout_output.notes(answer)


def _limits(limits: str) -> str:
    return " + ".join(_clock(int(limit)) for limit in limits.split("+")) if limits else "not known"


def _clock(seconds: float | None) -> str:
    return "not reached" if seconds is None else f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
