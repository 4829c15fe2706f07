"""Figures of one academy: units named, lines told apart, long names cut to a phone's room."""

import pandas as pd

from publishing import academy_charts, charts
from publishing.wording import text

AWARDS = [f"Award {number}" for number in range(9)]


def test_no_two_awards_over_events_look_alike() -> None:
    rows = [{"name": "Cup", "start_date": "2026-05-02", "award": award, "points": 9} for award in AWARDS]
    figure = academy_charts.history(pd.DataFrame(rows))
    looks = {(line.line.color, line.line.dash, line.marker.symbol) for line in figure.data}
    assert len(looks) == len(AWARDS)


def test_the_first_day_does_not_stand_on_the_other_axis() -> None:
    rows = [
        {"name": name, "start_date": day, "award": "Adult", "points": 9}
        for name, day in (("Cup", "2025-05-02"), ("Open", "2026-05-02"))
    ]
    low, high = academy_charts.history(pd.DataFrame(rows)).layout.xaxis.range
    assert low < 0
    assert high > 1


def test_the_number_of_bouts_is_never_cut_off() -> None:
    row = {"group": "x" * 90, "share": 0.5, "low": 0.2, "high": 0.8, "wins": 4, "n": 8, "than_half": "unknown"}
    (label,) = academy_charts.field(pd.DataFrame([row])).layout.yaxis.ticktext
    assert label.endswith("…<br>n = 8")


def test_a_legend_of_many_awards_has_room_above_the_lines() -> None:
    def room(awards: int) -> float:
        rows = [{"name": "Cup", "start_date": "2026-05-02", "award": award, "points": 9} for award in AWARDS[:awards]]
        figure = academy_charts.history(pd.DataFrame(rows))
        return float(figure.layout.margin.t)

    assert room(9) - room(1) >= 4 * 19  # five lines of letters on a phone in place of one


def test_bars_name_their_unit_in_the_language_and_no_letters_are_squeezed_into_them() -> None:
    rows = pd.DataFrame(
        [{"group": "道場" * 20, "gold_points": 9, "silver_points": 3, "bronze_points": 1, "points": 13}]
    )
    figure = academy_charts.by_category(rows, lang="ja")
    assert figure.layout.xaxis.title.text == text("page.standing.points", "ja")
    assert figure.layout.uniformtext.mode == "hide"
    (label,) = figure.layout.yaxis.ticktext
    assert label.endswith("…")
    assert len(label) * charts.LETTERS <= 180  # each as wide as it is high


def test_the_standing_names_its_unit_too() -> None:
    rows = {"academy": ["A"], "rank": [1], "draw_required": [False], "points": [9]}
    rows |= {f"{medal}_points": [9] for medal in charts.MEDALS}
    figure = charts.top_academies(pd.DataFrame(rows), lang="pt")
    assert figure.layout.xaxis.title.text == "Pontos"
