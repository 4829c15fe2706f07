"""What every page of a release shares: head, style, header with name and logo, ways to the other pages, footer."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from etl import schema
from publishing.markup import Markup, joined, tag
from publishing.wording import locales, text

if TYPE_CHECKING:
    from publishing.content import Content, EventContent

# Nothing is fetched and nothing runs, whatever a name in the data looks like.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True)
class Page:
    """A page in one language; `name` is its file's without language and suffix."""

    name: str
    title: str
    body: Markup


def file(name: str, lang: str) -> str:
    """The file of a page; all lie in one folder, so that links hold from disk and from any address."""
    return f"{name}.{lang}.html"


def render(page: Page, content: Content, lang: str, names: Sequence[tuple[str, str]]) -> bytes:
    """The whole document; `names`: page name and words of each page the navigation leads to."""
    order = content.order
    title = page.title if order.federation is None else f"{page.title} · {order.federation}"
    return document(
        lang,
        title,
        tag("a", text("release.skip", lang), href="#main", class_="skip"),
        tag("header", masthead(content, lang), _navigation(page, lang, names), _languages(page, content, lang)),
        tag("main", page.body, id="main"),
        tag("footer", footer(content, lang)),
    ).encode("utf-8")


def document(lang: str, title: str, *body: object) -> str:
    """An HTML document with the style of a release."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        Markup('<meta name="color-scheme" content="light dark">'),
        tag("title", title),
        tag("style", Markup(style())),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', *body), lang=lang)}\n"


@cache
def style() -> str:
    """The one style sheet, put into every page."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def masthead(content: Content, lang: str) -> Markup | None:
    """Logo and name of the federation; the name alone is its own text, the logo beside it decoration."""
    order = content.order
    if order.federation is None and order.logo is None:
        return None
    return tag("p", logo(content, lang), order.federation, class_="masthead")


def logo(content: Content, lang: str) -> Markup | None:
    """The logo within the page itself."""
    if content.order.logo is None:
        return None
    data, kind = content.order.logo
    address = f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
    return tag("img", src=address, alt="" if content.order.federation else text("release.logo", lang), class_="logo")


def _navigation(page: Page, lang: str, names: Sequence[tuple[str, str]]) -> Markup:
    items = [
        tag("li", tag("a", words, href=file(name, lang), aria_current="page" if name == page.name else None))
        for name, words in names
    ]
    return tag("nav", tag("ul", items), aria_label=text("release.navigation", lang))


def _languages(page: Page, content: Content, lang: str) -> Markup | None:
    others = [other for other in content.order.languages if other != lang]
    if not others:
        return None
    items = [
        tag("li", tag("a", text("release.language", other), href=file(page.name, other), lang=other, hreflang=other))
        for other in others
    ]
    return tag("nav", tag("ul", items), aria_label=text("release.languages", lang), class_="languages")


def footer(content: Content, lang: str) -> Markup:
    """What made the page, from what, and where to check it."""
    said = [text("release.made_by", lang, version=schema.program_version())]
    if content.cut_off is not None:
        said.append(text("release.cut_off", lang, time=clock(content.cut_off, lang)))
    check = tag("a", "manifest.json", href="manifest.json")
    return tag("p", " ".join(said), " ", text("release.check", lang), " ", check)


def clock(moment: str, lang: str) -> str:
    """A time of the store to the minute, for people; the manifest has it exactly."""
    return locales.moment(datetime.fromisoformat(moment), lang)


def dates(facts: Mapping[str, str | None], lang: str) -> str:
    """First and last day of an event."""
    days = dict.fromkeys(one for one in (facts["start_date"], facts["end_date"]) if one is not None)
    return " – ".join(locales.day(date.fromisoformat(one), lang) for one in days)


def number(value: float | None, lang: str, *, sign: bool = False) -> str:
    """A number as the language writes it; not known is a dash."""
    return "–" if value is None else locales.number(value, lang, sign=sign)


def status(event: EventContent, lang: str) -> Markup:
    """Whether the results are provisional or official, in a word and by whom."""
    name, deadline = event.facts["status"], event.facts["appeal_deadline"]
    words = {
        "provisional": text("release.status.provisional", lang),
        "official": text("release.status.official", lang),
        "unknown": text("release.status.unknown", lang),
    }[name]
    until = None
    if deadline is not None:
        until = joined([" ", text("release.status.deadline", lang, date=date.fromisoformat(deadline))])
    return tag("p", tag("strong", words, class_=f"status {name}"), until)


def table(caption: str, heads: Sequence[tuple[str, str]], rows: Sequence[object], *, repeated: str) -> Markup:
    """A table that scrolls on a narrow screen; `repeated` heads it again on every printed page.

    `heads`: words and class of each column.
    """
    return tag(
        "div",
        tag(
            "table",
            tag("caption", caption),
            tag(
                "thead",
                tag("tr", tag("th", repeated, colspan=len(heads), scope="colgroup"), class_="repeated"),
                tag("tr", [tag("th", words, scope="col", class_=kind or None) for words, kind in heads]),
            ),
            tag("tbody", rows),
        ),
        class_="scroll",
        role="region",
        aria_label=caption,
        tabindex="0",
    )
