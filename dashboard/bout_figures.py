"""Two figures of how bouts are won that are no shares of methods: how they end over time, and by what score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard import choices, columns, figures, filters, tables
from dashboard.source import Reader
from dashboard.tables import Column, number, percent
from dashboard.words import chosen, text
from publishing import bout_page, record_charts, time_charts

if TYPE_CHECKING:
    from publishing.bout_page import Scores, Stratum, Where

TIMES, SCORES = "times", "scores"


def times(reader: Reader, event: str, where: Where) -> None:
    """One match time at a time: curves, how many bouts are still fought, and a table."""
    found = reader.ask(bout_page.times, event, where, chosen())
    if not found.strata:
        st.info(text("page.methods.no_times"), icon=":material/info:")
        return
    stratum = found.strata[choices.one_of("limit", text("page.methods.match_time"), dict(found.names))]
    if not filters.embedded():
        _curves(stratum, found.data)
        st.text("\n".join(found.notes))
    tables.show(stratum.rows, _ended(), text("page.methods.times_table"), f"times-{event or 'all'}")


def _curves(stratum: Stratum, data: str) -> None:
    alt = text("page.methods.times_alt", name=stratum.name)
    figures.show(time_charts.incidence, stratum.curves, stratum.at_risk, stratum.coverage, data, alt=alt)


def scores(reader: Reader, event: str, where: Where) -> None:
    """By how much, of one decision at a time; what decided; how often each action occurs."""
    found = reader.ask(bout_page.scores, event, where, chosen())
    if found.decided.empty:
        st.info(text("page.methods.no_scores"), icon=":material/info:")
        return
    if not filters.embedded():
        _margins(found)
        st.text("\n".join(found.notes))
    tables.show(found.decided, columns.shares(), text("page.methods.table"), f"scores-{event or 'all'}")
    if not found.actions.empty and not filters.embedded():
        st.subheader(text("page.methods.actions"), anchor=False)
        tables.show(found.actions, _actions(), text("page.methods.actions_table"), f"actions-{event or 'all'}")


def _margins(found: Scores) -> None:
    named = {
        "points": text("page.methods.by_points"),
        "advantages": text("page.methods.by_advantages"),
        "penalties": text("page.methods.by_penalties"),
    }
    known = {name: said for name, said in named.items() if (found.margins["decision"] == name).any()}
    if not known:
        return
    decision = choices.one_of("margin", text("page.methods.margin_of"), known)
    alt = text("page.methods.margins_alt", what=known[decision])
    figures.show(record_charts.margins, found.margins, found.data, decision, alt=alt)


def _ended() -> dict[str, Column]:
    return {**columns.shares(), "median": Column(text("page.methods.median"))}


def _actions() -> dict[str, Column]:
    return {
        "action": Column(text("page.methods.action")),
        "times": number(text("page.methods.times_done")),
        "share": percent(text("page.methods.share")),
        "low": percent(text("page.methods.low")),
        "high": percent(text("page.methods.high")),
        "count": number(text("page.methods.in_bouts")),
        "n": number("n"),
    }
