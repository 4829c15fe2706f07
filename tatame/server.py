"""The dashboard as processes of their own: started, waited for, stopped with the program."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import util
from pathlib import Path
from types import FrameType

from dashboard import turns, unserved
from dashboard.order import Order
from etl.errors import UserError
from tatame import output, port, processes

_ANSWER_SECONDS = 60.0
_POLL_SECONDS = 0.1
_UNASKED = 4  # processes at most where nobody says how many
LOCAL = "127.0.0.1"
UPLOAD_MEGABYTES = 50  # of a file that staff bring in
_ANYWHERE = {"0.0.0.0": LOCAL, "::": "::1"}  # noqa: S104 - told apart, not bound by itself


@dataclass(frozen=True)
class Settings:
    """What the operator asked for; `staff` = the file that says who may sign in, None = no staff area.

    `processes`: None = as many as there are cores, four at most.
    """

    address: str = LOCAL
    releases: Path | None = None
    staff: Path | None = None
    processes: int | None = None

    @property
    def reached_at(self) -> str:
        """The address at which this machine itself reaches the server."""
        return _ANYWHERE.get(self.address, self.address)

    @property
    def shown(self) -> str:
        """The same as it stands in an address; no `localhost`, whose other address may be another program's."""
        return f"[{self.reached_at}]" if ":" in self.reached_at else self.reached_at

    @property
    def many(self) -> int:
        """How many processes serve; one where staff sign in: a file sent to one is in the memory of that one."""
        return 1 if self.staff is not None else self.processes or min(cores(), _UNASKED)


def cores() -> int:
    """Those that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def serve(store: Path, wanted: int | None, *, browser: bool, settings: Settings = Settings()) -> None:
    """Runs the dashboard until Ctrl-C, for this machine alone unless told otherwise; says its address once it is up."""
    unserved.refuse()
    many = settings.many
    with port.opened(wanted, settings.address) as listener, _stopping_on_signals(), _run(listener) as run:
        host, chosen = listener.getsockname()[:2]
        ours = replace(settings, address=host)  # what a name stood for, not what it may stand for elsewhere
        start = partial(_start, run, store, chosen, settings)
        with processes.running(start, many) as places:
            processes.wait(places, run.ready)
            _wait(chosen, ours)
            address = f"http://{ours.shown}:{chosen}"
            output.tell(f"Dashboard: {address}  (Ctrl-C stops it)")
            if browser and _has_screen():
                webbrowser.open(address)
            processes.watch(places, start, partial(run.gone, many), run.touch)


def options(chosen: int, settings: Settings = Settings()) -> dict[str, object]:
    """What Streamlit is told: local, silent about its use, no browser and no questions of its own."""
    said: dict[str, object] = {
        "server.address": settings.address,
        "server.port": chosen,
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.enableXsrfProtection": True,
        "server.enableCORS": True,
        # Any session may send a file to Streamlit, asked for by a page or not: without a staff area none may.
        "server.maxUploadSize": UPLOAD_MEGABYTES if settings.staff else 0,
        "browser.gatherUsageStats": False,
        "runner.postScriptGC": False,
        "logger.level": "warning",
        "logger.enableRich": False,  # a traceback goes to standard error, as a log does
        "browser.serverAddress": settings.shown.strip("[]"),
    }
    if settings.staff is not None:
        said["secrets.files"] = [str(settings.staff.expanduser().resolve())]
    return said


def command(order: Order) -> list[str]:
    """How one process is started."""
    if util.find_spec("dashboard.serving") is None:
        raise UserError("the dashboard is not installed; install tatame again")
    return [sys.executable, "-m", "dashboard.serving", order.written()]


def environment(store: Path, settings: Settings, secret: str) -> dict[str, str]:
    """What nobody asked for is not taken from this program's own either: a staff area is nobody's leftover.

    The secret that signs cookies is the same in all processes, and on no command line, which others may read.
    """
    said = {"STORE": store, "RELEASES": settings.releases, "STAFF": settings.staff}
    kept = {name: value for name, value in os.environ.items() if name not in {f"TATAME_{one}" for one in said}}
    paths = {f"TATAME_{name}": str(path.expanduser().resolve()) for name, path in said.items() if path is not None}
    return kept | paths | {"STREAMLIT_SERVER_COOKIE_SECRET": secret}


@dataclass(frozen=True)
class Run:
    """What the processes of one run share: the socket, a folder of their own, and two pipes."""

    listener: socket.socket
    folder: Path
    ready: int  # whoever serves writes a byte into its other end
    written: int
    lifeline: int  # at its end once this program is gone, however it went
    secret: str

    def gone(self, many: int, number: int) -> None:
        """Tells the other processes that nobody serves at this place, until one that is started there says so."""
        with suppress(OSError):  # of a folder that is gone: they find out by waiting once
            turns.gone(self.folder, number, many)

    def touch(self) -> None:
        """Marks the folder as used: systems empty their folder of temporary files of what is old."""
        with suppress(OSError):
            for path in (self.folder, *self.folder.iterdir()):
                os.utime(path)


@contextmanager
def _run(listener: socket.socket) -> Iterator[Run]:
    try:
        folder = Path(tempfile.mkdtemp(prefix="tatame-dashboard-"))  # its owner's alone
    except OSError as error:
        raise UserError(f"no folder for files to download can be made ({error.strerror}); set TMPDIR") from None
    ready, written = os.pipe()
    lifeline, held = os.pipe()
    try:
        yield Run(listener, folder, ready, written, lifeline, secrets.token_hex(32))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for end in (ready, written, lifeline, held):
            os.close(end)


def _start(run: Run, store: Path, chosen: int, settings: Settings, number: int) -> subprocess.Popen[bytes]:
    run.gone(settings.many, number)
    listener = run.listener.fileno()
    order = Order(
        listener=listener,
        ready=run.written,
        lifeline=run.lifeline,
        folder=str(run.folder),
        number=number,
        many=settings.many,
        options=options(chosen, settings),
    )
    # A session of its own: Ctrl-C reaches this program alone, which then ends the server quietly.
    return subprocess.Popen(  # noqa: S603 - this interpreter and our own module, no shell
        command(order),
        env=environment(store, settings, run.secret),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(listener, run.written, run.lifeline),
        start_new_session=True,
    )


@contextmanager
def _stopping_on_signals() -> Iterator[None]:
    """A closed terminal and a service manager stop it as Ctrl-C does; what nohup had ignored stays ignored."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    heard = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        heard.append(signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _wait(chosen: int, settings: Settings) -> None:
    """Until the address answers; a proxy of the environment must not be asked about this machine."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + _ANSWER_SECONDS
    while time.monotonic() < until:
        with suppress(OSError), opener.open(f"http://{settings.shown}:{chosen}/_stcore/health", timeout=1) as answer:
            if answer.status == 200:
                return
        time.sleep(_POLL_SECONDS)
    raise UserError(f"the dashboard did not answer on port {chosen} within {_ANSWER_SECONDS:.0f} seconds")


def _has_screen() -> bool:
    """Where there is none, `webbrowser` would start a text browser in this terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
