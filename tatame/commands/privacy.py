"""`tatame privacy`: the list of athletes who are not to be named in anything published."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

privacy = typer.Typer(no_args_is_help=True, help="The athletes who are not to be named in anything published.")


@privacy.callback()
def _group(
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="The store, for whichever command follows.")
    ] = None,
) -> None:
    """`store` is read by `options.Store` of the command that follows."""


@privacy.command("list")
def show(
    undone: Annotated[bool, typer.Option("--undone", help="Those taken off again too.")] = False,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show who is on the list, with the number that takes him off."""
    from analytics.store import Store
    from publishing import who

    with Store.open(store) as opened:
        answer = who.opted_out(opened, undone=undone)
    output.show(answer, lambda: who.opted_out_rows(answer), lambda: _table(answer), format)


@privacy.command()
def add(
    athlete: Annotated[str, typer.Argument(metavar="NAME", help="Name in any spelling, or NAME @ ACADEMY.")],
    by: options.By,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Put an athlete on the list: from the next release on he is shown by his academy, in old events too."""
    from etl import opt_outs

    number = opt_outs.add(store, athlete, by)
    output.done(f"{athlete} is on the list (number {number}): in anything published the academy stands for the name")
    _unseen(store, athlete)


@privacy.command()
def undo(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Number in the list.")],
    by: options.By,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Take an athlete off the list."""
    from etl import opt_outs

    opt_outs.undo(store, number, by)
    output.done(f"number {number} is off the list")


def _unseen(store: Path, athlete: str) -> None:
    """A name that no event has is on the list all the same: it may come later, or be a slip."""
    from analytics import names, queries
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        near = names.nobody_called(cur, queries.current(cur), athlete)
    if near is not None:
        meant = f" Nearest: {'; '.join(near[:5])}." if near else ""
        output.tell(f"no event in the store has anybody called {athlete}; whoever comes is not named.{meant}")


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    if not answer["opted_out"]:
        yield output.note("Nobody is on the list.")
        return
    columns = {"number": "right", "athlete": "left", "academy": "left", "recorded": "left"}
    yield output.grid(
        "Not to be named in anything published",
        columns,
        ((row["number"], row["athlete"], row["academy"] or "any", _recorded(row)) for row in answer["opted_out"]),
    )


def _recorded(row: api.Answer) -> str:
    off = f"; off by {row['undone_by']} {row['undone_at'][:10]}" if row["undone_at"] else ""
    return f"{row['recorded_by']} {row['recorded_at'][:10]}{off}"
