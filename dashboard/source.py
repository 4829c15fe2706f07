"""The store the pages read: which file, opened once for all sessions, and looked at again when a load replaced it."""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import duckdb
import streamlit as st

from analytics import marks
from analytics.store import Store
from dashboard.kept import Kept
from dashboard.lately import Lately
from dashboard.words import text
from etl.errors import StoreError, UserError
from publishing import standing_page

_LOG = logging.getLogger(__name__)
DEFAULT = "tatame.duckdb"
# A new file is noticed a second after it stands there at the latest; it shows within ten, drawing included.
LOOK_SECONDS = 7.0
# Which file an answer is from: its path, and how many have stood there since this process opened the first.
Seen = tuple[str, int]
# Event -> its name, and its awards (identifier -> name); the newest event first.
Events = dict[str, tuple[str, dict[str, str]]]
BROKEN = (UserError, duckdb.Error)
_ANSWERS = 1500
# Questions whose first value is an event, and whose answer rests on that event alone.
OF_ONE_EVENT = frozenset(
    f"publishing.{name}"
    for name in (
        "bracket_page.bracket",
        "bracket_page.categories",
        "gap_page.above",
        "medal_page.parts",
        "medal_page.table",
        "method_page.comparison",
        "method_page.filters",
        "method_page.groups",
        "method_page.shares",
        "official_page.official",
        "quality_page.counts",
        "quality_page.coverage",
        "quality_page.findings",
        "rules_page.chain",
        "standing_file.as_pdf",
        "standing_page.behind",
        "standing_page.standing",
        "standing_page.versions",
    )
)
# Questions that may look through a whole store: whoever asks one first sees that it is being worked on.
LONG = frozenset(
    f"publishing.{name}"
    for name in (
        "academy_page.academy",
        "athlete_page.athlete",
        "athlete_page.found",
        "compare_page.compared",
        "quality_page.coverage",
        "season_page.lines",
        "season_page.ranking",
        "standing_page.standing",
    )
)
P = ParamSpec("P")
T = TypeVar("T")
# By the question's name, what it was asked of, and its values.
_answers = Kept[Any](_ANSWERS)
_stores = Kept[Store](4)
_marks = Kept[dict[str, str]](4)
_lately: dict[str, Lately[Any]] = {}
_newest: dict[str, int] = {}
_WAITING = "waiting"  # of a session: each tells whether what its page waits for is still to come


@dataclass(frozen=True)
class Reader:
    """The store as a page reads it: every answer is asked for once and kept until another file stands there.

    All sessions are given the same answer, never a copy: nobody may change it.
    """

    store: Store
    seen: Seen

    def ask(self, question: Callable[Concatenate[Store, P], T], *values: P.args, **named: P.kwargs) -> T:
        """The answer of a function of `publishing` whose values can be compared.

        That of one event alone outlives the load of another.
        """
        name = f"{question.__module__}.{question.__qualname__}"
        event = values[0] if name in OF_ONE_EVENT and values else None
        mark = self._marks().get(str(event)) if event else None
        key = (name, self.seen if mark is None else (self.seen[0], mark), values, tuple(named.items()))

        def answer() -> T:
            return question(self.store, *values, **named)

        if name not in LONG or key in _answers:
            return cast(T, _answers.get(key, answer))
        with st.spinner(text("page.store.counting")):
            return cast(T, _answers.get(key, answer))

    def lately(self, question: Callable[[Store], T]) -> tuple[T, bool]:
        """The answer of a long question over the whole store, and whether it knows the newest results.

        Where it does not, the page runs again once there is one that does. Whoever shows it asks the store of now who
        may be named: an older answer does not know who has opted out since.
        """
        held = cast(Lately[T], _lately.setdefault(f"{question.__module__}.{question.__qualname__}", Lately()))

        def newest() -> tuple[T, bool]:
            return held.get(self.seen, lambda: question(self.store))

        with st.spinner(text("page.store.counting")):
            found, is_newest = newest()
        if not is_newest:
            st.session_state[_WAITING].append(lambda: not newest()[1])
        return found, is_newest

    def _marks(self) -> dict[str, str]:
        return _marks.get(self.seen, lambda: _marks_of(self.store))


def _marks_of(store: Store) -> dict[str, str]:
    with store.cursor() as cur:
        return marks.of_events(cur)


def known(question: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """The answer of a function of `publishing` that rests on no store, kept as those of `Reader.ask` are."""
    key = (f"{question.__module__}.{question.__qualname__}", None, values, tuple(named.items()))
    return cast(T, _answers.get(key, lambda: question(*values, **named)))


def _forget_old(reader: Reader) -> None:
    """Once another file stands there: answers of the one before are nobody's any more, but for those of one event."""
    path, number = reader.seen
    if _newest.get(path, 0) >= number:
        return
    _newest[path] = number
    current = {*reader._marks().values(), number}
    _answers.drop(lambda key: _of(key)[0] == path and _of(key)[1] not in current)
    _marks.drop(lambda key: key != reader.seen)


def _of(key: Any) -> tuple[str, int | str]:
    """Path and what stood there, of an answer's key."""
    return key[1] or ("", "")


def path() -> Path:
    """`--store FILE` after `--` on Streamlit's command line, else TATAME_STORE, else the program's own default."""
    return Path(_said("store") or DEFAULT)


def releases() -> Path | None:
    """`--releases FOLDER` there, else TATAME_RELEASES; None = this dashboard shows none."""
    named = _said("releases")
    return Path(named) if named else None


def _said(option: str) -> str | None:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(f"--{option}")
    named = getattr(parser.parse_known_args(sys.argv[1:])[0], option)
    return named or os.environ.get(f"TATAME_{option.upper()}")


def current(file: Path) -> tuple[Store, Seen]:
    """The store, and which file is behind it: part of the key of whatever is kept of its answers."""
    store = _stores.get(file, lambda: Store.open(file))
    with store.cursor():  # notices that the file was replaced
        return store, (str(store.path), store.generation)


def show(page: Callable[[Reader, Events], None]) -> None:
    """Runs a page on the store and its events; what stands in the way is said, and the page waits for it to go."""
    file = path()
    seen, there = None, file.exists()
    st.session_state[_WAITING] = []
    try:
        store, seen = current(file)
        reader = Reader(store, seen)
        _forget_old(reader)
        if not there:  # what was opened can still be read
            st.warning(text("page.store.gone"), icon=":material/warning:")
        if events := reader.ask(standing_page.choices):
            page(reader, events)
        else:
            st.info(text("page.store.empty"), icon=":material/inventory_2:")
            how_to_load(file)
    except BROKEN as error:
        _explain(file, error)
    _watch(file, seen, there)


def _explain(file: Path, error: Exception) -> None:
    if isinstance(error, StoreError) and not file.exists():
        st.info(text("page.store.missing"), icon=":material/inventory_2:")
        how_to_load(file)
        return
    st.error(text("page.store.broken"), icon=":material/error:")
    explain_in_log(file.name, str(error) or type(error).__name__)


def explain_in_log(name: str, why: str) -> None:
    """Where the reason stands: it names folders of the server, which are no visitor's business."""
    st.text(text("page.store.in_log", name=name))
    _LOG.error("%s: %s", name, why)


def how_to_load(file: Path) -> None:
    """What to type to fill the store."""
    st.text(text("page.store.load"))
    st.code(f"tatame ingest PATH --store {shlex.quote(str(file))}", language="shell", wrap_lines=True)


@st.fragment(run_every=LOOK_SECONDS)
def _watch(file: Path, seen: Seen | None, there: bool) -> None:
    """Runs the page again once another file stands there, one at all, none any more, or what it waits for is made."""
    try:
        now: Seen | None = current(file)[1]
    except BROKEN:
        now = None
    made = any(not still() for still in st.session_state.get(_WAITING, ()))
    if now != seen or file.exists() != there or made:
        st.rerun()
