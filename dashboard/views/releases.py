"""Releases: the published versions in a folder, each checked against its manifest, what changed, and their files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import choices, filters, source, tables, theme, words
from dashboard.kept import Kept
from dashboard.tables import Column, number
from dashboard.words import chosen, text
from etl.errors import UserError
from publishing import releases_page
from publishing.releases_page import Changed, Release, State

if TYPE_CHECKING:
    import pandas as pd

ORDER = 100
TITLE = "page.releases.title"
ADDRESS = "releases"
# By what stands in the folder: a table made anew at every run would be another one each time, and sent anew.
_overviews: Kept[pd.DataFrame] = Kept(20)
_changed: Kept[Changed | None] = Kept(100)


def offered() -> bool:
    """Only where the operator named a folder of them."""
    return source.releases() is not None


def page() -> None:
    """The heading, which needs no store, and what the folder holds."""
    words.heading(TITLE)
    folder = source.releases()
    if folder is None:
        return
    try:
        _page(folder.resolve())
    except (UserError, OSError) as error:
        st.error(text("page.releases.folder"), icon=":material/error:")
        source.explain_in_log(folder.name, str(error))


def _page(folder: Path) -> None:
    names = releases_page.names(folder)
    if not names:
        st.info(text("page.releases.none"), icon=":material/inventory_2:")
        st.code("tatame publish FOLDER/NAME", language="shell", wrap_lines=True)
        return
    states = {name: releases_page.state(folder, name) for name in names}
    found = releases_page.newest_first([_read(folder, name, state) for name, state in states.items()])
    key = (folder, tuple(states.items()), chosen())
    overview = _overviews.get(key, lambda: releases_page.overview(found, chosen()))
    tables.show(overview, _columns(), text("page.releases.table"), "releases")
    if filters.embedded():
        return
    named = {each.name: each for each in found}
    release = named[choices.release({name: name for name in named})]
    if release.problem is not None:
        st.error(text("page.releases.unreadable"), icon=":material/error:")
        source.explain_in_log(release.name, release.problem)
        return
    st.text("\n".join(releases_page.facts(release, chosen())))
    if not release.whole:
        st.error(text("page.releases.not_whole"), icon=":material/error:")
        st.text("\n".join(release.wrong))
        return
    _changes(folder, release, states[release.name])
    _files(folder, release)


@st.cache_data(show_spinner=False, max_entries=200)
def _read(folder: Path, name: str, state: State) -> Release:
    """Hashed anew only where a file of it is another than before."""
    return releases_page.read(folder, name)


def _changes(folder: Path, release: Release, state: State) -> None:
    st.subheader(text("changes.title"), anchor=False)
    key = (folder, release.name, state, chosen())
    found = _changed.get(key, lambda: releases_page.changed(folder, release.name, chosen()))
    if found is None:
        st.text(text("page.releases.first"))
        return
    st.text("\n".join([*found.compared, *found.recorded]))
    if found.rows.empty:
        st.text(text("page.releases.still"))
        return
    tables.show(found.rows, _change_columns(), text("page.releases.moved"), f"changes-{release.name}")


def _files(folder: Path, release: Release) -> None:
    """One of them at a time, read when somebody asks for it."""
    st.subheader(text("page.releases.files"), anchor=False)
    file = choices.one_of("file", text("page.releases.file"), {path: path for path in release.files})
    st.download_button(
        text("page.releases.take", file=file),
        partial(releases_page.content, folder, release.name, file),
        file_name=file.rpartition("/")[2],
        mime="application/octet-stream",
        on_click="ignore",
        icon=":material/download:",
    )


def _columns() -> dict[str, Column]:
    return {
        "name": Column(text("page.releases.release")),
        "status": Column(text("page.releases.status")),
        "checked": Column(text("page.releases.checked")),
        "cut_off": Column(text("page.releases.cut_off"), theme.LONG),
        "ruleset": Column(text("page.releases.ruleset")),
        "events": number(text("page.releases.events")),
        "shown": Column(text("page.releases.shown"), theme.LONG),
    }


def _change_columns() -> dict[str, Column]:
    return {
        "academy": Column(text("page.standing.academy")),
        "award": Column(text("page.standing.award")),
        "new_rank": Column(text("changes.rank_now")),
        "old_rank": Column(text("page.releases.rank_before")),
        "new_points": Column(text("changes.points_now")),
        "old_points": Column(text("page.releases.points_before")),
        "change": Column(text("changes.difference")),
        "why": Column(text("changes.why"), theme.SENTENCE),
        "event": Column(text("page.standing.event"), theme.LONG),
    }
