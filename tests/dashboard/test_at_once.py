"""Few answers are made at once, and an open page that looks for new data gives way to whoever clicks."""

import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dashboard import at_once, looking, source
from dashboard.source import Reader


class Clicked(BaseException):
    """What Streamlit raises where the viewer did something meanwhile."""


def _never() -> None:
    raise AssertionError("waited for nothing")


def test_no_more_answers_are_made_at_once_than_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Reader, "_keys", lambda *_: (object(), object()))
    reader, running, most = Reader(None, (str(tmp_path), 1)), list[int](), list[int]()  # type: ignore[arg-type]
    changing = threading.Lock()

    def question(_: object, number: int) -> int:
        with changing:
            running.append(number)
            most.append(len(running))
        time.sleep(0.01)
        with changing:
            running.remove(number)
        return number

    answers = list[int]()
    threads = [
        threading.Thread(target=lambda number=number: answers.append(reader.fetch(question, number)))  # type: ignore[misc]
        for number in range(12)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(answers) == [*range(12)]
    assert max(most) == at_once.ANSWERS


def test_a_file_that_is_printed_elsewhere_takes_nobody_s_turn_and_one_is_at_a_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Reader, "_keys", lambda *_: (object(), object()))
    reader, running, most = Reader(None, (str(tmp_path), 1)), list[int](), list[int]()  # type: ignore[arg-type]

    def prints(_: object) -> bytes:
        running.append(1)
        most.append(len(running))
        time.sleep(0.02)
        running.pop()
        return b"%PDF-"

    prints.__module__, prints.__qualname__ = "publishing.standing_file", "as_pdf"
    threads = [threading.Thread(target=reader.fetch, args=(prints,)) for _ in range(4)]
    with ExitStack() as turns:
        for _ in range(at_once.ANSWERS):
            turns.enter_context(at_once.answer())
        for each in threads:
            each.start()
        for each in threads:
            each.join(10)
    assert most == [1, 1, 1, 1]


def test_a_question_that_fails_gives_its_turn_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Reader, "_keys", lambda *_: (object(), object()))
    reader = Reader(None, (str(tmp_path), 1))  # type: ignore[arg-type]

    def fails(_: object) -> int:
        raise ValueError("no")

    for _ in range(at_once.ANSWERS + 1):
        with pytest.raises(ValueError, match="no"):
            reader.fetch(fails)
    with ExitStack() as turns:
        for _ in range(at_once.ANSWERS):
            turns.enter_context(at_once.answer())


def test_one_page_looks_at_a_time_and_leaves_where_something_is_clicked() -> None:
    asked = list[int]()

    def clicked() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise Clicked

    with at_once.look(_never), pytest.raises(Clicked), at_once.look(clicked):
        raise AssertionError("two looked at once")
    assert len(asked) == 3
    with at_once.look(_never):  # whoever left holds nothing
        pass


def test_a_look_that_is_left_half_way_lets_the_next_one_in() -> None:
    with pytest.raises(Clicked), at_once.look(_never):
        raise Clicked
    with at_once.look(_never):
        pass


def test_between_two_answers_a_page_that_looks_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit ends a run where it reads the state of its session, and a click waits."""
    page, asked = looking.Looking[Any](), list[str]()
    page.events = {"a": ("A", {})}
    page.same = [lambda _, name=name: asked.append(name) or True for name in "xyz"]  # type: ignore[misc, func-returns-value]

    class State(dict[str, object]):
        def get(self, *_: object) -> None:  # type: ignore[override]
            if len(asked) == 2:
                raise Clicked

    monkeypatch.setattr(looking.st, "session_state", State())
    with pytest.raises(Clicked):
        page.changed(None, page.events)
    assert asked == ["x", "y"]


def test_a_look_at_another_file_waits_its_turn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(source, "_forget_old", lambda _: None)
    monkeypatch.setattr(Reader, "fetch", lambda *_: {})
    monkeypatch.setattr(looking, "give_way", lambda: (_ for _ in ()).throw(Clicked()))
    reader, page = Reader(None, (str(tmp_path), 1)), looking.Looking[Any]()  # type: ignore[arg-type]
    with at_once.look(_never), pytest.raises(Clicked):
        source._changes(page, reader)
