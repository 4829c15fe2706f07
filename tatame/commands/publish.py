"""`tatame publish`: a release for the public, the same bytes from the same store."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from etl import inputs
from etl.errors import UnusableInput
from tatame import options, output

if TYPE_CHECKING:
    from publishing.release import Published

_LARGEST = 2_000_000  # bytes of a logo: it stands in every page
_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"<svg": "image/svg+xml",
    b"<?xml": "image/svg+xml",
}


def day(text: str) -> date:
    """A date, `2026-05-03`."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no date; write 2026-05-03") from None


def scheme(text: str) -> tuple[str, int | None]:
    """`SCHEME:YEAR` or `SCHEME`, which means the newest season."""
    name, colon, year = text.rpartition(":")
    return (name, int(year)) if colon and year.isdecimal() else (text, None)


def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write; made, never merged into.")],
    *,
    event: Annotated[
        list[str] | None, typer.Option("--event", metavar="ID", help="An event; again for more. All without it.")
    ] = None,
    award: Annotated[
        list[str] | None, typer.Option("--award", metavar="ID", help="An award; again for more. All without it.")
    ] = None,
    season: Annotated[
        list[str] | None,
        typer.Option("--season", metavar="SCHEME", help="A season ranking too, SCHEME or SCHEME:YEAR; again for more."),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LIST", help="Languages of the pages: en,pt.")] = "en",
    formats: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Of csv, html, json, parquet, pdf, xlsx, or all; without it all but pdf."),
    ] = None,
    podiums: Annotated[bool, typer.Option("--podiums", help="Podium sheets too, one category to a page.")] = False,
    previous: Annotated[
        Path | None, typer.Option(metavar="DIR", help="An earlier release: what changed since it, and why.")
    ] = None,
    federation: Annotated[str | None, typer.Option(metavar="NAME", help="Whose name stands on every page.")] = None,
    logo: Annotated[Path | None, typer.Option(metavar="FILE", help="Its logo: PNG, JPEG, GIF or SVG.")] = None,
    appeal_deadline: Annotated[
        date | None,
        typer.Option(metavar="DATE", parser=day, help="Provisional up to this day, official after it."),
    ] = None,
    published_on: Annotated[
        date | None,
        typer.Option(
            metavar="DATE", parser=day, help="The day of publication; without it that of the newest thing recorded."
        ),
    ] = None,
    as_of: options.AsOf = None,
    privacy: Annotated[
        options.Level | None,
        typer.Option(
            "--privacy",
            metavar="LEVEL",
            help="Names of under-18s: full, initials, academy or suppressed; without it academy. "
            "Nobody who opted out is named at any level.",
            show_default=False,
        ),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of the release that is there.")] = False,
    store: options.Store = options.DEFAULT_STORE,
) -> None:
    """Write a release: pages, tables and documents of the standings, medals and places, with a manifest.

    The same store and options give the same bytes; no clock is read. Under-18s are shown by their academy.
    """
    from analytics.store import Store
    from publishing import exports, release
    from publishing.content import Order
    from publishing.privacy import Level

    order = Order(
        events=tuple(event or ()),
        awards=tuple(award or ()),
        seasons=tuple(map(scheme, season or ())),
        languages=tuple(dict.fromkeys(_words(lang))),
        formats=tuple(exports.known() if formats == "all" else _words(formats) if formats else Order().formats),
        level=Level.PUBLISHED if privacy is None else Level(privacy),
        as_of=as_of,
        federation=federation,
        logo=None if logo is None else image(logo),
        appeal_deadline=appeal_deadline,
        published_on=published_on,
        podium=podiums,
    )
    with Store.open(store) as opened:
        made = release.publish(opened, folder, order, previous=previous, replace_release=replace)
    _tell(made)


def _words(text: str) -> list[str]:
    found = [word.strip() for word in text.split(",") if word.strip()]
    if not found:
        raise typer.BadParameter(f"{text!r} names nothing; write for example en,pt")
    return found


def image(file: Path) -> tuple[bytes, str]:
    """A logo's content and media type, told by how it begins."""
    data = inputs.content(file)
    kind = next((kind for start, kind in _KINDS.items() if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(start)), None)
    if kind is None:
        raise UnusableInput(f"{file} is no PNG, JPEG, GIF or SVG image")
    if len(data) > _LARGEST:
        raise UnusableInput(f"{file} has {len(data):,} bytes and would stand in every page; make it smaller than 2 MB")
    return data, kind


def _tell(made: Published) -> None:
    output.done(f"{made.folder}: {made.files} files, {made.size:,} bytes")
    output.done(f"fingerprint {made.fingerprint} (SHA-256 of SHA256SUMS)")
    for event in made.content.events:
        facts = event.facts
        output.done(f"{facts['event']}: version {facts['version']}, {facts['status']}, {facts['ruleset']}")
        if waiting := len(event.placements["en"]["unresolved"]):
            output.tell(f"{facts['event']}: not settled and counted nowhere (A7): {waiting:,}")
