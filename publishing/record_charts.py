"""Margins, funnels and calibration as Plotly figures, pure functions of the tidy frames they take."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from publishing.charts import INK, LIGHT
from publishing.figure_parts import FIRST, SECOND, dressed, interval, percent
from publishing.wording import DEFAULT, bout_sentences, text
from publishing.wording.locales import number

if TYPE_CHECKING:
    import pandas as pd

    from analytics.shrinkage import Funnel


def margins(
    found: pd.DataFrame, data: str, decision: str = "points", template: str = LIGHT, lang: str = DEFAULT
) -> go.Figure:
    """How far ahead the winners of one decision were, each margin's share with its interval."""
    rows = found[found["decision"] == decision]
    n, unknown = (int(rows[name].iloc[0]) if len(rows) else 0 for name in ("n", "unknown"))
    figure = go.Figure(
        go.Bar(
            x=rows["margin"].tolist(),
            y=rows["share"].tolist(),
            error_y={**interval(rows), "color": INK[template]},
            marker={"color": FIRST},
            text=[str(count) for count in rows["count"]],
            textposition="inside",
            insidetextanchor="start",
            showlegend=False,
        )
    )
    figure.update_xaxes(title=f"{text('chart.bouts.margin', lang)} ({_unit(decision, lang)})", dtick=1, tickformat="d")
    figure.update_yaxes(title=text("chart.bouts.share", lang), tickformat=".0%", rangemode="tozero")
    values = {"n": n, "bouts": n + unknown, "coverage": percent(n, n + unknown), "data": data}
    return dressed(
        figure, template, text("chart.bouts.caption", lang, what=text("chart.bouts.bars", lang), **values), lang=lang
    )


def _unit(decision: str, lang: str) -> str:
    match decision:
        case "advantages":
            return text("chart.bouts.margin_advantages", lang)
        case "penalties":
            return text("chart.bouts.margin_penalties", lang)
    return text("chart.bouts.margin_points", lang)


def funnel(
    found: pd.DataFrame, limits: Funnel, mean: float, data: str, template: str = LIGHT, lang: str = DEFAULT
) -> go.Figure:
    """Raw rates of one rate by their n, within what chance alone does; the shrunk ones beside them.

    `found`: rows of one `rate` with name (or academy, athlete), count, n, raw, shrunk; names as they may be shown.
    """
    name = next(column for column in ("name", "athlete", "academy") if column in found)
    figure = go.Figure()
    for low, high, dash, words in (
        ("low", "high", "dash", text("chart.bouts.funnel_chance", lang)),
        ("far_low", "far_high", "dot", text("chart.bouts.funnel_far", lang)),
    ):
        for bound in (low, high):
            figure.add_trace(
                go.Scatter(
                    x=limits.n.tolist(), y=getattr(limits, bound).tolist(), mode="lines", hoverinfo="skip", name=words,
                    line={"color": INK[template], "dash": dash, "width": 1}, showlegend=bound == low, legendgroup=dash,
                )
            )  # fmt: skip
    for column, colour, symbol, words in (
        ("raw", FIRST, "circle", text("chart.bouts.funnel_groups", lang)),
        ("shrunk", SECOND, "diamond-open", text("chart.bouts.funnel_shrunk", lang)),
    ):
        figure.add_trace(
            go.Scatter(
                x=found["n"].tolist(), y=found[column].tolist(), mode="markers", name=words, hoverinfo="text",
                marker={"color": colour, "symbol": symbol, "size": 7, "opacity": 0.8},
                hovertext=[_hover(row, name, lang) for row in found.to_dict("records")],
            )
        )  # fmt: skip
    figure.update_xaxes(title=text("chart.bouts.trials", lang), type="log")
    rate = bout_sentences.rate_name(str(found["rate"].iloc[0]) if len(found) else "", lang)
    figure.update_yaxes(title=text("chart.bouts.funnel_rate", lang, rate=rate), tickformat=".0%", range=[-0.02, 1.02])
    values = {"n": len(found), "trials": int(found["n"].sum()), "mean": number(100 * mean, lang, 1), "data": data}
    return dressed(figure, template, text("chart.bouts.funnel_caption", lang, **values), height=460, lang=lang)


def _hover(row: Mapping[Any, Any], name: str, lang: str) -> str:
    """Plotly reads markup in a label, so the name goes in escaped."""
    shares = {key: "?" if math.isnan(row[key]) else percent(row[key], 1) for key in ("raw", "shrunk")}
    said = text("chart.bouts.hover", lang, name=row[name], count=row["count"], n=row["n"], **shares)
    return html.escape(said, quote=False)


def reliability(
    found: pd.DataFrame, score: Mapping[str, Any], data: str, template: str = LIGHT, lang: str = DEFAULT
) -> go.Figure:
    """How often favourites won against the chance they were given; on the line, forecasts are as good as they say."""
    rows = found[found["n"] > 0]
    figure = go.Figure(
        [
            go.Scatter(
                x=[0.5, 1], y=[0.5, 1], mode="lines", name=text("chart.bouts.perfect", lang), hoverinfo="skip",
                line={"color": INK[template], "dash": "dash", "width": 1},
            ),
            go.Scatter(
                x=rows["forecast"].tolist(), y=rows["share"].tolist(), mode="markers+text", showlegend=False,
                error_y={**interval(rows, "share", "share_low", "share_high"), "color": FIRST},
                marker={"color": FIRST, "size": 9}, text=[f" n = {n}" for n in rows["n"]], textposition="bottom right",
                textfont={"color": INK[template], "size": 11},
            ),
        ]
    )  # fmt: skip
    figure.update_xaxes(title=text("chart.bouts.forecast", lang), tickformat=".0%", range=[0.48, 1.02])
    figure.update_yaxes(title=text("chart.bouts.favourite_won", lang), tickformat=".0%", range=[-0.02, 1.02])
    told = {name: number(score[name], lang, 3) for name in ("brier", "brier_low", "brier_high")}
    brier = f"{told['brier']} ({told['brier_low']} – {told['brier_high']})"
    values = {"n": int(score["n"]), "brier": brier, "data": data}
    return dressed(figure, template, text("chart.bouts.reliability_caption", lang, **values), lang=lang)
