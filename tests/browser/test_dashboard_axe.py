"""The dashboard before axe-core (WCAG 2.2 A and AA, and best practice), every page, light and dark, wide and narrow."""

from typing import Any

import pytest

from tests.browser.test_dashboard import VIEWS, WIDTHS, address, looking, open_

pytestmark = pytest.mark.browser
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What is Streamlit's own and cannot be mended here: (rule, part of the element) -> reason. None at present.
STREAMLITS_OWN: dict[tuple[str, str], str] = {}


def violations(page: Any) -> list[tuple[str, str]]:
    """Rule and element of whatever axe finds, Streamlit's own left out."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"runOnly": RULES}).response["violations"]
    nodes = [(each["id"], node["html"]) for each in found for node in each["nodes"]]
    return [
        (rule, html) for rule, html in nodes if not any(rule == own and part in html for own, part in STREAMLITS_OWN)
    ]


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDTHS["desktop"]), ("dark", WIDTHS["phone"])])
def test_axe_finds_nothing_that_is_ours(scheme: str, width: int, browser: Any, dashboard: str) -> None:
    with looking(browser, dashboard, width, color_scheme=scheme, bypass_csp=True) as page:
        for view in VIEWS:
            open_(page, f"{dashboard}/{address(view)}?lang=en&event=mat-open-2026")
            assert violations(page) == [], view.ADDRESS


def test_axe_would_find_a_picture_without_words(browser: Any, dashboard: str) -> None:
    with looking(browser, dashboard, WIDTHS["desktop"], bypass_csp=True) as page:
        open_(page, f"{dashboard}/medals?lang=en")
        page.evaluate("document.querySelector('h2').after(Object.assign(new Image(9, 9), {src: 'data:,'}))")
        assert "image-alt" in [rule for rule, _ in violations(page)]
