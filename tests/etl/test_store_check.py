"""`check` calls a store sound that is, and finds what was broken by hand, under the code that says what it is."""

import json
import re
import shutil
from pathlib import Path

import duckdb
import pytest

from analytics import athlete_names, check, place_numbers, prepared
from etl import load
from tatame import cli

ROOT = Path(__file__).resolve().parents[2]

# Code -> what breaks a sound store in exactly that way.
BROKEN = {
    "key_twice": "INSERT INTO academy_name SELECT * FROM academy_name LIMIT 1",
    "reference_lost": "INSERT INTO finding (load_id, severity, code, file, reason) VALUES (99, 'warning', 'x', '', '')",
    "standing_unlike_places": "UPDATE standing SET gold = gold + 1 WHERE rowid = 0",
    "method_count_differs": "UPDATE method_bout SET decision = 0 WHERE rowid = 0",
    "place_number_differs": "UPDATE place_number SET counted = NOT counted WHERE rowid = 0",
    "academy_entry_differs": "UPDATE academy_entry SET entries = entries + 5 WHERE rowid = 0",
    "known_count_differs": "UPDATE known_count SET known = known - 1 WHERE thing = 4",
    "athlete_stand_incomplete": "DELETE FROM athlete_stand WHERE category_id = (SELECT category_id FROM athlete_stand "
    "WHERE category_id NOT IN (SELECT category_id FROM place WHERE source = 'ruling') LIMIT 1)",
    "version_gap": "UPDATE event_version SET version = 3 WHERE version_id = 1",
    "version_of_other_event": "UPDATE event_version SET ruleset = 'none' WHERE version_id = 1",
    "load_without_version": "INSERT INTO source_load BY NAME SELECT * REPLACE (98 AS load_id) FROM source_load LIMIT 1",
    "fact_of_other_load": "UPDATE entry SET category_id = 9999 WHERE rowid = "
    "(SELECT min(rowid) FROM entry WHERE athlete_key NOT IN (SELECT athlete_key FROM place))",
    "answer_of_other_load": "UPDATE computed_place SET category_id = 9999 WHERE rowid = 0",
    "answer_of_unknown_award": "UPDATE award_chain SET award_id = 'nobody' WHERE rowid = 0",
    "answer_missing": "DELETE FROM category_result WHERE state = 'needs_ruling'",
    "place_of_unsettled_category": "INSERT INTO place SELECT version_id, category_id, 1, 'X', 'x|', NULL, NULL, NULL, "
    "'M1', 'bouts', NULL FROM category_result WHERE state = 'needs_ruling'",
    "standing_out_of_order": "UPDATE standing SET position = 99 WHERE award_id = 'all' AND position = 5",
    "rows_unlike_file": "DELETE FROM scoring_action WHERE rowid = 0",
    "rejected_without_finding": "UPDATE source_file SET rows_rejected = 1, rows_read = rows_read + 1 "
    "WHERE file = 'entries.csv'",
    "hash_unreadable": "UPDATE source_file SET sha256 = 'abc' WHERE file = 'entries.csv'",
    "draw_digest": "UPDATE draw SET seed = seed || '!' WHERE position = 1",
    "decision_of_other_event": "UPDATE draw SET undone_version_id = 1",
    "answer_differs": "UPDATE place SET rule = 'M3' WHERE rowid = (SELECT min(rowid) FROM place WHERE rule = 'M1')",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with one event of every kind of file, its methods counted beforehand."""
    store = tmp_path_factory.mktemp("made") / "results.duckdb"
    assert cli.main(["ingest", str(ROOT / "data" / "sample" / "mat-open-2026"), "--store", str(store)]) == 1
    with load.writing(store) as con:
        con.begin()
        assert prepared.refresh(con, fewest=0)
        athlete_names.refresh(con, [], fewest=0)
        place_numbers.refresh(con)
        con.commit()
    return store


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def test_a_store_that_was_loaded_is_sound_and_computes_again_to_the_same(made: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    result = check.check(made, recompute=True, progress=lambda *step: steps.append(step))
    assert (result.faults, result.counts, result.versions, result.recomputed) == ([], {}, 1, 1)
    assert {step for step, done, total in steps if done == total} == {"read", "check", "recompute"}


def test_what_is_broken_at_once_is_found_at_once(store: Path) -> None:
    # Standings under other rules are not summed, and what has no result is not unsettled.
    hidden = {"version_of_other_event", "place_of_unsettled_category", "answer_differs"}
    with duckdb.connect(str(store)) as con:
        for code in BROKEN.keys() - hidden:
            con.execute(BROKEN[code])
    assert check.check(store).counts.keys() == BROKEN.keys() - hidden


@pytest.mark.long
@pytest.mark.parametrize("code", BROKEN)
def test_what_is_broken_is_found_under_its_code_and_no_other(store: Path, code: str) -> None:
    with duckdb.connect(str(store)) as con:
        con.execute(BROKEN[code])
    before = store.read_bytes()
    result = check.check(store, recompute=code == "answer_differs")
    assert set(result.counts) == {code}
    assert all(fault.place and fault.detail for fault in result.faults)
    assert store.read_bytes() == before


PREPARED = {
    "place_number_differs": (
        "academy = 1", "athlete = 1", "counted = not counted", "contested = 2", "gender = 1", "place = 3",
        "age_division = age_division + 1", "belt = belt + 1", "open_class = 3 - open_class", "category_id = 1",
        "academy = CASE academy WHEN 0 THEN 1 ELSE 0 END, athlete = 0",
    ),
    "academy_entry_differs": ("entries = entries + 5", "medals = medals + 1", "academy = academy + 1"),
    "known_count_differs": ("known = 0", "total = total + 1"),
}  # fmt: skip
TABLES = {"place_number_differs": "place_number", "academy_entry_differs": "academy_entry"}


@pytest.mark.parametrize(("code", "change"), [(code, change) for code, all_of in PREPARED.items() for change in all_of])
def test_whatever_is_prepared_of_places_otherwise_than_it_is_is_found(store: Path, code: str, change: str) -> None:
    """The whole table, as a wrong statement leaves it; the other tables are still right."""
    with duckdb.connect(str(store)) as con:
        con.execute(f"UPDATE {TABLES.get(code, 'known_count')} SET {change}")
        (select,) = (each for name, each in check._selects() if name == code)
        assert con.execute(select).fetchall()


@pytest.mark.parametrize("table", ["place_number", "academy_entry", "known_count", "athlete_stand"])
def test_what_was_prepared_and_is_gone_is_found(store: Path, table: str) -> None:
    with duckdb.connect(str(store)) as con:
        con.execute(f"DELETE FROM {table}")
        code = {"athlete_stand": "athlete_stand_incomplete"}.get(table, f"{table}_differs")
        (select,) = (each for name, each in check._selects() if name == code)
        assert con.execute(select).fetchall()


def test_every_code_is_broken_here_and_explained_on_the_page() -> None:
    assert {*BROKEN, "damaged"} == check.codes().keys()
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, flags=re.MULTILINE))
    assert listed == check.codes()


def test_a_block_that_was_written_over_is_found(store: Path) -> None:
    with duckdb.connect(str(store), read_only=True) as con:
        rows = con.execute("SELECT block_id FROM pragma_storage_info('standing') WHERE block_id >= 0").fetchall()
    with store.open("r+b") as file:
        file.seek(12_288 + rows[0][0] * 262_144 + 100)
        file.write(b"\xff" * 1000)
    result = check.check(store)
    assert set(result.counts) == {"damaged"}


def test_more_faults_than_are_shown_are_counted(store: Path) -> None:
    with duckdb.connect(str(store)) as con:
        con.execute("INSERT INTO academy_name SELECT 1, 'x' || i, 'X', 1 FROM range(30) AS r(i), range(2)")
    result = check.check(store)
    assert result.counts == {"key_twice": 30}
    assert len(result.faults) == 20


def test_a_version_computed_under_other_rules_is_told_and_not_summed(store: Path) -> None:
    with duckdb.connect(str(store)) as con:
        con.execute("UPDATE event_version SET ruleset_fingerprint = repeat('0', 64)")
        con.execute("UPDATE standing SET points = points + 1 WHERE position = 1")
    result = check.check(store, recompute=True)
    assert (result.counts, result.other_rules, result.recomputed) == ({}, 1, 0)


def test_the_command_says_what_is_wrong_and_by_its_exit_status(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ["check", "--format", "json", "--store", str(store)]
    assert cli.main(said) == 0
    assert json.loads(capsys.readouterr().out)["sound"] is True
    with duckdb.connect(str(store)) as con:
        con.execute(BROKEN["version_gap"])
    assert cli.main(said) == 1
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["sound"], answer["counts"]) == (False, {"version_gap": 1})
    assert answer["faults"] == [
        {"code": "version_gap", "place": "event mat-open-2026", "detail": "version 1 is missing, or out of order"}
    ]
    assert err.startswith("1 fault")
    assert cli.main([*said[:-1], str(store.with_name("none.duckdb"))]) == 2
