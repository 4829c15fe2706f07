"""`tatame season`: a ranking over several events, with the lines behind every total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

_SHOWN = 3  # lines of a total in the table; JSON and CSV have all


def season(
    scheme: Annotated[str, typer.Argument(metavar="SCHEME", help="A scheme that is shipped, or the file of one.")],
    year: Annotated[
        int | None,
        typer.Option(
            "--season", metavar="YEAR", help="The season; the newest in the store without it.", show_default=False
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="athlete|academy", help="Whom to rank, if not whom the scheme says.", show_default=False),
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="Rows of the table; JSON and CSV have all.")] = 40,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="One name only, with every line of it.", show_default=False)
    ] = None,
    privacy: options.Privacy = None,
    as_of: options.AsOf = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Rank athletes or academies over the events of several seasons; how they moved since the season before."""
    from publishing import rows

    with api.open(store) as opened:
        answer = opened.season(scheme, year, by=by, as_of=as_of, privacy=privacy)
    if name is not None:
        answer = _only(answer, name)
    output.show(answer, lambda: rows.season(answer), lambda: _table(answer, most, name), format)


def _only(answer: api.Answer, name: str) -> api.Answer:
    """The ranking with the rows of one name, in any case and accents."""
    from etl.athletes import normal
    from etl.errors import UnknownName

    found = [row for row in answer["ranking"] if normal(row["name"]) == normal(name)]
    if not found:
        raise UnknownName("name in this ranking", name, [row["name"] for row in answer["ranking"]])
    return {**answer, "ranking": found}


def _table(answer: api.Answer, most: int, name: str | None) -> Iterator[RenderableType]:
    found = answer["ranking"]
    yield output.grid(
        f"{answer['title']}: season {answer['season']}, by {answer['by']}",
        {"rank": "right", "moved": "right", answer["by"]: "left", "points": "right", "from": "left"},
        ((row["rank"], _moved(row), _who(row, answer["by"]), row["points"], _from(row, name)) for row in found[:most]),
    )
    if len(found) > most:
        yield output.note(f"and {len(found) - most} more (--format json or csv has them all)")
    idle = [event["event"] for event in answer["events"] if event["weight"] is None]
    if idle:
        yield output.note(f"No [[event]] of the scheme means: {', '.join(idle)}.")
    if answer["by"] == "academy" and answer["without_academy"]:
        yield output.note(f"{answer['without_academy']} places are of athletes whose academy is not known.")
    if answer["unchecked_bouts"]:
        yield output.note(f"Of {answer['unchecked_bouts']} places nobody knows how many bouts they took.")


def _who(row: api.Answer, by: str) -> str:
    alone = by == "academy" or not row["academy"] or row["academy"] == row["name"]
    return str(row["name"]) if alone else f"{row['name']} ({row['academy']})"


def _moved(row: api.Answer) -> str:
    if row["movement"] is None:
        return "new"
    return f"{row['movement']:+d}" if row["movement"] else "="


def _from(row: api.Answer, name: str | None) -> str:
    """`9 × 1.5 × 7 × 3 = 283.5 (worlds-2024, gold)`, the best lines first."""
    shown = row["lines"] if name is not None else row["lines"][:_SHOWN]
    lines = [_line(line) for line in shown]
    more = len(row["lines"]) - len(shown)
    return "\n".join([*lines, *([f"and {more} lines more"] if more else [])])


def _line(line: api.Answer) -> str:
    factors = [line["base"], *([line["open_class"]] if line["open_class"] != 1 else []), line["weight"], line["factor"]]
    return f"{' × '.join(map(str, factors))} = {line['points']} ({line['event']}, place {line['place']})"
