"""Layouts put together as plain values are those that Plotly's own updates make, and no figure shares one."""

import copy
import json

import pandas as pd
import plotly.graph_objects as go
import pytest
from plotly.subplots import make_subplots

from publishing import academy_charts, charts, layouts, method_charts
from tests.publishing.test_charts import POINTS
from tests.publishing.test_method_charts import DATA, shares

GROUPS = pd.DataFrame(
    [
        {"group": "Ana & co", "share": 0.75, "low": 0.6, "high": 0.9, "wins": 6, "n": 8, "than_half": "more"},
        {"group": "Ben", "share": 0.5, "low": 0.2, "high": 0.8, "wins": 4, "n": 8, "than_half": "unknown"},
    ]
)
BY_GROUP = POINTS.assign(group=POINTS["academy"])


def said(figure: go.Figure) -> dict[str, object]:
    return dict(json.loads(figure.to_json())["layout"])


def test_later_ones_say_more_and_none_is_changed() -> None:
    first = {"margin": {"l": 8, "t": 8}, "title": {"text": "a"}}
    later = {"margin": {"t": 44}, "height": 3, "title": {"font": {"size": 15}}}
    kept = copy.deepcopy([first, later])
    whole = layouts.merged(first, later)
    assert whole == {"margin": {"l": 8, "t": 44}, "title": {"text": "a", "font": {"size": 15}}, "height": 3}
    whole["margin"]["l"] = whole["title"]["font"]["size"] = 99
    assert [first, later] == kept


def test_a_line_and_rows_are_drawn_as_plotly_draws_them() -> None:
    figure = academy_charts.field(GROUPS)
    slow = go.Figure(figure.data)
    slow.update_layout(
        template=charts.LIGHT, paper_bgcolor=charts.CLEAR, plot_bgcolor=charts.CLEAR, height=188, dragmode=False,
        font={"color": charts.INK[charts.LIGHT]}, margin={"l": 8, "r": 16, "t": 8, "b": 8},
        legend={"orientation": "h", "x": 0, "y": -0.04, "yanchor": "top", "traceorder": "normal"},
    )  # fmt: skip
    labels = ["Ana &amp; co<br>n = 8", "Ben<br>n = 8"]
    slow.update_yaxes(autorange="reversed", tickvals=[0, 1], ticktext=labels, automargin=True)
    slow.update_yaxes(ticks="", showgrid=False, fixedrange=True)
    slow.update_xaxes(gridcolor=charts.grid(charts.LIGHT), zeroline=False, fixedrange=True)
    slow.update_xaxes(title={"text": figure.layout.xaxis.title.text, "standoff": 6})
    slow.update_layout(margin_t=44)
    slow.add_vline(x=0.5, line={"color": charts.INK[charts.LIGHT], "dash": "dash", "width": 1})
    slow.update_xaxes(range=[-0.02, 1.02], tickformat=".0%", side="top")
    assert said(figure) == said(slow)


def test_two_drawings_side_by_side_are_those_of_plotly() -> None:
    figure = method_charts.stacked_shares(shares(("belt",)), "belt", DATA)
    plain = said(make_subplots(cols=2, shared_yaxes=True, horizontal_spacing=0.04, column_widths=[0.55, 0.45]))
    for name in ("xaxis", "xaxis2", "yaxis", "yaxis2"):
        axis = figure.layout[name].to_plotly_json()
        assert {key: axis[key] for key in plain[name]} == plain[name]  # type: ignore[attr-defined]
    assert [(one.xaxis, one.yaxis) for one in figure.data[:4]] == [("x", "y"), ("x2", "y2")] * 2
    figure.update_xaxes(nticks=9, col=2)
    assert (figure.layout.xaxis.nticks, figure.layout.xaxis2.nticks) == (4, 9)
    assert figure.layout.template.layout == go.Figure(layout={"template": charts.LIGHT}).layout.template.layout


@pytest.mark.parametrize(
    "draw",
    [
        lambda: charts.top_academies(POINTS),
        lambda: academy_charts.by_category(BY_GROUP),
        lambda: academy_charts.field(GROUPS),
        lambda: method_charts.stacked_shares(shares(("belt",)), "belt", DATA),
    ],
)
def test_whoever_changes_a_figure_changes_no_other(draw) -> None:  # type: ignore[no-untyped-def]
    figure, before = draw(), draw().to_json()
    figure.update_layout(height=11, title={"text": "mine"}, margin={"l": 99}, font={"size": 40})
    figure.update_xaxes(title={"text": "x"}, range=[0, 1], ticktext=["mine"], domain=[0, 0.1])
    figure.update_yaxes(title={"text": "y"}, ticktext=["mine"])
    assert draw().to_json() == before != figure.to_json()
