"""What axe-core finds on a page: WCAG 2.2 A and AA, and best practice."""

from typing import Any

import pytest

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# All rules are checked; what passed is not told in full: telling it took longer than finding it.
OPTIONS = {"runOnly": RULES, "resultTypes": ["violations"]}


def violations(page: Any) -> list[tuple[str, str]]:
    """Rule and element of whatever breaks a rule."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options=OPTIONS).response["violations"]
    return [(each["id"], node["html"]) for each in found for node in each["nodes"]]
