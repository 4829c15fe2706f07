"""Below a standing: one academy, every medal with the rule of its points, and why it is not one higher."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, filters, tables, theme
from dashboard.source import Reader
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from publishing import gap_page, standing_page
from publishing.gap_page import Gap
from publishing.standing_page import Behind, Standing

# Event, award, rule set, as of: the last two may be blank.
Of = tuple[str, str, str, str]


def show(reader: Reader, found: Standing, of: Of) -> None:
    """The academy chosen here or by its row in the table above."""
    event, award, under, as_of = of
    names = {name: name for name in found.rows["academy"]}
    academy = choices.academy(names, text("page.standing.pick"), tables.another)
    behind = reader.ask(standing_page.behind, event, award, academy, chosen(), under, as_of)
    st.text("\n".join([behind.title, *behind.sentences]))
    _medals(behind)
    if not filters.switch("why", text("page.standing.why"), text("page.standing.why_hint")):
        return
    if academy == found.rows["academy"].iloc[0]:
        st.text(text("page.gap.first", academy=academy))
        return
    with st.spinner(text("page.standing.why_hint")):
        gap = reader.ask(gap_page.above, event, award, academy, chosen(), under, as_of)
    _gap(gap, academy, f"gap-{event}-{award}")


def _medals(behind: Behind) -> None:
    shown = {
        "place": Column(text("page.standing.place")),
        "athlete": Column(text("page.standing.athlete")),
        "category": Column(text("page.standing.category"), theme.LONG),
        "points": number(text("page.standing.points")),
        "counted": Column(text("page.standing.counted")),
        "rule": Column(text("page.standing.rule"), theme.LONG),
    }
    alt = text("page.standing.behind_table", academy=behind.academy)
    tables.show(behind.lines, shown, alt, "medals-of-an-academy")
    if behind.protected:
        st.text(text("page.standing.protected"))


def _gap(gap: Gap, academy: str, file: str) -> None:
    """How far, where, and what would have closed it."""
    st.text(gap.said)
    if not gap.rows.empty:
        shown = {
            "gain": number(text("page.gap.gain")),
            "category": Column(text("page.standing.category"), theme.LONG),
            "own": Column(academy),
            "other": Column(gap.other),
        }
        st.text(text("page.gap.where"))
        tables.show(gap.rows, shown, text("page.gap.table", academy=academy, other=gap.other), file)
    st.text(text("page.gap.closed"))
    st.text("\n\n".join(f"• {closing}" for closing in gap.closings))
    st.text(text("page.gap.assumes"))
