"""How far long work is: seen at a terminal, and nothing in a script."""

import io
import sys

import pytest

from tatame import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, *steps: tuple[str, int, int]) -> str:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.shown({"read": "reading"}) as tell:
        assert (tell is not None) == stream.isatty()
        for step in steps:
            assert tell is not None
            tell(*step)
    return stream.getvalue()


def test_a_script_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, io.StringIO()) == ""


def test_people_see_a_step_in_words_and_how_much_of_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    said = told(monkeypatch, Terminal(), ("read", 3, 7), ("bout_place", 2, 40))
    assert "reading" in said
    assert "3/7" in said
    assert "bout_place" in said
    assert "2/40" in said
