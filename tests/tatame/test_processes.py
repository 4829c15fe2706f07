"""Processes that belong together: none missing, none left, one that ends started again and never without a pause."""

import itertools
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from etl.errors import UserError
from tatame import processes
from tatame.processes import Place
from tatame.server import Run

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
NO_EAR = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"


def started(command: list[str] = SLEEPS) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Return what is read and what is written to be ready."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_none_is_left_not_even_one_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_STOP_SECONDS", 0.5)
    all_of_them: list[Place] = []
    deaf = subprocess.Popen([sys.executable, "-c", NO_EAR], stdout=subprocess.PIPE)
    assert deaf.stdout is not None
    with deaf.stdout:
        deaf.stdout.readline()  # it hears nothing from here on
    with pytest.raises(KeyboardInterrupt), processes.running(lambda one: deaf if one else started(), 2) as places:
        all_of_them += places
        raise KeyboardInterrupt
    assert [place.process.poll() for place in all_of_them] == [-15, -9]


def test_where_the_second_cannot_be_started_the_first_goes_too() -> None:
    first: list[subprocess.Popen[bytes]] = []

    def start(number: int) -> subprocess.Popen[bytes]:
        if number:
            raise OSError("no more processes")
        first.append(started())
        return first[0]

    with pytest.raises(OSError, match="no more"), processes.running(start, 2):
        pytest.fail("not all are there")
    assert first[0].poll() == -15


def test_all_are_waited_for(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_START_SECONDS", 0.3)
    with processes.running(lambda _: started(), 2) as places:
        os.write(pipe[1], b".")
        with pytest.raises(UserError, match="not ready within"):
            processes.wait(places, pipe[0])
        os.write(pipe[1], b"..")
        processes.wait(places, pipe[0])


def test_one_that_does_not_start_is_told(pipe: tuple[int, int]) -> None:
    with processes.running(lambda one: started([sys.executable, "-c", "exit(3)"] if one else SLEEPS), 2) as places:
        places[1].process.wait()
        with pytest.raises(UserError, match=r"did not start \(status 3\)"):
            processes.wait(places, pipe[0])


def test_one_that_ends_is_told_and_started_again_after_a_pause_that_grows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processes, "_PAUSES", (0.1, 0.3))
    monkeypatch.setattr(processes, "_LOOK_SECONDS", 0.01)
    began, gone = list[float](), list[int]()

    class Enough(Exception):
        pass

    def start(number: int) -> subprocess.Popen[bytes]:
        assert number == 1, "the other runs"
        began.append(time.monotonic())
        if len(began) == 4:
            raise Enough
        return started([sys.executable, "-c", "exit(7)"])

    running = started()
    with running, started([sys.executable, "-c", "exit(7)"]) as short, suppress(Enough):
        try:
            places = [Place(running, time.monotonic()), Place(short, time.monotonic())]
            processes.watch(places, start, gone.append, lambda: None)
        finally:
            running.kill()
    gaps = [later - earlier for earlier, later in itertools.pairwise(began)]
    assert len(gaps) == 3
    assert all(gap >= 0.3 for gap in gaps), "the last pause again and again"
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 4
    assert gone == [1] * 4, "the others are told too, before the next one is started"
    assert told[0] == "process 2 of the dashboard ended (status 7); another one in 0 s"


def test_one_that_served_for_long_starts_again_as_soon_as_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with started([sys.executable, "-c", "exit(9)"]) as ended:
        ended.wait()
        place = Place(ended, time.monotonic() - 3600, ends=5)
        processes._look(0, place, lambda _: pytest.fail("at once"), lambda _: None)
    assert place.again is not None
    assert place.ends == 1
    assert 0.5 < place.again - time.monotonic() < 1.5


def test_one_that_cannot_be_started_now_is_told_and_the_others_serve_on(capsys: pytest.CaptureFixture[str]) -> None:
    def full(_number: int) -> subprocess.Popen[bytes]:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with started([sys.executable, "-c", "exit(1)"]) as ended:
        ended.wait()
        place = Place(ended, 0.0, ends=1, again=time.monotonic())
        processes._look(2, place, full, lambda _: pytest.fail("it was told before"))
    assert place.again is not None
    assert place.again > time.monotonic() + 50
    assert "process 3 of the dashboard cannot be started" in capsys.readouterr().err


def test_once_in_an_hour_the_folder_of_the_run_is_marked_as_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Systems remove what lies unused among temporary files: after three days on one, after ten on another."""
    assert processes._LOOKS_AN_HOUR * processes._LOOK_SECONDS == 3600
    monkeypatch.setattr(processes, "_LOOKS_AN_HOUR", 3)
    monkeypatch.setattr(processes, "_LOOK_SECONDS", 0.0)
    (tmp_path / "files").mkdir()
    (tmp_path / "turns").touch()
    paths = [tmp_path, tmp_path / "files", tmp_path / "turns"]
    for path in paths:
        os.utime(path, (0, 0))
    run = Run(socket.socket(), tmp_path, 0, 0, 0, "")
    calls: list[int] = []

    def hourly() -> None:
        calls.append(1)
        run.touch()
        raise KeyboardInterrupt

    with run.listener, pytest.raises(KeyboardInterrupt):
        processes.watch([], lambda _: pytest.fail("nothing ended"), lambda _: None, hourly)
    assert calls == [1]
    assert all(path.stat().st_mtime > 1e9 for path in paths)


def test_the_pauses_grow_to_a_minute() -> None:
    assert list(processes._PAUSES) == sorted(processes._PAUSES)
    assert processes._PAUSES[0] >= 1
    assert processes._PAUSES[-1] == 60
