"""The first page of a release: its events, who leads each award, and every file to take away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from publishing import tables
from publishing.markup import Markup, joined, tag
from publishing.pages import frame
from publishing.pages.frame import Page
from publishing.wording import notes, text

if TYPE_CHECKING:
    from publishing.content import Content, EventContent, SeasonContent
    from publishing.shapes import Answer


def page(content: Content, lang: str) -> Page:
    """Events in the order of their dates."""
    title = text("release.title", lang)
    events = [_event(event, content, lang) for event in content.events]
    seasons = [_season(season, content, lang) for season in content.seasons]
    body = [tag("h1", title), events, seasons, _privacy(content, lang)]
    return Page("index", title, joined(body))


def _event(event: EventContent, content: Content, lang: str) -> Markup:
    facts = event.facts
    heads = [
        (text("page.standing.award", lang), ""),
        (text("release.leader", lang), ""),
        (text("page.standing.points", lang), "number"),
    ]
    rows = [_leader(event, one, lang) for one in event.standings if one["standings"]]
    caption = text("release.leaders", lang, event=facts["name"])
    results = frame.file(f"{event.slug}-results", lang)
    podiums = frame.file(f"{event.slug}-podiums", lang)
    return tag(
        "section",
        tag("h2", tag("a", facts["name"], href=frame.file(event.slug, lang))),
        tag("p", frame.dates(facts, lang), class_="facts"),
        frame.status(event, lang),
        frame.table(caption, heads, rows, repeated=facts["name"]) if rows else None,
        tag(
            "ul",
            tag("li", tag("a", text("release.results", lang), href=results)),
            tag("li", tag("a", text("release.podiums", lang), href=podiums)) if content.order.podium else None,
            class_="jump",
        ),
        _downloads(event, content, lang),
    )


def _season(season: SeasonContent, content: Content, lang: str) -> Markup:
    formats = content.order.formats
    found = [("JSON", f"data/{season.slug}.json")]
    found += [(name.upper(), f"data/{season.slug}.{name}") for name in ("csv", "parquet", "xlsx") if name in formats]
    if "pdf" in formats:
        found.append(("PDF", f"pdf/{season.slug}.{lang}.pdf"))
    return tag(
        "section",
        tag("h2", tag("a", season.title(lang), href=frame.file(season.slug, lang))),
        _links(found, lang),
    )


def _leader(event: EventContent, answer: Answer, lang: str) -> Markup:
    """Whoever is first; several where only a draw can tell."""
    first = [row for row in answer["standings"] if row["rank"] == 1]
    link = tag("a", notes.award_name(answer, lang), href=f"{frame.file(event.slug, lang)}#award-{answer['award']}")
    return tag(
        "tr",
        tag("th", link, scope="row"),
        tag("td", " = ".join(row["academy"] for row in first)),
        tag("td", frame.number(first[0]["points"], lang), class_="total"),
    )


def _downloads(event: EventContent, content: Content, lang: str) -> Markup:
    """Links to the data."""
    formats = content.order.formats
    found = [("JSON", f"data/{event.slug}.json")]
    if "xlsx" in formats:
        found.append(("XLSX", f"data/{event.slug}.xlsx"))
    if "pdf" in formats:
        found.append(("PDF", f"pdf/{event.slug}.{lang}.pdf"))
        if content.order.podium:
            found.append((f"PDF · {text('release.podiums', lang)}", f"pdf/{event.slug}-podiums.{lang}.pdf"))
    for suffix in ("csv", "parquet"):
        if suffix in formats:
            names = [(_sheet(table.sheet, lang), table.name) for table in tables.of_event(event)]
            found += [(f"{suffix.upper()} {sheet}", f"data/{name}.{suffix}") for sheet, name in names]
    return _links(found, lang)


def _sheet(name: str, lang: str) -> str:
    match name:
        case "standings":
            return text("release.files.standings", lang)
        case "medals":
            return text("release.files.medals", lang)
        case "placements":
            return text("release.files.placements", lang)
    return text("release.files.draws", lang)


def _links(found: Sequence[tuple[str, str]], lang: str) -> Markup:
    links = [tag("li", tag("a", words, href=path)) for words, path in found]
    return joined([tag("h3", text("release.downloads", lang), class_="screen"), tag("ul", links, class_="jump")])


def _privacy(content: Content, lang: str) -> Markup:
    return tag("p", text("page.standing.protected", lang), class_="facts")
