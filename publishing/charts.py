"""Tidy frames -> Plotly figures, pure; readable on light and dark ground, and no meaning by colour alone."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from publishing import layouts, lettering, templates
from publishing.wording import DEFAULT, text

if TYPE_CHECKING:
    import pandas as pd

templates.register()
LIGHT, DARK = templates.LIGHT, templates.DARK
TOP = 10
CLEAR = "rgba(0,0,0,0)"

# Medal -> fill, pattern and its lines; told apart in grey too: light, lighter striped, dark dotted.
_MEDALS = {
    "gold": ("#d9a514", "", "#ffffff"),
    "silver": ("#b4bcc6", "/", "#5d6873"),
    "bronze": ("#9a5b2f", ".", "#f3d9c4"),
}
_ON = {"gold": "#1f1a05", "silver": "#16191d", "bronze": "#ffffff"}
INK = {LIGHT: "#1c1f24", DARK: "#f0f2f5"}
_GRID = {LIGHT: "rgba(60,66,76,0.18)", DARK: "rgba(225,230,238,0.20)"}
MEDALS = tuple(_MEDALS)
_ROW, _AROUND, _AXIS = 34, 128, 44
_FEW = 5  # steps: beyond them Plotly takes whole ones by itself
_LABEL, LETTERS = 170, 12  # pixels of a name, so that a phone has room for the bars; and of its letters


def top_academies(points: pd.DataFrame, template: str = LIGHT, lang: str = DEFAULT, top: int = TOP) -> go.Figure:
    """Bars of points by place, first row on top; `points` as of `analytics.points.by_place`."""
    shown = points.head(top)
    names = [_label(row, lang) for row in shown.to_dict("records")]
    bars = [bar(shown, medal, shown["academy"].tolist(), lang) for medal in MEDALS]
    # A line of its own for the total: it stands at the bar's end, where the eye reads the length.
    total = go.Scatter(
        x=shown["points"].tolist(),
        y=list(range(len(shown))),
        mode="text",
        text=[f" <b>{points}</b>" for points in shown["points"]],
        textposition="middle right",
        textfont={"color": INK[template]},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )
    margins: dict[str, Any] = {
        "height": _AROUND + _ROW * max(len(shown), 1),
        "margin": {"l": 8, "r": 44, "t": _AXIS, "b": 8},
        "legend": {"orientation": "h", "x": 0, "y": -0.02, "yanchor": "top", "traceorder": "normal"},
    }
    points_axis = {
        "rangemode": "tozero", "fixedrange": True, "gridcolor": _GRID[template], "zeroline": False, "side": "top",
        "title": {"text": text("page.standing.points", lang), "standoff": 6}, **whole(shown["points"]),
    }  # fmt: skip
    return go.Figure(
        [*bars, total],
        layouts.merged(ground(template), STACKED, margins, {"yaxis": rows_axis(names), "xaxis": points_axis}),
    )


STACKED: dict[str, Any] = {"barmode": "stack", "bargap": 0.28, "uniformtext": {"mode": "hide", "minsize": 10}}


def ground(template: str) -> dict[str, Any]:
    """The layout that all figures share: the page shines through, letters are its letters, nothing is dragged."""
    ink = {"color": INK[template]}
    return {"template": template, "paper_bgcolor": CLEAR, "plot_bgcolor": CLEAR, "font": ink, "dragmode": False}


def rows_axis(names: Sequence[str]) -> dict[str, Any]:
    """An axis of rows, numbers under names: two long names may be cut to the same label.

    The first row of a horizontal bar chart stands at the bottom unless the axis is turned round.
    """
    named = {"autorange": "reversed", "automargin": True, "tickvals": list(range(len(names))), "ticktext": list(names)}
    return {**named, "fixedrange": True, "ticks": "", "showgrid": False}


def whole(values: Iterable[int]) -> dict[str, Any]:
    """An axis of whole numbers: where they are few it would say each several times, for ticks of halves."""
    return {"tickformat": "d"} | ({"dtick": 1} if max(values, default=0) <= _FEW else {})


def grid(template: str) -> str:
    """The colour of the lines behind a figure."""
    return _GRID[template]


def bar(shown: pd.DataFrame, medal: str, names: Sequence[str], lang: str) -> go.Bar:
    """The points of one medal in every row, row by row from the top; `names` are whose they are."""
    fill, pattern, lines = _MEDALS[medal]
    values = shown[f"{medal}_points"].tolist()
    word = _word(medal, lang)
    return go.Bar(
        name=word,
        orientation="h",
        x=values,
        y=list(range(len(shown))),
        marker={
            "color": fill,
            "line": {"width": 0},
            "pattern": {"shape": pattern, "fgcolor": lines, "size": 6, "solidity": 0.25},
        },
        text=[str(value) if value else "" for value in values],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        constraintext="inside",
        textfont={"color": _ON[medal]},
        hovertext=[
            html.escape(text("chart.academies.hover", lang, academy=academy, points=value, medal=word))
            for academy, value in zip(names, values, strict=True)
        ],
        hoverinfo="text",
    )


def _word(medal: str, lang: str) -> str:
    match medal:
        case "gold":
            return text("chart.academies.gold", lang)
        case "silver":
            return text("chart.academies.silver", lang)
    return text("chart.academies.bronze", lang)


def _label(row: Mapping[Any, Any], lang: str) -> str:
    """Rank and name; Plotly reads markup in a label, so the name goes in escaped, and cut to fit a phone."""
    name = str(row["academy"])
    short = html.escape(lettering.cut(name, _LABEL, LETTERS), quote=False)
    if row["draw_required"]:
        return text("chart.academies.label_shared", lang, rank=row["rank"], academy=short)
    return text("chart.academies.label", lang, rank=row["rank"], academy=short)


def top_academies_alt(points: pd.DataFrame, lang: str = DEFAULT, top: int = TOP) -> str:
    """The same in words, for those who do not see the figure."""
    if points.empty:
        return text("chart.academies.alt_none", lang)
    said = [
        text(
            "chart.academies.alt_row",
            lang,
            academy=row["academy"],
            points=row["points"],
            gold=row["gold_points"],
            silver=row["silver_points"],
            bronze=row["bronze_points"],
        )
        for row in points.head(top).to_dict("records")
    ]
    if len(points) > top:
        said.append(text("chart.academies.alt_more", lang, n=len(points) - top))
    return text("chart.academies.alt", lang, rows="; ".join(said))
