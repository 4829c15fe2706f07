"""`?embed=true`: a page in another site is its table alone, with what nobody may miss beside it."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import pagelist
from tests.dashboard.running import drawn, opened

PAGES = [view.ADDRESS for view in pagelist.views()]
PICKERS = ("selectbox", "multiselect", "text_input", "toggle", "expander", "header", "download_button", "button")


def embedded(store: Path, monkeypatch: pytest.MonkeyPatch, view: str, **address: str | list[str]) -> AppTest:
    """The view as a frame of another site shows it."""
    monkeypatch.setenv("TATAME_STORE", str(store))
    page = AppTest.from_function(drawn, args=(view,), default_timeout=60)
    page.context = {"is_embedded": True}
    for key, value in address.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


@pytest.mark.parametrize("view", PAGES)
def test_an_embedded_page_has_no_picker_no_heading_and_no_figure(
    view: str, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more: dict[str, str | list[str]] = {"academies": ["Kita Grappling", "Casa do Tatame"]} if view == "compare" else {}
    page = embedded(sample, monkeypatch, view, event="mat-open-2026", **more)
    assert {kind: len(page.get(kind)) for kind in PICKERS} == dict.fromkeys(PICKERS, 0)
    assert not page.get("plotly_chart")
    assert len(page.dataframe) == 1


def test_the_table_of_a_link_is_the_one_of_the_page_with_its_provisional_results(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = embedded(sample, monkeypatch, "standings", event="mat-open-2026", award="all")
    whole = opened(sample, monkeypatch, "standings", event="mat-open-2026", award="all")
    assert page.dataframe[0].value.equals(whole.dataframe[0].value)
    assert any("provisional" in each.value for each in page.info)


def test_an_embedded_season_is_its_ranking(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = embedded(sample, monkeypatch, "standings", ranking="two-year-decay")
    assert [list(table.value.columns[:3]) for table in page.dataframe] == [["rank", "name", "points"]]
