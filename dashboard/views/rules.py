"""Rules: two rule sets side by side, what differs between them, and a tie-break chain on a live example."""

from __future__ import annotations

import streamlit as st

from dashboard import choices, source, tables, theme
from dashboard.source import Events, Reader
from dashboard.tables import Column
from dashboard.words import chosen, text
from publishing import rules_page

ORDER = 90
TITLE = "page.rules.title"
ADDRESS = "rules"


def page() -> None:
    """The rule sets, which need no store, and the chain of an award of it."""
    st.header(text(TITLE), anchor=False)
    _sets()
    st.subheader(text("page.rules.chain"), anchor=False)
    source.show(_chain)


def _sets() -> None:
    names = rules_page.names()
    left, right = st.columns(2, gap="medium")
    with left:
        a = choices.one_of("first", text("page.rules.first"), names)
    with right:
        b = choices.one_of(
            "second", text("page.rules.second"), {name: title for name, title in names.items() if name != a}
        )
    found = rules_page.values(a, b)
    differ = found[found["differs"]]
    st.text(text("page.rules.differ", n=len(differ), of=len(found)))
    columns = {
        "key": Column(text("page.rules.value"), "medium"),
        "a": Column(a, "medium"),
        "b": Column(b, "medium"),
        "source": Column(text("page.quality.source"), theme.SENTENCE),
    }
    if not differ.empty:
        tables.show(differ, columns, text("page.rules.differ_table", a=a, b=b), f"rules-{a}-{b}-differences")
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
    st.text("\n".join(found.broken) if found.broken else text("page.rules.no_tie"))
