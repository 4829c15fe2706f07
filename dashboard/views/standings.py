"""The first page: an award's standing with the reason for every neighbouring pair, and the medals behind an academy."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import choices, columns, filters, source, tables, theme
from dashboard.source import Events, Reader
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from publishing import charts, standing_page
from publishing.standing_page import Behind, Standing
from rulebook import ruleset

ORDER = 10
TITLE = "page.standing.title"
ADDRESS = "standings"


def page() -> None:
    """The heading, which needs no store, and what the store has to say."""
    st.header(text(TITLE), anchor=False)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    """Choices and table; what it rests on and one academy in words beside the figure; the medals of that academy."""
    event, award = _chosen(events)
    ruleset, by, as_of = _what_if(reader, event)
    found = reader.ask(standing_page.standing, event, award, chosen(), ruleset, by, as_of)
    if found.rows.empty:
        st.info(text("page.standing.empty"), icon=":material/info:")
        _notes(found)
        return
    own = by == "academy"
    _table(found, "-".join([event, award, ruleset, by, as_of]), selectable=own)
    left, right = st.columns([3, 2], gap="medium")
    behind = None
    with left:
        _notes(found)
        if own:
            names = {name: name for name in found.rows["academy"]}
            academy = choices.academy(names, text("page.standing.pick"), _another_table)
            behind = reader.ask(standing_page.behind, event, award, academy, chosen(), ruleset, as_of)
            st.text("\n".join([behind.title, *behind.sentences]))
    with right:
        _figure(found)
    if behind is not None:
        _medals(behind)


def _what_if(reader: Reader, event: str) -> tuple[str, str, str]:
    """Another rule set, associations in the academies' place, an earlier version: blank = as it is."""
    sets = {name: name for name in ruleset.names()}
    units = {"academy": text("page.standing.academy"), "association": text("page.standing.association")}
    times = reader.ask(standing_page.versions, event, chosen())
    asked = ("ruleset", "unit", "as_of")
    more = st.expander(text("page.standing.what_if"), expanded=any(map(filters.asked, asked)))
    left, middle, right = more.columns(3, gap="medium")
    with left:
        under = choices.part("ruleset", text("page.standing.ruleset"), sets, text("page.standing.own_rules"))
    with middle:
        by = choices.part("unit", text("page.standing.unit"), {"association": units["association"]}, units["academy"])
    with right:
        as_of = choices.part("as_of", text("page.standing.as_of"), times, text("page.standing.now"))
    return under, by or "academy", as_of


def _chosen(events: Events) -> tuple[str, str]:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()})
    with right:
        award = choices.award(events[event][1])
    return event, award


def _another_table() -> None:
    """A table takes its selected row only when it is made: choosing an academy by name makes a new one."""
    st.session_state["tables"] = st.session_state.get("tables", 0) + 1


def _table(found: Standing, of: str, *, selectable: bool) -> None:
    key = f"standing-{of}-{st.session_state.get('tables', 0)}"
    academies = found.rows["academy"].tolist()

    def select() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            filters.choose("academy", academies[row])

    selection: dict[str, Any] = {}
    if selectable:
        first = academies.index(filters.chosen("academy", academies))
        selection = {
            "on_select": select,
            "selection_mode": "single-row-required",
            "selection_default": {"selection": {"rows": [first]}},
        }
    shown = {name: column for name, column in _columns().items() if name in found.rows}
    st.dataframe(
        found.rows,
        key=key,
        hide_index=True,
        height=theme.table_height(len(found.rows)),
        alt=text("page.standing.table", award=found.answer["award_name"], event=found.answer["name"]),
        column_config={name: column.config for name, column in shown.items()},
        **selection,
    )
    file = f"standing-{found.answer['event']}-{found.answer['award']}"
    tables.downloads(found.rows, {name: column.heading for name, column in shown.items()}, file)


def _columns() -> dict[str, Column]:
    return {
        "rank": Column(text("page.standing.rank"), theme.RANK),
        "academy": Column(text("page.standing.academy"), theme.NAME),
        "points": number(text("page.standing.points")),
        **columns.medal_counts(),
        "reason": Column(text("page.standing.reason"), theme.SENTENCE),
        "moved": Column(text("page.standing.moved"), theme.NAME),
    }


def _medal_columns() -> dict[str, Any]:
    column, narrow = st.column_config, theme.NARROW
    return {
        "category": column.TextColumn(text("page.standing.category"), width="medium"),
        "place": column.TextColumn(text("page.standing.place"), width=narrow),
        "athlete": column.TextColumn(text("page.standing.athlete"), width="medium"),
        "points": column.NumberColumn(text("page.standing.points"), width=narrow),
        "counted": column.TextColumn(text("page.standing.counted"), width=narrow),
        "rule": column.TextColumn(text("page.standing.rule"), width=theme.SENTENCE),
    }


def _figure(found: Standing) -> None:
    st.plotly_chart(
        charts.top_academies(found.bars, theme.template(), chosen()),
        theme=None,
        config=theme.FIGURE,
        alt=charts.top_academies_alt(found.bars, chosen()),
    )


def _notes(found: Standing) -> None:
    """As text: an event's own words are no markdown."""
    st.text("\n".join(found.notes))
    if not found.unresolved:
        return
    few = len(found.unresolved) <= theme.FEW
    with st.expander(text("page.standing.unresolved", n=len(found.unresolved)), expanded=few):
        st.text("\n\n".join(found.unresolved))


def _medals(behind: Behind) -> None:
    st.dataframe(
        behind.lines,
        hide_index=True,
        height=theme.table_height(len(behind.lines)),
        alt=text("page.standing.behind_table", academy=behind.academy),
        column_config=_medal_columns(),
    )
    if behind.protected:
        st.text(text("page.standing.protected"))
