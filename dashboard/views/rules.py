"""Rules: two rule sets side by side, what differs between them, and a tie-break chain on a live example."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, filters, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column
from dashboard.tables import number as number_of
from dashboard.words import chosen, text
from publishing import rules_page

ORDER = 90
TITLE = "page.rules.title"
ADDRESS = "rules"


def page() -> None:
    """The rule sets, which need no store, and the chain of an award of it."""
    words.heading(TITLE)
    _sets()
    if filters.embedded():
        return
    st.subheader(text("page.rules.chain"), anchor=False)
    source.show(_chain)
    st.subheader(text("page.rules.texts"), anchor=False)
    st.text(text("page.rules.texts_note"))
    for section, key in rules_page.sections().items():
        with st.expander(text(key)):
            st.text("\n".join(source.known(rules_page.texts, section, chosen())))


def _sets() -> None:
    names = source.known(rules_page.names)
    left, right = filters.beside(2)
    with left:
        a = choices.one_of("first", text("page.rules.first"), names)
    with right:
        b = choices.one_of(
            "second", text("page.rules.second"), {name: title for name, title in names.items() if name != a}
        )
    found = source.known(rules_page.values, a, b, chosen())
    differ = source.known(rules_page.differing, a, b, chosen())
    if not filters.embedded():
        st.text(text("page.rules.differ", n=len(differ), of=len(found)))
    columns = {
        "name": Column(text("page.rules.value"), theme.LONG),
        "a": Column(names[a], theme.LONG),
        "b": Column(names[b], theme.LONG),
        "source": Column(text("page.quality.source")),
        "key": Column(text("page.quality.code")),
    }
    if not differ.empty:
        tables.show(differ, columns, text("page.rules.differ_table", a=a, b=b), f"rules-{a}-{b}-differences")
    if filters.embedded():
        return
    with st.expander(text("page.rules.every")):
        tables.show(found, columns, text("page.rules.every"), f"rules-{a}-{b}")


def _chain(reader: Reader, events: Events) -> None:
    left, right = st.columns([3, 2], gap="medium")
    with left:
        event = choices.event({key: name for key, (name, _) in events.items()})
    with right:
        award = choices.award(events[event][1])
    found = reader.ask(rules_page.chain, event, award, chosen())
    if found.name is None:
        st.info(text("page.standing.empty"), icon=":material/info:")
        return
    st.text(text("page.rules.asked", chain=found.name))
    st.text("\n".join(f"{number}. {level}" for number, level in enumerate(found.levels, start=1)))
    if not found.broken:
        st.text(text("page.rules.no_tie"))
    for number, tie in enumerate(found.broken):
        st.text(tie.said)
        columns = {
            "level": Column(text("page.rules.level"), theme.LONG),
            "upper": number_of(tie.upper),
            "lower": number_of(tie.lower),
        }
        alt = text("page.rules.levels_table", upper=tie.upper, lower=tie.lower)
        tables.show(tie.rows, columns, alt, f"tie-{number}-{event}-{award}")
