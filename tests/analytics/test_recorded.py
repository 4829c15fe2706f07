"""What was recorded for an event: numbers, versions, and whether each is still in force."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from analytics import recorded, relations
from analytics.store import Store
from etl import decisions, pipeline
from etl.extract import EventOptions

BOUT = "gender,age_division,belt,weight_class,red_athlete,red_academy,blue_athlete,blue_academy,winner,round"
ROW = "male,adult,black,light,Ari Alho,North,Ben Brito,South,red,final"


@pytest.fixture
def cur(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Return a cursor on an event with a correction replaced by another, a ruling undone, in that order."""
    bundle, store = tmp_path / "open-2026", tmp_path / "t.duckdb"
    bundle.mkdir()
    (bundle / "bouts.csv").write_text(f"{BOUT}\n{ROW}\n", encoding="utf-8")
    options = EventOptions(event_id="open-2026", name="Open 2026", start="2026-05-02")
    pipeline.ingest(store, [bundle], options, relations.build)
    told = {"by": "the board", "build": relations.build}
    for status in ("technical", "doping"):
        decisions.correct(store, "open-2026", "black", "Ari Alho", status, reason="case 1", **told)
    decisions.rule(store, "open-2026", "black", [(1, "Ben Brito"), (2, "Ari Alho")], reason=None, **told)
    decisions.undo(store, "open-2026", 1, reason="withdrawn", what="ruling", **told)
    with Store.open(store) as opened, opened.cursor() as cursor:
        yield cursor


def test_every_decision_has_its_number_and_the_versions_between_which_it_holds(cur: duckdb.DuckDBPyConnection) -> None:
    found = recorded.decisions(cur, "open-2026")
    assert [(one.kind, one.number, one.version, one.undone) for one in found] == [
        ("correction", 1, 2, 3),  # the second correction of the same entry takes its place
        ("correction", 2, 3, None),
        ("ruling", 1, 4, 5),
    ]
    assert [one.subject for one in found] == ["Ari Alho: technical", "Ari Alho: doping", "1 Ben Brito, 2 Ari Alho"]
    assert {one.category for one in found} == {("male", "adult", "black", "light")}
    assert {one.recorded_by for one in found} == {"the board"}


def test_an_event_without_any_has_none(cur: duckdb.DuckDBPyConnection) -> None:
    assert recorded.decisions(cur, "another-2026") == []
