"""What holds of every page that stands in the folder: it runs anywhere, speaks every language, names no minor."""

import re
from pathlib import Path

import pytest

from dashboard import figures, pagelist, tables
from dashboard.kept import Kept
from publishing.wording import text
from publishing.wording.catalogue import languages
from tests.dashboard.running import ROOT, opened, words

PAGES = [view.ADDRESS for view in pagelist.views()]


def test_addresses_and_orders_are_each_of_one_page() -> None:
    every = pagelist.every()
    assert len({view.ADDRESS for view in every}) == len({view.ORDER for view in every}) == len(every)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("view", PAGES)
def test_a_page_runs_in_every_language_on_an_event_with_an_unresolved_category(
    view: str, lang: str, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, view, event="mat-open-2026", lang=lang)
    title = next(each.TITLE for each in pagelist.views() if view == each.ADDRESS)
    assert [each.value for each in page.header] == [text(title, lang)]
    assert not page.error


@pytest.mark.parametrize("view", PAGES)
def test_a_page_runs_on_an_event_of_places_alone(view: str, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not opened(sample, monkeypatch, view, event="worlds-2024").error


@pytest.mark.parametrize("view", PAGES)
def test_a_page_that_is_opened_again_makes_no_table_and_no_figure_anew(
    view: str, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told apart by identity: a frame made at every run is never found, and drives out what others want."""
    prepared, drawn = Kept[tables.Prepared](400), Kept[figures.Drawn](200)
    monkeypatch.setattr(tables, "_prepared", prepared)
    monkeypatch.setattr(figures, "_drawn", drawn)
    made = []
    for _ in range(2):
        opened(sample, monkeypatch, view, event="mat-open-2026", academies=["Casa do Tatame", "Kita Grappling"])
        made.append((set(prepared._values), set(drawn._values)))
    assert made[0] == made[1]
    assert made[0] != (set(), set()), "nothing was looked at"


@pytest.mark.parametrize("view", PAGES)
def test_a_page_explains_an_empty_store(view: str, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(empty, monkeypatch, view)
    assert "no event yet" in words(page)
    assert "tatame ingest" in page.code[0].value


@pytest.mark.parametrize("view", PAGES)
def test_a_page_explains_that_there_is_no_store(view: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no store" in words(opened(tmp_path / "none.duckdb", monkeypatch, view))


def test_the_language_of_the_address_is_picked_and_stays_in_it(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, lang="ja")
    assert page.header[0].value == "アカデミー順位表"
    page.selectbox(key="lang").set_value("pt").run()
    assert not page.exception
    assert page.header[0].value == "Classificação das academias"
    assert page.query_params["lang"] in ("pt", ["pt"])


def test_a_language_there_is_not_is_answered_in_english(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(sample, monkeypatch, lang="tlh").header[0].value == "Academy standing"


def test_the_docs_list_every_page_with_its_address_and_no_other() -> None:
    table = (ROOT / "docs" / "dashboard.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([^|]+) \| `(/[a-z-]*)` \|", table, re.MULTILINE)
    first, *rest = pagelist.every()
    assert listed == [(text(first.TITLE), "/"), *((text(view.TITLE), f"/{view.ADDRESS}") for view in rest)]
