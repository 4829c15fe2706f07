"""One academy as figures: where its points come from, its points over events, its wins against a half."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from publishing import layouts, lettering
from publishing.charts import INK, LETTERS, LIGHT, MEDALS, STACKED, bar, grid, ground, rows_axis, whole
from publishing.figure_parts import FIRST, interval
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import pandas as pd

_ROW, _AROUND, _AXIS, _NAME, _NAMED = 34, 120, 44, 180, 21  # pixels
_SHOWN = 12
# Five, seven and six: no two of 210 lines are alike in all three.
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#808080")


def by_category(points: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """Bars of points by place, one for each `group`; the largest on top, up to twelve."""
    shown = points.head(_SHOWN)
    bars = [bar(shown, medal, shown["group"].tolist(), lang) for medal in MEDALS]
    rows = _rows(shown["group"].tolist(), template, text("page.standing.points", lang))
    axis = {"rangemode": "tozero", "side": "top", **whole(shown["points"])}
    return go.Figure(bars, layouts.merged(STACKED, rows, {"xaxis": axis}))


def by_category_alt(points: pd.DataFrame, academy: str, lang: str = DEFAULT) -> str:
    """The same in words."""
    rows = "; ".join(f"{row['group']}: {row['points']}" for row in points.head(_SHOWN).to_dict("records"))
    return text("page.academy.by_category_alt", lang, academy=academy, rows=rows)


def history(standings: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """A line of points for each award over events, the oldest first; told apart by dash and symbol too."""
    events = list(dict.fromkeys(standings["name"]))
    figure = go.Figure(
        [
            go.Scatter(
                name=html.escape(str(award), quote=False),
                x=[events.index(name) for name in rows["name"]],
                y=rows["points"].tolist(),
                mode="lines+markers",
                line={"color": _COLOURS[number % 6], "dash": _DASHES[number % len(_DASHES)]},
                marker={"symbol": _SYMBOLS[number % len(_SYMBOLS)], "size": 9},
                hovertext=[html.escape(str(name)) for name in rows["name"]],
                hoverinfo="text+y",
            )
            for number, (award, rows) in enumerate(standings.groupby("award", sort=False))
        ]
    )
    # Room for two names of awards in a line, as a phone has it: left to itself the legend lies on the lines.
    legend = _NAMED * math.ceil(standings["award"].nunique() / 2)
    figure.update_layout(_ground(template, 300 + legend))
    figure.update_layout(legend={"yref": "container", "y": 1, "yanchor": "top"}, margin_t=12 + legend)
    days = dict(zip(standings["name"], standings["start_date"], strict=True))
    labels = [str(days[name])[:10] for name in events]
    # Room at both ends: the first day would stand on the 0 of the other axis.
    figure.update_xaxes(
        tickvals=list(range(len(events))), ticktext=labels, gridcolor=grid(template), range=[-0.4, len(events) - 0.6]
    )
    figure.update_yaxes(rangemode="tozero", title=text("page.standing.points", lang), **whole(standings["points"]))
    return figure


def history_alt(standings: pd.DataFrame, academy: str, lang: str = DEFAULT) -> str:
    """The same in words."""
    rows = "; ".join(f"{row['name']}, {row['award']}: {row['points']}" for row in standings.to_dict("records"))
    return text("page.academy.history_alt", lang, academy=academy, rows=rows)


def field(groups: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """The share of bouts won in each group with its interval, beside a line at one half; filled = it leaves it out."""
    shown = groups if len(groups) <= _SHOWN else groups.iloc[[*range(_SHOWN // 2), *range(-_SHOWN // 2, 0)]]
    told = [each != "unknown" for each in shown["than_half"]]
    dots = go.Scatter(
        x=shown["share"].tolist(),
        y=list(range(len(shown))),
        mode="markers",
        error_x={**interval(shown), "color": FIRST},
        marker={"color": FIRST, "size": 10, "symbol": ["circle" if each else "circle-open" for each in told]},
        hovertext=[f"{wins} / {n}" for wins, n in zip(shown["wins"], shown["n"], strict=True)],
        hoverinfo="text",
        showlegend=False,
    )
    rows = _rows(shown["group"].tolist(), template, text("page.academy.win_share", lang), shown["n"].tolist())
    half = {"type": "line", "x0": 0.5, "x1": 0.5, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain",
            "line": {"color": INK[template], "dash": "dash", "width": 1}}  # fmt: skip
    axis = {"range": [-0.02, 1.02], "tickformat": ".0%", "side": "top"}
    return go.Figure(dots, layouts.merged(rows, {"xaxis": axis, "shapes": [half]}))


def field_alt(groups: pd.DataFrame, lang: str = DEFAULT) -> str:
    """The same in words."""
    rows = "; ".join(f"{row['group']}: {row['wins']} / {row['n']}" for row in groups.to_dict("records"))
    return text("page.academy.field_alt", lang, rows=rows)


def _rows(names: list[str], template: str, unit: str, counts: Sequence[int] = ()) -> dict[str, Any]:
    """Rows under names, the first on top; names escaped and cut to fit a phone, never the `counts` below them.

    `unit`: what the other axis counts.
    """
    labels = [html.escape(lettering.cut(name, _NAME, LETTERS), quote=False) for name in names]
    if counts:
        labels = [f"{label}<br>n = {n}" for label, n in zip(labels, counts, strict=True)]
    title = {"text": unit, "standoff": 6}
    axis = {"gridcolor": grid(template), "zeroline": False, "fixedrange": True, "title": title}
    around = _ground(template, _AROUND + _ROW * max(len(names), 1))
    return layouts.merged(around, {"yaxis": rows_axis(labels), "xaxis": axis, "margin": {"t": _AXIS}})


def _ground(template: str, height: int) -> dict[str, Any]:
    legend = {"orientation": "h", "x": 0, "y": -0.04, "yanchor": "top", "traceorder": "normal"}
    return {**ground(template), "height": height, "margin": {"l": 8, "r": 16, "t": 8, "b": 8}, "legend": legend}
