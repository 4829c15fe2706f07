"""What `make soak` runs, what it leaves out and says so, and how it ends."""

import importlib
import sys

import pytest

from benchmarks import soak
from benchmarks.soak import Part
from tests import sizes


def test_its_parts_are_named_and_can_be_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [part.name for part in soak.parts()] == ["faults", "arguments", "drawn", "browser", "dashboard", "spark"]
    ran: list[str] = []
    monkeypatch.setattr(soak, "run", lambda part: ran.append(part.name) or "ok")
    assert soak.main(["--only", "dashboard"]) == 0
    assert ran == ["dashboard"]


def test_a_hundred_kills_are_asked_for() -> None:
    faults = next(part for part in soak.parts() if part.name == "faults")
    assert faults.environment == {"TATAME_KILLS": "100"}
    assert list(faults.command)[-2:] == ["-m", "faults"]


def test_a_browser_has_a_process_of_its_own() -> None:
    """Playwright leaves an event loop running, in which no other test could start its own."""
    tests = {part.name: part.command for part in soak.parts() if "pytest" in part.command}
    marks = {name: command[command.index("-m", 3) + 1] for name, command in tests.items()}
    assert marks["browser"] == "browser"
    assert all(mark == "browser" or "browser" not in mark.replace("not browser", "") for mark in marks.values())


def test_what_is_drawn_is_drawn_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    part = next(part for part in soak.parts() if part.name == "drawn")
    assert sizes.drawn(3, 8) in (3, 8)
    for name, value in part.environment.items():
        monkeypatch.setenv(name, value)
    assert importlib.reload(sizes).drawn(3, 8) == 8
    monkeypatch.undo()
    importlib.reload(sizes)


@pytest.mark.parametrize(
    ("code", "status", "said"), [("pass", 0, "ok"), ("raise SystemExit(3)", 1, "failed (status 3)")]
)
def test_one_part_that_fails_fails_it_and_the_summary_says_which(
    code: str, status: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = [
        Part("one", "", (sys.executable, "-c", code)),
        Part("two", "", (sys.executable, "-c", "pass"), lacks="no Java"),
    ]
    monkeypatch.setattr(soak, "parts", lambda: here)
    assert soak.main([]) == status
    assert f"one: {said}" in capsys.readouterr().out.partition("== soak")[2]


def test_what_cannot_run_here_is_left_out_and_why_is_said() -> None:
    assert soak.run(Part("spark", "", ("false",), lacks="no Java")) == "left out: no Java"
