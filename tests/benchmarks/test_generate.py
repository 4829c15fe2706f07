"""The command: counts, bytes, formats, dirt, refusals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from benchmarks.generate import __main__ as program
from benchmarks.generate.dirt import KINDS
from benchmarks.generate.event import Wish
from benchmarks.generate.run import generate
from rulebook import vocabulary as vocabulary_
from tests.benchmarks.generated import Row, bundles, generated, rows

pytestmark = pytest.mark.long


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()
    }


def test_a_seed_gives_the_same_bytes_whatever_the_jobs(tmp_path: Path) -> None:
    options: dict[str, Any] = {"events": 3, "special_rate": 0.1, "dirt_rate": 0.02, "times": True}
    generated(tmp_path / "one", 1500, jobs=1, **options)
    generated(tmp_path / "two", 1500, jobs=2, **options)
    generated(tmp_path / "other", 1500, seed=6, **options)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert contents(tmp_path / "one") != contents(tmp_path / "other")


@pytest.mark.parametrize(
    ("bouts", "events", "more"),
    [
        (300, 3, {}),
        (4000, 5, {"special_rate": 0.2}),
        (10_000, 1, {}),
        (3000, 60, {"academies": 16}),
        (60_000, 1, {}),  # more than the categories hold ordinarily: the brackets grow
    ],
)
def test_counts_are_those_asked_for(tmp_path: Path, bouts: int, events: int, more: dict[str, Any]) -> None:
    count = generate(Wish(bouts=bouts, events=events, out=tmp_path, **more))
    assert count.events == events == len(bundles(tmp_path))
    assert count.bouts == sum(len(rows(folder / "bouts.csv")) for folder in bundles(tmp_path))
    assert abs(count.bouts - bouts) <= bouts / 100
    assert count.entries == sum(len(rows(folder / "entries.csv")) for folder in bundles(tmp_path))


def test_athletes_come_back_over_the_years_with_one_birth_year_and_academy(tmp_path: Path) -> None:
    folders = generated(tmp_path, 12_000, events=60, academies=40)
    assert {folder.name[5:9] for folder in folders} == {"2025", "2026"}
    seen: dict[str, set[str]] = defaultdict(set)
    known: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for folder in folders:
        for row in rows(folder / "entries.csv"):
            if row["athlete_id"]:
                seen[row["athlete_id"]].add(folder.name)
                known[row["athlete_id"]].add((row["athlete"], row["academy"], row["birth_year"], row["country"]))
    again = [events for events in seen.values() if len(events) > 1]
    assert len(again) > len(seen) / 10
    assert any(len({event[5:9] for event in events}) == 2 for events in again)
    assert all(len(facts) == 1 for facts in known.values())


def test_formats_hold_the_same_rows(tmp_path: Path) -> None:
    wish = {"events": 3, "special_rate": 0.1}
    folders = generated(tmp_path / "folders", 900, **wish)
    generated(tmp_path / "file", 900, format="one-file", **wish)
    generated(tmp_path / "parquet", 900, format="parquet", **wish)
    for table in ("bouts", "entries"):
        apart = [{"event": folder.name, **row} for folder in folders for row in rows(folder / f"{table}.csv")]
        assert rows(tmp_path / "file" / f"{table}.csv") == apart
        columns = pq.read_table(tmp_path / "parquet" / table).to_pylist()
        columnar = [{name: "" if value is None else str(value) for name, value in row.items()} for row in columns]
        assert sorted(columnar, key=repr) == sorted(({n: row[n] for n in columnar[0]} for row in apart), key=repr)
    assert len(list((tmp_path / "parquet" / "events").glob("*.toml"))) == 3


def test_only_words_of_the_vocabulary_are_written(tmp_path: Path) -> None:
    words = {
        "gender": vocabulary_.Gender, "age_division": vocabulary_.AgeDivision, "status": vocabulary_.EntryStatus,
        "round": vocabulary_.Round, "winner": vocabulary_.Side, "decision": vocabulary_.Decision,
        "red_dq": vocabulary_.Disqualification, "blue_dq": vocabulary_.Disqualification,
    }  # fmt: skip
    for folder in generated(tmp_path, 20_000, special_rate=0.2):
        for row in rows(folder / "bouts.csv") + rows(folder / "entries.csv"):
            for column, allowed in words.items():
                assert row.get(column, "") in {"", *allowed}
            assert vocabulary_.belt_rank(row["belt"])
            weight = row["weight_class"]
            assert weight in set(vocabulary_.WeightClass) or vocabulary_.weight_limit_kg(weight)


def test_a_clean_event_has_no_dirt_and_a_dirty_one_says_where(tmp_path: Path) -> None:
    generated(tmp_path / "clean", 3000)
    assert not (tmp_path / "clean" / "dirt").exists()
    folders, seen = generated(tmp_path / "dirty", 6000, dirt_rate=0.1), set()
    academies = {row["academy"] for folder in bundles(tmp_path / "clean") for row in rows(folder / "entries.csv")}
    wrong: dict[str, Callable[[Row, Row], bool]] = {
        "blank_winner": lambda row, _: row["winner"] == "",
        "unknown_winner": lambda row, _: row["winner"] == "left",
        "wrong_decision": lambda row, _: (
            row["decision"] == "points"
            and (int(row["red_points"]) < int(row["blue_points"])) == (row["winner"] == "red")
        ),
        "impossible_score": lambda row, _: row["red_points"] == "1",
        "unknown_decision": lambda row, _: row["decision"] not in set(vocabulary_.Decision),
        "unknown_belt": lambda row, _: vocabulary_.belt_rank(row["belt"]) is None,
        "academy_spelling": lambda row, _: row.get("red_academy", row.get("academy")) not in academies,
        "duplicate_row": lambda row, before: row == before,
    }
    assert set(wrong) == set(KINDS)
    for folder in folders:
        files = {name: rows(folder / name) for name in ("bouts.csv", "entries.csv")}
        for done in rows(tmp_path / "dirty" / "dirt" / f"{folder.name}.csv"):
            place = int(done["row"]) - 2
            assert wrong[done["kind"]](files[done["file"]][place], files[done["file"]][place - 1]), done
            seen.add(done["kind"])
    assert seen == set(KINDS)


@pytest.mark.parametrize(("language", "other"), [("ja", "en"), ("zh", "pt")])
def test_names_are_of_the_languages_asked_for(tmp_path: Path, language: str, other: str) -> None:
    asked, rest = (
        {
            row[column]
            for folder in generated(tmp_path / one, 300, languages=(one,))
            for row in rows(folder / "entries.csv")
            for column in ("athlete", "academy")
        }
        for one in (language, other)
    )
    assert all(any(ord(letter) > 0x3000 for letter in name) for name in asked)
    assert all(ord(letter) < 0x3000 for name in rest for letter in name)


def test_an_academy_with_a_comma_is_read_back_whole(tmp_path: Path) -> None:
    for folder in generated(tmp_path, 600, languages=("en",)):
        academies = {row["academy"] for row in rows(folder / "entries.csv")}
        assert any(name.endswith("Grappling, Inc.") for name in academies)
        bouts = rows(folder / "bouts.csv")
        assert {row["red_academy"] for row in bouts} <= academies
        assert all(None not in row and None not in row.values() for row in bouts)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bouts", "2000000", "--events", "1"], "ask for more events"),
        (["--bouts", "10", "--academies", "3"], "academies"),
        (["--bouts", "10", "--special-rate", "2"], "special rate"),
        (["--bouts", "10", "--only", "M99"], "choose from M1"),
        (["--bouts", "0"], "at least one"),
    ],
)
def test_what_cannot_be_made_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    monkeypatch.setattr("sys.argv", ["generate", *arguments, "--out", str(tmp_path)])
    try:
        status = program.main()
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    assert status == 2
    assert said in capsys.readouterr().err


def test_the_command_writes_bundles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["generate", "--bouts", "200", "--events", "2", "--out", str(tmp_path)])
    assert program.main() == 0
    assert [sorted(file.name for file in folder.iterdir()) for folder in bundles(tmp_path)] == [
        ["bouts.csv", "entries.csv", "event.toml"]
    ] * 2
