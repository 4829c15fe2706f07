"""What events of a year have in common: counted as it says, and nothing left out that could make two events one."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from analytics import relations
from etl import pipeline, shared_champions
from etl.extract import EventOptions
from etl.shared_champions import FEWEST, MOSTLY

HEAD = "gender,age_division,belt,weight_class,place,athlete,academy"
WEIGHTS = ("light", "middle", "heavy", "feather", "rooster")
NAMES = ("Ana Silva", "Bia Souza", "Cid Ramos", "Dan Lee", "Eva Moss")


def event(folder: Path, name: str, champions: dict[str, str]) -> Path:
    """A bundle of places alone: weight class -> champion."""
    path = folder / name
    path.mkdir()
    (path / "event.toml").write_text(f'[event]\nid = "{name}"\nname = "{name}"\nstart = 2026-05-02\n', "utf-8")
    rows = [f"male,adult,blue,{weight},1,{athlete},North" for weight, athlete in champions.items()]
    (path / "placements.csv").write_text("\n".join([HEAD, *rows]) + "\n", "utf-8")
    return path


@pytest.fixture
def con(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    every = dict(zip(WEIGHTS, NAMES, strict=True))
    paths = [
        event(tmp_path, "fresh", dict(list(every.items())[:4])),
        event(tmp_path, "same", {weight: name.upper() for weight, name in every.items()}),
        event(tmp_path, "few", {"light": "Ana Silva", "middle": "Bia  Souza", "heavy": "Who Else"}),
        event(tmp_path, "moved", dict(zip(WEIGHTS, NAMES[1:] + NAMES[:1], strict=True))),
        event(tmp_path, "apart", {"ultra heavy": "Ana Silva"}),
    ]
    store = tmp_path / "store.duckdb"
    pipeline.ingest(store, paths, EventOptions(), relations.build)
    return duckdb.connect(str(store), read_only=True)


def numbers(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    return dict(con.execute("select event_id, version_id from current_version").fetchall())


def test_of_the_named_everything_is_told(con: duckdb.DuckDBPyConnection) -> None:
    known = numbers(con)
    fresh = known["fresh"]
    told = shared_champions.shared(con, [fresh], list(known.values()))
    # Four champions of fresh, five of same, three of few, one of apart: how many could be is the smaller number.
    assert told == {
        (fresh, "same"): (4, 4),
        (fresh, "few"): (2, 3),
        (fresh, "moved"): (0, 4),
        (fresh, "apart"): (0, 1),
    }


def test_of_the_others_what_may_make_two_events_one(con: duckdb.DuckDBPyConnection) -> None:
    known = numbers(con)
    for fresh in known.values():
        every = shared_champions.shared(con, [fresh], list(known.values()))
        most = shared_champions.shared(con, [fresh], [])
        assert most == {
            pair: (common, of) for pair, (common, of) in every.items() if common >= FEWEST and common >= MOSTLY * of
        }
    assert shared_champions.shared(con, [known["same"]], []) == {(known["same"], "fresh"): (4, 4)}
