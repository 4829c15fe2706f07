"""Two to five academies side by side: medals, bouts, rates with the intervals that say how far to trust them."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, filters, source, tables, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number, percent
from dashboard.words import chosen, text
from publishing import academy_page, compare_page

ORDER = 55
TITLE = "page.compare.title"
ADDRESS = "compare"
MOST = 5


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    names = {name: name for name in reader.ask(academy_page.names, event)}
    asked = filters.many("academies", text("page.compare.pick"), names, MOST, _not_there, text("page.any.choose"))
    if len(asked) <= 1:
        st.info(text("page.compare.two"), icon=":material/info:")
        return
    found = reader.ask(compare_page.compared, event, tuple(asked), chosen())
    tables.show(found.side, _side_columns(), text("page.compare.side_table"), "academies")
    if filters.embedded():
        return
    if not found.rates.empty:
        st.subheader(text("page.compare.rates"), anchor=False)
        tables.show(found.rates, _rate_columns(), text("page.compare.rates"), "academy-rates")
    st.text("\n".join(found.notes))


def _not_there(names: str) -> str:
    return text("page.compare.not_there", names=names)


def _side_columns() -> dict[str, Column]:
    return {
        "academy": Column(text("page.standing.academy")),
        **columns.medal_counts(),
        "uncontested": number(text("page.standing.uncontested")),
        "bouts": number(text("page.quality.bouts")),
        "wins": number(text("page.academy.won")),
        "losses": number(text("page.academy.lost")),
    }


def _rate_columns() -> dict[str, Column]:
    return {
        "academy": Column(text("page.standing.academy")),
        "rate": Column(text("page.compare.rate")),
        "raw": percent(text("page.compare.raw")),
        "shrunk": percent(text("page.compare.shrunk")),
        "low": percent(text("page.methods.low")),
        "high": percent(text("page.methods.high")),
        "count": number(text("page.methods.count")),
        "n": number("n"),
    }
