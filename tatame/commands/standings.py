"""`tatame standings`: academies in order, with the reason for every neighbouring pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from tatame import api, options, output
from tatame.commands import history

if TYPE_CHECKING:
    from rich.console import RenderableType

_SHARED = "level on everything; a draw decides"  # the whole sentence, a dozen times over, would hide the other reasons


def standings(
    event: options.Event = None,
    award: options.Award = None,
    ruleset: options.Ruleset = None,
    as_of: options.AsOf = None,
    diff: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Who would move under this rule set, and why; nothing stored.", show_default=False
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            metavar="academy|association", help="Rank academies, or the associations they belong to (the ledger's)."
        ),
    ] = "academy",
    privacy: Annotated[
        options.Level | None,
        typer.Option(
            "--privacy",
            metavar="LEVEL",
            help="With --diff: names as published (full, initials, academy, suppressed); a standing names no athlete.",
            show_default=False,
        ),
    ] = None,
    format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Show the academy standing of an award, with what separates every academy from the next."""
    from publishing import rows

    with api.open(store) as opened:
        if diff is not None:
            if by != "academy":
                raise typer.BadParameter("--diff compares academies; leave --by out")
            moves = opened.diff(event, award, diff, as_of=as_of, ruleset=ruleset, privacy=privacy)
            output.show(moves, lambda: rows.difference(moves), lambda: _differences(moves), format)
            return
        answer = opened.standings(event, award, as_of=as_of, ruleset=ruleset, by=by)
    output.show(answer, lambda: rows.standings(answer), lambda: tables(answer), format)


def tables(answer: api.Answer | list[api.Answer], most: int | None = None) -> Iterator[RenderableType]:
    """One table for each award, with its remarks; of its first rows only where `most` says how many."""
    if isinstance(answer, dict):
        yield from _table(answer, most)
        return
    idle = [each["award"] for each in answer if not each["standings"] and not each["unresolved"]]
    for each in answer:
        if each["award"] not in idle:
            yield from _table(each, most)
    if idle:
        yield output.note(f"No academy has a point in: {', '.join(idle)}.")


def _table(answer: api.Answer, most: int | None) -> Iterator[RenderableType]:
    from publishing.wording import notes, reasons

    title = f"{answer['name']}: {answer['award_name']} ({answer['award']})"
    if answer.get("by") == "association":
        title += ", by association"
    found = answer["standings"]
    said = [
        _SHARED if row["draw_required"] and (row["reason"] or {}).get("level") == "draw" else reason
        for row, reason in zip(found, reasons.of_standing(found), strict=True)
    ]
    if not found:
        yield output.cell(title, "bold")
        yield output.note("No academy has a point in this award.")
    else:
        columns = {"rank": "right", "academy": "left", "points": "right", "G": "right", "S": "right", "B": "right"}
        yield output.grid(
            title,
            columns | {"before the next by": "left"},
            (
                (rank(row), row["academy"], row["points"], row["gold"], row["silver"], row["bronze"], reason)
                for row, reason in list(zip(found, said, strict=True))[:most]
            ),
        )
        if most is not None and len(found) > most:
            yield output.note(f"and {len(found) - most} academies more")
    for remark in notes.of_standing(answer):
        yield output.note(remark)


def rank(row: api.Answer) -> str:
    """A rank that academies share until a draw is marked `=`."""
    return f"{row['rank']}=" if row["draw_required"] else f"{row['rank']}"


def _differences(answer: api.Answer | list[api.Answer]) -> Iterator[RenderableType]:
    """Who moves, award by award; an award in which nobody does is told in one line."""
    for each in [answer] if isinstance(answer, dict) else answer:
        title = f"{each['name']}: {each['award_name']} ({each['award']}), {each['ruleset']} -> {each['under']}"
        if not each["moves"]:
            yield output.cell(title, "bold")
            yield output.note("Nobody moves.")
            continue
        columns = {"academy": "left", "moves": "left", "why": "left"}
        yield output.grid(title, columns, ((row["academy"], history.moved(row), _why(row)) for row in each["moves"]))
        yield output.note("What if: what is stored did not change.")


def _why(move: api.Answer) -> str:
    """Its own places or their points; else the level that decides now, else only the others."""
    from publishing.wording import notes

    said = [
        f"{notes.category(row)}: {row['athlete']} {row['old_place'] or '-'} -> {row['new_place'] or '-'} "
        f"({row['new_rule'] or row['old_rule']})"
        for row in move["places"]
    ]
    said += [
        f"{notes.category(row)}: {row['athlete']} {row['points']} -> {row['new_points']} points ({row['new_rule']})"
        for row in move["revalued"]
    ]
    if said:
        return "\n".join(said)
    if move["why"] == "chain" and move["level"]:
        return f"the tie is broken at another level: {move['level'].replace('_', ' ')}"
    return "others moved"
