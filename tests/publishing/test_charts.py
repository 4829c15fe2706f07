"""Figures are checked on the Figure object; the frame is written by hand."""

import pandas as pd
import pytest

from publishing import charts

POINTS = pd.DataFrame(
    [
        (1, "Alpha", 30, False, 27, 3, 0),
        (2, "<b>Beta</b> & Sons", 10, True, 9, 0, 1),
        (2, "Gamma", 10, True, 9, 0, 1),
    ],
    columns=["rank", "academy", "points", "draw_required", "gold_points", "silver_points", "bronze_points"],
)


def bars(figure: object) -> list[object]:
    return [trace for trace in figure.data if trace.type == "bar"]  # type: ignore[attr-defined]


def test_points_are_stacked_by_place_and_add_up_to_the_total() -> None:
    figure = charts.top_academies(POINTS)
    assert figure.layout.barmode == "stack"
    assert [trace.name for trace in bars(figure)] == ["Gold", "Silver", "Bronze"]
    assert [sum(row) for row in zip(*(trace.x for trace in bars(figure)), strict=True)] == [30, 10, 10]
    total = figure.data[-1]
    assert (list(total.x), [text.strip() for text in total.text]) == (
        [30, 10, 10],
        ["<b>30</b>", "<b>10</b>", "<b>10</b>"],
    )


def test_the_first_row_is_on_top() -> None:
    figure = charts.top_academies(POINTS)
    assert figure.layout.yaxis.autorange == "reversed"
    assert figure.data[0].y[0] == figure.layout.yaxis.tickvals[0] == min(figure.data[0].y)
    assert figure.layout.yaxis.ticktext[0] == "1. Alpha"


def test_a_shared_rank_is_marked_and_markup_in_a_name_is_text() -> None:
    assert list(charts.top_academies(POINTS).layout.yaxis.ticktext)[1:] == [
        "2= &lt;b&gt;Beta&lt;/b&gt; &amp; Sons",
        "2= Gamma",
    ]


def test_places_are_told_apart_without_colour() -> None:
    traces = bars(charts.top_academies(POINTS))
    assert len({trace.marker.pattern.shape for trace in traces}) == len(traces)
    assert list(traces[0].text) == ["27", "9", "9"]
    assert list(traces[1].text) == ["3", "", ""]  # nothing is written where there is no bar


@pytest.mark.parametrize("template", [charts.LIGHT, charts.DARK])
def test_the_ground_is_whatever_lies_under_it_and_words_stand_out_from_it(template: str) -> None:
    figure = charts.top_academies(POINTS, template)
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == charts.CLEAR
    ground = "#ffffff" if template == charts.LIGHT else "#14171c"
    assert contrast(figure.layout.font.color, ground) > 7  # WCAG 2, AAA


def test_numbers_in_the_bars_stand_out_from_them() -> None:
    for trace in bars(charts.top_academies(POINTS)):
        assert contrast(trace.textfont.color, trace.marker.color) > 4.5  # WCAG 2, AA


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: relative luminance of two colours, the lighter over the darker."""

    def luminance(colour: str) -> float:
        channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_only_the_top_is_drawn_and_the_figure_grows_with_it() -> None:
    many = pd.concat([POINTS] * 5).assign(academy=[f"Academy {n}" for n in range(15)])
    figure = charts.top_academies(many)
    assert len(figure.data[0].y) == charts.TOP
    assert figure.layout.height > charts.top_academies(POINTS).layout.height


def test_two_academies_whose_names_are_cut_alike_keep_bars_of_their_own() -> None:
    names = ["A very long academy name indeed, of Rio", "A very long academy name indeed, of Recife"]
    rows = POINTS.tail(2).assign(academy=names)
    figure = charts.top_academies(rows)
    assert len(set(figure.layout.yaxis.ticktext)) == 1
    assert len(set(figure.data[0].y)) == 2


def test_the_figure_in_words() -> None:
    assert charts.top_academies_alt(POINTS, top=1) == (
        "Horizontal bars of academy points, stacked by gold, silver and bronze. "
        "Alpha 30: 27 from gold, 3 from silver, 0 from bronze; and 2 more."
    )
    assert charts.top_academies_alt(POINTS.head(0)) == "No academy has a point."


def test_nothing_to_draw_is_an_empty_figure() -> None:
    assert list(charts.top_academies(POINTS.head(0)).data[0].x) == []


@pytest.mark.parametrize(("points", "step"), [([1], 1), ([0, 5, 3], 1), ([120, 9], None), ([], 1)])
def test_an_axis_of_few_points_says_each_number_once(points: list[int], step: int | None) -> None:
    """Left to itself Plotly takes ticks of halves there, and whole numbers would stand as 0, 0, 1, 1."""
    assert charts.whole(points) == {"tickformat": "d"} | ({} if step is None else {"dtick": step})
