"""`tatame methods` and `tatame sql`: the contract's shape, files to download, what is refused."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

import tatame
from publishing import method_parts
from tatame import cli, streams

from . import bundles

BELTS = ("white", "black")


def rows() -> tuple[str, ...]:
    """Return 30 bouts: at white 4 of 10 known ones by submission and 2 not known, at black 9 of 18."""
    found = []
    for n in range(30):
        belt = BELTS[n >= 12]
        k = n if n < 12 else n - 12
        won = k < 4 if belt == "white" else k < 9
        decision = "" if belt == "white" and k >= 10 else "submission" if won else "points"
        score = "2,0" if decision == "points" else ","
        found.append(f"male,adult,{belt},light,{n + 1},,A{n} Um,North,B{n} Dois,South,red,{decision},{score},,")
    return tuple(found)


class Asked:
    def __init__(self, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.store, self._capsys = store, capsys

    def run(self, *arguments: str) -> tuple[int, str, str]:
        status = cli.main([*arguments, "--store", str(self.store)])
        out, err = self._capsys.readouterr()
        return status, out, err

    def json(self, *arguments: str) -> Any:
        status, out, err = self.run(*arguments, "--format", "json")
        assert (status, err) == (0, "")
        return json.loads(out)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("methods")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder, bouts=rows()))
    return folder / "t.duckdb"


@pytest.fixture
def asked(store: Path, capsys: pytest.CaptureFixture[str]) -> Asked:
    return Asked(store, capsys)


def test_the_shape_of_the_contract(asked: Asked) -> None:
    answer = asked.json("methods", "--by", "belt")
    assert answer["by"] == ["belt"]
    white, black = answer["groups"]
    assert (white["belt"], white["bouts"], white["unknown"]) == ("white", 12, 2)
    assert (black["belt"], black["bouts"], black["unknown"]) == ("black", 18, 0)
    [submission] = [each for each in white["methods"] if each["method"] == "submission"]
    # Wilson for 4 of 10: 0.1682 to 0.6873.
    assert {name: round(submission[name], 4) for name in ("count", "share", "low", "high")} == {
        "count": 4, "share": 0.4, "low": 0.1682, "high": 0.6873,
    }  # fmt: skip
    assert (submission["least"], submission["most"]) == (pytest.approx(4 / 12), pytest.approx(6 / 12))


def test_csv_has_one_row_per_group_and_method(asked: Asked) -> None:
    _, out, _ = asked.run("methods", "--by", "belt", "--format", "csv")
    found = list(csv.DictReader(io.StringIO(out)))
    assert len(found) == 2 * 10
    assert [row["count"] for row in found if row["method"] == "submission"] == ["4", "9"]


def test_a_table_shows_n_coverage_and_interval(asked: Asked) -> None:
    _, out, _ = asked.run("methods", "--by", "belt", "--format", "table")
    # Goodman's interval for 4 and 6 of ten kinds by statsmodels: 0.1159 to 0.7723.
    [line] = [each for each in out.splitlines() if "white" in each and "submission" in each]
    assert line.split() == ["white", "submission", "4", "10", "40.0", "16.8-68.7", "11.6-77.2", "83.3"]
    assert "30" in out
    assert "2 without one" in " ".join(out.split())


def test_two_groups_are_compared_in_a_sentence(asked: Asked) -> None:
    answer = asked.json("methods", "--by", "belt", "--compare", "preta", "white")
    assert (answer["a"], answer["b"]) == ("black", "white")
    [row] = [each for each in answer["comparisons"] if each["method"] == "submission"]
    # Newcombe's interval by statsmodels: -0.2557 to 0.4126.
    assert row["sentence"] == (
        "submission: black 50.0 % of 18, white 40.0 % of 10. "
        "The intervals overlap; 10 bouts in the smaller group are too few to tell: "
        "the difference may be anything from -25.6 to +41.3 points."
    )
    assert asked.json("methods", "--by", "belt", "--each")["comparisons"][0]["belt"] == "white"


def test_one_season_is_no_trend(asked: Asked) -> None:
    answer = asked.json("methods", "--trend")
    assert answer["seasons"][0]["season"] == 2026
    assert {row["sentence"] for row in answer["slopes"]} >= {
        "submission: one season, so nothing can be said of a change."
    }


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_a_file_says_what_its_columns_mean(asked: Asked, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"methods.{kind}"
    status, out, _ = asked.run("methods", "--by", "belt", "--out", str(file))
    assert (status, out.splitlines()[0]) == (0, f"{file}: 20 rows")
    match kind:
        case "csv":
            said = list(csv.DictReader(io.StringIO((tmp_path / "methods.columns.csv").read_text(encoding="utf-8"))))
            heading = file.read_text(encoding="utf-8").splitlines()[0].split(",")
            assert [row["column"] for row in said] == heading
            assert all(row["meaning"] for row in said)
        case "json":
            document = json.loads(file.read_text(encoding="utf-8"))
            assert set(document["columns"]) == set(document["rows"][0])
            assert document["data"]["events"] == 1
        case "parquet":
            table = pq.read_table(file)
            assert table.num_rows == 20
            assert all(field.metadata[b"description"] for field in table.schema)
            assert [str(table.schema.field(name).type) for name in ("count", "share")] == ["int64", "double"]
    assert asked.run("methods", "--out", str(file))[0] == 2  # never over a file there is


@pytest.mark.parametrize(
    "arguments",
    [
        ("--by", "blet"),
        ("--of", "decisions"),
        ("--where", "belt"),
        ("--where", "belt=blak"),
        ("--cluster", "academy"),
        ("--compare", "black", "white"),
        ("--by", "belt", "--compare", "black", "whyte"),
        ("--by", "belt", "--trend"),
        ("--each", "--trend"),
        ("--out", "methods.txt"),
        ("--by", "belt", "--limit", "0"),
        ("--by", "belt", "--limit", "2", "--all"),
        ("--by", "belt", "--limit", "2", "--each"),
        ("--by", "belt", "--after", "black"),
        ("--by", "belt", "--after", "true"),
        ("--by", "belt", "--after", '["black", "blue"]'),
        ("--event", "nope"),
    ],
)
def test_what_cannot_be_asked_is_told_in_two_lines(asked: Asked, arguments: tuple[str, ...]) -> None:
    status, out, err = asked.run("methods", *arguments)
    assert (status, out) == (2, "")
    assert 1 <= len(err.splitlines()) <= 2


def test_python_answers_as_the_program(asked: Asked) -> None:
    with tatame.open(asked.store) as opened:
        assert opened.methods(by=["belt"]) == asked.json("methods", "--by", "belt")
        assert opened.compare_methods("black", "white", by=["belt"]) == asked.json(
            "methods", "--by", "belt", "--compare", "black", "white"
        )
        assert opened.compare_each_method(["belt"]) == asked.json("methods", "--by", "belt", "--each")
        assert opened.method_trend() == asked.json("methods", "--trend")
        frame = tatame.frame(opened.methods(by=["belt"], cluster="event"))
        assert {"belt", "robust_low"} <= set(frame.columns)
        counted = tatame.frame(opened.sql("select belt, count(*) as n from current_bout group by 1 order by 1"))
        assert counted["n"].tolist() == [18, 12]


def test_a_name_is_shown_as_privacy_allows_and_a_key_never(asked: Asked) -> None:
    answer = asked.json("methods", "--by", "athlete", "--privacy", "academy")
    assert "athlete_key" not in answer["groups"][0]
    assert {group["athlete"] for group in answer["groups"]} >= {"A0 Um"}  # an adult


def test_sql_answers_in_three_forms(asked: Asked) -> None:
    query = "select belt, count(*) as n, min(start_date) as day from current_bout group by 1 order by 1"
    assert asked.json("sql", query)["rows"] == [["black", 18, "2026-05-02"], ["white", 12, "2026-05-02"]]
    assert asked.run("sql", query, "--format", "csv")[1].splitlines()[:2] == ["belt,n,day", "black,18,2026-05-02"]
    assert "black" in asked.run("sql", query, "--format", "table")[1]


@pytest.mark.parametrize(
    "query",
    [
        "delete from bout", "drop table bout", "select 1; select 2", "", "selec 1", "select nothing from bout",
        "copy bout to 'out.csv'", "attach 'other.db'", "set threads = 1", "pragma database_list", "checkpoint",
        "select * from read_csv('event.toml')", "insert into bout select * from bout", "install httpfs",
    ],
)  # fmt: skip
def test_sql_changes_nothing_and_reads_nothing_else(asked: Asked, query: str) -> None:
    before = asked.store.read_bytes()
    status, out, err = asked.run("sql", query)
    assert (status, out) == (2, "")
    assert 1 <= len(err.splitlines()) <= 2
    assert asked.store.read_bytes() == before


def test_sql_that_takes_too_long_is_stopped(asked: Asked) -> None:
    status, _, err = asked.run("sql", "select count(*) from range(1000000000000)", "--timeout", "0.2")
    assert status == 2
    assert "stopped after 0.2 seconds" in err
    assert asked.json("sql", "select 1 as one")["rows"] == [[1]]


def test_sql_says_when_it_shows_less_than_there_is(asked: Asked) -> None:
    status, out, err = asked.run("sql", "select * from range(10)", "--limit", "3", "--format", "csv")
    assert status == 0
    assert len(out.splitlines()) == 4
    assert "only the first 3 rows" in err


def parts_of(asked: Asked, *arguments: str) -> list[Any]:
    """Return every part, each asked for with what the one before said is next."""
    found = [asked.json("methods", *arguments)]
    while (after := found[-1]["part"]["next"]) is not None:
        found.append(asked.json("methods", *arguments, "--after", json.dumps(after)))
    return found


def test_parts_are_the_groups_of_the_whole(asked: Asked) -> None:
    arguments = ("--by", "belt,academy")
    whole = asked.json("methods", *arguments)
    assert "part" not in whole
    found = parts_of(asked, *arguments, "--limit", "3")
    assert [group for part in found for group in part["groups"]] == whole["groups"]
    assert [part["part"]["groups"] for part in found] == [3, 1]
    assert [part["part"]["groups_in_all"] for part in found] == [4, 4]
    assert [part["part"]["after"] for part in found] == [None, ["black", "North", "north"]]
    assert found[0]["notes"][0] == "Shown, and counted below, are the first 3 of 4 groups."
    # White 10 known of 12 and black 18: each with both its sides, but for black's South.
    assert "38 bouts with a known decision; 42 took place, 4 without one" in found[0]["notes"][1]
    assert found[1]["notes"][0] == "Shown, and counted below, is the last group, after those of earlier parts."


def test_a_pipe_gets_everything_and_a_table_says_what_it_leaves_out(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(method_parts, "PART", 1)
    monkeypatch.setattr(method_parts, "AT_ONCE", 1)
    _, told, _ = asked.run("methods", "--by", "belt", "--format", "json")
    answer = json.loads(told)
    assert [group["belt"] for group in answer["groups"]] == ["white", "black"]
    assert told == json.dumps(tatame_answer(asked), ensure_ascii=False, indent=1) + "\n"
    _, told, _ = asked.run("methods", "--by", "belt", "--format", "csv")
    assert [row["belt"] for row in csv.DictReader(io.StringIO(told))] == ["white"] * 10 + ["black"] * 10
    _, told, _ = asked.run("methods", "--by", "belt", "--format", "table")
    words = " ".join(told.split())
    assert "black" not in words.partition("Shown,")[0]
    assert "the first of 2 groups" in words
    assert """The next part: the same with --after '["white"]'. Every group: --all, or --out FILE.""" in words
    _, told, _ = asked.run("methods", "--by", "belt", "--format", "table", "--all")
    assert "black" in told
    assert "Shown," not in told


def tatame_answer(asked: Asked) -> Any:
    with tatame.open(asked.store) as opened:
        return opened.methods(by=["belt"])


@pytest.mark.parametrize("at_once", [1, 5000])
def test_all_after_a_group_say_that_they_are_a_part(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(method_parts, "AT_ONCE", at_once)
    _, told, _ = asked.run("methods", "--by", "belt,academy", "--after", "1", "--format", "json")
    answer = json.loads(told)
    fields = [(group["belt"], group["academy"]) for group in answer["groups"]]
    assert fields == [("white", "South"), ("black", "North"), ("black", "South")]
    assert (answer["part"]["groups"], answer["part"]["after"], answer["part"]["next"]) == (3, 1, None)
    assert answer["notes"][0] == "Shown, and counted below, are the last 3 groups, after those of earlier parts."
    # White's South has 10 known of 12, black 18 with both its sides.
    assert "46 bouts with a known decision; 48 took place, 2 without one" in answer["notes"][1]
    with tatame.open(asked.store) as opened:
        part = opened.methods(by=["belt", "academy"], after=1)
    assert told == json.dumps(part, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("more", [(), ("--limit", "5")])
@pytest.mark.parametrize("of", ["decision", "technique"])
def test_after_the_one_group_of_no_field_there_is_none(asked: Asked, of: str, more: tuple[str, ...]) -> None:
    assert len(asked.json("methods", "--of", of, *more)["groups"]) == 1
    answer = asked.json("methods", "--of", of, "--after", "1", *more)
    assert (answer["groups"], answer["part"]["groups"], answer["part"]["next"]) == ([], 0, None)
    for wanted in ("table", "csv"):
        assert asked.run("methods", "--of", of, "--after", "1", *more, "--format", wanted)[0] == 0


@pytest.mark.parametrize("kind", ["csv", "json", "parquet"])
def test_a_file_has_every_group_in_the_order_of_the_parts(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    whole = tatame.frame(tatame_answer(asked))
    monkeypatch.setattr(method_parts, "AT_ONCE", 1)
    file = tmp_path / f"all.{kind}"
    assert asked.run("methods", "--by", "belt", "--out", str(file))[0] == 0
    match kind:
        case "csv":
            found = pd.read_csv(file)
        case "json":
            text = file.read_text(encoding="utf-8")
            document = json.loads(text)
            assert text == json.dumps(document, ensure_ascii=False, indent=1) + "\n"
            found = pd.DataFrame(document["rows"])
        case _:
            table = pq.read_table(file)
            assert pq.ParquetFile(file).num_row_groups == 2
            found = table.to_pandas()
    pd.testing.assert_frame_equal(found.astype(whole.dtypes), whole)


def test_a_part_as_csv_says_on_standard_error_that_there_is_more(asked: Asked, tmp_path: Path) -> None:
    status, out, err = asked.run("methods", "--by", "belt", "--limit", "1", "--format", "csv")
    assert (status, len(out.splitlines())) == (0, 11)
    assert err == """The next part: the same with --after '["white"]'. Every group: --all, or --out FILE.\n"""
    file = tmp_path / "part.csv"
    status, out, err = asked.run("methods", "--by", "belt", "--limit", "1", "--out", str(file))
    assert (status, out.splitlines()[0]) == (0, f"{file}: 10 rows")
    assert "--after" in err


def test_frames_come_part_by_part(asked: Asked) -> None:
    with tatame.open(asked.store) as opened:
        whole = tatame.frame(opened.methods(by=["athlete"]))
        frames = [tatame.frame(part) for part in opened.method_parts(by=["athlete"], limit=7)]
        later = opened.methods(by=["athlete"], after=53)
    pd.testing.assert_frame_equal(pd.concat(frames, ignore_index=True), whole)
    assert len(frames) == 9  # 60 athletes
    assert (len(later["groups"]), later["part"]["next"]) == (7, None)


def test_where_somebody_may_be_hidden_a_place_is_a_number(asked: Asked) -> None:
    part = asked.json("methods", "--by", "academy", "--limit", "1", "--privacy", "academy")["part"]
    assert (part["after"], part["next"]) == (None, 1)
    part = asked.json("methods", "--by", "academy", "--limit", "1", "--privacy", "academy", "--after", "1")["part"]
    assert (part["after"], part["next"]) == (1, None)


def test_a_clustered_interval_is_the_same_in_a_part(asked: Asked) -> None:
    arguments = ("--by", "belt", "--cluster", "athlete")
    whole = asked.json("methods", *arguments)
    assert [group for part in parts_of(asked, *arguments, "--limit", "1") for group in part["groups"]] == whole[
        "groups"
    ]


def test_a_reader_that_goes_away_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "write", lambda text: text != "gone")
    texts = iter(["here", "gone", "never made"])
    streams.write_each(texts)
    assert [*texts] == ["never made"]
