"""Two to five academies side by side: medals, bouts, rates with the intervals that say how far to trust them."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, columns, filters, source, tables, theme
from dashboard.source import Events, Reader
from dashboard.tables import Column, number, percent
from dashboard.words import chosen, text
from publishing import academy_page, bout_answer
from publishing.privacy import Level
from publishing.wording import bout_sentences

ORDER = 55
TITLE = "page.compare.title"
ADDRESS = "compare"
MOST = 5


def page() -> None:
    """The heading, and what the store has to say."""
    st.header(text(TITLE), anchor=False)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    record = reader.ask(bout_answer.record, event or None, privacy=Level.PUBLISHED)
    names = {name: name for name in academy_page.names(record)}
    asked = filters.many("academies", text("page.compare.pick"), names, MOST)
    if len(asked) <= 1:
        st.info(text("page.compare.two"), icon=":material/info:")
        return
    side = academy_page.side_by_side(record, asked)
    tables.show(side, _side_columns(), text("page.compare.side_table"), "academies")
    rates = academy_page.compared(record, asked, chosen())
    if not rates.empty:
        st.subheader(text("page.compare.rates"), anchor=False)
        tables.show(rates, _rate_columns(), text("page.compare.rates"), "academy-rates")
    st.text("\n".join(bout_sentences.of_records(record, chosen())))


def _side_columns() -> dict[str, Column]:
    return {
        "academy": Column(text("page.standing.academy"), theme.NAME),
        **columns.medal_counts(),
        "contested": number(text("page.compare.contested"), theme.WORD),
        "bouts": number(text("page.quality.bouts"), theme.WORD),
        "wins": number(text("page.academy.won"), theme.WORD),
        "losses": number(text("page.academy.lost"), theme.WORD),
    }


def _rate_columns() -> dict[str, Column]:
    return {
        "academy": Column(text("page.standing.academy"), theme.NAME),
        "rate": Column(text("page.compare.rate"), theme.NAME),
        "count": number(text("page.methods.count")),
        "n": number("n"),
        "raw": percent(text("page.compare.raw")),
        "shrunk": percent(text("page.compare.shrunk")),
        "low": percent(text("page.methods.low")),
        "high": percent(text("page.methods.high")),
    }
