"""`tatame coverage`: what is known of a small event, counted by hand; not known is not 0."""

import json
from pathlib import Path
from typing import Any

import pytest

import tatame
from tatame import cli
from tests.etl.bundles import BOUT, ENTRY, PLACE, folder

BOUTS = [
    {**BOUT, "bout": "1", "red_points": "0", "blue_points": "0", "decision": "referee_decision", "elapsed": "0"},
    {**BOUT, "bout": "2", "red_points": "-1", "blue_points": "-1", "decision": "submission", "technique": "armbar"},
    {**BOUT, "bout": "3", "red_points": "2", "blue_academy": "----", "decision": "submission", "elapsed": "5:00"},
    {**BOUT, "bout": "4", "decision": "", "red_academy": "", "blue_academy": ""},
    {**BOUT, "bout": "5", "decision": "bye", "blue_athlete": "", "blue_academy": ""},
]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    store = tmp_path / "t.duckdb"
    entries = [ENTRY, {**ENTRY, "athlete": "Baz", "academy": ""}]
    tatame.ingest(store, folder(tmp_path / "in", bouts=BOUTS, entries=entries, placements=[PLACE]))
    capsys.readouterr()

    def run(*arguments: str) -> str:
        assert cli.main([*arguments, "--store", str(store)]) == 0
        return capsys.readouterr().out

    return run


def test_known_of_total(ask: Any) -> None:
    rows = json.loads(ask("coverage"))["coverage"]
    assert [(row["what"], row["of"], row["known"], row["total"]) for row in rows] == [
        ("academy", "entries", 1, 2),
        ("academy", "places", 1, 1),
        ("academy", "sides of bouts", 6, 9),
        ("method", "bouts fought", 3, 4),
        ("technique", "submissions", 1, 2),
        ("time", "bouts fought", 2, 4),
        ("score", "bouts fought", 1, 4),
    ]
    assert {(row["event"], row["source"], row["format"]) for row in rows} == {("open-2026", "in", "bundle_folder")}
    assert rows[6]["share"] == 0.25


def test_what_no_row_could_have_is_no_row(ask: Any, tmp_path: Path) -> None:
    tatame.ingest(tmp_path / "t.duckdb", folder(tmp_path / "other", placements=[PLACE]))
    rows = json.loads(ask("coverage", "--event", "open-2026"))["coverage"]
    assert [(row["what"], row["of"]) for row in rows] == [("academy", "places")]


def test_findings_counted_by_file_and_code(ask: Any) -> None:
    counts = json.loads(ask("findings", "--summary"))["counts"]
    by_code = {(row["file"], row["code"]): (row["severity"], row["count"], row["first_row"]) for row in counts}
    assert by_code["bouts.csv", "negative_number"] == ("warning", 2, 3)
    assert by_code["bouts.csv", "academy_not_known"] == ("warning", 1, 4)
    every = json.loads(ask("findings"))
    assert sum(row["count"] for row in counts) == len(every["rejected"]) + len(every["warnings"])
    heading, *_ = ask("findings", "--summary", "--format", "csv").splitlines()
    assert heading == "event,file,severity,code,rule,count,first_row"
    assert "negative_number" in ask("findings", "--summary", "--format", "table")


def test_as_table_and_csv(ask: Any) -> None:
    heading, first, *_ = ask("coverage", "--format", "csv").splitlines()
    assert heading == "event,source,format,what,of,known,total,share"
    assert first == "open-2026,in,bundle_folder,academy,entries,1,2,0.5"
    assert "50.0%" in ask("coverage", "--format", "table")
