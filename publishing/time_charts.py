"""Time to the end of a bout as Plotly figures: one stratum of `analytics.times` at a time, never several limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from publishing.charts import INK, LIGHT
from publishing.figure_parts import STYLES, dressed, faint, interval, percent
from publishing.wording import DEFAULT, bout_sentences, text
from publishing.wording.locales import number

if TYPE_CHECKING:
    import pandas as pd

_MINUTE = 60
_UNDER = 0.2  # of the height, for the numbers below the curve


def incidence(
    curves: pd.DataFrame,
    at_risk: pd.DataFrame,
    coverage: Mapping[str, Any],
    data: str,
    template: str = LIGHT,
    lang: str = DEFAULT,
) -> go.Figure:
    """Shares ended so by each minute with intervals and bands, and under them how many bouts are still fought.

    `curves` and `at_risk` of one stratum, `coverage` its row; `data` says which data it is. Several limits are refused.
    """
    _one_stratum(curves)
    figure, robust = go.Figure(), _is_robust(curves)
    for cause in curves["cause"].unique():
        rows = curves[curves["cause"] == cause]
        figure.add_traces([_band(rows, cause), *_bounds(rows, cause, robust=robust), _line(rows, cause, lang)])
    figure.add_trace(_numbers(at_risk, INK[template]))
    # Room left of 0, or the first number would lie on its label.
    end = float(at_risk["minute"].max()) if len(at_risk) else 1.0
    figure.update_xaxes(title=text("chart.bouts.minutes", lang), dtick=1, range=[-0.05 * end, 1.04 * end])
    figure.update_layout(
        yaxis={
            "title": text("chart.bouts.ended", lang), "tickformat": ".0%", "domain": [_UNDER, 1], "rangemode": "tozero",
        },
        yaxis2={
            "domain": [0, _UNDER - 0.06], "range": [0, 1], "showgrid": False, "tickvals": [0.5],
            "ticktext": [text("chart.bouts.at_risk", lang)],
        },
        xaxis={"anchor": "y2"},
    )  # fmt: skip
    what = text("chart.bouts.intervals_by_event", lang) if robust else text("chart.bouts.intervals", lang)
    return dressed(figure, template, _caption(coverage, what, data, lang), height=480, lang=lang)


def _one_stratum(rows: pd.DataFrame) -> None:
    if rows["limits"].nunique() > 1:
        raise ValueError("a figure holds one stratum; pool in the question, not in the figure")


def _minutes(rows: pd.DataFrame) -> list[float]:
    return [second / _MINUTE for second in rows["seconds"]]


def _line(rows: pd.DataFrame, cause: str, lang: str) -> go.Scatter:
    colour, dash, _ = STYLES[cause]
    return go.Scatter(
        name=bout_sentences.cause_name(cause, lang),
        x=_minutes(rows),
        y=rows["share"].tolist(),
        mode="lines",
        line={"color": colour, "dash": dash, "width": 2.4, "shape": "hv"},
        legendgroup=cause,
    )


def _is_robust(curves: pd.DataFrame) -> bool:
    """Whether the intervals that let bouts of one event go together were asked for, and there are some."""
    return "robust_low" in curves and bool(curves["robust_low"].notna().any())


def _bounds(rows: pd.DataFrame, cause: str, *, robust: bool) -> list[go.Scatter]:
    """The interval of each second alone."""
    colour, _, _ = STYLES[cause]
    return [
        go.Scatter(
            x=_minutes(rows), y=rows[bound].tolist(), mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": colour, "dash": "dot", "width": 0.8, "shape": "hv"}, legendgroup=cause,
        )
        for bound in (("robust_low", "robust_high") if robust else ("low", "high"))
    ]  # fmt: skip


def _band(rows: pd.DataFrame, cause: str) -> go.Scatter:
    """A closed outline of steps: up along the upper bound, back along the lower."""
    told = rows.dropna(subset=["band_low", "band_high"])
    x = _minutes(told)
    corners = [(a, n) for n, (a, b) in enumerate(zip(x, [*x[1:], *x[-1:]], strict=True)) for a in (a, b)]
    upper = [(a, told["band_high"].iloc[n]) for a, n in corners]
    lower = [(a, told["band_low"].iloc[n]) for a, n in reversed(corners)]
    return go.Scatter(
        x=[a for a, _ in upper + lower],
        y=[float(value) for _, value in upper + lower],
        fill="toself",
        fillcolor=faint(STYLES[cause][0]),
        mode="none",
        hoverinfo="skip",
        showlegend=False,
        legendgroup=cause,
    )


def _numbers(at_risk: pd.DataFrame, ink: str) -> go.Scatter:
    return go.Scatter(
        x=at_risk["minute"].tolist(),
        y=[0.5] * len(at_risk),
        yaxis="y2",
        mode="text",
        text=[str(bouts) for bouts in at_risk["bouts"]],
        textfont={"size": 11, "color": ink},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )


def hazard(
    hazards: pd.DataFrame,
    coverage: Mapping[str, Any],
    data: str,
    causes: Sequence[str] = ("submission",),
    template: str = LIGHT,
    lang: str = DEFAULT,
) -> go.Figure:
    """How fast bouts end so: events per minute fought, minute by minute, with intervals; one stratum."""
    _one_stratum(hazards)
    figure = go.Figure()
    for cause in causes:
        rows = hazards[(hazards["cause"] == cause) & hazards["rate"].notna()]
        colour, dash, symbol = STYLES[cause]
        figure.add_trace(
            go.Scatter(
                name=bout_sentences.cause_name(cause, lang),
                x=((rows["start"] + rows["end"]) / 2).tolist(),
                y=rows["rate"].tolist(),
                error_y={**interval(rows, "rate"), "color": colour},
                mode="lines+markers",
                line={"color": colour, "dash": dash},
                marker={"color": colour, "symbol": symbol, "size": 9},
                text=[
                    f"{events} / {number(minutes, lang, 1)} min"
                    for events, minutes in zip(rows["events"], rows["minutes"], strict=True)
                ],
            )
        )
    figure.update_xaxes(title=text("chart.bouts.minutes", lang), dtick=1, rangemode="tozero")
    figure.update_yaxes(title=text("chart.bouts.rate", lang), rangemode="tozero")
    return dressed(figure, template, _caption(coverage, text("chart.bouts.bars", lang), data, lang), lang=lang)


def _caption(coverage: Mapping[str, Any], what: str, data: str, lang: str) -> str:
    used, bouts = int(coverage["used"]), int(coverage["bouts"])
    return text("chart.bouts.caption", lang, n=used, bouts=bouts, coverage=percent(used, bouts), what=what, data=data)
