"""What changed since an earlier release and why, as published and as corrected side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publishing.markup import Markup, joined, tag
from publishing.pages import frame
from publishing.pages.frame import Page
from publishing.wording import notes, term, text

if TYPE_CHECKING:
    from publishing.content import Content
    from publishing.shapes import Answer


def page(content: Content, lang: str) -> Page:
    """Event by event; one in which nothing differs takes a line."""
    answer = content.changes[lang]
    title = text("changes.title", lang)
    before = answer["previous"]
    said = [tag("p", text("changes.previous", lang), " ", tag("code", before["fingerprint"]), class_="facts")]
    if before["data_cut_off"] is not None:
        said.append(
            tag("p", text("changes.since", lang, time=frame.clock(before["data_cut_off"], lang)), class_="facts")
        )
    return Page("changes", title, joined([tag("h1", title), said, [_event(one, lang) for one in answer["events"]]]))


def _event(event: Answer, lang: str) -> Markup:
    said = {
        "new": text("changes.new", lang),
        "gone": text("changes.gone", lang),
        "same": text("changes.same", lang),
        "changed": None,
    }[event["kind"]]
    return tag(
        "section",
        tag("h2", event["name"]),
        tag("p", said) if said else None,
        tag("p", text("changes.unexplained", lang)) if event["awards"] and not event["explained"] else None,
        tag("ul", [_version(one, lang) for one in event["versions"]]) if event["versions"] else None,
        [_award(event, one, lang) for one in event["awards"] if any(row["changed"] for row in one["rows"])],
    )


def version(one: Answer, lang: str) -> str:
    """What was recorded, when, by whom and why: the words of whoever recorded it."""
    said = text(
        "changes.version",
        lang,
        n=one["version"],
        what=_kind(one["kind"], lang),
        time=frame.clock(one["recorded_at"], lang),
    )
    by = text("changes.by", lang, name=one["recorded_by"]) if one["recorded_by"] else None
    return " · ".join(part for part in (said, by, one["reason"]) if part)


def _version(one: Answer, lang: str) -> Markup:
    return tag("li", version(one, lang), _decisions(one, lang))


def _decisions(version: Answer, lang: str) -> Markup | None:
    found = [
        " · ".join(part for part in (_where(each, lang), _subject(each, lang)) if part) for each in version["decisions"]
    ]
    return tag("ul", [tag("li", one) for one in found]) if found else None


def _subject(decision: Answer, lang: str) -> str | None:
    """Whom it was about; a correction also says what he is since."""
    said = decision["subject"]
    if decision["kind"] != "correction" or not said:
        return None if said is None else str(said)
    name, _, status = said.rpartition(": ")
    return f"{name}: {term('status', status, lang)}" if name else str(said)


def _where(decision: Answer, lang: str) -> str:
    return term("award", decision["award"], lang) if decision["award"] else notes.category_name(decision, lang)


def _kind(kind: str, lang: str) -> str:
    match kind:
        case "correction":
            return text("changes.kind.correction", lang)
        case "ruling":
            return text("changes.kind.ruling", lang)
        case "draw":
            return text("changes.kind.draw", lang)
        case "merge":
            return text("changes.kind.merge", lang)
        case "removal":
            return text("changes.kind.removal", lang)
    return text("changes.kind.load", lang)


def _award(event: Answer, award: Answer, lang: str) -> Markup:
    heads = [
        (text("page.standing.academy", lang), ""),
        (text("changes.rank_before", lang), "number"),
        (text("changes.rank_now", lang), "number"),
        (text("changes.points_before", lang), "number"),
        (text("changes.points_now", lang), "number"),
        (text("changes.difference", lang), "number"),
        (text("changes.why", lang), "reason"),
    ]
    rows = [_row(row, lang) for row in award["rows"]]
    caption = text("changes.caption", lang, award=notes.award_name(award, lang), event=event["name"])
    title = notes.award_name(award, lang)
    table = frame.table(caption, heads, rows, repeated=f"{title} · {event['name']}")
    return tag("section", tag("h3", title), table, class_="award")


def _row(row: Answer, lang: str) -> Markup:
    shown = [frame.number(row[name], lang) for name in ("old_rank", "new_rank", "old_points", "new_points")]
    change = frame.number(row["points_change"], lang, sign=True)
    return tag(
        "tr",
        tag("th", row["academy"], scope="row"),
        [tag("td", value, class_="number") for value in shown],
        tag("td", change if row["changed"] else "", class_="number moved" if row["changed"] else "number"),
        tag("td", _why(row, lang) if row["changed"] else None, class_="reason"),
    )


def _why(row: Answer, lang: str) -> Markup:
    said = why(row, lang)
    return tag("ul", [tag("li", one) for one in said], class_="notes") if row["places"] else joined(said)


def why(row: Answer, lang: str) -> list[str]:
    """Its own places that changed; else which version did it, else only the others moved."""
    if row["places"]:
        return [_place(one, lang) for one in row["places"]]
    if row["points_change"] and row["versions"]:
        return [text("changes.by_version", lang, versions=", ".join(map(str, row["versions"])))]
    return [text("changes.others", lang)]


def _place(place: Answer, lang: str) -> str:
    old, new = place["old_place"], place["new_place"]
    return text(
        "changes.place",
        lang,
        category=notes.category_name(place, lang),
        athlete=place["athlete"],
        old=term("place", str(old), lang) if old else "–",
        new=term("place", str(new), lang) if new else "–",
        rule=place["new_rule"] or place["old_rule"],
        version=place["version"],
    )
