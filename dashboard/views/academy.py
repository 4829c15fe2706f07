"""One academy in full: standings and medals over events, its athletes, how its bouts are won and lost."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, source, tables
from dashboard.source import Events, Reader
from dashboard.words import chosen, text
from publishing import academy_page, bout_answer
from publishing.privacy import Level

ORDER = 50
TITLE = "page.academy.title"
ADDRESS = "academy"


def page() -> None:
    """The heading, and what the store has to say."""
    st.header(text(TITLE), anchor=False)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    record = reader.ask(bout_answer.record, event or None, privacy=Level.PUBLISHED)
    names = academy_page.names(record)
    if not names:
        st.info(text("page.academy.none"), icon=":material/info:")
        return
    with right:
        name = choices.academy({each: each for each in names}, text("page.standing.academy"))
    found = reader.ask(academy_page.academy, event, name, chosen())
    st.text("\n".join(academy_page.facts(record, name, chosen())))
    st.subheader(text("page.academy.standings"), anchor=False)
    if found.standings.empty:
        st.text(text("page.academy.no_points"))
    else:
        tables.show(found.standings, columns.standings(), text("page.academy.standings"), "academy-standings")
    st.subheader(text("page.medals.title"), anchor=False)
    tables.show(found.medals, columns.medals(), text("page.academy.medals_table", academy=name), "academy-medals")
    methods = academy_page.methods(record, name, chosen())
    if not methods.empty:
        st.subheader(text("page.academy.methods"), anchor=False)
        tables.show(methods, columns.outcomes(), text("page.academy.methods"), "academy-methods")
        st.text(text("bouts.dependent"))
