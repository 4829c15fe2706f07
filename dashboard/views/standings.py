"""The first page: an award's standing with the reason for every neighbouring pair, or the ranking of a season."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard import academy_behind, choices, columns, figures, filters, season_ranking, source, tables, theme, words
from dashboard.source import Events, Reader
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from publishing import charts, official_page, season_page, standing_file, standing_page
from publishing.standing_page import Standing
from publishing.wording import notes
from rulebook import ruleset

ORDER = 10
TITLE = "page.standing.title"
ADDRESS = "standings"


def page() -> None:
    """The heading, which needs no store, and what the store has to say."""
    words.heading(TITLE)
    source.show(_page)


def _page(reader: Reader, events: Events) -> None:
    first, second, third = filters.beside([2, 3, 2])
    with first:
        scheme = choices.part(
            "ranking",
            text("page.standing.ranking"),
            source.known(season_page.schemes, chosen()),
            text("page.standing.one_event"),
        )
    if scheme:
        season_ranking.show(reader, scheme, second, third)
        return
    with second:
        event = choices.event({key: name for key, (name, _) in events.items()})
    with third:
        award = choices.award(events[event][1])
    _standing(reader, event, award)


def _standing(reader: Reader, event: str, award: str) -> None:
    """The table; what it rests on beside the figure; one academy and its medals; the official list."""
    under, by, as_of = _what_if(reader, event)
    if as_of and award not in reader.ask(standing_page.awards, event, as_of):
        st.info(text("page.standing.no_award_then"), icon=":material/info:")
        return
    found = reader.ask(standing_page.standing, event, award, chosen(), under, by, as_of)
    if found.needed:
        st.info("\n\n".join(found.needed), icon=":material/info:")
    if found.rows.empty:
        st.info(text("page.standing.empty"), icon=":material/info:")
        _notes(found)
        return
    own = by == "academy"
    printed = (found.answer["name"], text("page.standing.rank"), *found.rows["academy"])
    own_rules = own and not under and standing_file.possible(printed)
    pdf = partial(source.fetch_now, standing_file.as_pdf, event, award, chosen(), as_of) if own_rules else None
    _table(found, "-".join([event, award, under, by, as_of]), pdf, selectable=own and not filters.embedded())
    if filters.embedded():
        return
    left, right = st.columns(2, gap="medium")
    with left:
        _notes(found)
    with right:
        _figure(found)
    if own:
        academy_behind.show(reader, found, (event, award, under, as_of))
        if not under:
            _official(reader, found, as_of)


def _what_if(reader: Reader, event: str) -> tuple[str, str, str]:
    """Another rule set, associations in the academies' place, an earlier version: blank = as it is."""
    sets = {name: name for name in ruleset.names()}
    units = {"academy": text("page.standing.academy"), "association": text("page.standing.association")}
    times = reader.ask(standing_page.versions, event, chosen())
    left, middle, right = filters.drawer(text("page.standing.what_if"), ("ruleset", "unit", "as_of"), 3)
    with left:
        under = choices.part("ruleset", text("page.standing.ruleset"), sets, text("page.standing.own_rules"))
    with middle:
        by = choices.part("unit", text("page.standing.unit"), {"association": units["association"]}, units["academy"])
    with right:
        as_of = choices.part("as_of", text("page.standing.as_of"), times, text("page.standing.now"))
    return under, by or "academy", as_of


def _table(found: Standing, of: str, pdf: Callable[[], bytes] | None, *, selectable: bool) -> None:
    key = f"standing-{of}-{st.session_state.get('tables', 0)}"
    academies = found.rows["academy"].tolist()

    def select() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            filters.choose("academy", academies[row])

    selection: dict[str, Any] = {}
    if selectable:
        first = academies.index(filters.chosen("academy", academies))
        selection = {
            "on_select": select,
            "selection_mode": "single-row-required",
            "selection_default": {"selection": {"rows": [first]}},
        }
    shown = {name: column for name, column in _columns().items() if name in found.rows}
    made = tables.prepared(found.rows, shown)
    st.dataframe(
        made.table,
        key=key,
        hide_index=True,
        height=theme.table_height(len(found.rows)),
        alt=text("page.standing.table", award=notes.award_name(found.answer, chosen()), event=found.answer["name"]),
        column_config=made.config,
        **selection,
    )
    file = f"standing-{found.answer['event']}-{found.answer['award']}"
    tables.downloads(made.rows, {name: column.heading for name, column in shown.items()}, file, pdf)


def _columns() -> dict[str, Column]:
    return {
        "rank": Column(text("page.standing.rank")),
        "academy": Column(text("page.standing.academy")),
        "points": number(text("page.standing.points")),
        "moved": Column(text("page.season.moved")),
        **columns.medal_counts(),
        "reason": Column(text("page.standing.reason"), theme.REASON),
        "uncontested": number(text("page.standing.uncontested")),
    }


def _figure(found: Standing) -> None:
    figures.show(charts.top_academies, found.bars, alt=charts.top_academies_alt(found.bars, chosen()))


def _notes(found: Standing) -> None:
    """As text: an event's own words are no markdown."""
    st.text("\n".join(found.notes))
    if not found.unresolved:
        return
    few = len(found.unresolved) <= theme.FEW
    with st.expander(text("page.standing.unresolved", n=len(found.unresolved)), expanded=few):
        st.text("\n\n".join(found.unresolved))


def _official(reader: Reader, found: Standing, as_of: str) -> None:
    """The list the federation published, where there is one."""
    event, award = found.answer["event"], found.answer["award"]
    official = reader.ask(official_page.official, event, award, chosen(), as_of)
    if official.rows.empty:
        return
    st.subheader(text("page.official.title"), anchor=False)
    st.text("\n".join(official.said))
    shown = {
        "academy": Column(text("page.standing.academy")),
        "official_rank": number(text("page.official.official_rank")),
        "rank": number(text("page.standing.rank")),
        "official_points": number(text("page.official.official_points")),
        "points": number(text("page.standing.points")),
        "agrees": Column(text("page.official.agrees")),
        "why": Column(text("page.official.why"), theme.SENTENCE),
    }
    alt = text("page.official.table", award=notes.award_name(found.answer, chosen()))
    tables.show(official.rows, shown, alt, f"official-{event}-{award}")
