"""HTML: static pages in every language asked for, each complete in one file; index.html is the first language's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from publishing.pages import changes, frame, overview, results, seasons, standings
from publishing.wording import text

if TYPE_CHECKING:
    from publishing.content import Content
    from publishing.pages.frame import Page

NAME = "html"
_NAVIGATED = 12  # events that a page's navigation names; the first page links them all


def files(content: Content) -> Iterator[tuple[str, bytes]]:
    """Every page in every language."""
    for number, lang in enumerate(content.order.languages):
        names = _names(content, lang)
        for page in pages(content, lang):
            written = frame.render(page, content, lang, names)
            yield frame.file(page.name, lang), written
            if page.name == "index" and number == 0:
                yield "index.html", written


def pages(content: Content, lang: str) -> Iterator[Page]:
    """The pages of one language, the first page first."""
    yield overview.page(content, lang)
    for event in content.events:
        yield standings.page(event, content, lang)
        yield results.page(event, content, lang)
        if content.order.podium:
            yield results.podiums(event, content, lang)
    for season in content.seasons:
        yield seasons.page(season, content, lang)
    if content.changes:
        yield changes.page(content, lang)


def _names(content: Content, lang: str) -> list[tuple[str, str]]:
    events = content.events if len(content.events) <= _NAVIGATED else ()
    found = [("index", text("release.overview", lang)), *((event.slug, event.facts["name"]) for event in events)]
    found += [(season.slug, season.title(lang)) for season in content.seasons]
    return [*found, ("changes", text("changes.title", lang))] if content.changes else found
