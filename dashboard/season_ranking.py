"""The ranking of a season in the place of an event's standing, and the results behind one total."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from dashboard import choices, filters, tables, theme
from dashboard.source import Reader
from dashboard.tables import Column, decimal
from dashboard.words import chosen, text
from publishing import season_page
from publishing.season_page import Ranking

Room = AbstractContextManager[Any]


def show(reader: Reader, scheme: str, left: Room, right: Room) -> None:
    """The table and, unless embedded, the lines of whoever is chosen, there or below it."""
    years = reader.ask(season_page.seasons)
    with left:
        season = choices.one_of("season", text("page.standing.season"), {year: year for year in years})
    with right:
        by = _unit(scheme)
    found = reader.ask(season_page.ranking, scheme, season, by, chosen())
    if found.rows.empty:
        st.info(text("page.season.empty"), icon=":material/info:")
    else:
        _table(found, f"{scheme}-{season}-{by}", season)
    if filters.embedded():
        return
    st.text("\n".join([season_page.schemes(chosen())[scheme], *found.notes]))
    if not found.rows.empty:
        _lines(reader, (scheme, season, by), found.keys)


def _unit(scheme: str) -> str:
    """Athletes or academies, what the scheme ranks by itself first."""
    units = {"athlete": text("page.season.athletes"), "academy": text("page.season.academies")}
    own = season_page.unit(scheme)
    return choices.one_of("of", text("page.season.of"), {own: units[own], **units})


def _table(found: Ranking, of: str, season: str) -> None:
    """Whoever is clicked is chosen; nobody is by himself: results of one take as long as a page."""
    key, names = f"season-{of}-{st.session_state.get('tables', 0)}", list(found.keys)

    def select() -> None:
        rows = st.session_state[key]["selection"]["rows"]
        filters.choose("competitor", names[rows[0]] if rows else "")

    selection: dict[str, Any] = {}
    if not filters.embedded():
        selection = {"on_select": select, "selection_mode": "single-row"}
        if name := filters.chosen("competitor", ["", *names]):
            selection["selection_default"] = {"selection": {"rows": [names.index(name)]}}
    shown = {name: column for name, column in _columns().items() if name in found.rows}
    alt = text("page.season.table", title=found.title, season=season)
    tables.show(found.rows, shown, alt, of, key=key, **selection)


def _lines(reader: Reader, of: tuple[str, str, str], keys: Mapping[str, str]) -> None:
    names = {"": text("page.season.choose"), **{name: name for name in keys}}
    name = choices.one_of("competitor", text("page.season.pick"), names, tables.another)
    if not name:
        return
    rows, left_out = reader.ask(season_page.lines, *of, keys[name], chosen())
    tables.show(rows, _line_columns(), text("page.season.lines", name=name), "season-results")
    if left_out:
        st.text(text("page.season.left_out", n=left_out))


def _columns() -> dict[str, Column]:
    return {
        "rank": Column(text("page.standing.rank")),
        "name": Column(text("page.season.name")),
        "points": decimal(text("page.standing.points")),
        "academy": Column(text("page.standing.academy")),
        "moved": Column(text("page.season.moved")),
        "reason": Column(text("page.standing.reason"), theme.SENTENCE),
    }


def _line_columns() -> dict[str, Column]:
    return {
        "points": decimal(text("page.standing.points")),
        "place": Column(text("page.standing.place")),
        "category": Column(text("page.standing.category"), theme.LONG),
        "event": Column(text("page.standing.event"), theme.LONG),
        "base": decimal(text("page.season.base")),
        "open_class": decimal(text("page.season.open_class")),
        "weight": decimal(text("page.season.weight")),
        "factor": decimal(text("page.season.factor")),
    }
