"""The results list of an event, category by category, and its podium sheets, one category to a printed page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from publishing.markup import Markup, joined, tag
from publishing.pages import standings
from publishing.pages.frame import Page
from publishing.wording import notes, term, text

if TYPE_CHECKING:
    from publishing.content import Content, EventContent
    from publishing.shapes import Answer


def page(event: EventContent, content: Content, lang: str) -> Page:
    """Every category with its places, then those not settled."""
    return Page(f"{event.slug}-results", _title(event, text("release.results", lang)), body(event, lang))


def podiums(event: EventContent, content: Content, lang: str) -> Page:
    """One sheet per category, large enough to be read out."""
    name = text("release.podiums", lang)
    sheets = [_podium(event, rows, lang) for rows in _categories(event, lang)]
    return Page(f"{event.slug}-podiums", _title(event, name), joined([standings.heading(event, lang, name), sheets]))


def _title(event: EventContent, what: str) -> str:
    return f"{event.facts['name']}: {what}"


def body(event: EventContent, lang: str) -> Markup:
    """The list, grouped by gender and age division."""
    groups = groupby(_categories(event, lang), key=lambda rows: (rows[0]["gender"], rows[0]["age_division"]))
    waiting = event.placements[lang]["unresolved"]
    return joined(
        [
            standings.heading(event, lang, text("release.results", lang)),
            tag("p", text("page.standing.protected", lang), class_="facts"),
            [_group(gender, age, [_category(rows, lang) for rows in found], lang) for (gender, age), found in groups],
            _waiting(waiting, lang) if waiting else None,
        ]
    )


def _group(gender: str, age: str, found: list[Markup], lang: str) -> Markup:
    return tag("section", tag("h2", f"{term('gender', gender, lang)} · {term('age_division', age, lang)}"), found)


def _categories(event: EventContent, lang: str) -> Iterator[list[Answer]]:
    """The places of each category, in the order of the event."""
    for _, rows in groupby(event.placements[lang]["placements"], key=notes.category):
        yield list(rows)


def _category(rows: list[Answer], lang: str) -> Markup:
    heads = (
        text("page.standing.place", lang),
        text("page.standing.athlete", lang),
        text("page.standing.academy", lang),
        text("page.standing.rule", lang),
    )
    name = notes.category_name(rows[0], lang)
    return tag(
        "div",
        tag("h3", name),
        tag(
            "table",
            tag("thead", tag("tr", [tag("th", words, scope="col") for words in heads])),
            tag("tbody", [_place(row, lang) for row in rows]),
            aria_label=name,
        ),
        class_="category scroll",
        role="region",
        tabindex="0",
        aria_label=name,
    )


def _place(row: Answer, lang: str) -> Markup:
    origin = row["rule"] if row["source"] == "bouts" else f"{row['rule']} ({notes.from_where(row['source'], lang)})"
    return tag(
        "tr",
        tag("td", f"{row['place']} · {term('place', str(row['place']), lang)}"),
        tag("th", row["athlete"], scope="row"),
        tag("td", row["academy"]),
        tag("td", origin),
    )


def _podium(event: EventContent, rows: list[Answer], lang: str) -> Markup:
    places = [
        tag(
            "li",
            tag("span", term("place", str(row["place"]), lang), class_="medal"),
            tag("span", row["athlete"], class_="who"),
            tag("span", row["academy"] if row["academy"] != row["athlete"] else None),
            class_=f"place-{row['place']}",
        )
        for row in rows
    ]
    named = tag("p", event.facts["name"], class_="facts")
    return tag("section", tag("h2", notes.category_name(rows[0], lang)), named, tag("ol", places), class_="podium")


def _waiting(rows: list[Answer], lang: str) -> Markup:
    heading = text("page.standing.unresolved", lang, n=len(rows))
    return tag("section", tag("h2", heading), tag("ul", [tag("li", standings.unsettled(row, lang)) for row in rows]))
