"""`tatame explain`: every place behind an academy's points, and the gap to another academy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

_PLACES = {1: "gold", 2: "silver", 3: "bronze", None: "no place"}


def explain(
    award: Annotated[str, typer.Option(metavar="ID", help="The award.")],
    academy: Annotated[str, typer.Option(metavar="NAME", help="The academy, in any spelling of the store.")],
    event: options.Event = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Another academy: where the gap is, what would have closed it.", show_default=False
        ),
    ] = None,
    ruleset: options.Ruleset = None,
    as_of: options.AsOf = None,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show every place that gave an academy points, adding up to its total, with the rule of each."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.explain(event, award, academy, against, as_of=as_of, ruleset=ruleset, privacy=privacy)
    output.show(answer, lambda: rows.explanation(answer), lambda: _parts(answer), format)


def _parts(answer: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording import notes

    rank = "" if answer["rank"] is None else f", rank {answer['rank']}{'=' if answer['draw_required'] else ''}"
    yield output.grid(
        f"{answer['academy']}: {answer['points']} points{rank} in {answer['award_name']} of {answer['name']}",
        {"category": "left", "athlete": "left", "place": "left", "points": "right", "rule": "left"},
        (_line(row) for row in answer["lines"]),
    )
    for side, word in (("above", "Above"), ("below", "Below")):
        if (other := answer[side]) is not None:
            yield output.cell(f"{word}: {other['academy']} ({other['points']} points): {_separated(other)}")
    if (gap := answer.get("against")) is not None:
        yield from _gap(answer, gap)
    for remark in notes.about(answer):
        yield output.note(remark)


def _line(row: api.Answer) -> tuple[object, ...]:
    from publishing.wording import notes

    points = row["points"] if row["counted"] else f"{row['points']} (not counted)"
    return notes.category(row), row["athlete"], _PLACES[row["place"]], points, row["rule"]


def _separated(other: api.Answer) -> str:
    """The level that separates two academies and both values."""
    if other["level"] is None:
        return "neither has points"
    if other["level"] == "draw":
        return "equal on every level; a draw decides"
    return f"{other['level'].replace('_', ' ')} {other['own']} : {other['other']}"


def _gap(answer: api.Answer, gap: api.Answer) -> Iterator[RenderableType]:
    from publishing.wording import notes

    yield output.cell("")
    yield output.grid(
        f"Against {gap['academy']} ({gap['points']} points): {gap['gap']:+d}; {_separated(gap)}",
        {"category": "left", "gain": "right", answer["academy"]: "left", f"{gap['academy']} ": "left"},
        (
            (notes.category(row), f"{row['points']:+d}", _places(row["own"]), _places(row["other"]))
            for row in gap["differences"]
        ),
    )
    if gap["behind"] is None:
        return
    if not gap["closings"]:
        yield output.cell(f"No few results decided the other way would have put {gap['behind']} ahead.")
    for number, closing in enumerate(gap["closings"]):
        start = f"{gap['behind']} would have been ahead" if not closing["only_a_draw"] else "A draw would have decided"
        yield output.cell(f"{'Or' if number else start + ', if'}: {'; and '.join(map(_change, closing['changes']))}")


def _places(lines: list[api.Answer]) -> str:
    return ", ".join(f"{_PLACES[line['place']]} {line['athlete']}{_uncounted(line)}" for line in lines) or "-"


def _uncounted(line: api.Answer) -> str:
    return "" if line["counted"] else f" (not counted, {line['rule']})"


def _change(change: api.Answer) -> str:
    from publishing.wording import notes

    return (
        f"{change['athlete']} ({change['academy'] or 'academy not known'}) had won the "
        f"{_PLACES[change['to_place']]} of {change['from_athlete']} in {notes.category(change)}"
    )
