"""`tatame profile`: shown, kept when confirmed, and found by `ingest`."""

import json
from pathlib import Path

import pytest

from tatame import cli

TABLE = "Who,Got,Colour,Where from\nAna Abe,1st,blue,North\nBea Baz,2nd,blue,South\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TATAME_STORE", raising=False)
    Path("odd.csv").write_text(TABLE, encoding="utf-8")
    return Path("odd.csv")


def test_nothing_is_kept_without_a_confirmation(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["profile", "odd.csv", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert [one["column"] for one in answer["columns"]] == ["athlete", "place", "belt", "academy"]
    assert answer["preview"]["rows_used"] == 2
    assert "nothing is kept; --yes keeps it as odd.csv.profile.toml" in err
    assert [path.name for path in Path().iterdir()] == ["odd.csv"]


def test_one_confirmation_and_the_table_loads(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = ["--event-id", "odd", "--event-name", "Odd", "--start", "2 maggio 2026", "--uniform", "gi"]
    assert cli.main(["ingest", "odd.csv", *event]) == 2
    assert "tatame profile odd.csv" in capsys.readouterr().err
    assert cli.main(["profile", "odd.csv", "--yes", "--format", "table"]) == 0
    out, err = capsys.readouterr()
    assert "Where from" in out
    assert "tatame ingest odd.csv --event-id ID" in err
    assert cli.main(["ingest", "odd.csv", *event]) == 0
    assert "2 rows read: 2 used" in capsys.readouterr().out


def test_kept_elsewhere_it_is_named(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["profile", "odd.csv", "--yes", "--save", "club.toml", "--format", "csv"]) == 0
    assert "--profile club.toml" in capsys.readouterr().err
    event = ["--event-id", "odd", "--event-name", "Odd", "--start", "2026-05-02", "--profile", "club.toml"]
    assert cli.main(["ingest", "odd.csv", *event]) == 0


def test_a_table_that_is_known_already_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.csv"
    path.write_text("name,team,place,age,sex,rank,weight\nAna,North,1,Adult,Female,Blue,Light\n", encoding="utf-8")
    assert cli.main(["profile", str(path), "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["known"]
    assert "own-school results" in err


def test_no_file_is_unusable(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["profile", "nowhere.csv"]) == 2
    assert "no such file" in capsys.readouterr().err
