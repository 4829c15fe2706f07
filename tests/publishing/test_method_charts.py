"""Figures of methods: what every one must say, numbers as in the frame, legible on both grounds."""

from itertools import pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from analytics import methods
from analytics.counting import Question
from publishing import method_charts
from publishing.charts import DARK, INK, LIGHT
from tests.analytics.fights import Event, Fight, drawn, store

DATA = {"events": 3, "recorded_at": "2026-05-04T10:00:00Z", "fingerprint": "abcdef012345"}
HAND = Event(
    "a",
    [
        *[Fight("submission", "armbar", belt="black", round="final")] * 3,
        *[Fight("submission", "triangle", belt="black", round="semifinal")] * 2,
        Fight("submission", None, belt="black", round="final"),
        *[Fight("points", belt="white", round="final")] * 4,
        *[Fight(None, belt="white", round="final")] * 2,
    ],
)


def shares(by: tuple[str, ...] = (), of: str = "decision") -> pd.DataFrame:
    return methods.shares(store(HAND), Question(by, of))


def figures(template: str = LIGHT) -> dict[str, go.Figure]:
    return {
        "stacked": method_charts.stacked_shares(shares(("belt",)), "belt", DATA, template),
        "treemap": method_charts.technique_treemap(shares(of="technique"), DATA, template),
        "heat": method_charts.heat_map(shares(("belt",)), "belt", DATA, template),
        "flow": method_charts.round_flow(shares(("round",)), DATA, template),
    }


def words(figure: go.Figure) -> str:
    return figure.to_json()


@pytest.mark.parametrize("name", ["stacked", "treemap", "heat", "flow"])
@pytest.mark.parametrize("template", [LIGHT, DARK])
def test_each_says_n_coverage_unit_and_data_version(name: str, template: str) -> None:
    figure = figures(template)[name]
    said = words(figure)
    assert "abcdef012345" in said
    assert "3 events" in said
    assert "95 % interval" in said
    assert "known" in said
    assert figure.layout.title.text
    assert figure.layout.font.color == INK[template]
    assert "n = " in said or "of 6" in said
    assert figure.layout.paper_bgcolor == "rgba(0,0,0,0)"


def test_bars_and_intervals_are_those_of_the_frame() -> None:
    frame = shares(("belt",))
    figure = method_charts.stacked_shares(frame, "belt", DATA)
    [bar] = [trace for trace in figure.data if trace.type == "bar" and trace.name == "submission"]
    [dots] = [trace for trace in figure.data if trace.type == "scatter" and trace.name == "submission"]
    assert list(bar.x) == [0, 100]  # white 0 of 4, black 6 of 6
    assert list(bar.y) == ["White<br>n = 4 (66.7 %)", "Black<br>n = 6 (100.0 %)"]
    row = frame[(frame["belt"] == "white") & (frame["method"] == "submission")].iloc[0]
    assert dots.error_x.array[0] == pytest.approx(100 * row["high"])
    assert dots.error_x.arrayminus[0] == 0
    assert len(figure.data) == 2 * 2  # ways that occur: by submission, on points


def test_no_two_methods_look_alike() -> None:
    frame = methods.shares(store(drawn("a", 400, 1)), Question(("belt",)))
    frame["count"] = 1  # every decision there is
    figure = method_charts.stacked_shares(frame, "belt", DATA)
    looks = [(trace.marker.color, trace.marker.pattern.shape) for trace in figure.data if trace.type == "bar"]
    assert len(looks) == len(methods.DECISIONS) == len(set(looks))


def test_tiles_add_up_and_what_is_not_known_has_its_own() -> None:
    [tiles] = method_charts.technique_treemap(shares(of="technique"), DATA).data
    size = dict(zip(tiles.ids, tiles.values, strict=True))
    assert size == {"all": 6, "arm_lock": 3, "arm_lock/armbar": 3, "choke": 2, "choke/triangle": 2, "unknown": 1}
    assert tiles.branchvalues == "total"


def test_every_bout_flows() -> None:
    [flow] = method_charts.round_flow(shares(("round",)), DATA).data
    assert sum(flow.link.value) == 12
    labels = list(flow.node.label)
    unknown = [v for target, v in zip(flow.link.target, flow.link.value, strict=True) if labels[target] == "not known"]
    assert unknown == [2]


def test_rounds_flow_in_their_order_and_keep_room_for_their_letters() -> None:
    node = figures()["flow"].data[0].node
    left = [y for x, y in zip(node.x, node.y, strict=True) if x < 0.5]
    assert left == sorted(left)
    assert min(after - before for before, after in pairwise(left)) * 376 >= 12  # pixels


def test_techniques_and_their_families_are_named_in_the_language_and_stand_out() -> None:
    tiles = method_charts.technique_treemap(shares(of="technique"), DATA, LIGHT, "pt").data[0]
    assert {"estrangulamento", "triângulo", "chave de braço"} <= set(tiles.labels)
    assert "choke" not in tiles.labels
    inks = dict(zip(tiles.marker.colors, tiles.textfont.color, strict=True))
    assert all((ink == "#ffffff") == (colour == "#0072b2") for colour, ink in inks.items() if colour.startswith("#"))


def test_a_combined_belt_is_named_by_its_parts() -> None:
    frame = methods.shares(store(Event("b", [Fight(belt="blue+purple")])), Question(("belt",)))
    labels = method_charts.heat_map(frame, "belt", DATA, LIGHT, "it").data[0].y
    assert labels[0].startswith("Blu+Viola")


def test_a_cell_without_bouts_is_empty_and_not_nought() -> None:
    con = store(Event("a", [Fight(None, belt="white"), Fight("points", belt="black")]))
    [cells] = method_charts.heat_map(methods.shares(con, Question(("belt",))), "belt", DATA).data
    assert cells.text[0][0].startswith("no known bout")
    assert cells.z[1][0] == 100


@pytest.mark.parametrize("of", ["decision", "technique"])
def test_an_empty_store_gives_figures_without_bouts(of: str) -> None:
    frame = methods.shares(store(), Question(of=of))
    assert method_charts.technique_treemap(frame[frame["count"] > 0], DATA).data
    assert method_charts.alt(frame, None, DATA).endswith("version abcdef012345.")


def test_names_are_no_markup() -> None:
    con = store(Event("a", [Fight("points", red_academy="<b>North</b> & Sons", blue_academy="East")]))
    figure = method_charts.heat_map(methods.shares(con, Question(("academy",))), "academy", DATA)
    labels: list[Any] = list(figure.data[0].y)
    assert any(label.startswith("&lt;b&gt;North&lt;/b&gt; &amp; Sons") for label in labels)


def test_in_words_it_says_the_same() -> None:
    said = method_charts.alt(shares(("belt",)), "belt", DATA)
    assert "Black: submission: 6 of 6, 100.0 %" in said
