"""What the pages look like where Streamlit's own theme (`.streamlit/config.toml`) does not decide."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from publishing import charts

if TYPE_CHECKING:
    import plotly.graph_objects as go

# A file of ours: an icon by name would be fetched from a foreign server.
ICON = Path(__file__).with_name("icon.png")
TABLE_ROWS = 12
FEW = 3  # lines shown unasked
# Columns are as wide as what stands in them, in pixels at most: rank, academy and points together fit a phone of 380.
SHORT, NAME, LONG, REASON, SENTENCE = 124, 190, 260, 320, 420
SIDEBAR = 240  # pixels: what the tables need more
_UNDER = 48  # pixels below a figure, for the name of its axis
ROW_PIXELS = 35

# A drawing to look at and to point at: no buttons over it, no zoom that a thumb sets off.
FIGURE: dict[str, Any] = {"displayModeBar": False, "scrollZoom": False}
# The same with one button: the figure as a PNG.
TO_TAKE: dict[str, Any] = {
    "displaylogo": False,
    "scrollZoom": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "png", "scale": 2},
}


def template() -> str:
    """The figure template of the viewer's theme; light until the browser has said which."""
    return charts.DARK if st.context.theme.get("type") == "dark" else charts.LIGHT


def table_height(rows: int) -> int:
    """Pixels for a heading and this many rows, of which the longest tables scroll the rest."""
    return ROW_PIXELS * (min(rows, TABLE_ROWS) + 1) + 3


def lifted(figure: go.Figure) -> tuple[str, str]:
    """Takes title and caption off a figure, and the room they had, and gives them as text; blank = it has none."""
    title = figure.layout.title.text or ""
    captions = [each for each in figure.layout.annotations if each.name == "caption"]
    if title:
        figure.update_layout(title=None, margin_t=16)
    if captions:
        rest = [each for each in figure.layout.annotations if each.name != "caption"]
        figure.update_layout(annotations=rest, margin_b=_UNDER)
    said = " ".join(each.text for each in captions)
    return html.unescape(title), html.unescape(said).replace("<br>", " ")
