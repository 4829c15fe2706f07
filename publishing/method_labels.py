"""What stands in the figures of methods: groups with their n, shares, what shows where the pointer rests."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from publishing import lettering
from publishing.charts import LETTERS
from publishing.wording import term, text
from publishing.wording.method_sentences import method_name, percent

_ROOM = 150  # pixels of a group's name


def cell(row: Mapping[Any, Any] | None, lang: str) -> str:
    """Share, in whole per cent, and count of a cell of the heat map: on a phone it is 27 pixels wide."""
    if row is None:
        return ""
    share = known(row["share"])
    said = percent(None, lang) if share is None else text("method.percent", lang, share=round(100 * share))
    return f"{said}<br>{row['count']}"


def known(share: float) -> float | None:
    """None = no known bout."""
    return None if share != share else share  # noqa: PLR0124 - NaN: no known bout


def word(by: str | None, value: object, lang: str) -> str:
    """The word for a group; Plotly reads markup, so it goes in escaped."""
    return html.escape(named(by, value, lang), quote=False)


def named(by: str | None, value: object, lang: str) -> str:
    """The word for a group, a combined belt by all its parts."""
    return "+".join(term(by or "", part, lang) for part in str(value).split("+"))


def group(by: str, row: Mapping[Any, Any], lang: str) -> str:
    """The group with its n and coverage: no share without what it is of."""
    coverage = percent(known(row["coverage"]), lang)
    return text("chart.method.group", lang, group=word(by, row[by], lang), n=int(row["n"]), coverage=coverage)


def lines(by: str, row: Mapping[Any, Any], lang: str) -> str:
    """The same in two lines, a long name cut: beside them a phone has room for the figure."""
    coverage = percent(known(row["coverage"]), lang)
    short = html.escape(lettering.cut(named(by, row[by], lang), _ROOM, LETTERS), quote=False)
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
