"""An academy and those it meets: counts by hand, intervals widened as they should be, a simulation of known truth."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from analytics import academy_field, queries, relations
from analytics.intervals import wilson
from analytics.store import Store
from etl import pipeline
from etl.extract import EventOptions
from tests.dashboard.running import HEADING, bundle

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
Row = tuple[str, str, str, str, str]  # belt, red academy, blue academy, winner, decision


def store(folder: Path, rows: Sequence[Row]) -> Path:
    """Bouts between athletes who all differ."""
    lines = [
        f"male,adult,{belt},light,{n},,R{n},{red},B{n},{blue},{winner},{decision}\n"
        for n, (belt, red, blue, winner, decision) in enumerate(rows, start=1)
    ]
    made = bundle(folder / "cup", entries="", places="", bouts=BOUTS + "".join(lines), more='ruleset = "none"\n')
    pipeline.ingest(folder / "s.duckdb", [made], EventOptions(), relations.build)
    return folder / "s.duckdb"


def test_wins_and_losses_are_counted_by_method_with_what_is_not_known(tmp_path: Path) -> None:
    rows = [
        ("blue", "A", "B", "red", "submission"),
        ("blue", "C", "A", "red", "points"),
        ("blue", "A", "C", "red", ""),
        ("blue", "A", "A", "red", "points"),  # both are its own: won and lost
        ("blue", "B", "C", "red", "points"),
    ]
    with Store.open(store(tmp_path, rows)) as opened, opened.cursor() as cur:
        found = academy_field.methods(cur, "cup", "A")
        everybody = academy_field.outcomes(cur, None).set_index("academy")
    told = found[["outcome", "method", "count", "n"]].to_numpy().tolist()
    assert sorted(told) == [
        ["lost", "points", 2, 2],
        ["won", "points", 1, 2],
        ["won", "submission", 1, 2],
        ["won", "unknown", 1, 2],
    ]
    assert everybody.loc["A", ["wins", "losses", "bouts"]].tolist() == [3, 2, 5]
    assert everybody.loc["C", ["wins", "losses", "bouts"]].tolist() == [1, 2, 3]


def test_intervals_are_widened_for_the_groups_looked_at(tmp_path: Path) -> None:
    rows = [("blue", "A", "B", "red", "points")] * 9 + [("blue", "A", "B", "blue", "points")]
    rows += [("black", "A", "B", "blue", "points")] * 6 + [("white", "A", "B", "red", "points")] * 4
    with Store.open(store(tmp_path, rows)) as opened, opened.cursor() as cur:
        found = academy_field.groups(cur, "cup", "A").set_index(["field", "value"])
    # Blue 9 of 10, black 0 of 6; white has fewer than five; age, gender and weight 13 of 20 each: five groups.
    assert len(found) == 5
    low, high = wilson(9, 10, 1 - 0.05 / 5)
    blue = found.loc[("belt", "blue")]
    assert (blue["wins"], blue["n"], blue["low"], blue["high"]) == (9, 10, pytest.approx(low), pytest.approx(high))
    assert blue["than_half"] == ("better" if low > 0.5 else "unknown")
    black = found.loc[("belt", "black")]
    assert (black["wins"], black["n"], black["than_half"]) == (
        0,
        6,
        "worse" if wilson(0, 6, 0.99)[1] < 0.5 else "unknown",
    )
    assert ("belt", "white") not in found.index


def test_an_academy_as_good_as_those_it_meets_is_seldom_said_to_be_better(tmp_path: Path) -> None:
    """40 academies of equal strength: at 5 % for each at most, two are expected to be told apart by chance."""
    draw = random.Random(20260502)
    names = [f"T{n}" for n in range(40)]
    rows = []
    for _ in range(3000):
        red, blue = draw.sample(names, 2)
        rows.append((draw.choice(["white", "blue", "purple"]), red, blue, draw.choice(["red", "blue"]), "points"))
    with Store.open(store(tmp_path, rows)) as opened, opened.cursor() as cur:
        told = [(academy_field.groups(cur, "cup", name)["than_half"] != "unknown").any() for name in names]
    assert sum(told) <= 5  # binomial(40, 0.05): more than five in one of seventy draws; the seed is fixed


def test_entries_are_those_of_events_that_list_them(sample_store: Path) -> None:
    with Store.open(sample_store) as opened, opened.cursor() as cur:
        found = academy_field.entered(cur, queries.counted(cur)).set_index("academy_key")
    # entries.csv of the sample: eight of Casa do Tatame; the world championship lists none.
    assert found.loc["casadotatame", "entries"] == 8
    assert "alliance" not in found.index


@pytest.fixture(scope="module")
def sample_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The invented event, and one of places alone."""
    data = Path(__file__).resolve().parents[2] / "data" / "sample"
    path = tmp_path_factory.mktemp("sample") / "s.duckdb"
    pipeline.ingest(path, [data / "worlds-2024", data / "mat-open-2026"], EventOptions(), relations.build)
    return path
