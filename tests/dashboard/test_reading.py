"""How the pages read the store: answers kept as long as they are true, new data and a lost file noticed."""

import importlib
import shutil
import tomllib
from datetime import datetime
from pathlib import Path

import pandas as pd
import plotly.graph_objects as go
import pytest

from analytics import marks, relations
from analytics.store import Store
from dashboard import figures, questions
from etl import decisions
from publishing import charts
from tatame import server
from tests.dashboard.running import ROOT, bundle, ingest, opened, words

CATEGORY = "male,adult,black,light"


def cup(folder: Path, name: str) -> Path:
    """A bundle of two academies under that identifier."""
    places = f"{CATEGORY},1,Ana,A Team\n{CATEGORY},2,Ben,B Team\n"
    made = bundle(folder / name, entries=f"{CATEGORY},Ana,A Team\n{CATEGORY},Ben,B Team\n", places=places, name=name)
    text = (made / "event.toml").read_text()
    (made / "event.toml").write_text(text.replace('id = "cup"', f'id = "{name}"'))
    return made


def seen(store: Path) -> dict[str, str]:
    with Store.open(store) as opened_, opened_.cursor() as cur:
        return marks.of_events(cur)


def test_the_mark_of_an_event_outlives_the_load_of_another_and_no_version_of_its_own(tmp_path: Path) -> None:
    store = ingest(tmp_path / "s.duckdb", cup(tmp_path, "one"))
    first = seen(store)
    ingest(store, cup(tmp_path, "two"))
    second = seen(store)
    assert second["one"] == first["one"]
    assert second["two"] != second["one"]
    decisions.correct(store, "one", "male adult black light", "Ana", "doping", "why", "who", relations.build)
    third = seen(store)
    assert third["one"] != second["one"]
    assert third["two"] == second["two"]


def test_who_opts_out_is_gone_from_every_answer_kept(tmp_path: Path) -> None:
    """A decision that makes no version changes every mark."""
    from etl import opt_outs

    store = ingest(tmp_path / "s.duckdb", cup(tmp_path, "one"))
    before = seen(store)
    opt_outs.add(store, "Ana", "who")
    assert seen(store)["one"] != before["one"]


def test_who_opts_out_after_a_backup_was_put_back_is_gone_too(tmp_path: Path) -> None:
    """As many rows as before, in the same second: the list names somebody else now."""
    from etl import opt_outs

    def noon() -> datetime:
        return datetime(2026, 5, 3, 12)  # noqa: DTZ001 - the store keeps UTC without a zone

    store = ingest(tmp_path / "s.duckdb", cup(tmp_path, "one"))
    backup = shutil.copy(store, tmp_path / "backup.duckdb")
    opt_outs.add(store, "Ana", "who", clock=noon)
    before = seen(store)
    assert seen(store) == before
    shutil.copy(backup, tmp_path / "new.duckdb")
    (tmp_path / "new.duckdb").replace(store)
    opt_outs.add(store, "Ben", "who", clock=noon)
    second = seen(store)
    assert second["one"] != before["one"]
    opt_outs.undo(store, 1, "who", clock=noon)
    assert seen(store)["one"] != second["one"]


def test_every_question_of_one_event_is_there_and_begins_with_the_event() -> None:
    for name in questions.OF_ONE_EVENT:
        module, _, function = name.rpartition(".")
        found = getattr(importlib.import_module(module), function)
        assert found.__code__.co_varnames[:2] == ("store", "event"), name


def test_a_store_that_was_deleted_is_told_and_what_it_held_still_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ingest(tmp_path / "s.duckdb", cup(tmp_path, "one"))
    page = opened(store, monkeypatch, "standings")
    assert not page.warning
    store.unlink()
    page.run()
    assert not page.exception
    assert "file of the store is gone" in page.warning[0].value
    assert "A Team" in words(page)


def test_a_figure_is_drawn_once_and_again_for_another_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures.theme, "template", lambda: charts.LIGHT)
    made: list[int] = []

    def bars(frame: pd.DataFrame, template: str, lang: str) -> go.Figure:
        made.append(len(frame))
        return go.Figure(layout={"title": {"text": f"{len(frame)} {lang}"}})

    one, two = pd.DataFrame({"a": [1]}), pd.DataFrame({"a": [1, 2]})
    assert figures.drawn(bars, one).title == "1 en"
    assert figures.drawn(bars, one).title == "1 en"
    assert figures.drawn(bars, two).title == "2 en"
    assert made == [1, 2]


def test_what_the_program_and_the_file_beside_the_pages_set_is_the_same() -> None:
    """`streamlit run dashboard/app.py` is as safe as `tatame dashboard`."""
    file = tomllib.loads((ROOT / "dashboard" / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for name, value in server.options(8501).items():
        section, _, key = name.partition(".")
        if name not in ("server.port", "server.headless", "browser.serverAddress", "logger.level"):
            assert file[section][key] == value, name
