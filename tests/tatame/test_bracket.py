"""`tatame bracket` on the invented sample event, whose bouts are in data/sample/mat-open-2026/bouts.csv."""

import json
from pathlib import Path

import pytest

from tatame import api, cli

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("bracket") / "s.duckdb"
    api.ingest(file, SAMPLE)
    return str(file)


@pytest.mark.parametrize(
    "category", ["male/adult/purple/middle", "middle purple adult male", "Adulto Masculino Roxa Médio"]
)
def test_a_category_is_found_in_any_spelling_and_drawn(
    category: str, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bracket", "--category", category, "--format", "table", "--store", store]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "Male · Adult · Purple · Middle (Mat Open 2026)"
    assert lines[1] == "Final, bout 10: submission (rear naked choke), points 0:4, 3:47"
    assert lines[3] == "│  > blue Nico Vantorre (Harbour Mat Club)"
    assert lines[-4:] == [
        "Places",
        "  1. Nico Vantorre (Harbour Mat Club), M4",
        "  2. Caio Brandel (Ponte Nova BJJ), M4",
        "  3. Sora Ishimine (Kita Grappling), M4",
    ]


def test_json_says_where_every_winner_went(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bracket", "--category", "male adult blue light", "--format", "json", "--store", store]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {each["bout"]: each["next_bout"] for each in answer["bouts"]} == {
        7: None,
        5: 7,
        6: 7,
        1: 5,
        2: 5,
        3: 6,
        4: 6,
    }
    assert [place["athlete"] for place in answer["places"][:2]] == ["Ivo Marrão", "Kenzo Aramaki"]


def test_a_category_that_is_not_there_is_answered_with_the_nearest(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bracket", "--category", "male/adult/purple/rooster", "--store", store]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "male / adult / purple / middle" in said.err
    assert len(said.err.strip().splitlines()) <= 2
