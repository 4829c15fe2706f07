"""The store the pages read: which file, opened once for all sessions, and looked at again when a load replaced it."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import streamlit as st

from analytics.store import Store
from etl.errors import StoreError, UserError
from publishing.wording import text

DEFAULT = "tatame.duckdb"
LOOK_SECONDS = 4.0
# Which file an answer is from: its path, and how many have stood there since this process opened the first.
Seen = tuple[str, int]
BROKEN = (UserError, duckdb.Error)


def path() -> Path:
    """`--store FILE` after `--` on Streamlit's command line, else TATAME_STORE, else the program's own default."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--store")
    named = parser.parse_known_args(sys.argv[1:])[0].store
    return Path(named or os.environ.get("TATAME_STORE") or DEFAULT)


@st.cache_resource(show_spinner=False, max_entries=4)
def _opened(file: Path) -> Store:
    return Store.open(file)


def current(file: Path) -> tuple[Store, Seen]:
    """The store, and which file is behind it: part of the key of whatever is kept of its answers."""
    store = _opened(file)
    with store.cursor():  # notices that the file was replaced
        return store, (str(store.path), store.generation)


def show(page: Callable[[Store, Seen], None]) -> None:
    """Runs a page on the store; what stands in the way is said in words, and the page waits for it to go."""
    file = path()
    seen = None
    try:
        store, seen = current(file)
        page(store, seen)
    except BROKEN as error:
        _explain(file, error)
    _watch(file, seen)


def _explain(file: Path, error: Exception) -> None:
    if isinstance(error, StoreError) and not file.exists():
        st.info(text("page.store.missing"), icon=":material/inventory_2:")
        how_to_load(file)
        return
    st.error(text("page.store.broken"), icon=":material/error:")
    st.text(str(error).splitlines()[0] if str(error) else type(error).__name__)


def how_to_load(file: Path) -> None:
    """What to type to fill the store."""
    st.text(text("page.store.load"))
    st.code(f"tatame ingest PATH --store {shlex.quote(str(file))}", language="shell", wrap_lines=True)


@st.fragment(run_every=LOOK_SECONDS)
def _watch(file: Path, seen: Seen | None) -> None:
    """Runs the page again once another file stands there, or one at all."""
    try:
        now: Seen | None = current(file)[1]
    except BROKEN:
        now = None
    if now != seen:
        st.rerun()
