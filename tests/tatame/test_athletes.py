"""`tatame athletes` from the command line."""

import json
from pathlib import Path

import pytest

from tatame import cli
from tests.analytics.test_persons import entry, store


def test_a_decision_and_its_way_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = store(
        tmp_path,
        y2020=[entry("Ana Lima"), entry("Ana Lima", "East", gender="female")],
        y2021=[entry("Ana Lima", "South")],
    )
    monkeypatch.setenv("TATAME_STORE", str(path))

    def run(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert cli.main(["athletes", *arguments]) == status
        out, err = capsys.readouterr()
        return err if status else out

    (pair,) = json.loads(run("suggest"))["suggestions"]
    assert {pair["alias"], pair["athlete"]} == {"Ana Lima @ North", "Ana Lima @ South"}
    assert "fits 3" in run("accept", "Ana Lima", "Ana Lima @ South", "--by", "me", status=2)
    assert "cannot both enter" in run("accept", "Ana Lima @ East", "Ana Lima @ South", "--by", "me", status=2)
    assert "recorded as 1" in run("accept", "Ana Lima @ North", "Ana Lima @ South", "--by", "A. Silva")
    assert [row["recorded_by"] for row in json.loads(run("list"))["decisions"]] == ["A. Silva"]
    assert json.loads(run("suggest"))["suggestions"] == []
    run("undo", "1", "--by", "me")
    assert "recorded as 2" in run("reject", "Ana Lima @ North", "Ana Lima @ South", "--by", "me")
    assert json.loads(run("suggest"))["suggestions"] == []
