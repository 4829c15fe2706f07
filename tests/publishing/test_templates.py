"""The template of our figures is Plotly's own, without what no figure of ours is made of."""

import re
from pathlib import Path

import plotly.io as pio
import pytest

from publishing import charts, templates

PUBLISHING = Path(charts.__file__).parent
# Of these Plotly's template says colour bars and colour scales alone; ours draw no bar and name their own colours.
WITHOUT = {"heatmap", "sankey", "treemap"}


@pytest.mark.parametrize(("ours", "whole"), [(templates.LIGHT, "plotly_white"), (templates.DARK, "plotly_dark")])
def test_what_is_there_says_what_plotlys_own_says(ours: str, whole: str) -> None:
    own, full = (pio.templates[name].to_plotly_json() for name in (ours, whole))
    for part in ("layout", "data"):
        assert own[part] == {name: full[part][name] for name in own[part]}
    assert {"xaxis", "yaxis", "font", "colorway", "annotationdefaults"} <= set(own["layout"])


def test_every_kind_of_trace_we_draw_has_its_part() -> None:
    drawn = {
        kind.lower()
        for file in PUBLISHING.rglob("*.py")
        for kind in re.findall(r"go\.([A-Z]\w+)\(", file.read_text(encoding="utf-8"))
    } - {"figure"}
    assert drawn
    assert drawn - WITHOUT == set(pio.templates[templates.LIGHT].to_plotly_json()["data"])
