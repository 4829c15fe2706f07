"""A browser whose server process dies: the page comes back from another, as its address says."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

import tatame
from tests.browser.conftest import CHROMIUM, Serving
from tests.browser.test_dashboard import DOWNLOAD, IDLE, open_, pick
from tests.dashboard.running import ROOT

pytestmark = pytest.mark.browser


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Serving]:
    """Return a dashboard of two processes, one of which may be killed."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    store, folder = tmp_path / "s.duckdb", tmp_path / "published"
    folder.mkdir()
    tatame.ingest(store, ROOT / "data" / "sample" / "worlds-2024")
    serving = Serving(store, folder, "--processes", "2")
    with serving:
        yield serving


def processes(serving: Serving) -> list[int]:
    file = Path(f"/proc/{serving.program.pid}/task/{serving.program.pid}/children")
    if not file.exists():
        pytest.skip("this system does not list the children of a process")
    return [int(pid) for pid in file.read_text().split()]


def kill(serving: Serving, pid: int) -> None:
    """One of the two, and wait until another has taken its place."""
    others = set(processes(serving)) - {pid}
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 60
    while len(processes(serving)) < 2 or not others <= set(processes(serving)) or pid in processes(serving):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_page_comes_back_from_another_process_with_its_choices(browser: Any, two: Serving) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", accept_downloads=True)
    page = context.new_page()
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    open_(page, f"http://127.0.0.1:{two.port}/?lang=en&event=worlds-2024")
    pick(page, "Award", "Adult female")
    chosen = parse_qs(urlparse(page.url).query)
    rows = page.locator('[data-testid="stDataFrame"]').first.inner_text()
    assert rows.strip() or page.locator('[data-testid="stDataFrame"] canvas').count()
    for pid in processes(two):  # whichever has the session: it loses it at least once
        before = len(opened)
        kill(two, pid)
        end = time.monotonic() + 10
        while len(opened) == before and time.monotonic() < end:
            page.wait_for_timeout(200)
        page.wait_for_timeout(1000)
        page.wait_for_selector(IDLE, timeout=60_000)
        assert page.locator("h2").first.inner_text() == "Academy standing"
        assert parse_qs(urlparse(page.url).query) == chosen
        assert page.locator('[data-testid="stAlertContentError"], [data-testid="stException"]').count() == 0
        assert page.get_by_role("dialog").count() == 0
        assert page.locator('[data-testid="stDataFrame"]').first.inner_text() == rows
    assert len(opened) > 1, "nobody lost a session"
    pick(page, "Award", "Adult male")
    assert parse_qs(urlparse(page.url).query)["award"] == ["adult-male"]
    with page.expect_download() as waited:
        page.locator(DOWNLOAD, has_text="CSV").first.click()
    assert "Academy" in Path(waited.value.path()).read_text(encoding="utf-8-sig").splitlines()[0]
    context.close()
