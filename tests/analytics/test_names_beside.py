"""The names of a small event are told apart beside its answers: the same as after them, and no half of it is kept."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import duckdb
import pytest

from analytics import athlete_names, names_beside, place_numbers, prepared, relations
from etl import pipeline
from etl.extract import EventOptions
from tests.benchmarks.generated import generated


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return generated(tmp_path_factory.mktemp("bundles"), 120, events=2, seed=7)


@pytest.fixture(autouse=True)
def _prepared_however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (prepared, athlete_names):
        monkeypatch.setattr(module, "refresh", partial(module.refresh, fewest=0))


@pytest.fixture
def store(bundles: list[Path], tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    pipeline.ingest(path, bundles[:1], EventOptions(), relations.build)
    return path


def rows(store: Path, table: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute(f"from {table} order by all").fetchall()


def threads_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads that tell athletes apart from here on."""
    found, refresh = list[str](), athlete_names.refresh

    def watched(con: duckdb.DuckDBPyConnection, versions: list[int], told: bool) -> list[int]:
        found.append(threading.current_thread().name)
        return refresh(con, versions, told=told)

    monkeypatch.setattr(athlete_names, "refresh", watched)
    return found


def test_a_small_event_has_them_told_by_another_thread_to_the_same_rows(
    store: Path, bundles: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside, after = threads_of(monkeypatch), tmp_path / "after.duckdb"
    after.write_bytes(store.read_bytes())
    pipeline.ingest(store, bundles[1:], EventOptions(), relations.build)
    monkeypatch.setattr(names_beside, "SMALL", 0)
    pipeline.ingest(after, bundles[1:], EventOptions(), relations.build)
    assert beside == ["names", "MainThread"]
    for table in ("athlete_name", "athlete_name_load", "athlete_stand", "place_number", "place", "standing"):
        assert rows(store, table) == rows(after, table) != [], table


def test_within_a_transaction_nobody_else_could_see_the_rows(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = threads_of(monkeypatch)
    with duckdb.connect(str(store)) as con:
        con.begin()
        relations.build(con, [1])
        con.commit()
    assert beside == ["MainThread"]


def test_what_goes_wrong_beside_is_raised_and_the_store_stays(
    store: Path, bundles: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = store.read_bytes()

    def broken(con: duckdb.DuckDBPyConnection, versions: list[int], told: bool) -> list[int]:
        raise MemoryError("names")

    monkeypatch.setattr(athlete_names, "refresh", broken)
    with pytest.raises(MemoryError, match="names"):
        pipeline.ingest(store, bundles[1:], EventOptions(), relations.build)
    assert store.read_bytes() == before


def test_a_build_that_fails_breaks_it_off_and_waits_for_its_end(
    store: Path, bundles: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, begun, ended = store.read_bytes(), threading.Event(), list[str]()

    def endless(con: duckdb.DuckDBPyConnection, versions: list[int], told: bool) -> list[int]:
        begun.set()
        try:
            con.execute("select max(a.i * b.i) from range(10_000_000_000) as a(i), range(10_000_000_000) as b(i)")
        except duckdb.Error as error:
            ended.append(type(error).__name__)
            raise
        return versions

    def broken(con: duckdb.DuckDBPyConnection) -> bool:
        assert begun.wait(60)
        raise MemoryError("bouts")

    monkeypatch.setattr(athlete_names, "refresh", endless)
    monkeypatch.setattr(prepared, "refresh", broken)
    with pytest.raises(MemoryError, match="bouts"):
        pipeline.ingest(store, bundles[1:], EventOptions(), relations.build)
    assert ended == ["InterruptException"]
    assert "names" not in [thread.name for thread in threading.enumerate()]
    assert store.read_bytes() == before


def test_an_interrupt_while_it_is_stopped_waits_for_the_end_too() -> None:
    with duckdb.connect() as con:
        work = names_beside._Work(con, [])
        alive, interrupts = iter((True, True, True, False)), iter((None, KeyboardInterrupt(), None))

        def joined(timeout: float | None = None) -> None:
            if (error := next(interrupts)) is not None:
                raise error

        work.is_alive, work.join = alive.__next__, joined  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            work.stop()
        assert next(alive, None) is None


def test_a_store_of_which_more_is_to_be_prepared_is_not_small(store: Path, bundles: list[Path]) -> None:
    with duckdb.connect(str(store)) as con:
        assert not names_beside.is_small(con, [1])  # known already: a decision
        for table in ("athlete_name_load", "athlete_stand_load"):
            con.execute(f"delete from {table}")
        assert names_beside.is_small(con, [1])
        con.execute(
            "insert into source_load select * replace (99 as load_id, 'other' as event_id) from source_load limit 1"
        )
        con.execute(
            "insert into event_version select * replace (99 as version_id, 'other' as event_id, 99 as load_id) "
            "from event_version limit 1"
        )
        assert not names_beside.is_small(con, [1])


def test_places_have_the_same_numbers_whoever_says_them(store: Path) -> None:
    """`athlete_called` of the load, or a look at the names of the whole store."""
    expected = rows(store, "place_number")
    with duckdb.connect(str(store)) as con:
        for table in (*place_numbers.TABLES, "place_number_version"):
            con.execute(f"delete from {table}")
        con.execute("create temp table athlete_called (who varchar, number integer)")  # of other loads
        assert place_numbers.refresh(con, [99])
    assert rows(store, "place_number") == expected != []
