"""What stands in the figures of methods: groups with their n, shares, what shows where the pointer rests."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from publishing.wording import term, text
from publishing.wording.method_sentences import method_name, percent

_LONGEST = 24  # letters of a group's name


def cell(row: Mapping[Any, Any] | None, lang: str) -> str:
    """Share and count of a cell of the heat map."""
    return "" if row is None else f"{percent(known(row['share']), lang)}<br>{row['count']}"


def known(share: float) -> float | None:
    """None = no known bout."""
    return None if share != share else share  # noqa: PLR0124 - NaN: no known bout


def word(by: str | None, value: object, lang: str) -> str:
    """The word for a group; Plotly reads markup, so it goes in escaped."""
    return html.escape(term(by or "", str(value), lang), quote=False)


def group(by: str, row: Mapping[Any, Any], lang: str) -> str:
    """The group with its n and coverage: no share without what it is of."""
    coverage = percent(known(row["coverage"]), lang)
    return text("chart.method.group", lang, group=word(by, row[by], lang), n=int(row["n"]), coverage=coverage)


def lines(by: str, row: Mapping[Any, Any], lang: str) -> str:
    """The same in two lines, a long name cut: beside them a phone has room for the figure."""
    coverage = percent(known(row["coverage"]), lang)
    word = term(by, str(row[by]), lang)
    short = html.escape(word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1].rstrip()}…", quote=False)
    return text("chart.method.group_lines", lang, group=short, n=int(row["n"]), coverage=coverage)


def total(bouts: int, unknown: int, lang: str) -> str:
    """What all tiles together are."""
    return text("chart.method.total", lang, n=bouts - unknown, bouts=bouts)


def hover(by: str | None, row: Mapping[Any, Any], lang: str) -> str:
    """What shows where the pointer rests: count, share, both intervals."""
    values = {
        "group": word(by, row[by], lang) + ": " if by else "",
        "method": method_name(str(row["method"]), lang),
        "count": int(row["count"]),
        "n": int(row["n"]),
    }
    shares = {
        name: percent(known(row[name]), lang)
        for name in ("share", "low", "high", "joint_low", "joint_high", "coverage")
    }
    return text("chart.method.hover", lang, **values, **shares)
