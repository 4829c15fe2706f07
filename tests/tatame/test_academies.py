"""`tatame academies` from the command line: a decision, what it changed, and its way back."""

import json
from datetime import date
from pathlib import Path

import pytest

from tatame import cli
from tests.analytics.test_academies import CUP, OPEN, bundle


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TATAME_STORE", str(tmp_path / "s.duckdb"))
    paths = [bundle(tmp_path, "open", date(2022, 5, 2), OPEN), bundle(tmp_path, "cup", date(2022, 9, 1), CUP)]
    assert cli.main(["ingest", *map(str, paths)]) == 0
    return tmp_path / "s.duckdb"


def test_a_decision_and_its_way_back(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> str:
        capsys.readouterr()
        assert cli.main(list(arguments)) == 0
        return capsys.readouterr().out

    def ledger(*more: str) -> list[dict[str, object]]:
        found = json.loads(run("academies", "list", "--format", "json", *more))["ledger"]
        return [row for row in found if not str(row["recorded_by"]).startswith("defaults")]

    said = run(
        "academies", "--store", str(store), "accept", "Nord", "North", "--by", "A. Silva", "--valid-from", "2022-01-01"
    )
    assert "open: version 2" in said
    assert "cup" not in said
    (row,) = ledger()
    assert (row["alias"], row["academy"], row["valid_from"], row["recorded_by"]) == (
        "Nord",
        "North",
        "2022-01-01",
        "A. Silva",
    )
    rows = json.loads(run("standings", "--event", "open"))[0]["standings"]
    assert [(one["academy"], one["points"]) for one in rows][:2] == [("South", 12), ("Nord", 12)]
    run("academies", "export", "ledger.csv")
    said = run("academies", "undo", str(row["number"]), "--by", "B. Souza")
    assert f"{row['number']} undone: Nord = North" in said
    assert "open: version 3" in said
    assert ledger() == []
    assert [one["undone_by"] for one in ledger("--undone")] == ["B. Souza"]
    assert "open: version 4" in run("academies", "import", "ledger.csv", "--by", "A. Silva")
    assert "nothing new" in run("academies", "import", "ledger.csv", "--by", "A. Silva")


def test_a_standing_by_association_says_so(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for academy in ("North", "Nord"):
        assert cli.main(["academies", "accept", academy, academy, "--association", "Union", "--by", "me"]) == 0
    capsys.readouterr()
    assert (
        cli.main(["standings", "--event", "open", "--award", "overall", "--by", "association", "--format", "json"]) == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["by"] == "association"
    assert [(row["academy"], row["points"]) for row in answer["standings"]][:2] == [("South", 12), ("Union", 12)]
    assert cli.main(["standings", "--event", "open", "--by", "country"]) == 2
