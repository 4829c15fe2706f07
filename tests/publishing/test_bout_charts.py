"""Figures about bouts, checked on the Figure object: what is drawn, what is said below, and that nothing is pooled."""

import math
from typing import Any

import pandas as pd
import pytest

from analytics import ratings, shrinkage, times
from analytics.incidence import Sample
from publishing import charts, figure_parts, record_charts, time_charts
from tests.publishing.test_charts import contrast

GROUND = {charts.LIGHT: "#ffffff", charts.DARK: "#14171c"}
COVERAGE = {"used": 20, "bouts": 25}
DATA = "Data: 1 event, version 123abc"


def stratum(limits: str = "300") -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Curves, numbers at risk and hazards of 20 bouts: 8 submitted, 2 disqualified."""
    sample = Sample(
        [30, 60, 90, 150, 200, 300],
        {"submission": [2, 2, 1, 2, 1, 0], "disqualification": [0, 1, 0, 0, 1, 0]},
        [0, 0, 0, 0, 0, 10],
    )
    points = [
        {"limits": limits, "cause": cause, **row}
        for cause in sample.ended
        for curve in [sample.curve(cause)]
        for row in times._points(curve, (curve.low - 0.01, curve.high + 0.01), 300)
    ]
    at_risk = pd.DataFrame([{"minute": n, "bouts": sample.still_at(n * 60)} for n in range(6)])
    hazards = [{"limits": limits, "cause": c, **vars(row)} for c in sample.ended for row in sample.hazard(c, 300)]
    return pd.DataFrame(points), at_risk, pd.DataFrame(hazards)


def caption(figure: Any) -> str:
    (found,) = [each.text for each in figure.layout.annotations if each.name == "caption"]
    assert max(map(len, found.split("<br>"))) <= 64, "it fits a phone"
    return found.replace("<br>", " ")


def named(figure: Any, name: str) -> Any:
    (found,) = [trace for trace in figure.data if trace.name == name and trace.showlegend is not False]
    return found


@pytest.mark.parametrize("template", [charts.LIGHT, charts.DARK])
def test_every_style_stands_out_and_needs_no_colour(template: str) -> None:
    for colour, _, _ in figure_parts.STYLES.values():
        assert contrast(colour, GROUND[template]) >= 3  # WCAG 2.2, graphics
    assert len({dash for _, dash, _ in figure_parts.STYLES.values()}) == len(figure_parts.STYLES)
    assert len({symbol for _, _, symbol in figure_parts.STYLES.values()}) == len(figure_parts.STYLES)
    assert set(figure_parts.STYLES) == {*times.CAUSES, times.ANY}


@pytest.mark.parametrize("template", [charts.LIGHT, charts.DARK])
def test_the_curve_is_a_step_with_bounds_band_and_numbers_under_it(template: str) -> None:
    curves, at_risk, _ = stratum()
    curves = curves.assign(robust_low=float("nan"), robust_high=float("nan"))
    figure = time_charts.incidence(curves, at_risk, COVERAGE, DATA, template)
    line = named(figure, "submission")
    assert line.line.shape == "hv"
    assert list(line.x)[:3] == [0, 0.5, 1]
    assert list(line.y)[-1] == pytest.approx(8 / 20)
    bounds = [trace for trace in figure.data if trace.line.dash == "dot" and trace.legendgroup == "submission"]
    assert [bounds[0].y[-1] < 0.4 < bounds[1].y[-1], len(bounds)] == [True, 2]
    band = next(trace for trace in figure.data if trace.fill == "toself" and trace.legendgroup == "submission")
    assert min(band.x) == 1.5  # the fifth submission
    assert max(band.y) > 0.4 > min(band.y)
    numbers = next(trace for trace in figure.data if trace.yaxis == "y2")
    assert list(numbers.text) == ["20", "18", "14", "12", "10", "10"]
    assert list(numbers.x) == [0, 1, 2, 3, 4, 5]
    assert figure.layout.yaxis2.domain[1] < figure.layout.yaxis.domain[0]
    assert contrast(figure.layout.font.color, GROUND[template]) > 7


def test_bounds_that_let_events_go_together_are_drawn_and_told_where_they_were_asked_for() -> None:
    curves, at_risk, _ = stratum()
    figure = time_charts.incidence(curves, at_risk, COVERAGE, DATA)
    bounds = [trace for trace in figure.data if trace.line.dash == "dot" and trace.legendgroup == "submission"]
    own = curves[curves["cause"] == "submission"]
    assert list(bounds[0].y) == pytest.approx(own["robust_low"].tolist())
    assert "events drawn anew" in caption(figure)
    plain = time_charts.incidence(curves.drop(columns=["robust_low", "robust_high"]), at_risk, COVERAGE, DATA)
    assert "events drawn anew" not in caption(plain)


def test_every_figure_says_n_coverage_unit_and_data() -> None:
    curves, at_risk, hazards = stratum()
    incidence = time_charts.incidence(curves, at_risk, COVERAGE, DATA)
    hazard = time_charts.hazard(hazards, COVERAGE, DATA)
    for figure in (incidence, hazard):
        assert caption(figure).startswith("n = 20 bouts of 25 (80 % known)")
        assert caption(figure).endswith(DATA)
    assert "Minutes" in incidence.layout.xaxis.title.text
    assert "per minute" in hazard.layout.yaxis.title.text


def test_two_limits_are_not_drawn_in_one_figure() -> None:
    curves, at_risk, hazards = stratum()
    other, _, more = stratum("600")
    with pytest.raises(ValueError, match="one stratum"):
        time_charts.incidence(pd.concat([curves, other]), at_risk, COVERAGE, DATA)
    with pytest.raises(ValueError, match="one stratum"):
        time_charts.hazard(pd.concat([hazards, more]), COVERAGE, DATA)


def test_hazards_stand_in_the_middle_of_their_minute_with_intervals() -> None:
    _, _, hazards = stratum()
    own = named(time_charts.hazard(hazards, COVERAGE, DATA), "submission")
    assert list(own.x) == [0.5, 1.5, 2.5, 3.5, 4.5]
    # First minute: 20 bouts, two gone after half of it: 19 minutes, 4 submissions.
    assert own.y[0] == pytest.approx(4 / 19)
    assert own.text[0] == "4 / 19.0 min"
    assert min(own.error_y.array) > 0
    assert min(own.error_y.arrayminus) >= 0


MARGINS = pd.DataFrame(
    [
        ("points", 2, 3, 4, 0.75, 0.3, 0.95, 1),
        ("points", 4, 1, 4, 0.25, 0.05, 0.7, 1),
        ("advantages", 1, 2, 2, 1.0, 0.3, 1, 0),
    ],
    columns=["decision", "margin", "count", "n", "share", "low", "high", "unknown"],
)  # fmt: skip


def test_margins_of_one_decision() -> None:
    figure = record_charts.margins(MARGINS, DATA)
    (bars,) = figure.data
    assert (list(bars.x), list(bars.y), list(bars.text)) == ([2, 4], [0.75, 0.25], ["3", "1"])
    assert bars.error_y.array[0] == pytest.approx(0.2)
    assert figure.layout.xaxis.title.text.endswith("(points)")
    assert caption(figure).startswith("n = 4 bouts of 5 (80 % known)")
    assert "advantages" in record_charts.margins(MARGINS, DATA, "advantages").layout.xaxis.title.text
    assert list(record_charts.margins(MARGINS, DATA, "penalties").data[0].x) == []


def test_the_funnel_has_limits_raw_and_shrunk_rates() -> None:
    found = pd.DataFrame(
        [("wins_per_bout", "<b>A</b>", 2, 2, 1.0, 0.6), ("wins_per_bout", "B", 60, 100, 0.6, math.nan)],
        columns=["rate", "academy", "count", "n", "raw", "shrunk"],
    )
    figure = record_charts.funnel(found, shrinkage.funnel(0.5, 100), 0.5, DATA)
    raw = named(figure, "Academies and athletes")
    assert (list(raw.x), list(raw.y)) == ([2, 100], [1, 0.6])
    assert raw.hovertext[0].startswith("&lt;b&gt;A&lt;/b&gt;: 2 of 2, raw 100 %")
    assert raw.hovertext[1].endswith("shrunk ? %")
    assert raw.marker.symbol != named(figure, "shrunk").marker.symbol
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert len(lines) == 4
    assert {trace.line.dash for trace in lines} == {"dash", "dot"}
    assert figure.layout.yaxis.title.text == "Wins per decided bout, raw"
    assert (
        caption(figure) == f"2 groups, 102 trials; lines: what chance alone does around the common rate 50.0 %. {DATA}"
    )


def test_reliability_has_its_numbers_and_its_score() -> None:
    forecasts = [ratings.Forecast(f"e{n % 3}", 0.55 + 0.04 * (n % 10), 1) for n in range(30)]
    score = ratings.scores(forecasts).iloc[0].to_dict()
    figure = record_charts.reliability(ratings.reliability(forecasts), score, DATA)
    points = figure.data[1]
    assert sum(int(text.split("=")[1]) for text in points.text) == 30
    assert caption(figure).startswith("n = 30 forecasts made before their bouts; Brier score 0.")
