"""The dashboard as a process of its own: started, waited for, stopped with the program."""

from __future__ import annotations

import errno
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
from dataclasses import dataclass
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
LOCAL = "127.0.0.1"
UPLOAD_MEGABYTES = 50  # of a file that staff bring in
_ANYWHERE = {"0.0.0.0": LOCAL, "::": "::1"}  # noqa: S104 - told apart, not bound by itself


@dataclass(frozen=True)
class Settings:
    """What the operator asked for; `staff` = the file that says who may sign in, None = no staff area."""

    address: str = LOCAL
    releases: Path | None = None
    staff: Path | None = None

    @property
    def reached_at(self) -> str:
        """The address at which this machine itself reaches the server."""
        return _ANYWHERE.get(self.address, self.address)

    @property
    def shown(self) -> str:
        """The same for people, as it stands in an address."""
        if self.reached_at in (LOCAL, "::1"):
            return "localhost"
        return f"[{self.reached_at}]" if ":" in self.reached_at else self.reached_at


def serve(store: Path, port: int | None, *, browser: bool, settings: Settings = Settings()) -> None:
    """Runs the dashboard until Ctrl-C, for this machine alone unless told otherwise; says its address once it is up."""
    chosen = free_port(port, settings.address)
    with _stopping_on_signals(), _running(store, chosen, settings) as server:
        address = f"http://{settings.shown}:{chosen}"
        _wait(server, chosen, settings)
        output.tell(f"Dashboard: {address}  (Ctrl-C stops it)")
        if browser and _has_screen():
            webbrowser.open(address)
        code = server.wait()
    raise UserError(f"the dashboard ended by itself (status {code}); what it said stands above")


def free_port(wanted: int | None, address: str = LOCAL) -> int:
    """The port asked for, which must be free; without one, the first free from 8501."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    for port in [wanted] if wanted is not None else range(FIRST_PORT, FIRST_PORT + _TRIED):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    raise UserError(f"{address} is no address of this machine; name another with --address") from None
            else:
                return port
    if wanted is None:
        raise UserError(f"no free port from {FIRST_PORT} to {FIRST_PORT + _TRIED - 1}; name one with --port")
    raise UserError(f"port {wanted} is in use; name another with --port")


def command(port: int, settings: Settings = Settings()) -> list[str]:
    """How the dashboard is started: local, silent about its use, no browser and no questions of its own."""
    found = util.find_spec("dashboard")
    if found is None or not found.submodule_search_locations:
        raise UserError("the dashboard is not installed; install tatame again")
    app = Path(next(iter(found.submodule_search_locations))) / "app.py"
    if not app.is_file():
        raise UserError(f"the dashboard is not installed: there is no {app}")
    said = {
        "server.address": settings.address,
        "server.port": str(port),
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "server.enableXsrfProtection": "true",
        "server.enableCORS": "true",
        # Any session may send a file to Streamlit, asked for by a page or not: without a staff area none may.
        "server.maxUploadSize": str(UPLOAD_MEGABYTES if settings.staff else 0),
        "browser.gatherUsageStats": "false",
        "runner.postScriptGC": "false",
        "logger.level": "warning",
        "logger.enableRich": "false",  # a traceback goes to standard error, as a log does
        "browser.serverAddress": settings.shown.strip("[]"),
    }
    if settings.staff is not None:
        said["secrets.files"] = str(settings.staff.expanduser().resolve())
    flags = [f"--{name}={value}" for name, value in said.items()]
    return [sys.executable, "-m", "streamlit", "run", str(app), *flags]


@contextmanager
def _running(store: Path, port: int, settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    said = {"STORE": store, "RELEASES": settings.releases, "STAFF": settings.staff}
    # What is not asked for is not taken from the environment either: a staff area is nobody's leftover.
    environment = {name: value for name, value in os.environ.items() if name not in {f"TATAME_{one}" for one in said}}
    environment |= {
        f"TATAME_{name}": str(path.expanduser().resolve()) for name, path in said.items() if path is not None
    }
    # A session of its own: Ctrl-C reaches this program alone, which then ends the server quietly.
    server = subprocess.Popen(  # noqa: S603 - this interpreter and our own file, no shell
        command(port, settings),
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
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


def _wait(server: subprocess.Popen[bytes], port: int, settings: Settings) -> None:
    """Until the server answers; a proxy of the environment must not be asked about this machine."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    host = f"[{settings.reached_at}]" if ":" in settings.reached_at else settings.reached_at
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        if server.poll() is not None:
            raise UserError(f"the dashboard did not start (status {server.returncode}); what it said stands above")
        with suppress(OSError), opener.open(f"http://{host}:{port}/_stcore/health", timeout=1) as answer:
            if answer.status == 200:
                return
        time.sleep(_POLL_SECONDS)
    raise UserError(f"the dashboard did not answer on port {port} within {_START_SECONDS:.0f} seconds")


def _has_screen() -> bool:
    """Where there is none, `webbrowser` would start a text browser in this terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
