"""Medals: the table of an event or of the whole store, all and counted, of some categories, by belt, age or gender."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, filters, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from publishing import medal_page

ORDER = 30
TITLE = "page.medals.title"
ADDRESS = "medals"


def page() -> None:
    """The heading, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    left, right = filters.beside([3, 2])
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()}, every=True)
    with right:
        by = choices.part("by", text("page.medals.by"), _parts(), text("page.medals.not_split"))
    where = _where(reader.ask(medal_page.parts, event, chosen()))
    found = reader.ask(medal_page.table, event, where, by, chosen())
    if found.rows.empty:
        st.info(text("page.medals.empty"), icon=":material/info:")
        return
    tables.show(found.rows, _columns(by), text("page.medals.table"), f"medals-{event or 'all'}")
    st.text("\n".join(found.needed if filters.embedded() else [*found.needed, *found.notes]))


def _parts() -> dict[str, str]:
    return {
        "belt": text("page.medals.belt"),
        "age_division": text("page.medals.age_division"),
        "gender": text("page.medals.gender"),
    }


def _where(offered: dict[str, dict[str, str]]) -> tuple[tuple[str, str], ...]:
    """The parts that somebody chose a value of."""
    found = []
    columns = filters.drawer(text("page.filters"), offered, len(offered))
    for column, (part, label) in zip(columns, _parts().items(), strict=True):
        with column:
            value = choices.part(part, label, offered[part], text("page.any.all"))
        if value:
            found.append((part, value))
    return tuple(found)


def _columns(by: str) -> dict[str, Column]:
    split = {"part": Column(_parts()[by], theme.SHORT)} if by else {}
    medals = {name: text(f"page.standing.{name}") for name in medal_page.MEDALS}
    return {
        **split,
        "academy": Column(text("page.standing.academy")),
        **{name: number(word) for name, word in medals.items()},
        **{f"{name}_counted": number(text("release.counted", medal=word)) for name, word in medals.items()},
        "uncontested": number(text("release.uncontested")),
    }
