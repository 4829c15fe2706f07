"""A dashboard of two processes on one port: all of it from any of them, shared evenly, started again, none left."""

import asyncio
import os
import re
import signal
import socket
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

import tatame
from benchmarks.dashboard_session import Times, fetched, viewer

from . import bundles

pytestmark = pytest.mark.long
PROC = Path("/proc")
if not (PROC / "self" / "task" / str(os.getpid()) / "children").exists():
    pytest.skip("this system does not list the children of a process", allow_module_level=True)


@pytest.fixture(autouse=True)
def heeds_a_closed_terminal() -> Iterator[None]:
    """Tests that run under nohup would hand its deafness on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


class Running:
    """The program, and what can be seen of it from outside."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.store = folder / "t.duckdb"
        if not self.store.exists():
            tatame.ingest(self.store, bundles.write(folder))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / "log"
        self.command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--port", str(self.port)]
        self.command += ["--store", str(self.store), "--processes", "2", *more]
        with self.log.open("w") as file:
            temporary = {"HOME": str(folder), "TMPDIR": str(folder)}
            self.program = subprocess.Popen(self.command, stderr=file, env=os.environ | temporary)
        self.until(lambda: "Dashboard: " in self.said() or self.program.poll() is not None)
        assert self.program.poll() is None, self.said()
        self.folder = next(folder.glob("tatame-dashboard-*"))
        self.children = self.processes()

    def said(self) -> str:
        return self.log.read_text()

    def processes(self) -> list[int]:
        file = PROC / str(self.program.pid) / "task" / str(self.program.pid) / "children"
        return [int(pid) for pid in file.read_text().split()]

    def until(self, true: Callable[[], bool], seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, self.said()
            time.sleep(0.05)

    def end(self) -> None:
        for pid in [self.program.pid, *self.children]:
            if alive(pid):
                os.kill(pid, signal.SIGCONT)
        self.program.terminate()
        self.program.wait(30)


def counts(running: Running) -> tuple[int, ...]:
    """How many sessions each of the two has."""
    return struct.unpack("2I", (running.folder / "turns").read_bytes())


def alive(pid: int) -> bool:
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a dashboard for the tests that leave it as it was."""
    found = Running(tmp_path_factory.mktemp("served"))
    yield found
    found.end()


def test_they_share_a_folder_that_is_their_owners_alone(running: Running) -> None:
    assert len(running.children) == 2
    assert stat.S_IMODE(running.folder.stat().st_mode) == 0o700


def test_they_have_one_secret_for_cookies_and_no_command_line_has_it(running: Running) -> None:
    found = set()
    for pid in running.children:
        variables = (PROC / str(pid) / "environ").read_text().split("\0")
        found |= {each for each in variables if each.startswith("STREAMLIT_SERVER_COOKIE_SECRET=")}
        secret = next(iter(found)).partition("=")[2]
        assert re.fullmatch(r"[0-9a-f]{64}", secret)
        for shown in (pid, running.program.pid):
            assert secret not in (PROC / str(shown) / "cmdline").read_text()
    assert len(found) == 1


def test_another_dashboard_cannot_join_the_port(running: Running) -> None:
    done = subprocess.run(running.command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"port {running.port} is in use; name another with --port" in done.stderr
    joining = socket.socket()
    with joining, pytest.raises(OSError, match="in use"):
        joining.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        joining.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        joining.bind(("127.0.0.1", running.port))
        joining.listen()


def test_sessions_are_shared_evenly(running: Running) -> None:
    async def counted() -> tuple[int, ...]:
        async with AsyncExitStack() as open_:
            for seed in range(6):
                await open_.enter_async_context(viewer(running.port, Times(), seed, looks=False))
            await asyncio.sleep(1.5)  # until no connection counts that is no session
            return counts(running)

    shares = asyncio.run(counted())
    assert sum(shares) == 6
    assert min(shares) >= 2, "3 and 3, but where the machine lets one of them wait"
    running.until(lambda: counts(running) == (0, 0))


def test_a_file_that_one_process_made_is_handed_out_by_each(running: Running) -> None:
    times = Times()

    async def made() -> str:
        async with viewer(running.port, times, 1, looks=False) as one:
            return await one.made()

    address = asyncio.run(made())
    assert times.errors == []
    for stopped in running.children:
        os.kill(stopped, signal.SIGSTOP)
        try:
            status, length = asyncio.run(asyncio.wait_for(fetched(running.port, address), 20))
        finally:
            os.kill(stopped, signal.SIGCONT)
        assert (status, length > 10) == (200, True)
    for elsewhere in ("/media/..%2fturns", "/media/../turns", "/media/%2e%2e/turns", "/media//etc/passwd"):
        assert asyncio.run(fetched(running.port, elsewhere))[0] in (400, 404)


def test_one_that_dies_is_told_and_started_again_while_the_other_serves(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        os.kill(running.children[0], signal.SIGKILL)
        assert asyncio.run(fetched(running.port, "/_stcore/health"))[0] == 200
        running.until(lambda: len(running.processes()) == 2 and running.children[0] not in running.processes())
        assert "process 1 of the dashboard ended (status -9); another one in 1 s" in running.said()
        new = next(pid for pid in running.processes() if pid not in running.children)
        os.kill(running.children[1], signal.SIGSTOP)
        assert asyncio.run(asyncio.wait_for(fetched(running.port, "/_stcore/health"), 60))[0] == 200, "by the new one"
        os.kill(running.children[1], signal.SIGCONT)
        running.children.append(new)
    finally:
        running.end()
    assert running.program.returncode == 0
    assert not any(map(alive, running.children))


@pytest.mark.parametrize("stop", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_none_outlives_the_program_however_it_ends(stop: signal.Signals, tmp_path: Path) -> None:
    running = Running(tmp_path)
    running.program.send_signal(stop)
    running.program.wait(30)
    running.until(lambda: not any(map(alive, running.children)), 15)
    running.until(lambda: not running.folder.exists(), 5)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", running.port))
    assert running.said().count("\n") == 1, "nothing to say but its address"


@pytest.mark.parametrize("after", [0.3, 0.8, 1.5])
def test_none_is_left_of_a_program_that_is_killed_while_it_starts(after: float, tmp_path: Path) -> None:
    def servers() -> list[int]:
        found = []
        for entry in PROC.iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and f"{tmp_path}/tatame-dashboard-" in (entry / "cmdline").read_text():
                    found.append(int(entry.name))
        return [pid for pid in found if alive(pid)]

    store = tmp_path / "t.duckdb"
    tatame.ingest(store, bundles.write(tmp_path))
    command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--store", str(store), "--processes", "2"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | {"TMPDIR": str(tmp_path)}) as program:
        end = time.monotonic() + 30
        while not servers():
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(after)
        program.kill()
    end = time.monotonic() + 15
    while servers():
        assert time.monotonic() < end
        time.sleep(0.1)
    assert not list(tmp_path.glob("tatame-dashboard-*"))


def test_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        running = Running(tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    running.program.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert running.program.poll() is None
    running.end()
