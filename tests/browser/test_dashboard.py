"""The dashboard in a real browser: every page by its address, links that are shared, files, languages, themes."""

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from dashboard import pagelist
from publishing.wording import languages, text

pytestmark = pytest.mark.browser
WIDTHS = {"desktop": 1280, "phone": 380}
# What Streamlit itself says, and why it is not ours to mend: part of the address -> reason.
STREAMLITS_OWN = {
    "/_stcore/host-config": "it looks for its server below the path of the page before it looks at the root",
    "/_stcore/health": "as host-config",
}
DOWNLOAD = '[data-testid="stDownloadButton"] button'
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
# Staff sign in elsewhere; a dashboard without --staff has no such page.
VIEWS = [view for view in pagelist.every() if view.ADDRESS != "staff"]
FIRST = min(VIEWS, key=lambda view: view.ORDER)


def address(view: pagelist.View) -> str:
    return "" if view is FIRST else view.ADDRESS


@contextmanager
def looking(browser: Any, site: str, width: int, **more: Any) -> Iterator[Any]:
    """A page of its own session; at the end nothing was said on the console and no other host asked."""
    context = browser.new_context(viewport={"width": width, "height": 900}, locale="en-GB", **more)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text} {message.location['url']}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    host = urlparse(site).netloc
    foreign = {
        url for url in asked if urlparse(url).netloc not in ("", host) and not url.startswith(("data:", "blob:"))
    }
    assert foreign == set()
    ours = [line for line in said if not any(line.endswith(known) for known in STREAMLITS_OWN)]
    assert [line for line in ours if line.startswith("error")] == []
    context.close()


def open_(page: Any, url: str, drawn: str = "h2") -> None:
    """The page, drawn; `drawn` is there once it is."""
    page.goto(url)
    page.wait_for_selector(IDLE, timeout=60_000)
    page.locator(drawn).first.wait_for(timeout=60_000)
    page.wait_for_selector(IDLE, timeout=60_000)


def picker(page: Any, label: str) -> Any:
    return page.get_by_role("combobox", name=label, exact=True)


def pick(page: Any, label: str, option: str) -> None:
    """Another option of a picker, as somebody does with the keyboard."""
    picker(page, label).click()
    page.get_by_role("option", name=option, exact=True).first.click()
    page.wait_for_timeout(300)
    page.wait_for_selector(IDLE, timeout=60_000)


@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_a_choice_is_in_the_address_and_whoever_follows_it_sees_the_same(
    width: int, browser: Any, dashboard: str
) -> None:
    with looking(browser, dashboard, width) as page:
        open_(page, f"{dashboard}/?lang=en&event=worlds-2024")
        pick(page, "Award", "Adult female")
        shared = page.url
    chosen = parse_qs(urlparse(shared).query)
    assert (chosen["event"], chosen["award"]) == (["worlds-2024"], ["adult-female"])
    with looking(browser, dashboard, width) as page:
        open_(page, shared)
        assert (
            page.get_by_role("combobox", name=re.compile("Award")).first.input_value()
            or page.get_by_text("adult female").count()
        )
        assert parse_qs(urlparse(page.url).query) == chosen


def test_what_is_seen_is_downloaded_as_csv(browser: Any, dashboard: str, tmp_path: Path) -> None:
    with looking(browser, dashboard, WIDTHS["desktop"], accept_downloads=True) as page:
        open_(page, f"{dashboard}/medals?lang=en&event=worlds-2024")
        with page.expect_download() as waited:
            page.locator(DOWNLOAD, has_text="CSV").first.click()
        waited.value.save_as(tmp_path / "medals.csv")
    rows = list(csv.reader((tmp_path / "medals.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert "Academy" in rows[0]
    assert len(rows) > 10


def test_a_file_of_a_release_is_downloaded_as_it_was_published(browser: Any, dashboard: str, tmp_path: Path) -> None:
    with looking(browser, dashboard, WIDTHS["desktop"], accept_downloads=True) as page:
        open_(page, f"{dashboard}/releases?lang=en&release=first&file=SHA256SUMS")
        with page.expect_download() as waited:
            page.get_by_role("button", name="Download SHA256SUMS").click()
        waited.value.save_as(tmp_path / "sums")
    assert "manifest.json" in (tmp_path / "sums").read_text()


def test_the_language_is_picked_and_shared(browser: Any, dashboard: str) -> None:
    with looking(browser, dashboard, WIDTHS["desktop"]) as page:
        open_(page, f"{dashboard}/medals")
        for lang in languages():
            open_(page, f"{dashboard}/medals?lang={lang}")
            assert page.locator("h2").first.inner_text() == text("page.medals.title", lang)
        open_(page, f"{dashboard}/medals?lang=en")
        pick(page, "Language", text("release.language", "ja"))
        assert page.locator("h2").first.inner_text() == text("page.medals.title", "ja")
        assert parse_qs(urlparse(page.url).query)["lang"] == ["ja"]


def test_the_theme_follows_the_viewer_who_switches_it(browser: Any, dashboard: str) -> None:
    ground = "getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).backgroundColor"
    with looking(browser, dashboard, WIDTHS["desktop"], color_scheme="light") as page:
        open_(page, f"{dashboard}/methods?lang=en&event=mat-open-2026")
        assert page.evaluate(ground) == "rgb(255, 255, 255)"
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(f"{ground} === 'rgb(20, 23, 28)'", timeout=60_000)


def test_embedded_there_is_the_table_alone(browser: Any, dashboard: str) -> None:
    with looking(browser, dashboard, WIDTHS["phone"]) as page:
        open_(page, f"{dashboard}/?lang=en&event=worlds-2024&embed=true", '[data-testid="stDataFrame"]')
        assert page.locator('[data-testid="stSidebar"]').count() == 0
        assert page.locator(DOWNLOAD).count() == 0
        assert page.locator('[data-testid="stDataFrame"]').count() >= 1
