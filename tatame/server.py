"""The dashboard as a process of its own: started, waited for, stopped with the program."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import util
from pathlib import Path
from types import FrameType

from etl.errors import UserError
from tatame import output

FIRST_PORT = 8501
_TRIED = 20
_START_SECONDS = 60.0
_STOP_SECONDS = 5.0
_POLL_SECONDS = 0.1


def serve(store: Path, port: int | None, *, browser: bool) -> None:
    """Runs the dashboard on this machine alone until Ctrl-C; says its address once it answers."""
    chosen = free_port(port)
    with _stopping_on_signals(), _running(store, chosen) as server:
        address = f"http://localhost:{chosen}"
        _wait(server, chosen)
        output.tell(f"Dashboard: {address}  (Ctrl-C stops it)")
        if browser and _has_screen():
            webbrowser.open(address)
        code = server.wait()
    raise UserError(f"the dashboard ended by itself (status {code}); what it said stands above")


def free_port(wanted: int | None) -> int:
    """The port asked for, which must be free; without one, the first free from 8501."""
    for port in [wanted] if wanted is not None else range(FIRST_PORT, FIRST_PORT + _TRIED):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    if wanted is None:
        raise UserError(f"no free port from {FIRST_PORT} to {FIRST_PORT + _TRIED - 1}; name one with --port")
    raise UserError(f"port {wanted} is in use; name another with --port")


def command(port: int) -> list[str]:
    """How the dashboard is started: local, silent about its use, no browser and no questions of its own."""
    found = util.find_spec("dashboard")
    if found is None or not found.submodule_search_locations:
        raise UserError("the dashboard is not installed; install tatame again")
    app = Path(next(iter(found.submodule_search_locations))) / "app.py"
    if not app.is_file():
        raise UserError(f"the dashboard is not installed: there is no {app}")
    settings = {
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "logger.level": "warning",
        "browser.serverAddress": "localhost",
    }
    flags = [f"--{name}={value}" for name, value in settings.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), *flags]


@contextmanager
def _running(store: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    environment = os.environ | {"TATAME_STORE": str(store.expanduser().resolve())}
    # A session of its own: Ctrl-C reaches this program alone, which then ends the server quietly.
    server = subprocess.Popen(  # noqa: S603 - this interpreter and our own file, no shell
        command(port), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield server
    finally:
        server.terminate()
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def _stopping_on_signals() -> Iterator[None]:
    """A closed terminal and a service manager stop it as Ctrl-C does: the server must not outlive the program."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    try:
        yield
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    """Until the server answers; a proxy of the environment must not be asked about this machine."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise UserError(f"the dashboard did not start (status {server.returncode}); what it said stands above")
        with suppress(OSError), opener.open(f"http://127.0.0.1:{port}/_stcore/health", timeout=1) as answer:
            if answer.status == 200:
                return
        time.sleep(_POLL_SECONDS)
    raise UserError(f"the dashboard did not answer on port {port} within {_START_SECONDS:.0f} seconds")


def _has_screen() -> bool:
    """Where there is none, `webbrowser` would start a text browser in this terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
