"""`tatame placements`: places by category, with the rule that gave them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def placements(
    event: options.Event = None,
    ruleset: options.Ruleset = None,
    as_of: options.AsOf = None,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the places of every category with the rule that gave them, and the categories not settled."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.placements(event, as_of=as_of, ruleset=ruleset, privacy=privacy)
    output.show(answer, lambda: rows.placements(answer), lambda: _table(answer), format)


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording import notes

    columns = {"category": "left", "place": "right", "athlete": "left", "academy": "left", "rule": "left"}
    if answer["placements"]:
        yield output.grid(f"Places of {answer['name']}", columns, _lines(answer["placements"]))
    else:
        yield output.cell(f"Places of {answer['name']}", "bold")
        yield output.note(_none(answer))
    if answer["unresolved"]:
        yield output.grid(
            f"Not settled, counted nowhere (A7): {len(answer['unresolved'])}",
            {"category": "left", "state": "left", "reason": "left"},
            (
                (notes.category(row), notes.state(row["state"]), notes.with_rule(row["reason"], row["rule"]))
                for row in answer["unresolved"]
            ),
        )
    yield from _unplaced(answer)
    for remark in notes.about(answer):
        yield output.note(remark)


def _unplaced(answer: api.Answer) -> Iterator[RenderableType]:
    """Places that stay vacant, and who was struck out; who only did not come (M17) is in `tatame bracket` and JSON."""
    from publishing.wording import notes

    if vacant := answer.get("vacant"):
        rows = ((notes.category(row), row["place"], row["rule"]) for row in vacant)
        columns = {"category": "left", "place": "right", "rule": "left"}
        yield output.grid(f"Vacant places: {len(vacant):,}", columns, rows)
    if struck := [row for row in answer.get("without_place", ()) if row["rule"] != "M17"]:
        people = ((notes.category(row), row["athlete"], row["academy"], row["rule"]) for row in struck)
        columns = {"category": "left", "athlete": "left", "academy": "left", "rule": "left"}
        yield output.grid(f"Struck out, without a place: {len(struck):,}", columns, people)


def _none(answer: api.Answer) -> str:
    """Why there is no place."""
    if answer["ruleset"] == "none":
        return "No places: under the rule set none bouts are kept for statistics only."
    if answer["unresolved"]:
        return "No category is settled."
    return "No places: the event has no category, or none in which anybody holds one."


def _lines(places: list[api.Answer]) -> Iterator[tuple[object, ...]]:
    """The category stands once, on its first place."""
    from publishing.wording import notes

    before = None
    for row in places:
        category = notes.category(row)
        origin = row["rule"] if row["source"] == "bouts" else f"{row['rule']} {row['source']}"
        yield (category if category != before else "", row["place"], row["athlete"], row["academy"], origin)
        before = category
