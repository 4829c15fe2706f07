"""Shares of methods -> Plotly figures: n, coverage, unit and data version on each; colours told apart by every eye.

Every function takes the frame of `analytics.methods.shares`, and `data` of `publishing.method_answer.data_version`.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from publishing import layouts, method_labels
from publishing.charts import CLEAR, INK, LIGHT, ground
from publishing.wording import DEFAULT, term, text
from publishing.wording.method_sentences import method_name, of_data
from rulebook import spelling

if TYPE_CHECKING:
    import pandas as pd

# Okabe and Ito's eight colours, then the same with a pattern: what shares a colour differs in its lines, in grey too.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8a8f98")
_PATTERNS = ("", "/", ".", "x")
_UNKNOWN = "#b8bcc4"
# Letters on these: dark on all but the darkest.
_DARKEST, _ON_DARK, _ON = _COLOURS[0], "#ffffff", "#101317"
_GRID = "rgba(128,134,144,0.25)"
_ROW, _AROUND, _HALF = 34, 190, 0.36
_PAD, _INNER = 18, 376  # pixels: between two ends of a flow, as a line of letters needs; and of the drawing in all
# Light to dark in one hue: order is told by lightness, which every eye has.
_SCALE = ((0.0, "#eef3f8"), (0.5, "#6f9fc8"), (1.0, "#08306b"))

Data = Mapping[str, Any]


def stacked_shares(frame: pd.DataFrame, by: str, data: Data, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """Left what a group's bouts are made of, right each share alone with its 95 % interval; first group on top."""
    figure = go.Figure(_side_by_side())
    labels = {value: method_labels.lines(by, row, lang) for value, row in _first_rows(frame, by).items()}
    methods, traces = _occurring(frame), list[Any]()
    for number, method in enumerate(methods):
        rows = frame[frame["method"] == method]
        names = [labels[value] for value in rows[by]]
        style = _style(number)
        hover = [method_labels.hover(by, row, lang) for row in rows.to_dict("records")]
        # Each method a little lower than the one before, so that intervals do not lie on each other.
        traces += [_bar(method, names, rows, style, hover, lang), _dots(method, names, rows, style, hover, lang)]
    figure.add_traces(traces, rows=[1] * len(traces), cols=[1, 2] * len(methods))
    height = _AROUND + max(_ROW, 9 * len(methods)) * max(len(labels), 1)
    groups = {"autorange": "reversed", "automargin": True, "type": "category", "categoryarray": [*labels.values()]}
    shares = {"ticksuffix": " %", "gridcolor": _GRID, "rangemode": "tozero", "nticks": 4, "tickangle": 0}
    # At 100 stands the 0 of the other; ticks that are named take no suffix of the axis. The title is of both: on a
    # phone two would lie on each other.
    left = {"tickvals": [0, 50], "ticktext": ["0 %", "50 %"], "title": {"text": text("chart.method.share", lang)}}
    figure.layout = layouts.merged(
        _side_by_side().layout.to_plotly_json(),
        _ground(template, height, text("chart.method.stacked", lang), data, lang),
        {"barmode": "stack", "scattermode": "group", "scattergap": 0.2, "margin": {"t": 120}},
        {"yaxis": groups, "yaxis2": groups, "xaxis": {**shares, **left}, "xaxis2": shares},
    )
    return figure


@cache
def _side_by_side() -> go.Figure:
    """Two drawings with the same rows, still empty and without a template to copy; nobody may change it."""
    found = make_subplots(cols=2, shared_yaxes=True, horizontal_spacing=0.04, column_widths=[0.55, 0.45])
    return found.update_layout(template="none")


def _bar(
    method: str, names: Sequence[str], rows: pd.DataFrame, style: tuple[str, str], hover: Sequence[str], lang: str
) -> go.Bar:
    return go.Bar(
        name=method_name(method, lang),
        legendgroup=method,
        orientation="h",
        x=(100 * rows["share"]).tolist(),
        y=list(names),
        # Said outright: the dots beside it are in groups, and would have the bars grouped too.
        offset=-_HALF,
        width=2 * _HALF,
        marker={"color": style[0], "pattern": {"shape": style[1], "solidity": 0.3, "fgcolor": "#ffffff"}},
        hovertext=list(hover),
        hoverinfo="text",
    )


def _dots(
    method: str, names: Sequence[str], rows: pd.DataFrame, style: tuple[str, str], hover: Sequence[str], lang: str
) -> go.Scatter:
    share = 100 * rows["share"]
    return go.Scatter(
        name=method_name(method, lang),
        legendgroup=method,
        showlegend=False,
        offsetgroup=method,
        orientation="h",
        mode="markers",
        x=share.tolist(),
        y=list(names),
        marker={"color": style[0], "size": 6, "symbol": "circle" if not style[1] else "diamond"},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": (100 * rows["high"] - share).tolist(),
            "arrayminus": (share - 100 * rows["low"]).tolist(),
            "color": style[0],
            "thickness": 1.5,
            "width": 2,
        },
        hovertext=list(hover),
        hoverinfo="text",
    )


def technique_treemap(frame: pd.DataFrame, data: Data, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """Families and in them techniques, as large as their count; submissions without a named technique are a tile."""
    unknown = int(frame["unknown"].iloc[0]) if len(frame) else 0
    bouts = int(frame["bouts"].iloc[0]) if len(frame) else 0
    ids, parents, values, colours, hover = ["all"], [""], [bouts], [CLEAR], [""]
    labels = [method_labels.total(bouts, unknown, lang)]
    families = frame["method"].map(spelling.family)
    for number, family in enumerate(sorted(families.dropna().unique(), key=list(families).index)):
        rows = frame[families == family]
        ids.append(family)
        labels.append(term("family", family, lang))
        parents.append("all")
        values.append(int(rows["count"].sum()))
        colours.append(_COLOURS[number % len(_COLOURS)])
        hover.append(f"{term('family', family, lang)}: {int(rows['count'].sum())}")
        for row in rows.to_dict("records"):
            ids.append(f"{family}/{row['method']}")
            labels.append(method_name(str(row["method"]), lang))
            parents.append(family)
            values.append(int(row["count"]))
            colours.append(_COLOURS[number % len(_COLOURS)])
            hover.append(method_labels.hover(None, row, lang))
    if unknown:
        ids.append("unknown")
        labels.append(text("chart.method.unknown", lang))
        parents.append("all")
        values.append(unknown)
        colours.append(_UNKNOWN)
        hover.append(f"{text('chart.method.unknown', lang)}: {unknown}")
    tiles = {"ids": ids, "labels": labels, "parents": parents, "values": values, "marker": {"colors": colours}}
    inks = [INK[template] if colour == CLEAR else _ON_DARK if colour == _DARKEST else _ON for colour in colours]
    figure = go.Figure(
        go.Treemap(**tiles, hovertext=hover, hoverinfo="text", branchvalues="total", textinfo="label+value",
                   textfont={"color": inks})
    )  # fmt: skip
    figure.update_layout(uniformtext={"mode": "hide", "minsize": 10})
    _dress(figure, template, 520, text("chart.method.techniques", lang), data, lang)
    return figure


def heat_map(frame: pd.DataFrame, by: str, data: Data, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """Groups down, methods across; every cell says its share and its count, the interval when pointed at."""
    first = _first_rows(frame, by)
    methods = _occurring(frame)
    cells = {(row[by], row["method"]): row for row in frame.to_dict("records")}
    found = [[cells.get((value, method)) for method in methods] for value in first]
    figure = go.Figure(
        go.Heatmap(
            z=[[None if row is None else 100 * row["share"] for row in line] for line in found],
            x=[method_name(method, lang) for method in methods],
            y=[method_labels.lines(by, row, lang) for row in first.values()],
            text=[[method_labels.cell(row, lang) for row in line] for line in found],
            hovertext=[["" if row is None else method_labels.hover(by, row, lang) for row in line] for line in found],
            texttemplate="%{text}",
            hoverinfo="text",
            colorscale=_SCALE,
            zmin=0,
            xgap=2,
            ygap=2,
            showscale=False,  # every cell says its share
        )
    )  # fmt: skip
    _dress(figure, template, _AROUND + 46 * max(len(first), 1), text("chart.method.heat", lang), data, lang)
    figure.update_yaxes(autorange="reversed", automargin=True, type="category")
    figure.update_xaxes(automargin=True, type="category", side="top", tickangle=-60)  # on a phone they lie side by side
    return figure


def round_flow(frame: pd.DataFrame, data: Data, template: str = LIGHT, lang: str = DEFAULT) -> go.Figure:
    """From the round to how its bouts ended, as wide as their number; bouts without a known decision flow too."""
    first = _first_rows(frame, "round")
    methods = _occurring(frame)
    rounds = list(first)
    ends = [*methods, "unknown"]
    place = {method: len(rounds) + n for n, method in enumerate(ends)}
    links = [
        (rounds.index(row["round"]), place[row["method"]], int(row["count"]), method_labels.hover("round", row, lang))
        for row in frame.to_dict("records")
        if row["count"]
    ]
    unknown = text("chart.method.unknown", lang)
    names = [
        *[method_labels.group("round", row, lang) for row in first.values()],
        *[method_name(m, lang) for m in methods],
        unknown,
    ]
    for n, row in enumerate(first.values()):
        if row["unknown"]:
            links.append((n, place["unknown"], int(row["unknown"]), f"{unknown}: {row['unknown']}"))
    most = max(len(rounds), len(methods))
    ending = [sum(each[2] for each in links if each[1] == place[end]) for end in ends]
    colours = [*[_COLOURS[-1]] * len(rounds), *[_style(n)[0] for n in range(len(methods))], _UNKNOWN]
    figure = go.Figure(
        go.Sankey(
            node={
                "label": names,
                "color": colours,
                "pad": _PAD,
                "thickness": 14,
                "x": [0.001] * len(rounds) + [0.999] * len(ends),
                "y": [*_middles([int(row["bouts"]) for row in first.values()], most), *_middles(ending, most)],
            },
            link={
                "source": [each[0] for each in links],
                "target": [each[1] for each in links],
                "value": [each[2] for each in links],
                "customdata": [each[3] for each in links],
                "hovertemplate": "%{customdata}<extra></extra>",
                "color": [_faint(colours[each[1]]) for each in links],
            },
            valuesuffix=f" {text('chart.method.bouts', lang)}",
        )
    )  # fmt: skip
    _dress(figure, template, 520, text("chart.method.flow", lang), data, lang)
    return figure


def _middles(sizes: Sequence[int], most: int) -> list[float]:
    """Where each of them lies, of 0 to 1, in the order given: left to itself the drawing puts rounds as it likes.

    `most`: how many there are on the fuller side, which decides how high a bout is.
    """
    gap = _PAD / _INNER
    high = (1 - gap * most) / (sum(sizes) or 1)
    ends = enumerate(zip(accumulate(sizes), sizes, strict=True))
    return [min(max(number * gap + high * (end - size / 2), 0.001), 0.999) for number, (end, size) in ends]


def alt(frame: pd.DataFrame, by: str | None, data: Data, lang: str = DEFAULT) -> str:
    """Any of these figures in words."""
    rows = frame[frame["count"] > 0].to_dict("records")
    said = "; ".join(html.unescape(method_labels.hover(by, row, lang)).replace("<br>", ", ") for row in rows)
    return text("chart.method.alt", lang, rows=said, data=of_data(data, lang))


def _first_rows(frame: pd.DataFrame, by: str) -> dict[Any, dict[Any, Any]]:
    """Group -> a row of it, which has its numbers of bouts; in the order of the frame."""
    return {row[by]: row for row in frame.drop_duplicates(by).to_dict("records")}


def _occurring(frame: pd.DataFrame) -> list[str]:
    found = frame[frame["count"] > 0]["method"]
    return [str(method) for method in frame["method"].drop_duplicates() if method in set(found)]


def _style(number: int) -> tuple[str, str]:
    return _COLOURS[number % len(_COLOURS)], _PATTERNS[number // len(_COLOURS) % len(_PATTERNS)]


def _faint(colour: str) -> str:
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.45)"


def _dress(figure: go.Figure, template: str, height: int, title: str, data: Data, lang: str) -> None:
    figure.update_layout(_ground(template, height, title, data, lang))


def _ground(template: str, height: int, title: str, data: Data, lang: str) -> dict[str, Any]:
    """What all have: the question above, the data below, ground of the page."""
    corner = {"x": 0, "xanchor": "left", "y": 1, "yanchor": "top", "pad": {"t": 12, "l": 8}}
    caption = {
        "text": html.escape(of_data(data, lang)),
        "xref": "paper", "yref": "paper", "x": 0, "y": 0, "yshift": -78, "xanchor": "left", "yanchor": "bottom",
        "showarrow": False, "font": {"size": 11}, "name": "caption",
    }  # fmt: skip
    return {
        **ground(template),
        "height": height,
        "margin": {"l": 8, "r": 16, "t": 48, "b": 96},
        "title": {"text": title, "font": {"size": 15}, **corner},
        "legend": {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "traceorder": "normal"},
        "annotations": [caption],
    }
