"""Nothing is asked of, or offered to, any machine but this one: the program works while its sockets are watched.

Python tells of each in its audit events, whatever library it is; a file of the name `sitecustomize` in front of the
path takes them down in every process that is started from here, and refuses what goes elsewhere.
"""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.architecture.house import ROOT

WATCH = """
import os, sys

_written = os.open(os.environ["WATCHED_SOCKETS"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
_HERE = ("127.", "localhost", "::1", "/")  # a path: a socket that is a file
_WATCHED = {
    f"socket.{name}" for name in
    "connect bind sendto sendmsg getaddrinfo gethostbyname gethostbyaddr getnameinfo".split()
}

def _host(event, arguments):
    where = arguments[0] if "host" in event or "info" in event else arguments[-1]
    host = where[0] if isinstance(where, tuple) else where
    return host.decode() if isinstance(host, bytes) else host

def _watch(event, arguments):
    if event not in _WATCHED:
        return
    host = _host(event, arguments)
    here = host is None or str(host).startswith(_HERE)
    os.write(_written, f"{'here' if here else 'elsewhere'} {event} {host!r}\\n".encode())
    if not here:
        raise PermissionError(f"no network: {event} {host!r}")

sys.addaudithook(_watch)
"""

COMMANDS = """
import shlex, sys
from tatame import cli
for line in sys.stdin.read().splitlines():
    status = cli.main(shlex.split(line))
    assert status in (0, 1), (line, status)
"""


@pytest.fixture
def watched(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which every use of a socket is written into the file WATCHED_SOCKETS."""
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    said = {"PYTHONPATH": f"{hook}{os.pathsep}{ROOT}", "WATCHED_SOCKETS": str(tmp_path / "sockets.txt")}
    # A proxy would be another machine; and nothing of a store that somebody has set.
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower() and "TATAME" not in name}
    return kept | said


def uses(watched: dict[str, str]) -> list[str]:
    file = Path(watched["WATCHED_SOCKETS"])
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def lines(folder: Path) -> str:
    """Return the commands that do the program's work, one a line."""
    store = f"--store {folder / 's.duckdb'}"
    flat = folder / "flat.csv"
    flat.write_text("category,place,athlete,academy\nMale Adult Black Light,1,A One,North\n", encoding="utf-8")
    pdf = ",pdf" if shutil.which("fc-list") else ""
    return "\n".join(
        [
            f"ingest {ROOT / 'data/sample/mat-open-2026'} {ROOT / 'data/sample/worlds-2024'} {store}",
            f"profile {flat} --yes {store}",
            f"ingest {flat} --event-id flat-2026 --event-name Flat --start 2026-05-02 {store}",
            f"template {folder / 'blank.xlsx'} {store}",
            *(
                f"{name} {store}"
                for name in ("events", "findings", "coverage", "medals", "methods", "times", "ratings")
            ),
            *(f"{name} --event mat-open-2026 {store}" for name in ("standings", "placements", "compare", "history")),
            f"season ibjjf-2012-2018 {store}",
            f"sql 'select count(*) from current_bout' {store}",
            f"check --recompute {store}",
            f"publish {folder / 'release'} --event mat-open-2026 --formats csv,html,json,parquet,xlsx{pdf} {store}",
            f"verify {folder / 'release'}",
            f"backup {folder / 'b.duckdb'} {store}",
            f"restore {folder / 'b.duckdb'} {store}",
            f"remove --event flat-2026 {store}",
        ]
    )


def test_the_watch_sees_and_refuses_what_goes_elsewhere(watched: dict[str, str]) -> None:
    asked = "import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=1)"
    done = subprocess.run([sys.executable, "-c", asked], env=watched, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "no network" in done.stderr
    assert [use.partition(" ")[0] for use in uses(watched)] == ["elsewhere"]


@pytest.mark.long
def test_every_command_works_without_a_network_and_asks_for_none(watched: dict[str, str], tmp_path: Path) -> None:
    """What a library written in C might ask is no audit event: where it can be, the system itself has no way out."""
    apart = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--net", "--map-root-user"]
    can = shutil.which("unshare") and not subprocess.run([*apart, "true"], check=False, capture_output=True).returncode
    done = subprocess.run(
        [*(apart if can else ()), sys.executable, "-c", COMMANDS],
        input=lines(tmp_path),
        env=watched,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert uses(watched) == []
    if not can:
        pytest.skip("no command asked for a network; that each works without one is not shown: nobody may take it away")


async def every_page(port: int) -> int:
    """Open each page of the dashboard; return how many answered. Whether they are right is tested elsewhere."""
    from benchmarks.dashboard_session import Times, viewer

    times = Times()
    async with viewer(port, times, 1) as one:
        for page in one.pages:
            await one.open(page, {})
    return len(times.seconds)


@pytest.mark.long
def test_the_dashboard_offers_itself_to_this_machine_alone_and_asks_nobody(
    watched: dict[str, str], tmp_path: Path
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    store = tmp_path / "s.duckdb"
    program = [sys.executable, "-m", "tatame"]
    subprocess.run(
        [*program, "ingest", str(ROOT / "data/sample/mat-open-2026"), "--store", str(store)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    dashboard = [*program, "dashboard", "--headless", "--port", str(port), "--store", str(store)]
    said = tmp_path / "said.txt"
    with said.open("w") as file, subprocess.Popen(dashboard, env=watched, cwd=ROOT, stderr=file) as server:
        try:
            while server.poll() is None and "Dashboard:" not in said.read_text():
                time.sleep(0.1)
            assert asyncio.run(every_page(port)) > 5, said.read_text()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    seen = uses(watched)
    assert [use for use in seen if not use.startswith("here ")] == []
    bound = [use for use in seen if "socket.bind" in use]
    assert bound, "the dashboard was not watched"
    assert [use for use in bound if not re.search(r"bind '127\.0\.0\.1'", use)] == []


def test_streamlit_keeps_no_statistics_however_the_dashboard_is_started() -> None:
    from tatame import server

    assert server.options(8501)["browser.gatherUsageStats"] is False
    config = (ROOT / "dashboard" / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert re.search(r"(?ms)^\[browser\].*?^gatherUsageStats = false", config)
