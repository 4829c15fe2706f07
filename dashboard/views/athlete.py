"""An athlete, found by any part of the name: record, rating with its band, medals, bouts."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, filters, source, tables, theme
from dashboard.source import Events, Reader
from dashboard.tables import Column
from dashboard.words import chosen, text
from publishing import athlete_page, bout_answer
from publishing.privacy import Level

ORDER = 60
TITLE = "page.athlete.title"
ADDRESS = "athlete"


def page() -> None:
    """The heading, and what the store has to say."""
    st.header(text(TITLE), anchor=False)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    record = reader.ask(bout_answer.record, None, "athlete", privacy=Level.PUBLISHED)
    left, right = st.columns(2, gap="medium")
    with left:
        typed = filters.words("search", text("page.athlete.search"), text("page.athlete.hint"))
    names = athlete_page.found(record, typed, filters.asked("athlete"))
    if not names:
        st.info(text("page.athlete.none"), icon=":material/info:")
        return
    with right:
        who = choices.athlete(names)
    rating = reader.ask(bout_answer.rating, privacy=Level.PUBLISHED)
    found = reader.ask(athlete_page.athlete, "", who, chosen())
    st.text("\n".join(athlete_page.facts(record, rating, who, chosen())))
    if not found.medals.empty:
        st.subheader(text("page.medals.title"), anchor=False)
        tables.show(found.medals, _medals(), text("page.athlete.medals_table"), "athlete-medals")
    if not found.bouts.empty:
        st.subheader(text("page.quality.bouts"), anchor=False)
        tables.show(found.bouts, _bouts(), text("page.athlete.bouts_table"), "athlete-bouts")
    methods = athlete_page.methods(record, who, chosen())
    if not methods.empty:
        st.subheader(text("page.athlete.methods"), anchor=False)
        tables.show(methods, columns.outcomes(), text("page.athlete.methods"), "athlete-methods")
    st.text(text("page.athlete.left_out"))


def _medals() -> dict[str, Column]:
    return {
        "place": Column(text("page.standing.place"), theme.NARROW),
        "category": Column(text("page.standing.category"), theme.LONG),
        "rule": Column(text("page.standing.rule"), theme.NARROW),
        "event": Column(text("page.standing.event"), theme.NAME),
    }


def _bouts() -> dict[str, Column]:
    return {
        "outcome": Column(text("page.academy.outcome"), theme.NARROW),
        "opponent": Column(text("page.athlete.opponent"), theme.NAME),
        "how": Column(text("page.bracket.how"), theme.LONG),
        "round": Column(text("page.bracket.round"), theme.WORD),
        "category": Column(text("page.standing.category"), theme.LONG),
        "event": Column(text("page.standing.event"), theme.NAME),
    }
