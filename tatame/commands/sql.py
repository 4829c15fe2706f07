"""`tatame sql`: one SELECT on the store, which cannot be changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def sql(
    query: Annotated[str, typer.Argument(metavar="SELECT", help="One SELECT; docs/data-dictionary.md has the tables.")],
    timeout: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Stop it after so long.")] = 60.0,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Rows at most; more are told, not shown.")] = 100_000,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Ask the store in SQL: read-only, one SELECT."""
    with api.open(store) as opened:
        answer = opened.sql(query, timeout=timeout, limit=limit)
    columns = answer["columns"]
    found = [dict(zip(columns, row, strict=False)) for row in answer["rows"]]
    output.show(answer, lambda: (columns, found), lambda: _table(answer), format)
    if answer["more"]:
        output.tell(f"only the first {limit} rows are shown; --limit takes more")


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    yield output.grid("", dict.fromkeys(answer["columns"], "left"), answer["rows"])
