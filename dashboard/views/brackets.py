"""Brackets: one category, its tree drawn, every bout with its decision and score, the rule behind every medal."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import choices, source, theme
from dashboard.source import Events, Reader
from dashboard.words import chosen, text
from publishing import bracket_figure, bracket_page
from publishing.bracket_page import Bracket

ORDER = 20
TITLE = "page.bracket.title"
ADDRESS = "brackets"


def page() -> None:
    """The heading, and what the store has to say."""
    st.header(text(TITLE), anchor=False)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = st.columns([2, 3], gap="medium")
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()})
    listed = reader.ask(bracket_page.categories, event, chosen())
    if not listed:
        st.info(text("page.bracket.none"), icon=":material/info:")
        return
    with right:
        category = choices.category(listed)
    found = reader.ask(bracket_page.bracket, event, category, chosen())
    st.text(found.state)
    _places(found)
    if found.bouts.empty:
        st.text(text("bracket.none"))
        return
    _tree(found, listed[category])
    st.dataframe(
        found.bouts,
        hide_index=True,
        height=theme.table_height(len(found.bouts)),
        alt=text("page.bracket.table", category=listed[category]),
        column_config=_bout_columns(),
    )


def _tree(found: Bracket, category: str) -> None:
    with st.container(horizontal=True, key="tree"):
        st.plotly_chart(
            bracket_figure.bracket(found.drawn, theme.template(), chosen()),
            theme=None,
            width="content",
            config=theme.FIGURE,
            alt=bracket_figure.bracket_alt(found.drawn, category, chosen()),
        )
    with st.expander(text("page.bracket.as_text")):
        st.code(found.tree, language=None)


def _places(found: Bracket) -> None:
    if found.places.empty:
        return
    st.dataframe(
        found.places,
        hide_index=True,
        height=theme.table_height(len(found.places)),
        alt=text("page.bracket.places_table", category=found.title),
        column_config=_place_columns(),
    )


def _place_columns() -> dict[str, Any]:
    column, narrow = st.column_config, theme.NARROW
    return {
        "place": column.TextColumn(text("page.standing.place"), width=narrow),
        "athlete": column.TextColumn(text("page.standing.athlete"), width=theme.NAME),
        "academy": column.TextColumn(text("page.standing.academy"), width=theme.NAME),
        "rule": column.TextColumn(text("page.standing.rule"), width=narrow),
        "source": column.TextColumn(text("page.bracket.source"), width="medium"),
        "note": column.TextColumn(text("page.bracket.note"), width="medium"),
    }


def _bout_columns() -> dict[str, Any]:
    column, narrow = st.column_config, theme.NARROW
    return {
        "round": column.TextColumn(text("page.bracket.round"), width=theme.WORD),
        "bout": column.NumberColumn(text("page.bracket.bout"), width=narrow),
        "red": column.TextColumn(text("page.bracket.red"), width="medium"),
        "blue": column.TextColumn(text("page.bracket.blue"), width="medium"),
        "winner": column.TextColumn(text("page.bracket.winner"), width=theme.NAME),
        "how": column.TextColumn(text("page.bracket.how"), width="large"),
    }
