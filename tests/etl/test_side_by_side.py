"""Sources staged side by side leave what they leave one after another: rows, numbers, findings, errors, their order."""

from __future__ import annotations

import errno
import os
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from etl import extract, load, loading, pipeline, side_by_side, transform
from etl.errors import StoreError, UnusableInput, UserError
from etl.extract import EventOptions, Source
from tests import sizes
from tests.etl.bundles import BOUT, ENTRY, EVENT, PLACE, folder
from tests.etl.stores import ask, beside, content

Rows = dict[str, list[tuple[object, ...]]]
MONDAY = datetime.fromisoformat("2026-05-04")
TIMES = {"academy_alias": "recorded_at"}  # not by the clock of the load


def build(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
    """Answers are not what is looked at here."""


def ingest(store: Path, *paths: Path, options: EventOptions | None = None) -> list[pipeline.EventReport]:
    report = pipeline.ingest(store, paths, options or EventOptions(), build, clock=lambda: MONDAY)
    return [replace(event, warnings=0) for event in report.events]  # some are of what is recognised at the end


def tables(store: Path) -> Rows:
    """Every table in the order in which its rows stand, but for what is recognised at the end of each run."""
    with duckdb.connect(str(store), read_only=True) as con:  # once: opening it takes longer than reading it
        names = [str(name) for (name,) in con.sql("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()]
        return {name: con.sql(_rows(name)).fetchall() for name in names if name != "same_event"}


def _rows(name: str) -> str:
    left_out = f" EXCLUDE ({TIMES[name]})" if name in TIMES else ""
    where = "WHERE code <> 'event_seen_before'" if name == "finding" else ""
    return f"SELECT *{left_out} FROM {name} {where} ORDER BY rowid"


def bundle(path: Path, event: str, kind: int) -> Path:
    """A source of one of several kinds, of which none says the same as another."""
    toml = EVENT.replace("open-2026", event)
    bouts = [{**BOUT, "bout": str(number), "red_athlete": f"Ana {kind} {number}"} for number in range(1, 4 + kind)]
    match kind:
        case 0:  # odd cells, a row twice, a row without anybody
            odd = {**BOUT, "decision": "Pts: 4x2", "weight_class": "?", "red_academy": "Équipe Ñ"}
            return folder(path, toml, bouts=[*bouts, bouts[0], odd, {**BOUT, "red_athlete": "", "blue_athlete": ""}])
        case 1:  # an archive
            inner = folder(path.with_suffix(".folder"), toml, bouts=bouts, entries=[ENTRY, ENTRY])
            with zipfile.ZipFile(path.with_suffix(".zip"), "w") as archive:
                for file in sorted(inner.iterdir()):
                    archive.write(file, file.name)
            return path.with_suffix(".zip")
        case 2:  # places and a published list
            lines = [{"award": "overall", "rank": "1", "academy": "North", "points": "9"}]
            return folder(path, toml, placements=[PLACE, {**PLACE, "place": "2nd"}], official_standings=lines)
        case _:  # as many rows as DuckDB reads by itself
            many = [{**BOUT, "bout": str(number), "blue_athlete": f"Baz {number}"} for number in range(1, 1200)]
            return folder(path, toml, bouts=many)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    return tmp_path / "store" / "results.duckdb"


@pytest.fixture(params=[1, 3])
def hands(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """How many workers there are, whatever the machine."""
    monkeypatch.setattr(side_by_side, "workers", lambda: request.param)
    yield request.param
    assert not [thread for thread in threading.enumerate() if thread.name == "stage"]


def each_alone(store: Path, paths: Sequence[Path]) -> tuple[list[pipeline.EventReport], Rows]:
    reports = [report for path in paths for report in ingest(store, path)]
    return reports, tables(store)


def test_side_by_side_is_as_one_after_another(tmp_path: Path, store: Path, hands: int) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", number % 4) for number in range(6)]
    reports, expected = each_alone(store, paths)
    together = store.with_name("together.duckdb")
    assert ingest(together, *paths) == reports
    assert tables(together) == expected
    assert len(expected["bout"]) > 1199


@settings(max_examples=sizes.drawn(4, 24), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sources=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=2, max_size=6))
def test_whatever_sources_in_whatever_order(
    tmp_path_factory: pytest.TempPathFactory, sources: list[tuple[int, int]]
) -> None:
    """Few events of few kinds: the same event again, with the same content or another, comes often."""
    where = tmp_path_factory.mktemp("any")
    paths = [bundle(where / f"in{n}", f"cup-{event}", kind) for n, (kind, event) in enumerate(sources)]
    reports, expected = each_alone(where / "alone.duckdb", paths)
    assert ingest(where / "together.duckdb", *paths) == reports
    assert tables(where / "together.duckdb") == expected


def test_transactions_may_end_and_be_written_while_others_stage(
    tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", number % 4) for number in range(6)]
    reports, expected = each_alone(store, paths)
    monkeypatch.setattr(loading, "_ROWS", 0)
    monkeypatch.setattr(load, "_UNWRITTEN", -1)
    together = store.with_name("together.duckdb")
    assert ingest(together, *paths) == reports
    assert tables(together) == expected


def test_a_transaction_ends_after_many_small_events_too(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room for two and a half of them."""
    commit, ended = loading._commit, [0]

    def counted(con: duckdb.DuckDBPyConnection) -> None:
        ended[0] += 1
        commit(con)

    monkeypatch.setattr(loading, "_ROWS", 5_000)
    monkeypatch.setattr(loading, "_commit", counted)
    ingest(store, *(bundle(tmp_path / f"in{number}", f"cup-{number}", 2) for number in range(5)))
    assert ended == [1], "before the fourth"


def test_the_same_twice_in_one_run_equals_once(tmp_path: Path, store: Path, hands: int) -> None:
    one, other = (bundle(tmp_path / f"in{kind}", "cup", kind) for kind in (3, 0))
    again = [(report.version, report.already_loaded) for report in ingest(store, one, one, other, other, one)]
    assert again == [(1, False), (1, True), (2, False), (2, True), (3, False)]


def test_a_large_source_is_worked_at_alone_and_leaves_the_same(
    tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", number % 4) for number in range(5)]
    reports, expected = each_alone(store, paths)
    monkeypatch.setattr(side_by_side, "AT_A_TIME", 20_000)  # bytes: less than kind 3 has, more than the others
    staged = staging(monkeypatch, lambda source: None)
    together = store.with_name("together.duckdb")
    assert ingest(together, *paths) == reports
    assert tables(together) == expected
    assert {name for name, thread in staged if thread == threading.main_thread().name} == {"in3"}


def staging(monkeypatch: pytest.MonkeyPatch, first: Callable[[Source], None]) -> list[tuple[str, str]]:
    """Has something done before each source is staged; the list becomes source and thread of each, as they began."""
    stage, begun = transform.stage, []

    def watched(con: duckdb.DuckDBPyConnection, source: Source, **how: bool) -> transform.Staged:
        begun.append((source.path.name, threading.current_thread().name))
        first(source)
        return stage(con, source, **how)

    monkeypatch.setattr(transform, "stage", watched)
    return begun


def test_slow_sources_keep_their_turn(tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", 2) for number in range(7)]
    staging(monkeypatch, lambda source: time.sleep(0.15 if source.path.name in {"in0", "in4"} else 0))
    ingest(store, *paths)
    loads = ask(store, "SELECT load_id, event_id FROM source_load ORDER BY rowid")
    assert loads == [(number + 1, f"cup-{number}") for number in range(7)]


def unusable(path: Path) -> Path:
    return folder(path, EVENT.replace("open-2026", path.name), bouts=[{"bout": "1"}])


@pytest.mark.parametrize("missing", [False, True])
def test_the_first_wrong_source_is_told_though_a_later_one_failed_before_it(
    tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch, missing: bool
) -> None:
    good = bundle(tmp_path / "good", "cup", 3)
    ingest(store, good)
    before = content(store)
    first, later = unusable(tmp_path / "first"), tmp_path / "nothing" if missing else unusable(tmp_path / "later")
    staging(monkeypatch, lambda source: time.sleep(0.15 if source.path.name == "first" else 0))
    more = [bundle(tmp_path / f"in{number}", f"open-{number}", 0) for number in range(2)]
    with pytest.raises(UnusableInput, match="heading lacks") as told:
        ingest(store, more[0], first, later, more[1])
    with pytest.raises(UserError) as alone:
        ingest(store, first)
    assert str(told.value) == str(alone.value)
    assert (content(store), beside(store)) == (before, [])


def test_what_is_no_name_of_a_file_is_told_beside_others_too(tmp_path: Path, store: Path) -> None:
    with pytest.raises(UnusableInput, match="no such file"):
        ingest(store, bundle(tmp_path / "in", "cup", 2), Path("in\0side"))


@pytest.mark.parametrize("where", ["staging", "inserting"])
def test_a_full_disk_is_told_as_such(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """Whatever failed with it: DuckDB refuses every statement in a transaction that an error ended."""

    def full(con: duckdb.DuckDBPyConnection, *_: object, **__: object) -> None:
        with suppress(duckdb.Error):
            con.execute("INSERT INTO store VALUES (NULL, NULL)")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    module, name = (transform, "stage") if where == "staging" else (load, "insert")
    monkeypatch.setattr(module, name, full)
    with pytest.raises(StoreError, match="no room left"):
        ingest(store, *(bundle(tmp_path / f"in{number}", f"cup-{number}", 2) for number in range(3)))
    assert list(store.parent.iterdir()) == []


def test_a_file_of_many_events_is_read_once(
    tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", number) for number in range(4)]
    sources = [source for path in paths for source in extract.read(path, EventOptions())]
    reads: list[Path] = []

    def counted(path: Path, _: EventOptions) -> list[Source]:
        reads.append(path)
        return sources

    monkeypatch.setattr(extract, "read", counted)
    together = ingest(store, tmp_path)
    monkeypatch.undo()
    reports, expected = each_alone(store.with_name("alone.duckdb"), paths)
    assert (together, tables(store), reads) == (reports, expected, [tmp_path])


def test_a_file_whose_event_is_named_is_read_once(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A workbook takes its time, and room for its rows."""
    path, read = bundle(tmp_path / "in", "cup", 2), extract.read
    reads: list[Path] = []

    def counted(path: Path, options: EventOptions) -> list[Source]:
        reads.append(path)
        return read(path, options)

    monkeypatch.setattr(extract, "read", counted)
    assert [event.event_id for event in ingest(store, path, options=EventOptions(event_id="open"))] == ["open"]
    assert reads == [path]


def test_no_more_sources_are_in_work_than_may_be(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "workers", lambda: 2)
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", 2) for number in range(8)]
    kept, most = [0], [0]

    def told(step: str, done: int, total: int) -> None:
        kept[0] = done if step == "read" else kept[0]
        assert threading.current_thread() is threading.main_thread()

    begun = staging(monkeypatch, lambda source: most.append(len(begun) - kept[0]))
    pipeline.ingest(store, paths, EventOptions(), build, told)
    assert len(begun) == 8
    assert 1 < max(most) <= 2 + 1 + 1, "of which one is kept, and it is not told yet"


def test_what_ends_the_program_ends_the_workers(
    tmp_path: Path, store: Path, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", 3) for number in range(6)]
    staging(monkeypatch, lambda source: time.sleep(0.05))

    def interrupted(step: str, done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pipeline.ingest(store, paths, EventOptions(), build, interrupted)
    assert list(store.parent.iterdir()) == []


def test_settings_of_the_connection_are_as_before(tmp_path: Path, store: Path, hands: int) -> None:
    paths = [bundle(tmp_path / f"in{number}", f"cup-{number}", 2) for number in range(3)]
    said: list[Any] = []

    def asking(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> None:
        con.execute("SELECT current_setting('threads'), current_setting('disabled_optimizers')")
        said.extend(con.fetchall())

    for run in (paths[:1], paths):
        pipeline.ingest(store, run, EventOptions(), asking)
    assert said[0] == said[1]
    assert not said[0][1]
