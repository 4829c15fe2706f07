"""A browser as the system has it, and a dashboard for it to look at."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tatame
from publishing.content import Order
from tests.dashboard.running import ROOT
from tests.publishing import released

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium; the tests are skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def dashboard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a `tatame dashboard` on the sample, with two releases."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    place = tmp_path_factory.mktemp("dashboard")
    store, folder = place / "s.duckdb", place / "published"
    folder.mkdir()
    sample = ROOT / "data" / "sample"
    tatame.ingest(store, sample / "worlds-2022", sample / "worlds-2024", sample / "mat-open-2026")
    order = Order(events=("mat-open-2026",), formats=("csv",))
    released.publish(store, folder / "first", order)
    released.publish(store, folder / "second", order, previous=folder / "first")
    with Serving(store, folder) as address:
        yield address


class Serving:
    """The program as a process of its own, up when entered, gone after."""

    def __init__(self, store: Path, releases: Path, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--port", str(self.port)]
        self.command += ["--store", str(store), "--releases", str(releases), *more]
        self.home = store.parent

    def __enter__(self) -> str:
        environment = os.environ | {"HOME": str(self.home)}
        self.program = subprocess.Popen(self.command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
        assert self.program.stderr is not None
        said = self.program.stderr.readline()
        assert "Dashboard" in said, said
        return f"http://127.0.0.1:{self.port}"

    def __exit__(self, *_: object) -> None:
        self.program.terminate()
        self.program.communicate(timeout=30)
