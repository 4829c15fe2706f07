"""The same file twice, in another container, and corrected: nothing counts twice, and a correction replaces."""

from __future__ import annotations

import zipfile
from pathlib import Path

import duckdb

from analytics import relations
from etl import pipeline
from etl.extract import EventOptions
from tests.etl.bundles import BOUT, folder


def ingest(store: Path, *paths: Path) -> list[tuple[int, bool]]:
    report = pipeline.ingest(store, paths, EventOptions(), relations.build)
    return [(event.version, event.already_loaded) for event in report.events]


def ask(store: Path, sql: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute(sql).fetchall()


GOLDS = "SELECT athlete FROM place JOIN current_version USING (version_id) WHERE place = 1 ORDER BY 1"
WARNED = "SELECT f.code FROM finding AS f JOIN current_version AS v ON v.load_id = f.load_id ORDER BY 1"


def test_a_file_twice_and_its_zip_are_nothing_new(tmp_path: Path) -> None:
    store, bundle = tmp_path / "t.duckdb", folder(tmp_path / "in", bouts=[BOUT])
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        for file in bundle.iterdir():
            archive.write(file, file.name)
    assert ingest(store, bundle, bundle, tmp_path / "in.zip") == [(1, False), (1, True), (1, True)]
    before = store.read_bytes()
    assert ingest(store, tmp_path / "in.zip") == [(1, True)]
    assert store.read_bytes() == before
    assert ask(store, "SELECT count(*) FROM current_bout") == [(1,)]


def test_a_corrected_file_replaces_its_rows_its_findings_and_what_followed_from_them(tmp_path: Path) -> None:
    store = tmp_path / "t.duckdb"
    wrong = folder(tmp_path / "wrong", bouts=[{**BOUT, "decision": "Pts: 2x4"}])
    right = folder(tmp_path / "right", bouts=[{**BOUT, "decision": "Pts: 4x2", "winner": "blue"}])
    ingest(store, wrong)
    assert ask(store, GOLDS) == [("Abe",)]
    assert ("score_contradiction",) in ask(store, WARNED)
    assert ingest(store, right) == [(2, False)]
    assert ask(store, GOLDS) == [("Baz",)]
    assert ("score_contradiction",) not in ask(store, WARNED)
    assert ask(store, "SELECT count(*) FROM current_bout") == [(1,)]
    assert ingest(store, wrong) == [(3, False)], "what stood before may be loaded again: a version of its own"
    assert ask(store, GOLDS) == [("Abe",)]
