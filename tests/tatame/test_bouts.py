"""`tatame times`, `scores`, `records` and `ratings` on the invented sample event, counted by hand from its CSV."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tatame
from publishing.bout_columns import TABLES
from tatame import api, cli

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
KINDS = ("times", "scores", "records", "ratings")
Asked = Callable[..., Any]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("bouts") / "s.duckdb"
    api.ingest(file, SAMPLE)
    return str(file)


@pytest.fixture
def answer(store: str, capsys: pytest.CaptureFixture[str]) -> Asked:
    def asked(*arguments: str) -> Any:
        assert cli.main([*arguments, "--format", "json", "--store", store]) == 0
        return json.loads(capsys.readouterr().out)

    return asked


def test_times_of_the_sample(answer: Asked) -> None:
    found = answer("times")
    # Adult blue, 6 minutes: bouts 1-7 and 15-18; ended before: 1 (2:10), 4 (4:31), 16 (5:02), 18 (3:15).
    (blue,) = [row for row in found["summary"] if row["limits"] == "360" and row["cause"] == "submission"]
    assert (blue["n"], blue["events"], blue["median"]) == (11, 4, None)
    assert blue["share"] == pytest.approx(4 / 11)
    assert [row["bouts"] for row in found["at_risk"] if row["limits"] == "360"] == [11, 11, 11, 10, 9, 8, 7]
    assert found["pooled"] is False
    pooled = answer("times", "--pool", "--by", "gender")
    assert {row["limits"] for row in pooled["coverage"]} == {"300+360+420+480+600", "300+360+600"}
    assert any("Pooled" in note for note in pooled["notes"])


def test_scores_of_the_sample_and_under_another_ladder(answer: Asked) -> None:
    found = answer("scores", "--ruleset", "ajp-2026")
    assert {row["decision"]: row["count"] for row in found["decided"]} == {
        "points": 12, "advantages": 3, "penalties": 1, "referee_decision": 1,
    }  # fmt: skip
    assert (found["boards"]["compared"], found["boards"]["agree"]) == (1, 1)  # bout 7: 5-2, 1-1, 0-2
    # Bout 3: red's penalty is a point to blue, ahead on advantages before; bout 6: blue's is a point to red.
    changed = found["what_if"]["changed"]
    assert [(row["bout"], row["decision"], row["decision_then"], row["winner_then"]) for row in changed] == [
        (3, "advantages", "points", "blue"), (6, "penalties", "points", "red"),
    ]  # fmt: skip
    assert sum(row["n"] for row in found["what_if"]["counts"]) == 31


def test_records_and_ratings_of_the_sample(answer: Asked) -> None:
    found = answer("records")
    (casa,) = [row for row in found["rows"] if row["academy"] == "Casa do Tatame"]
    assert (casa["wins"], casa["losses"], casa["medals"], casa["contested"], casa["no_bout"]) == (6, 4, 7, 6, 1)
    rated = answer("ratings", "--uniform", "gi")
    assert rated["athletes"][0]["athlete"] == "Ivo Marrão"  # won all three, the last against who had won two
    assert rated["coverage"] == [
        {"uniform": "gi", "bouts": 31, "rated": 28, "no_winner": 3, "unknown": 0, "under_18": 0}
    ]


def test_no_answer_tells_a_key_or_a_year_of_birth(answer: Asked) -> None:
    for arguments in (("records", "--of", "athlete"), ("ratings",)):
        text = json.dumps(answer(*arguments), ensure_ascii=False)
        assert "|" not in text
        assert "1999" not in text  # Marrão's


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_says_n_coverage_and_data(kind: str, answer: Asked) -> None:
    found = answer(kind)
    assert found["data"]["events"] == 1
    assert found["data"]["fingerprint"]
    assert found["coverage"]
    assert found["notes"]
    for table in TABLES[kind]:
        for row in found[table] if isinstance(found[table], list) else []:
            if "share" in row and table != "curves":
                assert {"low", "high"} <= set(row) or {"share_low", "share_high"} <= set(row)


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_people_has_the_same_figures(kind: str, store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([kind, "--format", "table", "--store", store]) == 0
    out = capsys.readouterr().out
    expected = {"times": "36.4", "scores": "70.6", "records": "Casa do Tatame", "ratings": "Ivo Marrão"}[kind]
    assert expected in out
    assert "Data: 1 event" in out


@pytest.mark.parametrize(
    ("kind", "table"),
    [(kind, table) for kind in KINDS for table in TABLES[kind] if (kind, table) != ("records", "coverage")],
)
def test_every_table_can_be_had_with_what_its_columns_say(kind: str, table: str, store: str, tmp_path: Path) -> None:
    out = tmp_path / "t.csv"
    assert cli.main([kind, "--table", table.replace("_", "-"), "--out", str(out), "--store", store]) == 0
    with out.open(encoding="utf-8", newline="") as lines:
        heading = next(csv.reader(lines))
    with (tmp_path / "t.columns.csv").open(encoding="utf-8", newline="") as lines:
        said = {row["column"]: row["meaning"] for row in csv.DictReader(lines)}
    assert list(said) == heading
    assert all(said.values())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["times", "--by", "bellt"], "belt"),
        (["times", "--table", "curve"], "curves"),
        (["scores", "--ruleset", "ajp"], "ajp-2026"),
        (["records", "--of", "athlet"], "athlete"),
        (["records", "--rate", "wins"], "wins-per-bout"),
        (["ratings", "--uniform", "nogi"], "no-gi"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_the_nearest(
    arguments: list[str], said: str, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*arguments, "--store", store]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) <= 2


def test_the_same_from_python(store: str) -> None:
    with tatame.open(store) as opened:
        frame = tatame.frame(opened.times(by=["belt"]))
        assert {"belt", "cause", "share", "low", "high"} <= set(frame.columns)
        assert len(tatame.frame(opened.records("mat-open-2026"))) > 5
        assert tatame.frame(opened.scores())["count"].sum() == 17
        assert (
            len(tatame.frame(opened.ratings())) == 37
        )  # 43 entered; 4 did not fight, 2 only in bout 23, which nobody won
