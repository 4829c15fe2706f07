"""Brackets: one category, its tree drawn, every bout with its decision and score, the rule behind every medal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import choices, filters, source, tables, taken, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from publishing import bracket_figure, bracket_page
from publishing.bracket_page import Bracket

if TYPE_CHECKING:
    import pandas as pd

ORDER = 20
TITLE = "page.bracket.title"
ADDRESS = "brackets"


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = filters.beside([2, 3])
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()})
    listed = reader.ask(bracket_page.categories, event, chosen())
    if not listed:
        st.info(text("page.bracket.none"), icon=":material/info:")
        return
    with right:
        category = choices.category(listed)
    found = reader.ask(bracket_page.bracket, event, category, chosen())
    st.text("\n".join([*found.needed, found.state]))
    if filters.embedded() and found.places.empty:
        _bouts(found, listed[category])
        return
    _places(found)
    if filters.embedded():
        return
    if found.meanings:
        with st.expander(text("page.bracket.meanings")):
            st.text("\n".join(found.meanings))
    if found.bouts.empty:
        st.text(text("bracket.none"))
        return
    _tree(found, listed[category])
    _bouts(found, listed[category])


def _bouts(found: Bracket, category: str) -> None:
    tables.show(found.bouts, _bout_columns(), text("page.bracket.table", category=category), "bouts")


def _tree(found: Bracket, category: str) -> None:
    """As HTML, since no element of Streamlit's is wider than its page; its texts are escaped by `publishing.markup`."""
    drawn = bracket_figure.bracket(found.drawn, category, theme.template(), chosen())
    alt = bracket_figure.bracket_alt(found.drawn, category, chosen())
    st.html(bracket_figure.scrolling(drawn, text("page.bracket.drawn", category=category), alt))
    with st.container(horizontal=True):
        drawing = taken.checked(partial(_as_file, category=category, lang=chosen()), found.drawn)
        tables.offer("SVG", drawing, "bracket.svg", "image/svg+xml")
    with st.expander(text("page.bracket.as_text")):
        st.code(found.tree, language=None)


def _as_file(bouts: pd.DataFrame, category: str, lang: str) -> bytes:
    """On light ground, whatever the viewer's: nobody knows what it will lie on."""
    drawn = bracket_figure.bracket(bouts, category, lang=lang)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}'.encode()


def _places(found: Bracket) -> None:
    if not found.places.empty:
        alt = text("page.bracket.places_table", category=found.title)
        tables.show(found.places, _place_columns(), alt, "places")


def _place_columns() -> dict[str, Column]:
    return {
        "place": Column(text("page.standing.place")),
        "athlete": Column(text("page.standing.athlete")),
        "academy": Column(text("page.standing.academy")),
        "rule": Column(text("page.standing.rule")),
        "source": Column(text("page.bracket.source")),
        "note": Column(text("page.bracket.note")),
    }


def _bout_columns() -> dict[str, Column]:
    return {
        "round": Column(text("page.bracket.round")),
        "winner": Column(text("page.bracket.winner")),
        "how": Column(text("page.bracket.how"), theme.REASON),
        "red": Column(text("page.bracket.red"), theme.LONG),
        "blue": Column(text("page.bracket.blue"), theme.LONG),
        "bout": number(text("page.bracket.bout")),
    }
