"""A page that is left open holds no answer, and its buttons name nobody who may not be named any more."""

import gc
import io
import random
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from streamlit.testing.v1 import AppTest

from analytics.store import Store
from dashboard import looking, source
from dashboard.kept import Answers
from dashboard.source import Reader
from etl import opt_outs
from publishing import standing_file
from publishing.wording import text
from tests.dashboard.arriving import Big, changes, event, first, long_one, reader, shown
from tests.dashboard.running import ingest, opened


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return ingest(tmp_path / "s.duckdb", event(tmp_path / "a", "one", random.Random(1)))


def test_an_answer_kept_elsewhere_is_the_last_while_it_is_there_and_not_held() -> None:
    answers = Answers(9, 1_000_000)
    one = answers.settled("q", Big("a"))
    assert answers.settled("q", Big("a")) is one
    there = weakref.ref(one)
    assert answers.settled("q", Big("b")) is not one
    two = answers.settled("q", Big("a"))
    assert two is not one
    del one, two
    gc.collect()
    assert there() is None
    assert answers.settled("q", Big("a")).said == "a"


def test_neither_an_idle_page_nor_what_was_asked_holds_an_answer(store: Path) -> None:
    page = AppTest.from_function(shown, args=(str(store),), default_timeout=60).run()
    assert not page.exception
    now = reader(store)
    name = source._named(long_one)
    held = source._lately[name]
    assert all(same(now) for same in page.session_state["looking"].same)
    assert held._held is not None
    there = weakref.ref(held._held.value)
    del source._lately[name], held
    gc.collect()
    assert there() is None
    assert not any(same(now) for same in page.session_state["looking"].same), "what it showed is gone"


def test_a_file_that_somebody_takes_is_made_of_what_stands_there_then(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of the button may be frozen: nothing runs it again."""
    offered = list[Callable[[], bytes]]()

    def as_pdf(store: Store, event: str, award: str, lang: str, as_of: str) -> bytes:
        with store.cursor() as cur:
            return repr(cur.execute("select athlete from opt_out").fetchall()).encode()

    monkeypatch.setattr(standing_file, "possible", lambda texts: True)
    monkeypatch.setattr(standing_file, "as_pdf", as_pdf)
    monkeypatch.setattr("dashboard.tables.downloads", lambda *args: offered.extend(args[3:]))
    opened(store, monkeypatch, "standings")
    made = offered[0]
    assert made() == made() == b"[]"
    opt_outs.add(store, "Ana Invented", "who")
    Store.open(store).close()  # looks at the file anew
    assert b"Ana Invented" in made()


def test_a_button_of_an_old_page_names_nobody_who_opted_out_since(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = dict[str, Callable[[], bytes]]()
    monkeypatch.setattr("dashboard.tables.offer", lambda name, made, file, mime: offered.update({file: made}))
    opened(store, monkeypatch, "brackets", category="male / adult / black / light")
    who = first(store)
    assert {"bouts.csv", "bouts.xlsx", "places.csv", "places.xlsx", "bracket.svg"} == {*offered}
    ingest(store, event(tmp_path / "b", "two", random.Random(2)))
    reader(store)
    before = offered["places.csv"]().decode().splitlines()
    assert any(who in row for row in before), "new results take no button away"
    opt_outs.add(store, who, "who")
    reader(store)
    said = {file: made() for file, made in offered.items()}
    for file in ("bouts.csv", "places.csv", "bracket.svg"):
        assert who not in said[file].decode()
        assert text("privacy.withheld") in said[file].decode()
    for file in ("bouts.xlsx", "places.xlsx"):
        cells = [
            cell for sheet in openpyxl.load_workbook(io.BytesIO(said[file])) for row in sheet.values for cell in row
        ]
        assert not any(who in str(cell) for cell in cells)
        assert any(text("privacy.withheld") in str(cell) for cell in cells)
    rows = said["places.csv"].decode().splitlines()
    assert len(rows) == len(before)
    assert len({*rows} - {*before}) == 1, "nobody else's row is another"


def test_a_button_whose_page_was_looked_at_since_works_though_a_name_in_it_is_hidden_elsewhere(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An academy is called as somebody who opted out: its name stays."""
    offered = dict[str, Callable[[], bytes]]()
    monkeypatch.setattr("dashboard.tables.offer", lambda name, made, file, mime: offered.update({file: made}))
    page = opened(store, monkeypatch, "standings")
    opt_outs.add(store, "A Team", "who")
    assert not changes(page, store)
    assert b"A Team" in next(made for file, made in offered.items() if file.endswith(".csv"))()


def test_a_page_that_could_not_be_shown_is_tried_again_after_a_few_looks() -> None:
    page = looking.Looking[Any]()
    assert not any(page.tries_again() for _ in range(9))
    page.failed = True
    assert [page.tries_again() for _ in range(3)] == [False, False, True]


def test_who_waits_for_a_newer_answer_is_told_of_any_that_is_another(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where results never cease, none is of the newest file."""
    said = [("a", False)]
    bigs = {word: Big(word) for word in "abc"}
    monkeypatch.setattr(Reader, "_newest", lambda self, question: (bigs[said[0][0]], said[0][1]))
    monkeypatch.setenv("TATAME_STORE", str(store))
    page = AppTest.from_function(shown, args=(str(store),), default_timeout=60).run()
    assert not page.exception
    waiting = page.session_state["looking"]
    assert not waiting.made()
    said[0] = ("b", False)
    assert waiting.made()
    said[0] = ("a", True)
    assert waiting.made()
