"""`tatame profile`: what the columns of a table mean, proposed, shown and kept."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tatame import options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

    from etl.proposal import Proposal


def profile(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table of results in anybody's layout.")],
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where to keep it; else beside the table.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Keep it without asking.")] = False,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="The encoding of a text, where it is told wrongly.")
    ] = None,
    as_format: options.AsFormat = None,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Propose what the columns of a table mean, show what would load, and keep it once confirmed."""
    from etl import profile as profiles
    from etl import proposal, whole_file
    from etl.errors import UnusableInput

    if not file.is_file():
        raise UnusableInput(f"{file}: there is no such file")
    try:
        found = proposal.propose(file, encoding)
    except OSError as error:
        raise UnusableInput(f"{file} cannot be read: {error.strerror or error}") from None
    output.show(_answer(found), lambda: _rows(found), lambda: _tables(found), as_format)
    if found.known and save is None:
        output.tell(f"{file.name} is read by the profile {found.profile.name} already: tatame ingest {file.name}")
        return
    target = save or profiles.beside(file)
    if not (yes or _confirmed(target)):
        return
    whole_file.write(target, profiles.written(found.profile).encode(), over=True)
    output.tell(f"kept as {target}; now: {_next(file, target, found)}")


def _confirmed(target: Path) -> bool:
    """Asks whoever is at the terminal; a script says --yes."""
    if not sys.stdin.isatty():
        output.tell(f"nothing is kept; --yes keeps it as {target}")
        return False
    return typer.confirm(f"Keep it as {target}?", err=True)


def _next(file: Path, target: Path, found: Proposal) -> str:
    from etl import profile as profiles

    named = "" if target == profiles.beside(file) else f" --profile {target}"
    event = "" if found.profile.event.per else " --event-id ID --event-name NAME --start DATE"
    return f"tatame ingest {file}{named}{event}"


def _answer(found: Proposal) -> dict[str, Any]:
    from etl import profile as profiles

    seen = found.preview
    return {
        "profile": found.profile.name,
        "rows": found.profile.rows,
        "known": found.known,
        "columns": [dict(zip(_COLUMNS, row, strict=True)) for row in _guesses(found)],
        "questions": [{"heading": one.heading, "question": one.text} for one in found.questions],
        "preview": {
            "events": seen.events,
            **dict(zip(("rows_read", "rows_used", "rows_duplicate", "rows_rejected"), seen.counts, strict=True)),
            "first": [dict(zip(seen.columns, row, strict=True)) for row in seen.rows],
            "unread": seen.unread,
        },
        "toml": profiles.written(found.profile),
    }


_COLUMNS = ("heading", "column", "told_by", "examples")


def _guesses(found: Proposal) -> Iterator[tuple[str, str | None, str, str]]:
    for guess in found.guesses:
        yield guess.heading, guess.column, guess.told_by, ", ".join(guess.examples)


def _rows(found: Proposal) -> tuple[Sequence[str], Iterable[Mapping[str, Any]]]:
    return _COLUMNS, [dict(zip(_COLUMNS, row, strict=True)) for row in _guesses(found)]


def _tables(found: Proposal) -> Iterator[RenderableType]:
    seen = found.preview
    title = f"Profile {found.profile.name}: one row is one of {found.profile.rows.replace('_', ' ')}"
    yield output.grid(title, dict.fromkeys(("heading", "read as", "told by", "for example"), "left"), _guesses(found))
    yield output.grid("First rows", dict.fromkeys(seen.columns, "left"), seen.rows)
    read, used, duplicate, rejected = seen.counts
    events = f"{seen.events:,} {'event' if seen.events == 1 else 'events'}"
    yield output.note(f"{events}; {read:,} rows read: {used:,} used, {duplicate:,} duplicate, {rejected:,} rejected")
    for code, texts in sorted(seen.unread.items()):
        yield output.note(f"{code.replace('_', ' ')}: {', '.join(texts)}")
    for one in found.questions:
        yield output.note(f"Question: {one.heading} {one.text}" if one.heading else f"Question: {one.text}")
