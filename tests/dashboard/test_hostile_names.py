"""Names that are scripts, tags or markdown, wherever a name can stand: text on every page, rendered on none."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import pagelist
from tests.dashboard.running import HEADING, bundle, ingest, opened

PAGES = [view.ADDRESS for view in pagelist.views()]
SCRIPT = "<script>alert(1)</script>"
MARK = "**Bold** [a](javascript:alert) :joy: $x$ <img src=x onerror=alert(2)>"
# Streamlit reads markdown, and some of it HTML, in these; labels of widgets and expanders too.
RENDERED = ("markdown", "header", "subheader", "title", "caption", "info", "warning", "error", "success")
LABELLED = ("expander", "selectbox", "multiselect", "text_input", "toggle", "download_button", "button")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Athletes, academies, event and award of that kind; bouts, places, an official list, a category to be settled."""
    folder = tmp_path_factory.mktemp("hostile")
    black, blue = "male,adult,black,light", "male,adult,blue,light"
    side = [f'"{SCRIPT} Ana","{MARK} A"', f'"{MARK} Ben","{SCRIPT} B"']
    bouts = (
        f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision,technique,red_dq,blue_dq\n"
        f"{black},1,final,{side[0]},{side[1]},red,submission,armbar,,\n"
        f"{blue},2,final,{side[0]},{side[1]},,disqualification,,technical,technical\n"
    )
    more = f'status = "provisional"\n[[award]]\nid = "all"\nname = \'{MARK} award\'\n'
    entries = "".join(f"{category},{who}\n" for category in (black, blue) for who in side)
    made = bundle(folder / "cup", entries=entries, places="", bouts=bouts, more=more, name=f"{MARK} cup")
    (made / "official_standings.csv").write_text(f'award,rank,academy,points\nall,1,"{MARK} A",90\n')
    return ingest(folder / "s.duckdb", made)


def rendered(page: AppTest) -> str:
    """Everything that is read as markup."""
    values = [str(each.value) for kind in RENDERED for each in page.get(kind)]
    labels = [str(each.label) for kind in LABELLED for each in page.get(kind)]
    return "\n".join(values + labels)


@pytest.mark.parametrize("view", PAGES)
def test_no_name_is_markup_on_any_page(view: str, hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more: dict[str, str | list[str]] = {"academies": [f"{MARK} A", f"{SCRIPT} B"]} if view == "compare" else {}
    page = opened(hostile, monkeypatch, view, event="cup", why="yes", academy=f"{SCRIPT} B", **more)
    said = rendered(page)
    assert "<script>" not in said
    assert "Bold" not in said
    assert "onerror" not in said


@pytest.mark.parametrize("figure", ["shares", "table", "times", "scores"])
def test_no_name_is_markup_among_the_groups_of_a_figure(
    figure: str, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(hostile, monkeypatch, "methods", event="cup", figure=figure, by="academy")
    assert "<script>" not in rendered(page)
    for chart in page.get("plotly_chart"):
        assert "<script>" not in chart.proto.spec
        assert "<img" not in chart.proto.spec


def test_an_address_is_text_too(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(hostile, monkeypatch, event=SCRIPT, award=MARK)
    assert "<script>" not in rendered(page)
    assert any(SCRIPT in each.value for each in page.text)


def test_the_drawing_of_a_bracket_holds_no_tag_of_a_name(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(hostile, monkeypatch, "brackets", event="cup", category="male / adult / black / light")
    (drawing,) = page.get("html")
    body = drawing.proto.body
    assert "<script" not in body
    assert body.count("<") == 3  # the room, its end, and the image in it
