"""What figures about bouts share: styles told apart without colour, axes, and the line that says n and data."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from publishing.charts import CLEAR, INK
from publishing.wording import DEFAULT, locales

# Okabe and Ito (2008), of those that stand out from light and dark ground; each with a dash and a symbol of its own.
STYLES = {
    "submission": ("#0072b2", "solid", "circle"),
    "disqualification": ("#d55e00", "dash", "square"),
    "stoppage": ("#009e73", "dot", "diamond"),
    "loss_of_consciousness": ("#cc79a7", "dashdot", "triangle-up"),
    "any": ("#808080", "longdash", "x"),
}
FIRST, SECOND = "#0072b2", "#d55e00"
_WIDE, _LINE = 64, 16  # letters that fit a phone, pixels
_GRID = "rgba(128,128,128,0.28)"


def faint(colour: str, share: float = 0.18) -> str:
    """The colour as a see-through fill."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},{share})"


def dressed(figure: go.Figure, template: str, caption: str, height: int = 420, lang: str = DEFAULT) -> go.Figure:
    """The figure on clear ground, with its caption below, and numbers on its axes as the language writes them."""
    lines = textwrap.wrap(caption, _WIDE)
    figure.update_layout(
        template=template,
        separators=locales.separators(lang),
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        font={"color": INK[template]},
        height=height + _LINE * len(lines),
        margin={"l": 8, "r": 8, "t": 28, "b": 84 + _LINE * len(lines)},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        dragmode=False,
    )
    figure.update_xaxes(gridcolor=_GRID, zeroline=False, fixedrange=True, automargin=True)
    figure.update_yaxes(gridcolor=_GRID, zeroline=False, fixedrange=True, automargin=True)
    figure.add_annotation(
        text="<br>".join(lines), xref="paper", yref="paper", x=0, y=0, yshift=-58, xanchor="left", yanchor="top",
        showarrow=False, align="left", font={"size": 11, "color": INK[template]}, name="caption",
    )  # fmt: skip
    return figure


def interval(rows: Any, share: str = "share", low: str = "low", high: str = "high") -> Mapping[str, Any]:
    """Error bars of a frame's columns."""
    return {
        "type": "data",
        "symmetric": False,
        "array": (rows[high] - rows[share]).tolist(),
        "arrayminus": (rows[share] - rows[low]).tolist(),
        "thickness": 1.4,
        "width": 4,
    }


def percent(part: float, whole: float) -> str:
    """Without decimals that a small number does not have; empty where there is nothing."""
    return f"{100 * part / whole:.0f}" if whole else "0"
