"""What a file says of itself as a whole is asked once, is what it says, and is forgotten with the file."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb
import pytest

from analytics import (
    athlete_names,
    minors,
    once,
    persons,
    place_numbers,
    prepared,
    prepared_counts,
    protected,
    queries,
    reading,
    relations,
    versions,
)
from analytics.coverage import rejected_rows
from analytics.store import Store
from etl import decisions, load, pipeline
from etl.extract import EventOptions

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample"
Cursor = duckdb.DuckDBPyConnection


def said(cur: Cursor) -> dict[str, object]:
    """Everything that is asked once, of all versions there are."""
    of = versions.counted(cur)
    every = [version for event in of for version in versions.versions(cur, event.event_id)]
    numbers = [version.version_id for version in every]
    held = prepared_counts.held(cur, of, by_version=True)
    return {
        "current": versions.current(cur),
        "counted": of,
        "versions": every,
        "prepared": protected.prepared(cur, numbers),
        "named": [athlete_names.known(cur, [number]) for number in numbers],
        "standing": [athlete_names.standing(cur, [number]) for number in numbers],
        "places": [place_numbers.known(cur, [version]) for version in every],
        "held": None if held is None else (held.loads, held.stale),
        "awards": [queries.every_award(cur, version) for version in every],
        "refused": [rejected_rows(cur, every), *(rejected_rows(cur, [one]) for one in every)],
        "decided": persons.decided(cur),
        "out": [(one.athlete, one.opted_out) for one in minors.people(cur, of)],
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two events of the sample."""
    path = tmp_path_factory.mktemp("once") / "s.duckdb"
    bundles = [SAMPLE / "worlds-2022", SAMPLE / "mat-open-2026"]
    with pytest.MonkeyPatch.context() as patched:
        for module in (prepared, athlete_names):  # however few bouts there are
            patched.setattr(module, "refresh", partial(module.refresh, fewest=0))
        pipeline.ingest(path, bundles, EventOptions(), relations.build)
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def written(statement: str) -> Callable[[Path], object]:
    """A change by one statement."""

    def change(path: Path) -> None:
        with load.writing(path) as con:
            con.execute(statement)

    return change


def removed(path: Path) -> object:
    """One event less."""
    with Store.open(path) as store, store.cursor() as cur:
        event = versions.current(cur)[0].event_id
    return decisions.remove(path, event)


_NAME = "(select min(athlete) from official_place where athlete is not null)"
CHANGES = {
    "an event more": lambda path: pipeline.ingest(path, [SAMPLE / "worlds-2019"], EventOptions(), relations.build),
    "an event less": removed,
    "somebody opts out": written(f"insert into opt_out select 1, {_NAME}, null, null, 'x', now(), null, null"),
    "two are one": written("insert into athlete_alias by name select 1 as alias_id, 'a|x|' as alias_person, "
                           "'b|x|' as person, 'accepted' as status, 'x' as recorded_by, now() as recorded_at"),
    "names are not prepared": written("delete from athlete_name_load"),
    "stands are not prepared": written("delete from athlete_stand_load"),
    "places are not prepared": written("delete from place_number_version"),
    "bouts are not prepared": written("delete from method_version"),
    "whom to protect is not": written("delete from protected_version"),
    "awards are called otherwise": written("update award set name = name || '!'"),
    "a row is refused": written("update source_file set rows_rejected = rows_rejected + 1, rows_read = rows_read + 1"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_file_says_what_it_says_and_who_reads_the_old_one_hears_that(
    path: Path, change: Callable[[Path], object]
) -> None:
    with Store.open(path, check_every=0) as store:
        with store.cursor() as old:
            before = said(old)
            change(path)
            assert said(old) == before
        with store.cursor() as cur, reading.beside(cur) as asked_anew:
            assert said(cur) == said(asked_anew) != before


def test_a_connection_that_writes_is_asked_anew_each_time(path: Path) -> None:
    with load.writing(path) as con:
        before = said(con)
        con.execute("update award set name = name || '!'")
        con.execute("update event_version set kind = 'removal' where version_id = 1")
        assert said(con)["counted"] != before["counted"]


def test_it_is_asked_once_for_all_cursors_of_a_file(path: Path) -> None:
    asked = list[int]()

    def question() -> int:
        asked.append(1)
        return len(asked)

    with Store.open(path, check_every=0) as store:
        for _ in range(3):
            with store.cursor() as cur:
                assert once.ask(cur, "n", question) == 1
        written("update award set name = name || '!'")(path)
        with store.cursor() as cur:
            assert once.ask(cur, "n", question) == 2


def test_a_result_that_was_half_read_is_ended_as_by_a_question(path: Path) -> None:
    with Store.open(path) as store, store.cursor() as cur:
        for _ in range(2):
            cur.execute("select * from range(3)").fetchone()
            assert versions.counted(cur)
            assert cur.sql("select 1").fetchall() == [(1,)]


def test_whoever_was_given_a_list_may_change_it(path: Path) -> None:
    with Store.open(path) as store, store.cursor() as cur:
        event = versions.current(cur)[0].event_id
        for ask in (versions.current, versions.counted, lambda cur: versions.versions(cur, event)):
            ask(cur).clear()
            assert ask(cur)
        protected.prepared(cur, [1, 2]).clear()
        assert protected.prepared(cur, [1, 2]) == {1, 2}


def test_nothing_is_held_once_the_file_is_closed(path: Path) -> None:
    class Large:
        pass

    with Store.open(path, check_every=0) as store:
        with store.cursor() as cur:
            held = weakref.ref(once.ask(cur, "large", Large))
        assert held() is not None
        written("update award set name = name || '!'")(path)
        with store.cursor() as cur:
            assert cur is not None
        gc.collect()
        assert held() is None
