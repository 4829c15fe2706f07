"""Academies merged and parted again in a store: which events get a version, and what every version answers."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import duckdb
import pytest

from analytics import names, queries, relations
from analytics.store import Store
from etl import decisions, pipeline, reviews
from etl.aliases import Alias
from etl.errors import UnknownName, UnusableInput
from etl.extract import EventOptions
from etl.reviews import Review
from tests.etl import bundles

# (gold, silver, bronze, bronze) academies of one category each; North JJ and Nord are the same school.
OPEN = [("North", "South", "East", "West"), ("South", "Nord", "West", "East")]
CUP = [("South", "East", "West", "West")]


def bundle(folder: Path, event: str, start: date, categories: Sequence[Sequence[str]]) -> Path:
    head = f'[event]\nid = "{event}"\nname = "{event}"\nstart = {start}\nuniform = "gi"\n'
    rows = [
        {
            **bundles.CATEGORY,
            "weight_class": weight,
            "place": str(min(n, 3)),
            "academy": who,
            "athlete": f"{weight}-{n}",
        }
        for weight, places in zip(("light", "middle", "heavy"), categories, strict=False)
        for n, who in enumerate(places, start=1)
    ]
    return bundles.folder(folder / event, head, placements=rows)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.duckdb"
    paths = [bundle(tmp_path, "open", date(2022, 5, 2), OPEN), bundle(tmp_path, "cup", date(2022, 9, 1), CUP)]
    pipeline.ingest(path, paths, EventOptions(), relations.build)
    return path


def standing(store: Path, version_id: int | None = None, event: str = "open") -> list[tuple[int, str, int]]:
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute(
            "select rank, academy, points from standing where version_id = "
            "coalesce(?, (select version_id from current_version where event_id = ?)) order by position",
            [version_id, event],
        ).fetchall()


def versions(store: Path) -> list[tuple[str, str]]:
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute("select event_id, kind from event_version order by version_id").fetchall()


def accept(store: Path, alias: str, academy: str, **more: object) -> Review:
    return reviews.accept(store, Alias(alias, academy, **more), "office", relations.build)  # type: ignore[arg-type]


# A1: 9, 3, 1. South 3 + 9, North 9, Nord 3, East 1 + 1, West 1 + 1.
APART = [(1, "South", 12), (2, "North", 9), (3, "Nord", 3), (4, "East", 2), (4, "West", 2)]
# Merged, North has 9 + 3 with one gold and one silver, as South: the heaviest gold decides (T1), South's in middle.
MERGED = [(1, "South", 12), (2, "Nord", 12), (3, "East", 2), (3, "West", 2)]


def test_a_merge_is_a_version_of_the_events_that_hold_the_name_and_an_undo_restores(store: Path) -> None:
    assert standing(store) == APART
    made = accept(store, "Nord", "North")
    assert [version.event_id for version in made.versions] == ["open"]
    assert versions(store) == [("open", "load"), ("cup", "load"), ("open", "merge")]
    assert standing(store) == MERGED
    assert standing(store, 1) == APART, "what was published stays answerable"
    assert standing(store, event="cup") == [(1, "South", 9), (2, "East", 3), (3, "West", 2)]
    undone = reviews.undo(store, made.numbers[0], "office", relations.build, reason="two schools")
    assert [version.event_id for version in undone.versions] == ["open"]
    assert standing(store) == APART
    assert standing(store, 3) == MERGED


def test_the_day_of_the_event_decides_and_a_row_without_effect_makes_no_version(store: Path) -> None:
    assert accept(store, "Nord", "North", valid_from=date(2022, 5, 3)).versions == ()
    assert standing(store) == APART
    made = accept(store, "Nord", "North", valid_to=date(2022, 5, 2))
    assert [version.event_id for version in made.versions] == ["open"]
    assert standing(store) == MERGED


def test_a_merge_outlives_a_reload_and_whatever_is_recorded_later(store: Path, tmp_path: Path) -> None:
    accept(store, "Nord", "North")
    more = bundle(tmp_path / "again", "open", date(2022, 5, 2), [*OPEN, ("Nord", "East", "East", "South")])
    pipeline.ingest(store, [more], EventOptions(), relations.build)
    # the third category: Nord 9, East 3 + 1, South 1
    assert standing(store) == [(1, "Nord", 21), (2, "South", 13), (3, "East", 6), (4, "West", 2)]
    decisions.rule(store, "open", "light", [(1, "light-2")], "ruled", "office", relations.build)
    assert standing(store)[0] == (1, "South", 19), "9 of light by the ruling, 9 of middle, 1 of heavy"


def test_an_answer_before_the_merge_recomputed_stays_as_it_was(store: Path) -> None:
    accept(store, "Nord", "North")
    with Store.open(store) as opened, opened.cursor() as cur:
        relations.recompute(cur, 1, "ibjjf-2024")
        rows = cur.execute("select rank, academy, points from standing where version_id = 1 order by position")
        assert rows.fetchall() == APART


def test_a_chain_of_names_is_one_academy(store: Path) -> None:
    accept(store, "Nord", "North")
    made = accept(store, "North", "South")
    assert [version.event_id for version in made.versions] == ["open"]
    assert standing(store) == [(1, "South", 24), (2, "East", 2), (2, "West", 2)]
    with pytest.raises(UnusableInput, match="undo that first"):
        accept(store, "South", "Nord")


def test_a_name_is_found_by_its_alias_in_the_versions_that_have_it(store: Path) -> None:
    reviews.accept(store, Alias("Nordic", "North"), "office", relations.build, unseen=True)
    with Store.open(store) as opened, opened.cursor() as cur:
        version = queries.resolve(cur, "open")
        with pytest.raises(UnknownName):
            names.academy(cur, version, "Nordic")  # this version was made before anybody said so
    accept(store, "Nord", "North")
    with Store.open(store) as opened, opened.cursor() as cur:
        assert names.academy(cur, queries.resolve(cur, "open"), "nordic").academy_key == "north"


def test_nobody_is_merged_by_a_slip_of_the_pen_or_without_a_name(store: Path) -> None:
    before = store.read_bytes()
    with pytest.raises(UnknownName, match="Nord"):
        accept(store, "Nrod", "North")
    with pytest.raises(UnusableInput, match="same academy already"):
        accept(store, "NORTH", "North")
    with pytest.raises(UnusableInput, match="by is empty"):
        reviews.accept(store, Alias("Nord", "North"), " ", relations.build)
    with pytest.raises(UnknownName):
        reviews.undo(store, 999, "office", relations.build)
    assert store.read_bytes() == before


def test_rejected_is_not_merged_and_accepting_it_later_ends_the_rejection(store: Path) -> None:
    apart = reviews.reject(store, "Nord", "North", "office", relations.build)
    assert apart.versions == ()
    accept(store, "North", "Nord")
    assert standing(store)[1][2] == 12
    with duckdb.connect(str(store), read_only=True) as con:
        ended = con.execute("select undone_by from academy_alias where alias_id = ?", list(apart.numbers)).fetchone()
    assert ended == ("office",)
    with pytest.raises(UnusableInput, match="merged"):
        reviews.reject(store, "Nord", "North", "office", relations.build)


def test_a_file_of_aliases_is_one_change_all_or_nothing(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "own-school.csv"
    file.write_text(
        "alias,academy,association,valid_from,valid_to,note\nNord,North,,2022-01-01,2022-12-31,\nEast,West,,,,\n",
        encoding="utf-8",
    )
    made = reviews.bring_in(store, file, "office", relations.build)
    assert [version.event_id for version in made.versions] == ["cup", "open"], "one version each"
    assert standing(store) == [(1, "South", 12), (2, "Nord", 12), (3, "East", 4)]
    assert standing(store, event="cup") == [(1, "South", 9), (2, "West", 5)]
    before = store.read_bytes()
    assert reviews.bring_in(store, file, "office", relations.build).numbers == ()
    file.write_text("alias,academy\nX,Y\nNord,South\n", encoding="utf-8")
    with pytest.raises(UnusableInput, match="Nord already stands for North"):
        reviews.bring_in(store, file, "office", relations.build)
    assert store.read_bytes() == before


def test_a_standing_by_association_is_computed_with_the_associations_in_place(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "associations.csv"
    file.write_text("alias,academy,association\nNorth,North,Union\nNord,Nord,Union\nEast,East,Union", encoding="utf-8")
    made = reviews.bring_in(store, file, "office", relations.build)
    assert [version.event_id for version in made.versions] == ["cup", "open"]
    assert standing(store) == APART, "academies stay academies"
    with Store.open(store) as opened, opened.cursor() as cur:
        version = queries.resolve(cur, "open")
        relations.recompute(cur, version.version_id, None, by_association=True)
        rows = queries.standings(cur, version, "overall")[["rank", "academy", "points", "gold"]]
    # Union: 9 + 3 + 1 + 1; South and West belong to none and stand for themselves
    assert rows.to_numpy().tolist() == [[1, "Union", 14, 1], [2, "South", 12, 1], [3, "West", 2, 0]]
