"""The tree of one category as a Plotly figure: rounds from left to right, winners bold, nothing by colour alone."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from publishing import bracket_lines
from publishing.charts import CLEAR, INK, LIGHT
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import pandas as pd

_SIDES = {"red": ("#c8553d", "square"), "blue": ("#3a7ca5", "circle")}
_ROW, _COLUMN, _AROUND = 48, 230, 40  # pixels
_LONGEST = 26
_GAP = 0.6  # of a row, between two trees


@dataclass(frozen=True)
class _Slot:
    """One side of a bout in the drawing: `x` the column from the left, `y` the row from the top."""

    bout: Mapping[Any, Any]
    side: str
    x: int
    y: float

    @property
    def won(self) -> bool:
        return bool(self.bout["winner"] == self.side)


def bracket(bouts: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """A figure of `BracketView.bouts`; names that must not be shown are replaced before (`Shield.bracket`)."""
    slots, rows = _slots(bouts.to_dict("records"))
    columns = max((slot.x for slot in slots), default=0) + 1
    ink = INK[template]
    figure = go.Figure([_lines(slots, ink, won=False), _lines(slots, ink, won=True)])
    figure.add_traces([_names(slots, side, ink, lang) for side in _SIDES])
    figure.add_traces([_decisions(slots, ink, lang), _champions(slots, ink, lang)])
    figure.update_layout(
        template=template,
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        font={"color": ink},
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        height=round(_AROUND + _ROW * max(rows, 1)),
        width=_COLUMN * (columns + 1),
        legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top"},
        dragmode=False,
    )
    figure.update_xaxes(visible=False, range=[-0.05, columns + 1], fixedrange=True)
    figure.update_yaxes(visible=False, range=[rows - 0.2, -0.8], fixedrange=True)
    return figure


def _slots(bouts: Sequence[Mapping[Any, Any]]) -> tuple[list[_Slot], float]:
    """Two slots per bout; a side that comes from a bout stands at that bout's middle, others take the next row."""
    by_number = {int(bout["bout"]): bout for bout in bouts}
    last = max((int(bout["depth"]) for bout in bouts), default=0)
    slots: list[_Slot] = []
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
        slots.extend(
            _Slot(bout, side, last - int(bout["depth"]), y) for side, y in heights.items()
        )  # a pair, red first
        return sum(heights.values()) / len(heights)

    for bout in bouts:
        if int(bout["depth"]) == 0:
            free += _GAP if slots else 0
            place(bout)
    return slots, free


def _lines(slots: Sequence[_Slot], ink: str, *, won: bool) -> go.Scatter:
    """The way of each side into its bout; winners' lines are thick, and lead on to the next column."""
    x: list[float | None] = []
    y: list[float | None] = []
    for red, blue in zip(slots[::2], slots[1::2], strict=True):
        middle = (red.y + blue.y) / 2
        for slot in (red, blue):
            if slot.won is won:
                x += [slot.x, slot.x + 0.96, slot.x + 0.96, slot.x + 1 if won else slot.x + 0.96, None]
                y += [slot.y, slot.y, middle, middle, None]
    return go.Scatter(
        x=x, y=y, mode="lines", line={"color": ink, "width": 3 if won else 1}, hoverinfo="skip", showlegend=False
    )


def _names(slots: Sequence[_Slot], side: str, ink: str, lang: str) -> go.Scatter:
    """Markers told apart by shape as well; the winner's name is bold."""
    colour, symbol = _SIDES[side]
    own = [slot for slot in slots if slot.side == side]
    return go.Scatter(
        name=text("bracket.red", lang) if side == "red" else text("bracket.blue", lang),
        x=[slot.x + 0.02 for slot in own],
        y=[slot.y - 0.24 for slot in own],
        mode="markers+text",
        marker={"color": colour, "symbol": symbol, "size": 9},
        text=[_label(slot, lang) for slot in own],
        textposition="middle right",
        textfont={"color": ink, "size": 12},
        hovertext=[html.escape(bracket_lines.competitor(slot.bout, side, lang), quote=False) for slot in own],
        hoverinfo="text",
        cliponaxis=False,
    )


def _label(slot: _Slot, lang: str) -> str:
    """Plotly reads markup in a label, so the name goes in escaped."""
    athlete = slot.bout[f"{slot.side}_athlete"]
    name = athlete if isinstance(athlete, str) else text("bracket.nobody", lang)
    words = html.escape(_cut(name), quote=False)
    return f" <b>{words}</b>" if slot.won else f" {words}"


def _cut(words: str) -> str:
    """As much as fits a column; all of it shows where the pointer rests."""
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def _decisions(slots: Sequence[_Slot], ink: str, lang: str) -> go.Scatter:
    """How each bout was decided, between its two sides."""
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    said = [html.escape(bracket_lines.decided(red.bout, lang), quote=False) for red, _ in pairs]
    brief = [bracket_lines.briefly(red.bout, lang) for red, _ in pairs]
    return go.Scatter(
        x=[red.x + 0.93 for red, _ in pairs],
        y=[(red.y + blue.y) / 2 for red, blue in pairs],
        mode="text",
        text=[html.escape(_cut(each), quote=False) for each in brief],
        textposition="middle left",
        textfont={"color": ink, "size": 10},
        hovertext=[
            f"{html.escape(bracket_lines.heading(red.bout, lang))}: {words}"
            for (red, _), words in zip(pairs, said, strict=True)
        ],
        hoverinfo="text",
        showlegend=False,
    )


def _champions(slots: Sequence[_Slot], ink: str, lang: str) -> go.Scatter:
    """Who won the last bout of each tree, right of it."""
    ends = [(slot, slots[n - n % 2 : n - n % 2 + 2]) for n, slot in enumerate(slots) if slot.won]
    last = [(slot, pair) for slot, pair in ends if int(slot.bout["depth"]) == 0]
    return go.Scatter(
        x=[slot.x + 1.02 for slot, _ in last],
        y=[(pair[0].y + pair[1].y) / 2 for _, pair in last],
        mode="text",
        text=[_label(slot, lang) for slot, _ in last],
        textposition="middle right",
        textfont={"color": ink, "size": 13},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )


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
