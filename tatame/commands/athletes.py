"""`tatame athletes`: who is one person over several events; people decide, answers of one event do not change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

athletes = typer.Typer(no_args_is_help=True, help="Review who is one person over several events.")

One = Annotated[str, typer.Argument(metavar="ALIAS", help="NAME, NAME @ ACADEMY, or the key that suggest shows.")]
Other = Annotated[str, typer.Argument(metavar="ATHLETE", help="Who it is, or is not; as ALIAS.")]


@athletes.callback()
def _group(
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="The store, for whichever command follows.")
    ] = None,
) -> None:
    """`store` is read by `options.Store` of the command that follows."""


@athletes.command("list")
def show(format: options.AsFormat = None, store: options.Store = options.DEFAULT_STORE) -> None:
    """Show what was decided, with the number that undoes it."""
    from analytics.store import Store
    from publishing import who

    with Store.open(store) as opened:
        answer = who.athletes(opened)
    output.show(answer, lambda: who.athlete_rows(answer), lambda: _decided(answer), format)


@athletes.command()
def suggest(
    least: Annotated[float, typer.Option(min=0, max=100, help="How alike, 0 to 100.")] = 90,
    most: Annotated[int, typer.Option(min=1, help="Rows of the table; JSON and CSV have all.")] = 40,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show athletes who may be one person: one name at two academies, or nearly one name at one. Decides nothing."""
    from analytics.store import Store
    from publishing import who

    with Store.open(store) as opened:
        answer = who.athlete_suggestions(opened, least)
    output.show(answer, lambda: who.athlete_suggestion_rows(answer), lambda: _suggested(answer, most), format)


@athletes.command()
def accept(alias: One, athlete: Other, by: options.By, store: options.Store = options.DEFAULT_STORE) -> None:
    """Record that two are one person; refused where one person cannot have been both."""
    _decide(store, alias, athlete, by, two=False)


@athletes.command()
def reject(alias: One, athlete: Other, by: options.By, store: options.Store = options.DEFAULT_STORE) -> None:
    """Record that two are two persons; they are not suggested again."""
    _decide(store, alias, athlete, by, two=True)


@athletes.command()
def undo(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The decision, as list numbers it.")],
    by: options.By,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """End a decision."""
    from etl import athlete_reviews

    athlete_reviews.undo(store, number, by)
    output.done(f"{number} undone")


def _decide(store: Path, alias: str, athlete: str, by: str, *, two: bool) -> None:
    from analytics import athlete_matches
    from analytics.store import Store
    from etl import athlete_reviews
    from etl.errors import UserError

    with Store.open(store) as opened, opened.cursor() as cur:
        people = athlete_matches.known(cur)
        one, other = athlete_matches.find(people, alias), athlete_matches.find(people, athlete)
        why = None if two else athlete_matches.why_two(cur, one, other)
    if why is not None:
        raise UserError(why)
    number = athlete_reviews.decide(store, one.person, other.person, by, two=two)
    output.done(f"{one.label} {'<>' if two else '='} {other.label}: recorded as {number}")


def _decided(answer: api.Answer) -> Iterator[RenderableType]:
    yield output.grid(
        "Athletes over events",
        {"no": "right", "alias": "left", "": "left", "athlete": "left", "by": "left"},
        (
            (
                row["number"],
                row["alias"],
                "=" if row["status"] == "accepted" else "<>",
                row["person"],
                row["recorded_by"],
            )
            for row in answer["decisions"]
        ),
    )


def _suggested(answer: api.Answer, most: int) -> Iterator[RenderableType]:
    found = answer["suggestions"]
    if not found:
        yield output.note("No two athletes are so alike that nobody has decided on them.")
        return
    columns = {"alias": "left", "its key": "left", "athlete": "left", "key": "left", "alike": "right", "why": "left"}
    yield output.grid(
        "May be one person",
        columns,
        (
            (row["alias"], row["alias_person"], row["athlete"], row["person"], row["score"], row["why"])
            for row in found[:most]
        ),
    )
    if len(found) > most:
        yield output.note(f"and {len(found) - most:,} pairs more (--most, or --format json or csv)")
