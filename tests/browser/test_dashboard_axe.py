"""Every page of the dashboard, light and wide, dark and narrow: silent, no wider than the screen, before axe-core."""

import inspect
from typing import Any

import pytest

from publishing.wording import text
from tests.browser import accessible
from tests.browser.test_dashboard import VIEWS, WIDTHS, address, looking, open_

pytestmark = pytest.mark.browser
# What is Streamlit's own and cannot be mended here: (rule, part of the element) -> reason. None at present.
STREAMLITS_OWN: dict[tuple[str, str], str] = {}
# An address that names no event shows the latest, which is this one, or all of them.
ADDRESSES = {False: ("",), True: ("", "&event=mat-open-2026")}


def shows_every_event(view: Any) -> bool:
    return "every=True" in inspect.getsource(view)


def violations(page: Any) -> list[tuple[str, str]]:
    """Rule and element of whatever axe finds, Streamlit's own left out."""
    return [
        (rule, html)
        for rule, html in accessible.violations(page)
        if not any(rule == own and part in html for own, part in STREAMLITS_OWN)
    ]


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDTHS["desktop"]), ("dark", WIDTHS["phone"])])
def test_every_page_opens_by_its_address_without_a_sound_no_wider_than_the_screen_and_axe_finds_nothing(
    scheme: str, width: int, browser: Any, dashboard: str
) -> None:
    with looking(browser, dashboard, width, color_scheme=scheme) as page:
        for view, asked in ((one, asked) for one in VIEWS for asked in ADDRESSES[shows_every_event(one)]):
            open_(page, f"{dashboard}/{address(view)}?lang=en{asked}")
            assert page.locator("h2").first.inner_text() == text(view.TITLE)
            assert page.locator('[data-testid="stAlertContentError"], [data-testid="stException"]').count() == 0
            room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert room[0] <= room[1], view.ADDRESS
            assert violations(page) == [], view.ADDRESS


def test_axe_would_find_a_picture_without_words(browser: Any, dashboard: str) -> None:
    with looking(browser, dashboard, WIDTHS["desktop"]) as page:
        open_(page, f"{dashboard}/medals?lang=en")
        page.evaluate("document.querySelector('h2').after(Object.assign(new Image(9, 9), {src: 'data:,'}))")
        assert "image-alt" in [rule for rule, _ in violations(page)]
