"""The page of a season's ranking: every total with the lines that add up to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publishing.markup import Markup, joined, tag
from publishing.pages import frame
from publishing.pages.frame import Page
from publishing.wording import notes, term, text

if TYPE_CHECKING:
    from publishing.content import Content, SeasonContent
    from publishing.shapes import Answer


def page(season: SeasonContent, content: Content, lang: str) -> Page:
    """The ranking, then the events it counts and with what weight."""
    answer = season.answer
    by = answer["by"]
    heads = [
        (text("page.standing.rank", lang), "number"),
        (text("release.season.moved", lang), "number"),
        (text("page.standing.athlete", lang) if by == "athlete" else text("page.standing.academy", lang), ""),
        (text("page.standing.points", lang), "number"),
        (text("release.season.lines", lang), "reason"),
    ]
    names = {event["event"]: event["name"] for event in answer["events"]}
    rows = [_row(row, by, names, lang) for row in answer["ranking"]]
    protected = tag("p", text("page.standing.protected", lang), class_="facts") if by == "athlete" else None
    title = season.title(lang)
    table = frame.table(title, heads, rows, repeated=title)
    return Page(season.slug, title, joined([tag("h1", title), protected, table, _events(answer, lang)]))


def _row(row: Answer, by: str, names: dict[str, str], lang: str) -> Markup:
    beside = row["academy"] if by == "athlete" and row["academy"] != row["name"] else None
    moved = frame.number(row["movement"], lang, sign=True) if row["movement"] is not None else None
    return tag(
        "tr",
        tag("td", row["rank"], class_="number"),
        tag("td", moved or text("release.season.new", lang), class_="number"),
        tag("th", row["name"], tag("small", " ", beside) if beside else None, scope="row"),
        tag("td", frame.number(row["points"], lang), class_="total"),
        tag("td", _lines(row, names, lang), class_="reason"),
    )


def _lines(row: Answer, names: dict[str, str], lang: str) -> Markup:
    """The lines behind a total, folded away on a screen."""
    items = [tag("li", _line(line, names, lang)) for line in row["lines"]]
    count = text("release.season.count", lang, n=len(items))
    return tag("details", tag("summary", count), tag("ul", items, class_="notes"))


def _line(line: Answer, names: dict[str, str], lang: str) -> str:
    """`9 × 1.5 × 7 × 3 = 283.5`, then event, category and place."""
    factors = [line["base"], *([line["open_class"]] if line["open_class"] != 1 else []), line["weight"], line["factor"]]
    product = " × ".join(frame.number(one, lang) for one in factors)
    where = f"{names.get(line['event'], line['event'])}, {notes.category_name(line, lang)}"
    return f"{product} = {frame.number(line['points'], lang)} · {where}, {term('place', str(line['place']), lang)}"


def _events(answer: Answer, lang: str) -> Markup:
    heads = [
        (text("page.standing.event", lang), ""),
        (text("release.season.weight", lang), "number"),
        (text("release.season.factor", lang), "number"),
    ]
    rows = [
        tag(
            "tr",
            tag("th", event["name"], scope="row"),
            tag("td", frame.number(event["weight"], lang), class_="number"),
            tag("td", frame.number(event["factor"], lang), class_="number"),
        )
        for event in answer["events"]
    ]
    title = text("release.season.events", lang)
    return tag("section", tag("h2", title), frame.table(title, heads, rows, repeated=title))
