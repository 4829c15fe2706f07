"""A bundle as people write it, through the real extract and transform, into the store and changed there."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from etl import decisions, pipeline
from etl.errors import UserError
from etl.extract import EventOptions
from tests.etl.stores import ask, content

EVENT_FILE = """[event]
id = "cup-2026"
name = "Cup 2026"
start = 2026-05-02
ruleset = "{ruleset}"
uniform = "gi"
"""
ENTRIES = """gender,age_division,belt,weight_class,athlete,academy
male,adult,black,light,João Sá,Alpha
male,adult,black,light,Ben Otto,Beta BJJ
female,master-1,blue,feather,Eva Ito,Alpha
female,master-1,blue,feather,Fay Ono,
"""
BOUTS = """bout,gender,age_division,belt,weight_class,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision
2,female,master-1,blue,feather,Eva Ito,Alpha,Fay Ono,,blue,submission
1,male,adult,black,light,João Sá,Alpha,Ben Otto,Beta BJJ,red,points
"""
DRAWS = """award,tie,position,academy,seed,drawn_at,recorded_by
overall,Alpha|Beta BJJ,1,{first},seed,2026-05-03T18:00:00+00:00,Jo
overall,Alpha|Beta BJJ,2,{second},seed,2026-05-03T18:00:00+00:00,Jo
"""


def nothing(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
    """Computes no answers: these tests are about facts and decisions."""


def bundle(folder: Path, *, entries: str = ENTRIES, ruleset: str = "ibjjf-2024", draws: str | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "event.toml").write_text(EVENT_FILE.format(ruleset=ruleset))
    (folder / "entries.csv").write_text(entries)
    (folder / "bouts.csv").write_text(BOUTS)
    (folder / "draws.csv").unlink(missing_ok=True)
    if draws is not None:
        (folder / "draws.csv").write_text(draws)
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "results.duckdb"


def ingest(store: Path, folder: Path) -> tuple[int, bool]:
    (event,) = pipeline.ingest(store, [folder], EventOptions(), nothing).events
    assert (event.rows_rejected, event.rows_read) == (0, event.rows_used + event.rows_duplicate)
    return event.version, event.already_loaded


def test_a_bundle_twice_is_one_version_and_a_changed_one_the_next(store: Path, tmp_path: Path) -> None:
    assert ingest(store, bundle(tmp_path / "cup")) == (1, False)
    before = content(store)
    assert ingest(store, tmp_path / "cup") == (1, True)
    assert content(store) == before
    assert ingest(store, bundle(tmp_path / "cup", ruleset="ibjjf-2018")) == (2, False)
    assert ask(store, "SELECT count(DISTINCT ruleset_fingerprint) FROM event_version") == [(2,)]
    assert ask(store, "SELECT load_id, count(*) FROM entry GROUP BY 1 ORDER BY 1") == [(1, 4), (2, 4)]


def test_a_correction_names_the_athlete_as_the_load_does_and_survives_the_next(store: Path, tmp_path: Path) -> None:
    ingest(store, bundle(tmp_path / "cup"))
    decisions.correct(store, "cup-2026", "preta leve", "JOAO SA", "doping", "lab", "office", nothing)
    ingest(store, bundle(tmp_path / "cup", entries=ENTRIES.replace("Fay Ono,", "Fay Ono,Gamma")))
    with_subject = (
        "SELECT c.athlete, e.athlete FROM correction AS c JOIN entry AS e ON e.athlete_key = c.athlete_key "
        "AND e.load_id = (SELECT load_id FROM current_version) WHERE c.undone_version_id IS NULL"
    )
    assert ask(store, with_subject) == [("João Sá", "João Sá")]
    assert ask(store, "SELECT code FROM finding WHERE code LIKE '%subject'") == []
    ingest(store, bundle(tmp_path / "cup", entries=ENTRIES.replace("João Sá,Alpha", "Jo Sa,Alpha")))
    # The bouts still have him: the correction still concerns somebody.
    assert ask(store, "SELECT code FROM finding WHERE code LIKE '%subject'") == []


def test_a_ruling_names_whoever_the_bouts_have(store: Path, tmp_path: Path) -> None:
    ingest(store, bundle(tmp_path / "cup"))
    places = [(1, "fay"), (2, "Eva Ito")]
    decisions.rule(store, "cup-2026", "female blue", places, None, "office", nothing)
    rows = ask(store, "SELECT place, athlete, academy FROM ruling ORDER BY place")
    assert rows == [(1, "Fay Ono", None), (2, "Eva Ito", "Alpha")]


def test_a_draw_of_the_source_gives_way_to_its_next_load(store: Path, tmp_path: Path) -> None:
    first, second = sorted(["Alpha", "Beta BJJ"], key=lambda name: decisions.digest("seed", name))
    ingest(store, bundle(tmp_path / "cup", draws=DRAWS.format(first=first, second=second)))
    in_force = "SELECT position, academy, digest, origin FROM draw WHERE undone_version_id IS NULL ORDER BY position"
    assert ask(store, in_force) == [
        (1, first, decisions.digest("seed", first), "source"),
        (2, second, decisions.digest("seed", second), "source"),
    ]
    ingest(store, bundle(tmp_path / "cup"))
    assert ask(store, in_force) == []


@pytest.mark.parametrize("name", ["none.csv", "bundle"])
def test_what_cannot_be_loaded_makes_no_store(store: Path, tmp_path: Path, name: str) -> None:
    if name == "bundle":
        bundle(tmp_path / name, ruleset="ibjjf-2042")
    with pytest.raises(UserError) as caught:
        pipeline.ingest(store, [bundle(tmp_path / "good"), tmp_path / name], EventOptions(), nothing)
    assert len(str(caught.value).splitlines()) <= 2
    assert not store.exists()
