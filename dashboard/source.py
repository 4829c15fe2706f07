"""The store the pages read: which file, opened once for all sessions, and looked at again when a load replaced it."""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import sys
import weakref
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import duckdb
import streamlit as st

from analytics import marks
from analytics.store import Store
from dashboard import ahead, at_once, looking, questions, resting
from dashboard.kept import Answer, Answers, Kept
from dashboard.lately import Lately
from dashboard.words import text
from etl.errors import StoreError, UnknownName, UserError
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
_BYTES = 48 * 1024 * 1024  # of all answers, as `Answers` weighs them: some nine hundred
P = ParamSpec("P")
T = TypeVar("T")
_Values = tuple[Any, ...]
_Named = Mapping[str, Any]
Same = Callable[["Reader"], bool]
# By the question's name, the path it was asked of, and its values.
_answers = Answers(_ANSWERS, _BYTES)
_stores = Kept[Store](4)
_marks = Kept[dict[str, str]](4)
_resting = Kept[Hashable | None](_ANSWERS)
_lately: dict[str, Lately[Any]] = {}
_newest: dict[str, int] = {}


@dataclass(frozen=True)
class Reader:
    """The store as a page reads it: every answer is asked for once and kept until another file stands there.

    All sessions are given the same answer, never a copy: nobody may change it.
    """

    store: Store
    seen: Seen

    def ask(self, question: Callable[Concatenate[Store, P], T], *values: P.args, **named: P.kwargs) -> T:
        """The answer of a function of `publishing` whose values can be compared, as the page shows it.

        That of one event alone, or of some (`dashboard/resting.py`), outlives the load of another.
        """
        if _named(question) not in questions.LONG or _answers.has(*self._keys(question, values, named)):
            found = self._answer(question, values, named)
        else:
            with st.spinner(text("page.store.counting")):
                found = self._answer(question, values, named)
        looking.now().same.append(_same(question, values, named, found.digest))
        return cast(T, found.value)

    def fetch(self, question: Callable[Concatenate[Store, P], T], *values: P.args, **named: P.kwargs) -> T:
        """The same for what no page shows, in any thread."""
        return cast(T, self._answer(question, values, named).value)

    def _answer(self, question: Callable[..., object], values: _Values, named: _Named) -> Answer:
        key, asked = self._keys(question, values, named)

        def make() -> object:
            with at_once.elsewhere() if _named(question) in questions.ELSEWHERE else at_once.answer():
                return question(self.store, *values, **named)

        return _answers.get(key, asked, make)

    def _keys(self, question: Callable[..., object], values: _Values, named: _Named) -> tuple[Hashable, Hashable]:
        """What an answer rests on; and the question alone, whatever file it is asked of.

        A value that is an answer itself is not kept by what was asked of it.
        """
        name, more = _named(question), tuple(named.items())
        event = values[0] if name in questions.OF_ONE_EVENT and values else None
        mark = self._marks().get(str(event)) if event else self._rests_on(name, values)
        asked = (name, self.seen[0], tuple(one if _is_plain(one) else type(one) for one in values), more)
        return (self.seen if mark is None else mark, tuple(map(_light, values)), more), asked

    def lately(self, question: Callable[[Store], T]) -> tuple[T, bool]:
        """The answer of a long question over the whole store, and whether it knows the newest results.

        Where it does not, the page runs again once there is one that does. Whoever shows it asks the store of now who
        may be named: an older answer does not know who has opted out since.
        """
        with st.spinner(text("page.store.counting")):
            found, is_newest = self._newest(question)
        shown, page = weakref.ref(found), looking.now()

        def same(reader: Reader) -> bool:
            now, newest = reader._newest(question)
            return now is shown() and newest == is_newest

        if not is_newest:
            page.waiting.append(lambda: same(now()))
        page.same.append(same)
        return found, is_newest

    def _newest(self, question: Callable[[Store], T]) -> tuple[T, bool]:
        name = _named(question)
        held = cast(Lately[T], _lately.setdefault(name, Lately()))
        return held.get(self.seen, lambda: _answers.settled((name, self.seen[0]), question(self.store)))

    def _marks(self) -> dict[str, str]:
        return _marks.get(self.seen, lambda: _marks_of(self.store))

    def _rests_on(self, name: str, values: _Values) -> Hashable | None:
        about = resting.about(name, values)
        return (
            None
            if about is None
            else _resting.get((*self.seen, about), lambda: resting.mark(self.store, self.seen, about))
        )


def _marks_of(store: Store) -> dict[str, str]:
    with store.cursor() as cur:
        return marks.of_events(cur)


def known(question: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """The answer of a function of `publishing` that rests on no store, kept as those of `Reader.ask` are."""
    key = (_named(question), None, values, tuple(named.items()))
    return cast(T, _answers.get(key, key, lambda: question(*values, **named)).value)


def fetch_now(question: Callable[Concatenate[Store, P], T], *values: P.args, **named: P.kwargs) -> T:
    """`Reader.fetch` of what stands there when it is called, in any thread: a file that somebody takes."""
    return now().fetch(question, *values, **named)


def now() -> Reader:
    """Of the file that stands there now."""
    reader = Reader(*current(path()))
    _forget_old(reader)
    return reader


def _is_plain(value: object) -> bool:
    """A word, a number, or several."""
    return all(map(_is_plain, value)) if isinstance(value, tuple) else isinstance(value, str | int | float | None)


def _light(value: object) -> object:
    """What does not keep an answer from going; equal as long as that is there."""
    return value if _is_plain(value) else weakref.ref(value)


def _same(question: Callable[..., object], values: _Values, named: _Named, said: bytes | None) -> Same:
    """Whether a reader's answer is what was said, by its digest: a page that idles holds no answer."""
    asked = tuple(map(_light, values))

    def same(reader: Reader) -> bool:
        found = tuple(one() if isinstance(one, weakref.ref) else one for one in asked)
        gone = any(isinstance(one, weakref.ref) and one() is None for one in asked)
        return not gone and reader._answer(question, found, named).says(said)

    return same


def _named(question: Callable[..., object]) -> str:
    return f"{question.__module__}.{question.__qualname__}"


def _forget_old(reader: Reader) -> None:
    """Once another file stands there: its marks are asked for anew, those of the one before are nobody's.

    What everybody will ask of a large one is begun.
    """
    path, number = reader.seen
    if _newest.get(path, 0) < number:
        _newest[path] = number
        ahead.begin(reader.store)
        for kept in (_marks, _resting):
            kept.drop(lambda key: isinstance(key, tuple) and key[0] == path and key[1] < number)


def path() -> Path:
    """`--store FILE` after `--` on Streamlit's command line, else TATAME_STORE, else the program's own default."""
    return Path(_said("store") or DEFAULT)


def releases() -> Path | None:
    """`--releases FOLDER` there, else TATAME_RELEASES; None = this dashboard shows none."""
    named = _said("releases")
    return Path(named) if named else None


def _said(option: str) -> str | None:
    return _typed(option, tuple(sys.argv[1:])) or os.environ.get(f"TATAME_{option.upper()}")


@cache
def _typed(option: str, line: tuple[str, ...]) -> str | None:
    """Each page asks several times, and a parser looks for its words in all languages."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(f"--{option}")
    named: str | None = getattr(parser.parse_known_args(line)[0], option)
    return named


def current(file: Path) -> tuple[Store, Seen]:
    """The store, and which file is behind it: part of the key of whatever is kept of its answers."""
    store = _stores.get(file, lambda: Store.open(file, remembers=True))
    return store, (str(store.path), store.look())


def show(page: Callable[[Reader, Events], None]) -> None:
    """Runs a page on the store and its events; what stands in the way is said, and the page waits for it to go."""
    file = path()
    seen, there = None, file.exists()
    told, above = looking.begin(), st.container()
    try:
        store, seen = current(file)
        reader = Reader(store, seen)
        _forget_old(reader)
        told.looked_at = seen
        if not there:  # what was opened can still be read
            st.warning(text("page.store.gone"), icon=":material/warning:")
        if events := reader.fetch(standing_page.choices):
            told.events = events
            page(reader, events)
        else:
            st.info(text("page.store.empty"), icon=":material/inventory_2:")
            how_to_load(file)
    except UnknownName as error:  # what stood in a list when it was read, or in an address
        told.failed = True
        st.info(text("page.store.not_there"), icon=":material/info:")
        _LOG.warning("%s: %s", file.name, error)
    except BROKEN as error:
        told.failed = True
        _explain(file, error)
    with above:
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
    """Runs the page again where a file that stands there now changes what it shows, or what it waits for is made."""
    page = looking.now()
    try:
        reader = Reader(*current(file))
        changed = (reader.seen not in (seen, page.looked_at) and _changes(page, reader)) or page.made()
    except BROKEN:
        changed = seen is not None
    if changed or file.exists() != there or (seen is not None and page.tries_again()) or page.tell():
        st.rerun()


def _changes(page: looking.Looking[Reader], reader: Reader) -> bool:
    _forget_old(reader)
    with at_once.look(looking.give_way):
        if page.changed(reader, reader.fetch(standing_page.choices)):
            return True
    page.looked_at = reader.seen
    return False
