"""One academy in full: standings and medals over events, its athletes, how its bouts are won, best and worst."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, figures, filters, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number, percent
from dashboard.words import chosen, text
from publishing import academy_charts, academy_page
from publishing.academy_page import Academy, Bouts

ORDER = 50
TITLE = "page.academy.title"
ADDRESS = "academy"


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = filters.beside(2)
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    names = reader.ask(academy_page.names, event)
    if not names:
        st.info(text("page.academy.none"), icon=":material/info:")
        return
    with right:
        name = choices.academy({each: each for each in names}, text("page.standing.academy"))
    found = reader.ask(academy_page.academy, event, name, chosen())
    if filters.embedded():
        _standings(found)
        return
    bouts = reader.ask(academy_page.bouts, event, name, chosen())
    st.text("\n".join([*found.facts, *bouts.facts]))
    st.subheader(text("page.academy.standings"), anchor=False)
    _standings(found)
    _figures(found, name)
    st.subheader(text("page.medals.title"), anchor=False)
    tables.show(found.medals, columns.medals(), text("page.academy.medals_table", academy=name), "academy-medals")
    _bouts(bouts, name)
    _athletes(found, name)


def _standings(found: Academy) -> None:
    if found.standings.empty:
        st.text(text("page.academy.no_points"))
    else:
        tables.show(found.standings, columns.standings(), text("page.academy.standings"), "academy-standings")


def _figures(found: Academy, name: str) -> None:
    """Points over events where there are two, and by age division and belt."""
    if found.history["event"].nunique() > 1:
        st.subheader(text("page.academy.history"), anchor=False)
        figures.show(
            academy_charts.history, found.history, alt=academy_charts.history_alt(found.history, name, chosen())
        )
    if not found.by_category.empty:
        st.subheader(text("page.academy.by_category"), anchor=False)
        figures.show(
            academy_charts.by_category,
            found.by_category,
            alt=academy_charts.by_category_alt(found.by_category, name, chosen()),
        )


def _bouts(bouts: Bouts, name: str) -> None:
    if bouts.methods.empty:
        return
    st.subheader(text("page.academy.methods"), anchor=False)
    tables.show(bouts.methods, columns.outcomes(), text("page.academy.methods"), "academy-methods")
    st.text("\n".join([text("page.academy.own"), text("bouts.dependent")]))
    if bouts.groups.empty:
        return
    st.subheader(text("page.academy.field"), anchor=False)
    st.text("\n".join(bouts.said))
    figures.show(academy_charts.field, bouts.groups, alt=academy_charts.field_alt(bouts.groups, chosen()))
    with st.expander(text("page.academy.win_share")):
        tables.show(bouts.groups, _groups(), text("page.academy.field_table", academy=name), "academy-groups")
    st.text(text("page.academy.field_note", n=len(bouts.groups)))


def _athletes(found: Academy, name: str) -> None:
    if found.athletes.empty:
        return
    st.subheader(text("page.academy.athletes"), anchor=False)
    known = found.athletes["bouts"].sum() > 0  # places alone know of no bout: none is no 0
    shown = {name: column for name, column in _people().items() if known or name not in ("bouts", "won", "lost")}
    tables.show(found.athletes, shown, text("page.academy.athletes_table", academy=name), "academy-athletes")
    st.text(text("page.academy.athletes_left_out"))


def _groups() -> dict[str, Column]:
    return {
        "group": Column(text("page.academy.group"), theme.LONG),
        "share": percent(text("page.academy.win_share")),
        "low": percent(text("page.methods.low")),
        "high": percent(text("page.methods.high")),
        "wins": number(text("page.academy.wins")),
        "n": number("n"),
    }


def _people() -> dict[str, Column]:
    return {
        "athlete": Column(text("page.standing.athlete"), theme.LONG),
        **columns.medal_counts(),
        "bouts": number(text("page.quality.bouts")),
        "won": number(text("page.academy.won")),
        "lost": number(text("page.academy.lost")),
    }
