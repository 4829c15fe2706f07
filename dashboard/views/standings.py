"""The first page: an award's standing with the reason for every neighbouring pair, and the medals behind an academy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from analytics.store import Store
from dashboard import filters, source, theme
from dashboard.source import Seen
from publishing import charts, standing_page
from publishing.standing_page import Behind, Standing
from publishing.wording import text

_KEPT = 200


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _choices(_store: Store, seen: Seen) -> dict[str, tuple[str, dict[str, str]]]:
    return standing_page.choices(_store)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _standing(_store: Store, seen: Seen, event: str, award: str) -> Standing:
    return standing_page.standing(_store, event, award)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _behind(_store: Store, seen: Seen, event: str, award: str, academy: str) -> Behind:
    return standing_page.behind(_store, event, award, academy)


def page() -> None:
    """The heading, which needs no store, and what the store has to say."""
    st.header(text("page.standing.title"), anchor=False)
    source.show(_page)


def _page(store: Store, seen: Seen) -> None:
    """Choices and table; what it rests on and one academy in words beside the figure; the medals of that academy."""
    choices = _choices(store, seen)
    if not choices:
        st.info(text("page.store.empty"), icon=":material/inventory_2:")
        source.how_to_load(source.path())
        return
    event, award = _chosen(choices)
    found = _standing(store, seen, event, award)
    if found.rows.empty:
        st.info(text("page.standing.empty"), icon=":material/info:")
        _notes(found)
        return
    _table(found, f"{event}-{award}")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _notes(found)
        academy = filters.academy(found.rows["academy"].tolist(), _another_table)
        behind = _behind(store, seen, event, award, academy)
        st.text("\n".join([behind.title, *behind.sentences]))
    with right:
        _figure(found)
    _medals(behind)


def _chosen(choices: Mapping[str, tuple[str, dict[str, str]]]) -> tuple[str, str]:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        event = filters.event({key: name for key, (name, _) in choices.items()})
    with right:
        award = filters.award(choices[event][1])
    return event, award


def _another_table() -> None:
    """A table takes its selected row only when it is made: choosing an academy by name makes a new one."""
    st.session_state["tables"] = st.session_state.get("tables", 0) + 1


def _table(found: Standing, of: str) -> None:
    key = f"standing-{of}-{st.session_state.get('tables', 0)}"
    academies = found.rows["academy"].tolist()

    def select() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            filters.choose_academy(academies[row])

    st.dataframe(
        found.rows,
        key=key,
        hide_index=True,
        height=theme.table_height(len(found.rows)),
        on_select=select,
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [academies.index(filters.chosen_academy(academies))]}},
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
        charts.top_academies(found.bars, theme.template()),
        theme=None,
        config=theme.FIGURE,
        alt=charts.top_academies_alt(found.bars),
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
