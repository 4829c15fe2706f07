"""What each version changed, told in words; two hand-written versions of one event."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from analytics import relations, versions
from analytics.history import VersionStory, history
from analytics.store import Store
from etl import decisions, pipeline
from etl.errors import UnknownName
from etl.extract import EventOptions
from tests.analytics.podium import Category, Podium, compute, won
from tests.analytics.test_recorded_decisions import BOUTS, ENTRIES, EVENT, LIGHT

D = (1, "Dan", "Delta")
A = (2, "Ann", "Alpha")
B = (3, "Bob", "Bravo")
C = (3, "Cyd", "Carlos")


def told(before: Category, after: Category, kind: str = "correction", statement: str = "") -> VersionStory:
    """The second version's story, `before` and `after` being the first category of one event."""
    con = compute(Podium((before, won("x y", weight="heavy"))), Podium((after, won("x y", weight="heavy"))))
    _same_event(con, kind)
    if statement:
        con.execute(statement)
    first, second = history(con, "event-1")
    assert (first.against, first.places, first.states, first.standings) == (None, (), (), ())
    return second


def _same_event(con: duckdb.DuckDBPyConnection, kind: str) -> None:
    con.execute("update event_version set event_id = 'event-1', version = 2, kind = ? where version_id = 2", [kind])


STRUCK = """insert into correction values
(1, 'event-1', 2, null, 'male', 'adult', 'black', 'light', 'Ann', 'Ann', 'doping', 'lab', 'desk', now())"""


def test_m24_moves_the_beaten_up_and_says_so() -> None:
    """The example of M24: A (second) is struck out; C, whom he beat in the semifinal, is second, B third."""
    before = Category((D, A, C, (3, "Eve", "Echo")))
    after = Category((D, (2, "Cyd", "Carlos"), B, (3, "Eve", "Echo")))
    story = told(before, after, statement=STRUCK)
    # the harness writes every rule as M1; the relations give M24 to those who moved
    found = {story.change.athlete: story.reason for story in story.places}
    assert found["Ann"] == "second loses the place: M24, struck out (doping)"
    assert found["Cyd"].startswith("third moves up to second: ")
    assert found["Bob"].startswith("third now, without a place before: ")
    assert "Dan" not in found and "Eve" not in found


def test_whoever_moves_up_by_m24_is_told_who_was_struck_out() -> None:
    con = compute(Podium((Category((D, A, C)),)), Podium((Category((D, (2, "Cyd", "Carlos"))),)))
    _same_event(con, "correction")
    con.execute(STRUCK)
    con.execute("update place set rule = 'M24' where version_id = 2 and athlete = 'Cyd'")
    reasons = {story.change.athlete: story.reason for story in history(con, "event-1")[1].places}
    assert reasons["Cyd"] == "third moves up to second: M24, the runner-up struck out"


def test_points_and_ranks_follow() -> None:
    """Alpha 3 -> none, Carlos 1 -> 3: shares third with Alpha's successor nobody; the others keep theirs."""
    story = told(Category((D, A, C)), Category((D, (2, "Cyd", "Carlos"))), statement=STRUCK)
    found = {s.academy: (s.old_points, s.new_points, s.old_rank, s.new_rank) for s in story.standings}
    assert found["Alpha"] == (3, None, 3, None)
    assert found["Carlos"] == (1, 3, 5, 3)
    assert set(found) == {"Alpha", "Carlos"}


def test_a_ruling_settles_a_category() -> None:
    ruling = """insert into ruling values
    (1, 'event-1', 2, null, 'male', 'adult', 'black', 'light', 1, 'Dan', 'Dan', 'Delta', null, 'desk', now())"""
    story = told(Category((), state="needs_ruling"), Category((D,)), "ruling", ruling)
    (state,) = story.states
    assert (state.old_state, state.new_state) == ("needs_ruling", "decided")
    assert [place.reason for place in story.places] == ["first now, without a place before: an official ruling"]


def test_a_category_that_became_unsettled_blames_nobody_but_the_one_struck_out() -> None:
    """A7: Ann's case leaves the category waiting; Dan and Cyd lost nothing by what they did."""
    story = told(Category((D, A, C)), Category((), state="needs_ruling"), statement=STRUCK)
    assert {place.change.athlete: place.reason for place in story.places} == {
        "Ann": "second loses the place: M24, struck out (doping)",
        "Cyd": "third before: the category awaits a ruling (A7)",
        "Dan": "first before: the category awaits a ruling (A7)",
    }


def test_a_new_load_speaks_of_the_source() -> None:
    story = told(Category((D, A)), Category(((1, "Ann", "Alpha"), (2, "Dan", "Delta"))), "load")
    assert [place.reason for place in story.places] == [
        "second moves up to first: M1, as the source now has it",
        "first moves down to second: M1, as the source now has it",
    ]


def test_a_removal_changes_nothing_and_is_told() -> None:
    con = compute(Podium((won("A B"),)), Podium((won("A B"),)))
    _same_event(con, "removal")
    assert [(story.version.kind, story.against) for story in history(con, "event-1")] == [
        ("load", None),
        ("removal", None),
    ]
    with pytest.raises(versions.UserError, match="removed"):
        versions.resolve(con, "event-1")


def test_an_unknown_event_names_the_nearest() -> None:
    con = compute(Podium((won("A B"),)))
    with pytest.raises(UnknownName, match="event-1"):
        history(con, "evnt-1")


def test_a_correction_and_its_undoing_through_the_real_build(tmp_path: Path) -> None:
    """M24: Ana, second, is struck out; Bea, whom she beat in the semifinal, takes her place; undone, both are back."""
    folder, store = tmp_path / "cup", tmp_path / "results.duckdb"
    folder.mkdir()
    for name, text in (("event.toml", EVENT), ("entries.csv", ENTRIES), ("bouts.csv", BOUTS)):
        (folder / name).write_text(text)
    pipeline.ingest(store, [folder], EventOptions(), relations.build)
    decisions.correct(store, "cup-2026", LIGHT, "Ana", "doping", "laboratory", "office", relations.build)
    decisions.undo(store, "cup-2026", 1, "acquitted", "office", relations.build)
    with Store.open(store) as opened, opened.cursor() as cur:
        _, struck, undone = history(cur, "cup-2026")
    assert [place.reason for place in struck.places] == [
        "third moves up to second: M24, the runner-up struck out",
        "second loses the place: M24, struck out (doping)",
    ]
    assert {s.academy: (s.old_points, s.new_points, s.new_rank) for s in struck.standings} == {
        "Beta": (1, 3, 2),
        "Alpha": (3, None, None),
    }
    assert [place.reason for place in undone.places] == [
        "second now, without a place before: M1, a correction undone",
        "second moves down to third: M1, a correction undone",
    ]
