"""Quality: what was loaded and from where, what was found, what is not known, names waiting for review."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, filters, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number, percent
from dashboard.words import chosen, text
from publishing import quality_page
from publishing.wording import DEFAULT

ORDER = 80
TITLE = "page.quality.title"
ADDRESS = "quality"


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    loaded = reader.ask(quality_page.loaded)
    if filters.embedded():
        tables.show(loaded, _loaded_columns(), text("page.quality.loaded_table"), "loaded")
        return
    st.subheader(text("page.quality.loaded"), anchor=False)
    tables.show(loaded, _loaded_columns(), text("page.quality.loaded_table"), "loaded")
    event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    _findings(reader, event)
    _coverage(reader, event)
    _doubles(reader)
    _people(reader)


def _findings(reader: Reader, event: str) -> None:
    """By code with what each means; of one code, or of all, every finding."""
    st.subheader(text("page.quality.findings"), anchor=False)
    counts = reader.ask(quality_page.counts, event, chosen())
    if counts.empty:
        st.text(text("page.quality.no_findings"))
        return
    tables.show(counts, _count_columns(), text("page.quality.counts_table"), f"finding-counts-{event or 'all'}")
    named = {code: code for code in reader.ask(quality_page.codes, event)}
    code = choices.part("code", text("page.quality.of_code"), named, text("page.quality.any_code"))
    if code:
        rules = counts.loc[counts["code"] == code, "rule"].tolist()
        st.text("\n".join(quality_page.meaning(code, rules, chosen())))
    with st.expander(text("page.quality.every"), expanded=bool(code)):
        found, many = reader.ask(quality_page.findings, event, code, chosen())
        if many > len(found):
            st.text(text("page.quality.first", n=len(found), of=many))
        if chosen() != DEFAULT and not found.empty:
            st.text(text("page.quality.in_short"))
        tables.show(found, _finding_columns(), text("page.quality.every"), f"findings-{event or 'all'}")


def _coverage(reader: Reader, event: str) -> None:
    st.subheader(text("page.quality.coverage"), anchor=False)
    found = reader.ask(quality_page.coverage, event, chosen())
    tables.show(found, _coverage_columns(), text("page.quality.coverage_table"), f"coverage-{event or 'all'}")


def _doubles(reader: Reader) -> None:
    st.subheader(text("page.quality.doubles"), anchor=False)
    found = reader.ask(quality_page.doubles)
    if found.empty:
        st.text(text("page.quality.no_doubles"))
        return
    st.text(text("page.quality.doubles_note"))
    tables.show(found, _double_columns(), text("page.quality.doubles"), "academies-alike")


def _people(reader: Reader) -> None:
    st.subheader(text("page.quality.people"), anchor=False)
    pairs, newest = reader.lately(quality_page.pairs)
    found = reader.ask(quality_page.people, pairs, chosen())
    if not newest:
        st.text(text("page.store.older"))
    if found.many is not None:
        st.text(text("page.quality.people_many", n=found.many))
        return
    if found.rows.empty:
        st.text(text("page.quality.no_people"))
    else:
        st.text(text("page.quality.people_note"))
        tables.show(found.rows, _people_columns(), text("page.quality.people"), "athletes-alike")
    if found.hidden:
        st.text(text("page.quality.people_hidden", n=found.hidden))


def _loaded_columns() -> dict[str, Column]:
    return {
        "name": Column(text("page.standing.event"), theme.LONG),
        "version": number(text("page.quality.version")),
        "categories": number(text("page.quality.categories")),
        "decided": number(text("page.quality.decided")),
        "unresolved": number(text("page.quality.unresolved")),
        "places": number(text("page.quality.places")),
        "loaded_at": Column(text("page.quality.loaded_at")),
        "source": Column(text("page.quality.source")),
    }


def _count_columns() -> dict[str, Column]:
    return {
        "count": number(text("page.methods.count")),
        "severity": Column(text("page.quality.severity")),
        "meaning": Column(text("page.quality.meaning"), theme.SENTENCE),
        "rule": Column(text("page.standing.rule")),
        "code": Column(text("page.quality.code")),
        "file": Column(text("page.quality.file")),
    }


def _finding_columns() -> dict[str, Column]:
    return {
        "file": Column(text("page.quality.file")),
        "row": Column(text("page.quality.row")),
        "reason": Column(text("page.quality.reason"), theme.SENTENCE),
        "severity": Column(text("page.quality.severity")),
        "column": Column(text("page.quality.column")),
        "value": Column(text("page.quality.value")),
        "rule": Column(text("page.standing.rule")),
        "code": Column(text("page.quality.code")),
    }


def _coverage_columns() -> dict[str, Column]:
    return {
        "what": Column(text("page.quality.what")),
        "of": Column(text("page.quality.of")),
        "share": percent(text("page.methods.share")),
        "known": number(text("page.quality.known")),
        "total": number(text("page.quality.total")),
        "event": Column(text("page.standing.event"), theme.LONG),
        "source": Column(text("page.quality.source")),
    }


def _double_columns() -> dict[str, Column]:
    return {
        "alias": Column(text("page.quality.one")),
        "academy": Column(text("page.quality.other")),
        "score": percent(text("page.quality.alike")),
        "points": number(text("page.standing.points")),
    }


def _people_columns() -> dict[str, Column]:
    return {
        "alias": Column(text("page.quality.one"), theme.LONG),
        "athlete": Column(text("page.quality.other"), theme.LONG),
        "score": percent(text("page.quality.alike")),
        "why": Column(text("page.quality.why"), theme.REASON),
    }
