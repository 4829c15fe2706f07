"""The page of medals: totals worked by hand, split and filtered, downloaded as seen."""

import csv
import io
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from publishing import table_files
from tests.dashboard.running import NASTY, bundle, ingest, opened, words

BLACK, BLUE = "male,adult,black,light", "female,adult,blue,light"
LONE = "male,adult,brown,light"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Two categories of two athletes, and one of a single one: a medal without points (A3, A5)."""
    entries = f"{BLACK},Ana,A Team\n{BLACK},Ben,B Team\n{BLUE},Cora,A Team\n{BLUE},Dora,B Team\n{LONE},Eli,B Team\n"
    places = (
        f"{BLACK},1,Ana,A Team\n{BLACK},2,Ben,B Team\n{BLUE},1,Cora,A Team\n{BLUE},2,Dora,B Team\n{LONE},1,Eli,B Team\n"
    )
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=places))


def rows(table: pd.DataFrame) -> list[list[object]]:
    return table[["academy", "gold", "silver", "gold_counted", "uncontested"]].to_numpy().tolist()


def test_all_medals_stand_beside_those_that_gave_points(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "medals", event="cup")
    assert rows(page.dataframe[0].value) == [["A Team", 2, 0, 2, 0], ["B Team", 1, 2, 0, 1]]


def test_a_part_splits_the_table_and_a_filter_keeps_its_categories(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "medals", event="cup", by="belt")
    assert page.dataframe[0].value["part"].tolist() == ["Blue", "Blue", "Brown", "Black", "Black"]
    page = opened(cup, monkeypatch, "medals", event="cup", gender="female")
    assert rows(page.dataframe[0].value) == [["A Team", 1, 0, 1, 0], ["B Team", 0, 1, 0, 0]]
    page.selectbox(key="belt").set_value("brown").run()
    assert "No medal of these categories is known." in words(page)


def test_without_an_event_the_whole_store_is_counted(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = opened(sample, monkeypatch, "medals").dataframe[0].value
    parts = [
        opened(sample, monkeypatch, "medals", event=event).dataframe[0].value
        for event in ("worlds-2024", "mat-open-2026")
    ]
    assert every["gold"].sum() == sum(part["gold"].sum() for part in parts)
    assert every["bronze"].sum() == sum(part["bronze"].sum() for part in parts)


def test_what_the_medals_do_not_rest_on_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A final without a winner needs a ruling (M12 has no new final here); a row with a strange winner is refused."""
    heading = "gender,age_division,belt,weight_class,bout,round,red_athlete,red_academy,blue_athlete,blue_academy"
    bouts = (
        f"{heading},winner,decision,red_dq,blue_dq\n{BLACK},1,final,Ana,A Team,Ben,B Team,,,,\n"
        f"{BLUE},2,final,Cora,A Team,Dora,B Team,red,submission,,\n{BLUE},3,semifinal,Cora,A Team,Eva,C Team,green,,,\n"
    )
    folder = bundle(tmp_path / "cup", entries="", places="", bouts=bouts)
    (folder / "entries.csv").unlink()
    (folder / "placements.csv").unlink()
    store = ingest(tmp_path / "s.duckdb", folder)
    shown = words(opened(store, monkeypatch, "medals", event="cup"))
    assert "1 row was rejected: places and points may be incomplete." in shown
    assert "1 category is not settled: no medal of it is counted here (A7)." in shown
    other = words(opened(store, monkeypatch, "medals", event="cup", belt="blue"))
    assert "not settled" not in other


def test_what_is_downloaded_is_what_is_seen_and_no_cell_of_it_runs() -> None:
    seen = pd.DataFrame({"academy": [NASTY, "=1+1", "道場"], "points": [3, 2, 1]})
    headings = {"academy": "Academy", "points": "Points"}
    text = table_files.as_csv(seen, headings).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text))) == [["Academy", "Points"], [NASTY, "3"], ["'=1+1", "2"], ["道場", "1"]]
    sheet = openpyxl.load_workbook(io.BytesIO(table_files.as_xlsx(seen, headings, "cup")))["table"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["Academy", "Points"],
        [NASTY, 3],
        ["=1+1", 2],
        ["道場", 1],
    ]
    assert sheet["A3"].data_type == "s"
