"""An athlete, found by any part of the name: record, rating over time with its band, medals, bouts."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, figures, filters, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column
from dashboard.words import chosen, text
from publishing import athlete_page, rating_page
from publishing.athlete_page import Athlete
from publishing.rating_page import Rated

ORDER = 60
TITLE = "page.athlete.title"
ADDRESS = "athlete"


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = filters.beside(2)
    with left:
        typed = filters.words("search", text("page.athlete.search"), text("page.athlete.hint"))
    names = reader.ask(athlete_page.found, typed)
    if (asked := filters.asked("athlete")) is not None and asked not in names:
        names = reader.ask(athlete_page.found, typed, asked)
    if not names:
        st.info(text("page.athlete.none"), icon=":material/info:")
        return
    with right:
        who = choices.athlete(names)
    if len(names) >= athlete_page.MOST and not filters.embedded():
        st.text(text("page.athlete.more", n=athlete_page.MOST))
    found = reader.ask(athlete_page.athlete, who, chosen())
    if filters.embedded():
        _medals(found)
        return
    rated, newest = reader.lately(rating_page.rated)
    older = [] if newest else [text("page.store.older")]
    st.text("\n".join([*found.facts, *rating_page.facts(rated, who, chosen()), *older]))
    _medals(found)
    if found.meanings:
        with st.expander(text("page.bracket.meanings")):
            st.text("\n".join(found.meanings))
    _bouts(found)
    _rating(rated, who)
    st.text(text("page.athlete.left_out"))


def _medals(found: Athlete) -> None:
    if not found.medals.empty:
        st.subheader(text("page.medals.title"), anchor=False)
        tables.show(found.medals, _medal_columns(), text("page.athlete.medals_table"), "athlete-medals")


def _bouts(found: Athlete) -> None:
    if not found.bouts.empty:
        st.subheader(text("page.quality.bouts"), anchor=False)
        tables.show(found.bouts, _bout_columns(), text("page.athlete.bouts_table"), "athlete-bouts")
    if not found.methods.empty:
        st.subheader(text("page.athlete.methods"), anchor=False)
        tables.show(found.methods, columns.outcomes(), text("page.athlete.methods"), "athlete-methods")


def _rating(rated: Rated, who: str) -> None:
    trails = rating_page.uniforms(rated, who)
    if not trails:
        return
    st.subheader(text("page.athlete.rating_over_time"), anchor=False)
    for uniform, rows in trails:
        if len(trails) > 1:
            st.text(uniform)
        alt = rating_page.alt(rows, who, uniform, chosen())
        figures.show(rating_page.figure, rows, alt=alt)
    st.text(text("page.athlete.rating_note"))


def _medal_columns() -> dict[str, Column]:
    return {
        "place": Column(text("page.standing.place")),
        "category": Column(text("page.standing.category"), theme.LONG),
        "rule": Column(text("page.standing.rule")),
        "event": Column(text("page.standing.event"), theme.LONG),
    }


def _bout_columns() -> dict[str, Column]:
    return {
        "outcome": Column(text("page.academy.outcome")),
        "opponent": Column(text("page.athlete.opponent")),
        "how": Column(text("page.bracket.how"), theme.REASON),
        "round": Column(text("page.bracket.round")),
        "category": Column(text("page.standing.category"), theme.LONG),
        "event": Column(text("page.standing.event")),
    }
