"""Every category of the collected result pages is read, where those pages are at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.ruleset import load
from rulebook.spelling import read_category

REAL = Path(__file__).parents[3] / "shared" / "real"
FILES = sorted(REAL.glob("ibjjf-*/*.json"))

pytestmark = pytest.mark.skipif(not FILES, reason="the collected result pages are not beside this repository")


def categories(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, inner in node.items():
            if key == "categoria" and isinstance(inner, str):
                yield inner
            else:
                yield from categories(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from categories(inner)


def test_only_the_empty_category_is_not_read() -> None:
    unread = set()
    seen = {text for file in FILES for text in categories(json.loads(file.read_text(encoding="utf-8")))}
    for text in seen:
        found = read_category(text)
        if found.rest or "unknown" in (found.gender, found.age_division, found.belt, found.weight_class):
            unread.add(text)
    assert len(seen) > 1000
    assert unread <= {""}


def test_published_list_headings_are_read() -> None:
    ruleset = load("ibjjf-2024")
    headings: set[str] = set()
    for file in FILES:
        for item in json.loads(file.read_text(encoding="utf-8")):
            headings |= set(item.get("rankingAcademias") or {})
    assert headings
    assert {heading for heading in headings if ruleset.list_award(heading) is None} <= {"Overall", "categories"}
