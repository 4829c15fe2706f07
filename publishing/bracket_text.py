"""The tree of one category as text: the final first, under every bout the two that led to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from publishing import bracket_lines
from publishing.wording import DEFAULT, notes, text

if TYPE_CHECKING:
    import pandas as pd

    from analytics.bracket_view import BracketView

_BRANCH, _LAST, _PASSING, _BLANK = "├─ ", "└─ ", "│  ", "   "
_WON, _NOT = "> ", "  "
_WINNER = re.compile(r"[│ ]*> ")


def heading(answer: Mapping[str, Any], lang: str = DEFAULT) -> str:
    """Category and event in one line."""
    return text("bracket.heading", lang, category=notes.category_name(answer, lang), event=answer["name"])


def is_winner(line: str) -> bool:
    """Whether a line of the tree names somebody who won his bout."""
    return _WINNER.match(line) is not None


def bracket(view: BracketView, lang: str = DEFAULT) -> list[str]:
    """Lines of the whole bracket: its bouts, the places with their rules or why there are none, who can hold none."""
    return [*tree(view.bouts, lang), "", *_places(view, lang), *_left_out(view, lang)]


def _places(view: BracketView, lang: str) -> list[str]:
    if view.state != "decided":
        said = notes.state(view.state, lang)
        return [notes.with_rule(f"{said}: {view.reason}" if view.reason else said, view.rule, lang)]
    held = [
        (place["place"], text("bracket.place_line", lang, athlete=_named(place, lang), **_of(place, "place", "rule")))
        for place in view.places.to_dict("records")
    ]
    empty = [(place, text("bracket.vacant_line", lang, place=place, rule=view.rule or "")) for place in view.vacant]
    lines = sorted([*held, *empty], key=lambda line: line[0])
    return [text("bracket.places", lang), *(f"  {line}" for _, line in lines)]


def _left_out(view: BracketView, lang: str) -> list[str]:
    """Those whom a rule keeps from a place, each with the rule."""
    if view.left_out is None or view.left_out.empty:
        return []
    people = view.left_out.to_dict("records")
    lines = (text("bracket.left_out_line", lang, athlete=_named(one, lang), **_of(one, "rule")) for one in people)
    return ["", text("bracket.left_out", lang), *(f"  {line}" for line in lines)]


def _of(row: Mapping[Any, Any], *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _named(row: Mapping[Any, Any], lang: str) -> str:
    """Name and academy; a name that stands for an academy alone."""
    athlete, academy = row["athlete"], row["academy"]
    if not isinstance(academy, str) or academy == athlete:
        return str(athlete)
    return text("bracket.with_academy", lang, athlete=athlete, academy=academy)


def tree(bouts: pd.DataFrame, lang: str = DEFAULT) -> list[str]:
    """The bouts of `BracketView.bouts`; red stands above blue, `>` marks who won."""
    records = bouts.to_dict("records")
    if not records:
        return [text("bracket.none", lang)]
    sides = [text("bracket.red", lang), text("bracket.blue", lang)]
    width = max(map(len, sides))
    lines: list[str] = []
    open_branches: list[bool] = []  # by depth: whether a bout of the same parent still follows
    for n, bout in enumerate(records):
        depth = int(bout["depth"])
        more = _sibling_follows(records, n)
        open_branches[depth:] = [more]
        before = "".join(_PASSING if is_open else _BLANK for is_open in open_branches[1:depth])
        if depth == 0:
            if lines:
                lines.append("")
            start, rest = "", ""
        else:
            start, rest = before + (_BRANCH if more else _LAST), before + (_PASSING if more else _BLANK)
        led_to = _PASSING if n + 1 < len(records) and records[n + 1]["depth"] > depth else _BLANK
        lines.append(f"{start}{bracket_lines.heading(bout, lang)}: {bracket_lines.decided(bout, lang)}")
        for side, word in zip(("red", "blue"), sides, strict=True):
            mark = _WON if bout["winner"] == side else _NOT
            lines.append(f"{rest}{led_to}{mark}{word:{width}} {bracket_lines.competitor(bout, side, lang)}")
    return lines


def _sibling_follows(records: list[dict[Any, Any]], n: int) -> bool:
    """Whether a later row hangs on the same bout, before the tree goes up past it."""
    depth = records[n]["depth"]
    later: Mapping[Any, Any]
    for later in records[n + 1 :]:
        if later["depth"] <= depth:
            return bool(later["depth"] == depth and depth > 0)
    return False
