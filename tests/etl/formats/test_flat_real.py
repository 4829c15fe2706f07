"""The real tables beside the repository: each loads alone, and what its README asks for comes out."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest

from etl import extract, transform
from etl.extract import EventOptions


@dataclass
class Loaded:
    """What all events of a file left, added up."""

    events: list[Any] = field(default_factory=list)
    rows: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    bouts: list[tuple[Any, ...]] = field(default_factory=list)
    places: list[tuple[Any, ...]] = field(default_factory=list)
    findings: Counter[str] = field(default_factory=Counter)


def load(path: Path, **options: Any) -> Loaded:
    found, con = Loaded(), duckdb.connect()
    for source in extract.read(path, EventOptions(**options)):
        con.begin()
        found.events.append(transform.stage(con, source))
        read = con.execute("SELECT rows_read, rows_used, rows_duplicate, rows_rejected FROM staged_file").fetchall()
        assert all(row[0] == sum(row[1:]) for row in read)
        found.rows = [before + sum(column) for before, column in zip(found.rows, zip(*read, strict=True), strict=True)]
        found.bouts += con.execute(
            "SELECT bout, winner, decision, technique, red_athlete, blue_athlete, red_points, round, file_row, "
            "red_athlete_id FROM staged_bout"
        ).fetchall()
        found.places += con.execute("SELECT place, athlete, academy FROM staged_official_place").fetchall()
        found.findings.update(code for (code,) in con.execute("SELECT code FROM staged_finding").fetchall())
        con.commit()
    return found


def lines(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


@pytest.mark.long
def test_adcc(shared: Path) -> None:
    path = shared / "real" / "adcc" / "adcc_historical_data.csv"
    source, found = lines(path, ";"), load(path)
    assert found.rows == [1028, 1028, 0, 0]
    assert len(found.bouts) == 1028
    assert {event.event_id for event in found.events} == {f"adcc-{line['year']}" for line in source}
    assert {(event.ruleset, event.uniform) for event in found.events} == {("none", "no-gi")}
    assert all(bout[1] == "red" for bout in found.bouts)
    # By hand from vocabulary-seen.md: 29 of the 520 wins on points were by a penalty.
    decisions = Counter(bout[2] for bout in found.bouts)
    assert decisions == {
        "points": 491, "penalties": 29, "submission": 402, "referee_decision": 97, "stoppage": 8, "disqualification": 1,
    }  # fmt: skip
    assert sum(bout[6] is None for bout in found.bouts) == sum(line["winner_points"] == "-1" for line in source)
    assert "-1" not in {bout[9] for bout in found.bouts}
    coded = {"F": "final", "SF": "semifinal", "4F": "quarterfinal", "8F": "round-of-16", "SPF": "superfight"}
    rounds = Counter(coded.get(line["stage"]) for line in source if line["stage"] in coded)
    assert {name: count for name, count in Counter(bout[7] for bout in found.bouts).items() if name in rounds} == rounds


@pytest.mark.long
def test_athlete_records(shared: Path) -> None:
    path = shared / "real" / "athlete-records" / "all_merged.csv"
    source, found = lines(path), load(path)
    numbers = {line["match_num"] for line in source}
    assert len(source) == 44_371
    assert found.rows == [44_371, 33_693, 44_371 - 33_693, 0]
    assert {bout[0] for bout in found.bouts} == {int(number) for number in numbers}
    assert len(found.bouts) == 33_693
    drawn = {line["match_num"] for line in source if line["result"] == "D"}
    assert sum(line["result"] == "D" for line in source) == 391
    assert sum(bout[1] is None for bout in found.bouts) == len(drawn)
    # Two athletes of one identifier both tell the bout as theirs; one athlete beat himself and lost to himself.
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in source:
        names[line["match_num"], line["bjjheroes_id"]].add(line["name"])
    against_himself = {line["match_num"] for line in source if line["name"] == line["opponent_name"]}
    assert against_himself == {"24264"}
    assert found.findings["bout_told_otherwise"] == sum(len(same) - 1 for same in names.values()) + 1
    winners = {line["match_num"]: line["name"] for line in source if line["result"] == "W"}
    listed = [bout for bout in found.bouts if bout[1] == "red" and str(bout[0]) in winners]
    assert sum(bout[4] != winners[str(bout[0])] for bout in listed) <= found.findings["bout_told_otherwise"]


def test_black_belt_brackets(shared: Path) -> None:
    path = shared / "real" / "black-belt-brackets" / "reconstructed.csv"
    source, found = lines(path), load(path)
    assert found.rows == [571, 571, 0, 0]
    assert len(found.bouts) == 571
    assert {event.name for event in found.events} == {line["event"] for line in source}
    assert Counter(bout[7] for bout in found.bouts)["final"] == 36


@pytest.mark.parametrize(
    "name", ["World Jiu-Jitsu IBJJF Championship Results", "Pan Jiu-Jitsu No-Gi IBJJF Championship Results"]
)
@pytest.mark.long
def test_black_belt_placements(shared: Path, name: str) -> None:
    path = shared / "real" / "black-belt-placements" / f"{name}.csv"
    source, found = lines(path), load(path)
    assert found.rows[0] == len(source)
    assert found.rows[3] == 0
    assert len(found.places) == len({tuple(line.values()) for line in source})
    assert {event.uniform for event in found.events} == {"no-gi" if "No-Gi" in name else "gi"}
    assert len(found.events) == len({(line["Tournament"], line["Year"]) for line in source})


def test_own_school_results_need_the_event_and_nothing_else(shared: Path) -> None:
    path = shared / "real" / "worlds-2022-own-school" / "results.csv"
    found = load(path, event_id="worlds-2022", name="Worlds 2022", start="2022-06-02")
    assert found.rows == [443, 443, 0, 0]
    assert found.findings == {"uniform_unknown": 1}


def test_official_places_load_by_their_headings(shared: Path) -> None:
    found = load(shared / "real" / "black-belt-brackets" / "official_placements.csv")
    assert found.rows == [144, 144, 0, 0]
    assert len(found.places) == 144
