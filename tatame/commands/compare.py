"""`tatame compare`: computed against what the federation published."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType


def compare(
    event: options.Event = None,
    award: options.Award = None,
    listed: Annotated[
        Path | None,
        typer.Option(
            "--list",
            metavar="FILE",
            help="A ranking pasted as text or CSV, instead of the loaded one.",
            show_default=False,
        ),
    ] = None,
    as_of: options.AsOf = None,
    privacy: options.Privacy = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> int:
    """Compare with the published ranking, row by row.

    Each row that differs names the categories that would account for the difference.
    """
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.compare(event, award, listed=listed, as_of=as_of, privacy=privacy)
    output.show(answer, lambda: rows.comparison(answer), lambda: _tables(answer), format)
    unread = answer[0]["unread"] if listed is not None and not isinstance(answer, dict) else []
    for line in unread:
        output.tell(f"{listed}, line {line['row']}: no line of a list of this event: {line['text']}")
    return 1 if unread else 0


def _tables(answer: api.Answer | list[api.Answer]) -> Iterator[RenderableType]:
    answers = [answer] if isinstance(answer, dict) else answer
    published = [each for each in answers if each["rows"]]
    for each in published:
        yield from _table(each)
    if not published:
        yield output.note("No published ranking was loaded for this: official_standings.csv holds it.")


def _table(answer: api.Answer) -> Iterator[RenderableType]:
    columns = {"academy": "left", "published": "right", "computed": "right", "": "left", "would account for it": "left"}
    yield output.grid(
        f"{answer['name']}: {answer['award_name']} ({answer['award']}), {answer['agree']} of {answer['of']} agree",
        columns,
        (
            (
                row["academy"],
                _standing(row["official_rank"], row["official_points"]),
                _standing(row["rank"], row["points"]),
                {True: "agrees", False: "differs", None: "no points given"}[row["agrees"]],
                "\nor ".join(map(_cause, row["causes"])),
            )
            for row in answer["rows"]
        ),
    )
    for each in answer["unlisted"]:
        yield output.note(f"Not in the list: {each['academy']}, {each['points']} points, rank {each['rank']}.")


def _standing(rank: int | None, points: int | None) -> str:
    return f"{'?' if points is None else points} ({'-' if rank is None else rank})"


def _cause(cause: api.Answer) -> str:
    """A set of places, or another name, that makes up the difference exactly."""
    from publishing.wording import notes

    places = "; ".join(f"{notes.category(place)} place {place['place']}" for place in cause["places"])
    match cause["kind"]:
        case "other_name":
            return f"the points stand under {cause['academy']}"
        case "unsettled":
            waiting = (f"{notes.category(each)} ({notes.state(each['state'])})" for each in cause["categories"])
            return f"counts nowhere until settled (A7): {'; '.join(waiting)}"
        case "counted_anyway":
            return f"counted although {', '.join(cause['rules'])} takes the points: {places}"
        case "outside_award":
            return f"counted although outside the award: {places}"
        case "left_out":
            return f"not counted in the list: {places}"
    return f"{cause['kind']}: {places}"
