"""The first page: an award's standing with the reason for every neighbouring pair, and the medals behind an academy."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import choices, filters, source, theme
from dashboard.source import Events, Reader
from dashboard.words import chosen, text
from publishing import charts, standing_page
from publishing.standing_page import Behind, Standing

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
    found = reader.ask(standing_page.standing, event, award, chosen())
    if found.rows.empty:
        st.info(text("page.standing.empty"), icon=":material/info:")
        _notes(found)
        return
    _table(found, f"{event}-{award}")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _notes(found)
        names = {name: name for name in found.rows["academy"]}
        academy = choices.academy(names, text("page.standing.pick"), _another_table)
        behind = reader.ask(standing_page.behind, event, award, academy, chosen())
        st.text("\n".join([behind.title, *behind.sentences]))
    with right:
        _figure(found)
    _medals(behind)


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


def _table(found: Standing, of: str) -> None:
    key = f"standing-{of}-{st.session_state.get('tables', 0)}"
    academies = found.rows["academy"].tolist()

    def select() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            filters.choose("academy", academies[row])

    st.dataframe(
        found.rows,
        key=key,
        hide_index=True,
        height=theme.table_height(len(found.rows)),
        on_select=select,
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [academies.index(filters.chosen("academy", academies))]}},
        alt=text("page.standing.table", award=found.answer["award_name"], event=found.answer["name"]),
        column_config=_columns(),
    )


def _columns() -> dict[str, Any]:
    column, narrow = st.column_config, theme.NARROW
    return {
        "rank": column.TextColumn(text("page.standing.rank"), width=theme.RANK, alignment="right"),
        "academy": column.TextColumn(text("page.standing.academy"), width=theme.NAME),
        "points": column.NumberColumn(text("page.standing.points"), width=narrow),
        "gold": column.NumberColumn(text("page.standing.gold"), width=narrow),
        "silver": column.NumberColumn(text("page.standing.silver"), width=narrow),
        "bronze": column.NumberColumn(text("page.standing.bronze"), width=narrow),
        "reason": column.TextColumn(text("page.standing.reason"), width=theme.SENTENCE),
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
