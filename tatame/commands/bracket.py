"""`tatame bracket`: one category drawn as a tree, with scores, decisions and the places that came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analytics.bracket_view import BracketView


def bracket(
    category: Annotated[
        str, typer.Option(metavar="TEXT", help='Category in any order and spelling: "male/adult/blue/light".')
    ],
    event: options.Event = None,
    ruleset: options.Ruleset = None,
    as_of: options.AsOf = None,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Draw the bracket of a category: the final first, under every bout the two that led to it."""
    from analytics.store import Store
    from publishing import bracket_answer
    from publishing.privacy import named

    with Store.open(store) as opened:
        answer, view = bracket_answer.bracket(opened, event, category, as_of, ruleset, named(privacy))
    output.show(answer, lambda: bracket_answer.rows(answer), lambda: _tree(answer, view), format)


def _tree(answer: api.Answer, view: BracketView) -> Iterator[RenderableType]:
    from publishing import bracket_text
    from publishing.wording import notes

    yield output.cell(bracket_text.heading(answer), "bold")
    for line in bracket_text.bracket(view):
        yield output.cell(line, "bold" if bracket_text.is_winner(line) else "")
    for remark in notes.about(answer):
        yield output.note(remark)
