"""The tree of one category as a drawing (SVG): rounds from left to right, winners bold, nothing by colour alone.

As wide as it needs to be: a page lets it scroll within itself, so that every name can be read on a phone.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from publishing import bracket_lines, lettering
from publishing.charts import INK, LIGHT
from publishing.markup import Markup, tag
from publishing.wording import DEFAULT, text
from rulebook.vocabulary import Decision

if TYPE_CHECKING:
    import pandas as pd

_SIDES = {"red": "#c8553d", "blue": "#3a7ca5"}
_ROW, _COLUMN, _TOP, _FOOT, _EDGE = 58, 252, 34, 44, 6  # pixels
_NAME, _SMALL, _SAID = 14, 11, 12  # sizes of letters
_GAP = 0.6  # of a row, between two trees
_MARK = 9  # pixels


@dataclass(frozen=True)
class Slot:
    """One side of a bout in the drawing: `x` the column from the left, `y` the row from the top."""

    bout: Mapping[Any, Any]
    side: str
    x: int
    y: float

    @property
    def won(self) -> bool:
        """Whether this side won the bout."""
        return bool(self.bout["winner"] == self.side)

    @property
    def champion(self) -> bool:
        """Whether this side won the last bout of its tree."""
        return self.won and int(self.bout["depth"]) == 0

    @property
    def name(self) -> str | None:
        """As it may be shown; None = nobody."""
        found = self.bout[f"{self.side}_athlete"]
        return found if isinstance(found, str) else None

    @property
    def academy(self) -> str:
        """Empty where it is not known, or stands in the name's place."""
        found = self.bout[f"{self.side}_academy"]
        return found if isinstance(found, str) and found != self.name else ""


def slots(bouts: pd.DataFrame) -> tuple[list[Slot], float]:
    """Both sides of every bout of `BracketView.bouts`, red first, and how many rows they take."""
    return _placed(bouts.to_dict("records"))


def bracket(bouts: pd.DataFrame, category: str = "", template: str = LIGHT, lang: str = DEFAULT) -> Markup:
    """A drawing of `BracketView.bouts`; names that must not be shown are replaced before (`Shield.bracket`)."""
    found, rows = slots(bouts)
    columns = max((slot.x for slot in found), default=0) + 1
    width, height = round(_COLUMN * (columns + 0.8)) + 2 * _EDGE, round(_TOP + _ROW * rows + _FOOT)
    parts = [
        *(_way(red, blue, slot) for red, blue in _pairs(found) for slot in (red, blue)),
        *(part for slot in found for part in _side(slot, lang)),
        *(_decision(red, blue, lang) for red, blue in _pairs(found)),
        *(_champion(slot, pair, lang) for pair in _pairs(found) for slot in pair if slot.champion),
        *_legend(height, lang),
    ]
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", role="img", aria_label=bracket_alt(bouts, category, lang),
        width=width, height=height, viewBox=f"0 0 {width} {height}", fill="currentColor", font_size="14",
        font_family="'Source Sans 3', 'Noto Sans', 'Noto Sans CJK JP', sans-serif", style=f"color: {INK[template]}",
    )  # fmt: skip


def scrolling(drawn: Markup, said: str, alt: str) -> Markup:
    """The drawing in HTML, as an image in a room that scrolls by finger or by key; `said` names the room."""
    source = f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"
    image = tag("img", src=source, alt=alt, style="max-width: none; display: block")
    return tag("div", image, tabindex="0", role="region", aria_label=said, style="overflow-x: auto; max-width: 100%")


def _pairs(found: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    return zip(found[::2], found[1::2], strict=True)


def _placed(bouts: Sequence[Mapping[Any, Any]]) -> tuple[list[Slot], float]:
    """Two slots per bout; a side that comes from a bout stands at that bout's middle, others take the next row."""
    by_number = {int(bout["bout"]): bout for bout in bouts}
    last = max((int(bout["depth"]) for bout in bouts), default=0)
    found: list[Slot] = []
    free = 0.0

    def place(bout: Mapping[Any, Any]) -> float:
        nonlocal free
        heights: dict[str, float] = {}
        for side in _SIDES:
            earlier = by_number.get(int(bout[f"{side}_from"]))
            if earlier is not None and int(earlier["next_bout"]) == int(bout["bout"]) and earlier is not bout:
                heights[side] = place(earlier)
            else:
                heights[side], free = free, free + 1
        found.extend(Slot(bout, side, last - int(bout["depth"]), y) for side, y in heights.items())  # a pair, red first
        return sum(heights.values()) / len(heights)

    for bout in bouts:
        if int(bout["depth"]) == 0:
            free += _GAP if found else 0
            place(bout)
    return found, free


def _x(column: float) -> float:
    return round(_EDGE + _COLUMN * column, 1)


def _y(row: float) -> float:
    return round(_TOP + _ROW * row, 1)


def _way(red: Slot, blue: Slot, slot: Slot) -> Markup:
    """The way of a side into its bout; a winner's line is thick, and leads on to the next column."""
    middle = _y((red.y + blue.y) / 2)
    turn = _x(slot.x + 0.96)
    on = f" H{_x(slot.x + 1)}" if slot.won else ""
    return tag(
        "path", d=f"M{_x(slot.x)} {_y(slot.y)} H{turn} V{middle}{on}", fill="none", stroke="currentColor",
        stroke_width="3" if slot.won else "1",
    )  # fmt: skip


def _side(slot: Slot, lang: str) -> Iterator[Markup]:
    """Mark, name above its line and academy below; all of it where the pointer rests."""
    x, y = _x(slot.x), _y(slot.y)
    yield _mark(slot.side, x + 2, y - 17)
    name = slot.name or text("bracket.nobody", lang)
    whole = tag("title", bracket_lines.competitor(slot.bout, slot.side, lang))
    weight = "700" if slot.won else "400"
    yield tag("text", whole, _cut(name, _NAME), x=x + 17, y=y - 8, font_weight=weight)
    if slot.academy:
        yield tag("text", _cut(slot.academy, _SMALL), x=x + 17, y=y + 13, font_size=str(_SMALL), opacity="0.8")


def _mark(side: str, x: float, y: float) -> Markup:
    """Told apart by shape as well as by colour."""
    if side == "red":
        return tag("rect", x=x, y=y, width=_MARK, height=_MARK, fill=_SIDES[side])
    return tag("circle", cx=x + _MARK / 2, cy=y + _MARK / 2, r=_MARK / 2 + 0.5, fill=_SIDES[side])


def _cut(words: str, size: int) -> str:
    """As much as fits a column, beside the mark and before the line turns."""
    return lettering.cut(words, 0.96 * _COLUMN - 20, size)


def _decision(red: Slot, blue: Slot, lang: str) -> Markup:
    """How a bout was decided, with score and time, between its two sides."""
    whole = tag("title", f"{bracket_lines.heading(red.bout, lang)}: {bracket_lines.decided(red.bout, lang)}")
    clock = bracket_lines.clock(red.bout["elapsed"])
    nobody = None if red.won or blue.won or red.bout["decision"] == Decision.BYE else text("bracket.no_winner", lang)
    said = ", ".join(filter(None, [bracket_lines.briefly(red.bout, lang), nobody, clock]))
    y = _y((red.y + blue.y) / 2) + (4 if blue.y - red.y > 1 else 1)
    return tag(
        "text",
        whole,
        lettering.cut(said, 0.93 * _COLUMN, _SAID),
        x=_x(red.x + 0.94),
        y=y,
        text_anchor="end",
        font_size=str(_SAID),
        opacity="0.9",
    )


def _champion(slot: Slot, pair: tuple[Slot, Slot], lang: str) -> Markup:
    """Who won the last bout of a tree, right of it."""
    y = _y((pair[0].y + pair[1].y) / 2) + 5
    name = lettering.cut(slot.name or text("bracket.nobody", lang), 0.75 * _COLUMN, _NAME)
    return tag("text", name, x=_x(slot.x + 1.03), y=y, font_weight="700")


def _legend(height: int, lang: str) -> Iterator[Markup]:
    names = {"red": text("bracket.red", lang), "blue": text("bracket.blue", lang)}
    for number, (side, name) in enumerate(names.items()):
        yield _mark(side, 2 + _EDGE + 110 * number, height - 20)
        yield tag("text", name, x=17 + _EDGE + 110 * number, y=height - 11, font_size="12")


def bracket_alt(bouts: pd.DataFrame, category: str, lang: str = DEFAULT) -> str:
    """The figure in words: every bout, the last rounds first."""
    said = [
        text(
            "bracket.alt_bout",
            lang,
            bout=bracket_lines.heading(bout, lang),
            red=bracket_lines.competitor(bout, "red", lang),
            blue=bracket_lines.competitor(bout, "blue", lang),
            winner=bout[f"{bout['winner']}_athlete"] if bout["winner"] in _SIDES else text("bracket.nobody", lang),
            how=bracket_lines.decided(bout, lang),
        )
        for bout in bouts.to_dict("records")
    ]
    return text("bracket.alt", lang, category=category, bouts=" ".join(said))
