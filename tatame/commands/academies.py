"""`tatame academies`: which names are one academy; people decide, each decision a version of what it touches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

    from etl.reviews import Review

academies = typer.Typer(no_args_is_help=True, help="Review which names are one academy; nothing merges by itself.")


def day(text: str) -> date:
    """A day as 2026-05-02."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no day; write 2026-05-02") from None


Alias = Annotated[str, typer.Argument(metavar="ALIAS", help="One name.")]
Other = Annotated[str, typer.Argument(metavar="ACADEMY", help="The academy it is, or is not.")]
Day = Annotated[date | None, typer.Option(parser=day, metavar="DATE", show_default=False)]


@academies.callback()
def _group(
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="The store, for whichever command follows.")
    ] = None,
) -> None:
    """`store` is read by `options.Store` of the command that follows."""


@academies.command("list")
def show(
    undone: Annotated[bool, typer.Option("--undone", help="Rows no longer in force too.")] = False,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the ledger, row by row, and every academy with its names (JSON)."""
    from analytics.store import Store
    from publishing import who

    with Store.open(store) as opened:
        answer = who.academies(opened, undone=undone)
    output.show(answer, lambda: who.ledger_rows(answer), lambda: _ledger(answer), format)


@academies.command()
def suggest(
    least: Annotated[float, typer.Option(min=0, max=100, help="How alike names must be, 0 to 100.")] = 85,
    most: Annotated[int, typer.Option(min=1, help="Rows of the table; JSON and CSV have all.")] = 40,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show names so alike that they may be one academy, with the points a merge would move; decides nothing."""
    from analytics.store import Store
    from publishing import who

    with Store.open(store) as opened:
        answer = who.suggestions(opened, least)
    output.show(answer, lambda: who.suggestion_rows(answer), lambda: _suggestions(answer, most), format)


@academies.command()
def accept(
    alias: Alias,
    academy: Other,
    by: options.By,
    association: Annotated[
        str | None, typer.Option(metavar="NAME", help="Association of the academy.", show_default=False)
    ] = None,
    valid_from: Day = None,
    valid_to: Day = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="Why.", show_default=False)] = None,
    unseen: Annotated[bool, typer.Option("--unseen", help="Names that no event has yet are meant so.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Record that ALIAS is ACADEMY, for events that start from one day to another.

    The same name twice with --association says only which association an academy belongs to.
    """
    from analytics import relations
    from etl import reviews
    from etl.aliases import Alias as Row

    row = Row(alias, academy, association, valid_from, valid_to, note)
    _told(reviews.accept(store, row, by, relations.build, unseen=unseen), str(row))


@academies.command()
def reject(alias: Alias, academy: Other, by: options.By, store: options.Store = options.DEFAULT_STORE) -> None:
    """Record that two names are two academies: not suggested again, and no answer changes."""
    from analytics import relations
    from etl import reviews

    _told(reviews.reject(store, alias, academy, by, relations.build), f"{alias} <> {academy}")


@academies.command()
def undo(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The row, as tatame academies list numbers it.")],
    by: options.By,
    reason: Annotated[str | None, typer.Option(metavar="TEXT", help="Why; kept and shown.", show_default=False)] = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """End a row of the ledger; what it merged is apart again."""
    from analytics import relations
    from etl import reviews

    review = reviews.undo(store, number, by, relations.build, reason=reason)
    output.done(f"{number} undone: {_row(store, number)}")
    _made(review)


@academies.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The CSV file to write.")],
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Write the ledger's rows in force to a CSV file, which `import` reads."""
    from analytics.store import Store
    from etl import alias_file, aliases

    with Store.open(store) as opened, opened.cursor() as cur:
        rows = aliases.in_force(cur)
    alias_file.write(file, rows)
    output.done(f"{file}: {len(rows):,} rows")


@academies.command("import")
def bring_in(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Columns alias, academy and any of the others.")],
    by: options.By,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Record every row of a CSV file that is not in force already, all or none.

    Columns: alias, academy, association, valid_from, valid_to, note, status (accepted or rejected).
    """
    from analytics import relations
    from etl import reviews

    _told(reviews.bring_in(store, file, by, relations.build), file.name)


def _told(review: Review, what: str) -> None:
    """What was recorded, the number that undoes it, and the versions it made."""
    if not review.numbers:
        output.done(f"{what}: nothing new")
        return
    first, last = review.numbers[0], review.numbers[-1]
    output.done(f"{what}: recorded as {first if first == last else f'{first} to {last}'}")
    _made(review)


def _made(review: Review) -> None:
    for version in review.versions:
        output.done(f"  {version.event_id}: version {version.version}")


def _row(store: Path, number: int) -> str:
    """A row of the ledger, in force or not, as `accept` and `reject` tell it."""
    from analytics import ledger
    from analytics.store import Store

    with Store.open(store) as opened, opened.cursor() as cur:
        rows = ledger.rows(cur, undone=True).set_index("number")
    return f"{rows.alias[number]} {'=' if rows.status[number] == 'accepted' else '<>'} {rows.academy[number]}"


def _ledger(answer: api.Answer) -> Iterator[RenderableType]:
    columns = {"no": "right", "alias": "left", "": "left", "academy": "left", "association": "left", "valid": "left"}
    yield output.grid(
        "Ledger of academies",
        columns | {"by": "left", "note": "left"},
        (
            (
                row["number"],
                row["alias"],
                ("=" if row["status"] == "accepted" else "<>") + (" undone" if row["undone_at"] else ""),
                row["academy"],
                row["association"],
                f"{row['valid_from'] or ''} - {row['valid_to'] or ''}".strip(" -") or None,
                row["recorded_by"],
                row["note"],
            )
            for row in answer["ledger"]
        ),
    )
    many = sum(len(one["names"]) > 1 for one in answer["academies"])
    yield output.note(f"{len(answer['academies']):,} academies in the store, {many:,} of them under several names")


def _suggestions(answer: api.Answer, most: int) -> Iterator[RenderableType]:
    found = answer["suggestions"]
    if not found:
        yield output.note("No two academies are so alike that nobody has decided on them.")
        return
    yield output.grid(
        "May be one academy",
        {"alias": "left", "academy": "left", "alike": "right", "points": "right", "in": "left", "why": "left"},
        (
            (each["alias"], each["academy"], each["score"], each["points"], _moves(each["moves"]), each["why"])
            for each in found[:most]
        ),
    )
    if len(found) > most:
        yield output.note(f"and {len(found) - most:,} pairs more (--most, or --format json or csv)")
    yield output.note("Decide with: tatame academies accept ALIAS ACADEMY --by NAME, or reject")


def _moves(moves: list[api.Answer]) -> str:
    some = "; ".join(f"{move['event']} {move['award']} {move['points']}" for move in moves[:3])
    return some + (f"; {len(moves) - 3} more" if len(moves) > 3 else "")
