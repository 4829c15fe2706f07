"""One event from two sources: recognised by name or by its champions, told, and counted once."""

from datetime import date
from pathlib import Path

import pytest

from analytics import queries, relations
from analytics.store import Store
from etl import decisions, pipeline, same_events
from etl.errors import UnknownName, UnusableInput
from etl.extract import EventOptions
from tests.etl import bundles

WEIGHTS = ("rooster", "light", "middle", "heavy", "ultra-heavy")
ATHLETES = [f"Athlete {letter}" for letter in "ABCDE"]
WORLDS = "World Jiu-Jitsu IBJJF Championship 2012"


def source(
    folder: Path, event: str, name: str, champions: list[str], *, start: date = date(2012, 6, 1), uniform: str = "gi"
) -> Path:
    """An event with one champion in each of some categories."""
    head = f'[event]\nid = "{event}"\nname = "{name}"\nstart = {start}\nuniform = "{uniform}"\n'
    rows = [
        {**bundles.CATEGORY, "weight_class": weight, "place": "1", "athlete": athlete, "academy": "North"}
        for weight, athlete in zip(WEIGHTS, champions, strict=False)
    ]
    return bundles.folder(folder / event, head, placements=rows)


def ingest(store: Path, *paths: Path) -> None:
    pipeline.ingest(store, list(paths), EventOptions(), relations.build)


def counted(store: Path) -> list[str]:
    with Store.open(store) as opened, opened.cursor() as cur:
        return [version.event_id for version in queries.counted(cur)]


def told(store: Path) -> list[str]:
    with Store.open(store) as opened, opened.cursor() as cur:
        found = queries.findings(cur)
    return [row.reason for row in found.itertuples() if row.code == "event_seen_before"]


@pytest.mark.parametrize(
    "other",
    [
        "World IBJJF Jiu-Jitsu Championship 2012",
        f"{WORLDS} (Results)",
        "World Jiu-Jitsu IBJJF Championship – 2012 (Archive)",
        "WORLD JIU JITSU IBJJF CHAMPIONSHIP",
        "Wórld Jiu-Jitsu IBJJF Champiônship",
    ],
)
def test_spellings_of_one_name(other: str) -> None:
    assert same_events.name_key(other) == same_events.name_key(WORLDS)


@pytest.mark.parametrize(
    "other", ["World No-Gi IBJJF Jiu-Jitsu Championship 2012", "Pan Jiu-Jitsu IBJJF Championship 2012"]
)
def test_names_of_two_events(other: str) -> None:
    assert same_events.name_key(other) != same_events.name_key(WORLDS)


def test_the_second_source_is_told_and_counts_no_second_time(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    ingest(store, source(tmp_path, "worlds", WORLDS, ATHLETES))
    ingest(store, source(tmp_path, "world-2012", "World IBJJF Jiu-Jitsu Championship 2012 (Results)", ATHLETES[:3]))
    assert counted(store) == ["worlds"]
    (reason,) = told(store)
    assert "probably worlds" in reason
    assert "99% sure" in reason
    assert "3 of 3 champions" in reason
    assert "only worlds counts" in reason
    with Store.open(store) as opened, opened.cursor() as cur:
        medals = queries.medals(cur, queries.counted(cur))
        assert medals["gold"].tolist() == [5], "not 8"
        assert len(queries.current(cur)) == 2, "both stay"


def test_another_name_with_the_same_champions_is_recognised(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    mostly = [*ATHLETES[:3], "Somebody", "Else"]  # 3 of 5 = 60 %
    ingest(store, source(tmp_path, "worlds", WORLDS, ATHLETES), source(tmp_path, "mundial", "Mundial", mostly))
    assert counted(store) == ["worlds"]
    assert ["3 of 5 champions" in reason for reason in told(store)] == [True]


@pytest.mark.parametrize(
    ("name", "champions", "more"),
    [
        ("Mundial", [*ATHLETES[:2], "X", "Y", "Z"], {}),  # two of five, another name
        (WORLDS, ATHLETES, {"start": date(2013, 6, 1)}),  # another year
        (WORLDS, ATHLETES, {"uniform": "no-gi"}),
    ],
)
def test_two_events_stay_two_without_a_word(
    tmp_path: Path, name: str, champions: list[str], more: dict[str, object]
) -> None:
    store = tmp_path / "s.duckdb"
    ingest(store, source(tmp_path, "worlds", WORLDS, ATHLETES))
    ingest(store, source(tmp_path, "other", name, champions, **more))  # type: ignore[arg-type]
    assert (counted(store), told(store)) == (["other", "worlds"], [])


def test_the_same_name_with_other_champions_is_told_but_both_count(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    ingest(store, source(tmp_path, "spring", "Open 2012", ATHLETES))
    ingest(store, source(tmp_path, "autumn", "Open (Results)", ["V", "W", "X"], start=date(2012, 11, 3)))
    assert counted(store) == ["autumn", "spring"]
    assert ["both count" in reason for reason in told(store)] == [True]
    same_events.decide(store, "autumn", "spring", "office", apart=True)
    assert told(store) == []
    ingest(store, source(tmp_path / "again", "autumn", "Open 2012", ATHLETES, start=date(2012, 11, 3)))
    assert counted(store) == ["autumn", "spring"], "the decision outlives a reload"


def test_a_third_source_is_told_of_the_one_that_counts(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    ingest(store, *(source(tmp_path, name, WORLDS, ATHLETES) for name in ("worlds", "a-copy", "another")))
    assert counted(store) == ["worlds"]
    assert ["only worlds counts" in reason for reason in told(store)] == [True, True]


def test_people_have_the_last_word_and_a_removal_brings_the_other_back(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    ingest(store, source(tmp_path, "a", WORLDS, ATHLETES), source(tmp_path, "b", WORLDS, ATHLETES))
    assert counted(store) == ["a"]
    same_events.decide(store, "a", "b", "office")
    assert counted(store) == ["b"]
    same_events.decide(store, "a", "b", "office", apart=True)
    assert counted(store) == ["a", "b"]
    same_events.decide(store, "b", "a", "office")
    decisions.remove(store, "a")
    assert counted(store) == ["b"]


def test_a_circle_and_an_unknown_event_are_refused(tmp_path: Path) -> None:
    store = tmp_path / "s.duckdb"
    paths = [source(tmp_path, name, name, [f"{name} {n}" for n in range(5)]) for name in ("one", "two", "three")]
    ingest(store, *paths)
    same_events.decide(store, "one", "two", "office")
    same_events.decide(store, "two", "three", "office")
    assert counted(store) == ["three"]
    before = store.read_bytes()
    with pytest.raises(UnusableInput, match="chain"):
        same_events.decide(store, "three", "one", "office")
    with pytest.raises(UnknownName):
        same_events.decide(store, "tree", "one", "office")
    with pytest.raises(UnusableInput, match="by is empty"):
        same_events.decide(store, "one", "three", "")
    assert store.read_bytes() == before
