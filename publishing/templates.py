"""Plotly's own light and dark look, cut down to what our figures use.

A figure carries its template whole: Plotly copies it for each figure, which took half the time of making one, and each
browser is sent it.
"""

from __future__ import annotations

import plotly.graph_objects as go
import plotly.io as pio

LIGHT, DARK = "tatame_light", "tatame_dark"
_OF = {LIGHT: "plotly_white", DARK: "plotly_dark"}
# Of maps, three dimensions and colour scales we draw nothing.
_LAYOUT = (
    *("annotationdefaults", "autotypenumbers", "colorway", "font", "hoverlabel", "hovermode", "paper_bgcolor"),
    *("plot_bgcolor", "shapedefaults", "title", "xaxis", "yaxis"),
)
_TRACES = ("bar", "scatter")


def register() -> None:
    """Makes both known to Plotly by their names, once."""
    for name, whole in _OF.items():
        if name not in pio.templates:
            full = pio.templates[whole].to_plotly_json()
            layout = {part: full["layout"][part] for part in _LAYOUT if part in full["layout"]}
            data = {trace: full["data"][trace] for trace in _TRACES}
            pio.templates[name] = go.layout.Template(layout=layout, data=data)
