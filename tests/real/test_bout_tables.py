"""The two real bout tables load by `tatame ingest FILE` alone: every row accounted for, methods as counted by hand."""

import csv
from collections import defaultdict
from pathlib import Path

import tatame
from etl.pipeline import IngestReport


def _load(store: Path, source: Path) -> IngestReport:
    report = tatame.ingest(store, source)
    for event in report.events:
        assert event.rows_read == event.rows_used + event.rows_duplicate + event.rows_rejected, event.event_id
    return report


def _bouts(store: Path) -> object:
    with tatame.open(store) as opened:
        return opened.sql("SELECT count(*) FROM bout")["rows"]


def test_adcc_bout_by_bout_and_how_they_were_won(shared: Path, tmp_path: Path) -> None:
    store = tmp_path / "adcc.duckdb"
    report = _load(store, shared / "real" / "adcc" / "adcc_historical_data.csv")
    assert sum(event.rows_used for event in report.events) == 1028
    assert _bouts(store) == [[1028]]
    with tatame.open(store) as opened:
        (group,) = opened.methods()["groups"]
    counts = {row["method"]: row["count"] for row in group["methods"]}
    assert (group["bouts"], sum(counts.values())) == (1028, 1028)
    expected = {"submission": 402, "referee_decision": 97, "stoppage": 8, "disqualification": 1}
    assert {name: counts[name] for name in expected} == expected
    assert counts["penalties"] + counts["points"] == 1028 - sum(expected.values())
    assert counts["penalties"] > 0
    submission = next(row for row in group["methods"] if row["method"] == "submission")
    shares = [submission[name] for name in ("share", "low", "high")]
    assert [round(100 * share, 1) for share in shares] == [39.1, 36.2, 42.1]


def _names_of_one_identifier(source: Path) -> set[str]:
    """Numbers of bouts that several names tell under one identifier, so that nobody knows who of them it was."""
    told = defaultdict(set)
    with source.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            told[row["match_num"], row["bjjheroes_id"]].add(row["name"])
    return {number for (number, _), names in told.items() if len(names) > 1}


def test_athlete_records_are_joined_into_bouts_and_contradictions_are_told(shared: Path, tmp_path: Path) -> None:
    store = tmp_path / "records.duckdb"
    source = shared / "real" / "athlete-records" / "all_merged.csv"
    report = _load(store, source)
    assert sum(event.rows_read for event in report.events) == 44_371
    assert _bouts(store) == [[33_693]]
    with tatame.open(store) as opened:
        told = opened.sql("SELECT value FROM finding WHERE code = 'bout_told_otherwise'")["rows"]
        draws = opened.sql("SELECT count(*) FROM bout WHERE decision = 'draw' AND winner IS NOT NULL")["rows"]
    himself = {"24264"}  # one athlete beat himself and lost to himself
    assert _names_of_one_identifier(source) | himself == {number for (number,) in told}
    assert draws == [[0]]
