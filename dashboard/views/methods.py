"""How bouts are won: shares with their intervals by a field, of the bouts chosen, and two groups compared in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard import bout_figures, choices, columns, figures, filters, source, tables, words
from dashboard.source import Events, Reader
from dashboard.tables import Column
from dashboard.words import chosen, text
from publishing import method_charts, method_page

if TYPE_CHECKING:
    from publishing.method_page import Shares, Where

ORDER = 40
TITLE = "page.methods.title"
ADDRESS = "methods"
_STACKED, _HEAT, _FLOW, _TECHNIQUES = "shares", "table", "rounds", "techniques"
_OTHERS = {bout_figures.TIMES: bout_figures.times, bout_figures.SCORES: bout_figures.scores}


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, middle, right = filters.beside([3, 2, 2])
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    with middle:
        figure = choices.one_of("figure", text("page.methods.figure"), _figures())
    with right:
        by = _by(figure)
    where = _where(reader, event)
    if figure in _OTHERS:
        _OTHERS[figure](reader, event, where)
        return
    of = "technique" if figure == _TECHNIQUES else "decision"
    found = reader.ask(method_page.shares, event, by, of, where, chosen())
    if not found.bouts:
        st.info(text("page.methods.empty"), icon=":material/info:")
        return
    if not filters.embedded():
        _figure(found, figure, by)
        st.text("\n".join(found.notes))
    tables.show(found.rows, _columns(by), text("page.methods.table"), f"methods-{event or 'all'}-{figure}")
    if figure in (_STACKED, _HEAT) and not filters.embedded():
        _comparison(reader, event, by, where)


def _figures() -> dict[str, str]:
    return {
        _STACKED: text("page.methods.stacked"),
        _HEAT: text("page.methods.heat"),
        _FLOW: text("page.methods.flow"),
        _TECHNIQUES: text("page.methods.techniques"),
        bout_figures.TIMES: text("page.methods.times"),
        bout_figures.SCORES: text("page.methods.scores"),
    }


def _by(figure: str) -> str:
    """The field that makes the groups, where the figure leaves a choice."""
    if figure == _FLOW:
        return "round"
    if figure == _TECHNIQUES or figure in _OTHERS:
        return ""
    fields = {field: method_page.field_name(field, chosen()) for field in method_page.FIELDS}
    return choices.one_of("by", text("page.methods.by"), fields)


def _where(reader: Reader, event: str) -> Where:
    """The fields that somebody chose a value of."""
    offered = reader.ask(method_page.filters, event, chosen())
    found = []
    room = filters.drawer(text("page.filters"), offered, len(offered))
    for column, (field, names) in zip(room, offered.items(), strict=True):
        with column:
            value = choices.part(field, method_page.field_name(field, chosen()), names, text("page.any.all"))
        if value:
            found.append((field, value))
    return tuple(found)


def _figure(found: Shares, figure: str, by: str) -> None:
    alt = method_charts.alt(found.frame, by or None, found.data, chosen())
    match figure:
        case "shares":
            figures.show(method_charts.stacked_shares, found.frame, by, found.data, alt=alt)
        case "table":
            figures.show(method_charts.heat_map, found.frame, by, found.data, alt=alt)
        case "rounds":
            figures.show(method_charts.round_flow, found.frame, found.data, alt=alt)
        case _:
            figures.show(method_charts.technique_treemap, found.frame, found.data, alt=alt)


def _columns(by: str) -> dict[str, Column]:
    group = {"group": Column(method_page.field_name(by, chosen()))} if by else {}
    return {**group, **columns.shares()}


def _comparison(reader: Reader, event: str, by: str, where: Where) -> None:
    """What two groups allow to conclude; one group has nothing to stand beside."""
    names = reader.ask(method_page.groups, event, by, where, chosen())
    if len(names) <= 1:
        return
    st.subheader(text("page.methods.compare"), anchor=False)
    left, right = st.columns(2, gap="medium")
    with left:
        a = choices.one_of("a", text("page.methods.first"), names)
    with right:
        b = choices.one_of("b", text("page.methods.second"), {key: name for key, name in names.items() if key != a})
    found = reader.ask(method_page.comparison, event, by, (a, b), where, chosen())
    st.text("\n\n".join([*found.sentences, *found.notes]))
