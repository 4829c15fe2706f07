"""The pages of a release in a real browser: from disk, without the network, read by everybody, printed as promised."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.browser import accessible
from tests.publishing import released

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return released.everything(tmp_path_factory.mktemp("browser"))


def test_every_page_opens_from_disk_asks_for_nothing_and_leaves_no_error(folder: Path, browser: Any) -> None:
    page = browser.new_page()  # one for all: a browser starts a process for each
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    for file in sorted(folder.glob("*.html")):
        page.goto(file.as_uri())
        assert page.locator("h1").count() == 1
        assert file.as_uri() in asked
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == [], file.name
        assert said == [], file.name
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_axe_finds_nothing_and_no_page_is_wider_than_the_screen(
    folder: Path, browser: Any, scheme: str, width: int
) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True, viewport={"width": width, "height": 900})
    page = context.new_page()
    for file in sorted(folder.glob("*.html")):
        page.goto(file.as_uri())
        assert accessible.violations(page) == [], file.name
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), file.name
    context.close()


def test_it_works_within_a_page_of_another_site(folder: Path, browser: Any, tmp_path: Path) -> None:
    outer = tmp_path / "outer.html"
    address = (folder / "index.html").as_uri()
    outer.write_text(
        f'<!DOCTYPE html><title>x</title><iframe src="{address}" width="700" height="500"></iframe>', "utf-8"
    )
    page = browser.new_page()
    page.goto(outer.as_uri())
    inner = page.frame_locator("iframe")
    inner.locator("main h2 a").first.click()
    assert inner.locator("h2", has_text="Overall").count() == 1
    page.close()


def test_each_award_starts_a_page_and_its_heading_is_repeated(tmp_path: Path, browser: Any) -> None:
    """Two awards over eighty academies: each goes over several pages."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    import tatame

    bundle = tmp_path / "wide-2026"
    bundle.mkdir()
    awards = "".join(f'[[award]]\nid = "{g}"\nname = "Award {g}"\ngenders = ["{g}"]\n' for g in ("male", "female"))
    head = '[event]\nid = "wide-2026"\nname = "Wide"\nstart = 2026-05-02\nruleset = "ibjjf-2024"\nuniform = "gi"\n'
    (bundle / "event.toml").write_text(head + awards, encoding="utf-8")
    weights = ("rooster", "light-feather", "feather", "light", "middle", "medium-heavy", "heavy", "super-heavy")
    rows = ["gender,age_division,belt,weight_class,place,athlete,academy"]
    for gender in ("male", "female"):
        for number in range(80):
            belt = ("blue", "purple", "brown", "black", "white")[number // 16]
            place = number % 2 + 1
            rows.append(f"{gender},adult,{belt},{weights[number // 2 % 8]},{place},A{number} {gender},Club {number:02}")
    (bundle / "placements.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    tatame.ingest(tmp_path / "t.duckdb", bundle)
    released.publish(tmp_path / "t.duckdb", tmp_path / "out")
    page = browser.new_page()
    page.goto((tmp_path / "out" / "wide-2026.en.html").as_uri())
    page.pdf(path=str(tmp_path / "wide.pdf"), prefer_css_page_size=True)
    text = subprocess.run([program, "-layout", tmp_path / "wide.pdf", "-"], capture_output=True, text=True, check=True)
    pages = [one for one in text.stdout.split("\f") if re.search(r"Club \d\d", one) and "Award" in one]
    named = [re.findall(r"Award (male|female) · Wide", one) for one in pages]
    assert len(pages) >= 4
    assert all(len(set(found)) == 1 for found in named), "one award on each page, named on it"
    assert all("Rank" in one and "Points" in one for one in pages), "the heading of the columns too"
