"""The page of an event: every award with its reasons, each beginning a printed page, then medals and draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from publishing.markup import Markup, joined, tag
from publishing.pages import frame
from publishing.pages.frame import Page
from publishing.wording import notes, reasons, text
from publishing.wording import unsettled as unsettled_reasons

if TYPE_CHECKING:
    from publishing.content import Content, EventContent
    from publishing.shapes import Answer


def page(event: EventContent, content: Content, lang: str) -> Page:
    """Awards in the order of the event; those nobody has a point in take one line."""
    return Page(event.slug, event.facts["name"], body(event, lang))


def body(event: EventContent, lang: str) -> Markup:
    """Heading, facts, awards, medals, draws."""
    filled = [one for one in event.standings if one["standings"]]
    idle = text("note.comma", lang).join(notes.award_name(one, lang) for one in event.standings if not one["standings"])
    jump = [tag("li", tag("a", notes.award_name(one, lang), href=f"#award-{one['award']}")) for one in filled]
    medals = tag("li", tag("a", text("release.medals", lang), href="#medals"))
    return joined(
        [
            heading(event, lang),
            tag("ul", jump, medals, class_="jump"),
            tag("p", text("release.idle", lang, awards=idle), class_="facts") if idle else None,
            [award(event, one, lang) for one in filled],
            _medals(event, lang),
            _draws(event, lang),
            _source(event, lang),
        ]
    )


def heading(event: EventContent, lang: str, more: str | None = None) -> Markup:
    """Name, dates and place of the event, its status and its rules."""
    facts = event.facts
    place = ", ".join(part for part in (facts["city"], facts["country"]) if part)
    said = " · ".join(part for part in (frame.dates(facts, lang), place, facts["federation"]) if part)
    rules = text("release.rules", lang, title=facts["ruleset_title"], version=facts["version"])
    title = facts["name"] if more is None else f"{facts['name']}: {more}"
    told = [tag("p", said, class_="facts"), frame.status(event, lang), tag("p", rules, class_="facts")]
    return joined([tag("h1", title), told])


def award(event: EventContent, answer: Answer, lang: str) -> Markup:
    """The standing of one award, with its bars and remarks."""
    name, rows = notes.award_name(answer, lang), answer["standings"]
    words = reasons.of_standing(rows, lang)
    bars = event.bars[answer["award"]]
    longest = max((sum(bar) for bar in bars), default=0)
    heads = [
        (text("page.standing.rank", lang), "number"),
        (text("page.standing.academy", lang), ""),
        (text("page.standing.points", lang), "number"),
        (text("page.standing.gold", lang), "number"),
        (text("page.standing.silver", lang), "number"),
        (text("page.standing.bronze", lang), "number"),
        (text("page.standing.reason", lang), "reason"),
    ]
    lines = [_row(row, words[n], bars[n], longest, lang) for n, row in enumerate(rows)]
    caption = text("release.caption", lang, award=name, event=event.facts["name"])
    return tag(
        "section",
        tag("h2", name),
        frame.table(caption, heads, lines, repeated=f"{name} · {event.facts['name']}"),
        _notes(event, answer, lang),
        class_="award",
        id=f"award-{answer['award']}",
    )


def _row(row: Answer, reason: str, bar: tuple[int, int, int], longest: int, lang: str) -> Markup:
    rank = f"{row['rank']}=" if row["draw_required"] else row["rank"]
    return tag(
        "tr",
        tag("td", rank, class_="number"),
        tag("th", row["academy"], scope="row"),
        tag("td", _bar(bar, longest), tag("span", frame.number(row["points"], lang), class_="sum"), class_="total"),
        [tag("td", row[medal], class_="number") for medal in ("gold", "silver", "bronze")],
        tag("td", reason, class_="reason"),
    )


def _bar(parts: tuple[int, int, int], longest: int) -> Markup | None:
    """Points from gold, silver and bronze as a bar; the numbers beside it say the same."""
    if not longest:
        return None
    drawn = [
        tag("i", class_=kind, style=f"width:{value * 10_000 // longest / 100}%") if value else None
        for kind, value in zip("gsb", parts, strict=True)
    ]
    return tag("span", drawn, class_="bar", aria_hidden="true")


def _notes(event: EventContent, answer: Answer, lang: str) -> Markup:
    said = [*notes.provisional(event.facts["status"], lang), *notes.of_standing({**answer, "unresolved": []}, lang)]
    waiting = {tuple(row[part] for part in notes.PARTS) for row in answer["unresolved"]}
    found = [row for row in event.placements[lang]["unresolved"] if tuple(row[p] for p in notes.PARTS) in waiting]
    items = [*said, *(unsettled(row, lang) for row in found)]
    return tag("ul", [tag("li", one) for one in items], class_="notes")


def unsettled(row: Answer, lang: str) -> Markup:
    """A category that counts nowhere yet (A7), with the reason."""
    reason = notes.with_rule(unsettled_reasons.reason(row["reason"] or "", lang), row["rule"], lang)
    name, state = notes.category_name(row, lang), notes.state(row["state"], lang)
    return joined([text("release.unsettled", lang, category=name, state=state), " ", reason])


def _medals(event: EventContent, lang: str) -> Markup:
    name = text("release.medals", lang)
    kinds = ("gold", "silver", "bronze")
    words = [text("page.standing.gold", lang), text("page.standing.silver", lang), text("page.standing.bronze", lang)]
    counted = [text("release.counted", lang, medal=word) for word in words]
    heads = [
        (text("page.standing.academy", lang), ""),
        *((word, "number") for word in [*words, *counted]),
        (text("release.uncontested", lang), "number"),
    ]
    names = (*kinds, *(f"{kind}_counted" for kind in kinds), "uncontested")
    lines = [
        tag(
            "tr",
            tag("th", row["academy"], scope="row"),
            [tag("td", frame.number(row[name], lang), class_="number") for name in names],
        )
        for row in event.medals["medals"]
    ]
    more = event.medals["without_academy"]
    return tag(
        "section",
        tag("h2", name),
        frame.table(text("release.medals_caption", lang), heads, lines, repeated=f"{name} · {event.facts['name']}"),
        tag("p", text("release.without_academy", lang, n=more), class_="facts") if more else None,
        class_="apart",
        id="medals",
    )


def _draws(event: EventContent, lang: str) -> Markup | None:
    if not event.draws:
        return None
    named = {one["award"]: notes.award_name(one, lang) for one in event.standings}
    found = [_draw({**one, "award": named[one["award"]]}, lang) for one in event.draws]
    return tag("section", tag("h2", text("release.draws", lang)), found, id="draws")


def _draw(draw: Answer, lang: str) -> list[Markup]:
    who = {
        "award": draw["award"],
        "seed": draw["seed"],
        "time": frame.clock(draw["drawn_at"], lang),
        "by": draw["recorded_by"],
    }
    said = text("release.draw", lang, **who)
    order = [
        tag("li", academy, " ", tag("code", digest))
        for academy, digest in zip(draw["academies"], draw["digests"], strict=True)
    ]
    return [tag("p", said), tag("ol", order)]


def _source(event: EventContent, lang: str) -> Markup:
    facts = event.facts
    files: Sequence[Answer] = facts["source"]["files"]
    rules = text("release.fingerprint", lang, name=facts["ruleset"])
    return tag(
        "section",
        tag("h2", text("release.source", lang)),
        tag("p", rules, " ", tag("code", facts["ruleset_fingerprint"])),
        tag("ul", [tag("li", one["file"], " ", tag("code", one["sha256"])) for one in files], class_="notes"),
        class_="facts",
    )
