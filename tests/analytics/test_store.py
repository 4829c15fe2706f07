"""Readers are never locked out, see the newest whole file, and can touch nothing but it."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from analytics import reading
from analytics.store import Store
from etl import load
from etl.errors import StoreError


def publish(path: Path, number: int) -> None:
    """Makes a store whose created_by, and whose table `seen`, say the number."""
    with load.writing(path, create=True) as con:
        con.execute("UPDATE store SET created_by = ?", [str(number)])
        con.execute(f"CREATE OR REPLACE TABLE seen AS SELECT {number} AS n FROM range(5000)")


def number(store: Store) -> int:
    """The number of the published file, read twice in one cursor: half of one and half of another would differ."""
    with store.cursor() as cur:
        row = cur.execute("SELECT created_by FROM store").fetchone()
        assert row is not None
        assert cur.execute("SELECT DISTINCT n FROM seen").fetchall() == [(int(row[0]),)]
        return int(row[0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    publish(tmp_path / "s.duckdb", 1)
    return tmp_path / "s.duckdb"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "load something first: tatame ingest"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_text("place,athlete\n"), "no DuckDB file"),
        (lambda path: path.touch(), "no DuckDB file"),
        (lambda path: duckdb.connect(str(path)).close(), "no tatame store"),
    ],
    ids=["missing", "folder", "text", "empty", "foreign"],
)
def test_what_is_no_store_is_named_and_none_is_made(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    path = tmp_path / "x.duckdb"
    make(path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(StoreError, match=said) as caught:
        Store.open(path)
    assert len(str(caught.value).splitlines()) <= 2
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(("version", "said"), [(99, "newer tatame"), (0, "older layout 0")])
def test_another_layout_is_refused(path: Path, version: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if version:
        with load.writing(path) as con:
            con.execute("UPDATE store SET schema_version = ?", [version])
    else:
        monkeypatch.setattr("etl.schema.version", lambda con: 0)
    with pytest.raises(StoreError, match=said):
        Store.open(path)


def test_a_damaged_store_is_refused_and_the_way_out_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20] + b"\0" * 9000)
    with pytest.raises(StoreError, match="cannot be opened") as caught:
        Store.open(path)
    assert "tatame restore" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO store VALUES (2, 'x')",
        "CREATE TABLE x (y INT)",
        "DROP TABLE bout",
        "CREATE TABLE memory.main.x (y INT)",
        "CREATE SCHEMA x",
        "DETACH tatame",
        "USE memory",
        "COPY bout TO 'out.csv'",
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "ATTACH '{file}' AS other",
        "INSTALL spatial",
        "LOAD httpfs",
        "SET threads = 1",
        "SET enable_external_access = true",
        "SELECT * FROM a_frame",
    ],
)
def test_a_reader_can_touch_nothing_but_the_store(path: Path, tmp_path: Path, statement: str) -> None:
    import pandas as pd

    a_frame = pd.DataFrame({"x": [1]})
    assert len(a_frame) == 1
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,2\n")
    with Store.open(path) as store, store.cursor() as cur, pytest.raises(duckdb.Error):
        cur.execute(statement.format(file=secret)).fetchall()


def test_temporary_tables_shadow_stored_ones_in_their_cursor_only(path: Path) -> None:
    with Store.open(path) as store, store.cursor() as cur:
        cur.execute("CREATE TEMP TABLE seen AS SELECT 7 AS n")
        assert cur.execute("SELECT n FROM seen").fetchall() == [(7,)]
        assert number(store) == 1


def test_a_new_file_is_seen_and_an_open_cursor_keeps_its_own(path: Path) -> None:
    with Store.open(path, check_every=0) as store:
        before = store.generation
        with store.cursor() as cur:
            publish(path, 2)
            assert cur.execute("SELECT created_by FROM store").fetchall() == [("1",)]
            assert number(store) == 1, "a cursor inside another must not wait for the outer one"
        assert number(store) == 2
        assert store.generation == before + 1
        assert number(store) == 2
        assert store.generation == before + 1, "nothing new, nothing reopened"


def test_a_look_sees_a_new_file_and_asks_nothing_of_it(path: Path) -> None:
    with Store.open(path, check_every=0) as store:
        before = store.look()
        assert store.look() == before
        publish(path, 2)
        assert store.look() == before + 1 == store.generation
        assert number(store) == 2
        with store.cursor():
            publish(path, 3)
            assert store.look() == before + 1, "whoever reads goes on with his file"
        path.unlink()
        path.write_bytes(b"no store")
        with pytest.raises(StoreError):
            store.look()


def test_the_file_is_looked_at_no_more_often_than_asked(path: Path) -> None:
    with Store.open(path, check_every=3600) as store:
        assert number(store) == 1
        publish(path, 2)
        assert number(store) == 1


def test_two_readers_of_one_file_both_see_the_new_one(path: Path) -> None:
    with Store.open(path, check_every=0) as one, Store.open(path.parent / "." / path.name, check_every=0) as two:
        assert (number(one), number(two)) == (1, 1)
        publish(path, 2)
        assert (number(one), number(two)) == (2, 2)
        one.close()
        assert number(two) == 2
        with pytest.raises(StoreError, match="closed"):
            number(one)


def test_a_file_absent_for_a_moment_is_no_error(path: Path) -> None:
    with Store.open(path, check_every=0) as store:
        aside = path.with_name("aside")
        path.rename(aside)
        assert number(store) == 1
        publish(aside, 2)
        aside.rename(path)
        assert number(store) == 2


def test_a_store_that_becomes_unreadable_is_said_to_be_so_and_read_again_once_mended(path: Path) -> None:
    with Store.open(path, check_every=0) as store:
        good = path.with_name("good")
        shutil.copy(path, good)
        bad = path.with_name("bad")
        bad.write_text("no store")
        bad.replace(path)
        for _ in range(2):
            with pytest.raises(StoreError, match="no DuckDB file"):
                number(store)
        good.replace(path)
        assert number(store) == 1


def test_a_long_query_keeps_its_own_file_and_nobody_from_the_new_one(path: Path) -> None:
    with Store.open(path, check_every=0) as store:
        running, release, read = threading.Event(), threading.Event(), list[str]()

        def long() -> None:
            with store.cursor() as cur:
                running.set()
                release.wait(10)
                read.extend(name for (name,) in cur.execute("SELECT created_by FROM store").fetchall())
                assert number(store) == 1, "a cursor inside it reads the same file"

        thread = threading.Thread(target=long)
        thread.start()
        running.wait(10)
        for n in (2, 3):
            publish(path, n)
            began = time.monotonic()
            assert number(store) == n
            assert time.monotonic() - began < 2
        release.set()
        thread.join()
        assert read == ["1"]


def test_a_file_that_nobody_reads_any_more_is_closed(path: Path) -> None:
    """On Linux: who still has it open is told by the system."""
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("no list of open files here")

    def held() -> int:
        return sum(str(path) in str(one.readlink()) for one in descriptors.iterdir() if one.is_symlink())

    with Store.open(path, check_every=0) as store:
        with store.cursor():
            publish(path, 2)
            thread = threading.Thread(target=number, args=(store,))
            thread.start()
            thread.join()
            assert held() == 2
        for n in (3, 4):
            publish(path, n)
            assert number(store) == n
        assert held() == 1
    assert held() == 0


class Held:
    """Somebody who began to read and has not ended."""

    def __init__(self, store: Store) -> None:
        self._began, self._go = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._read, args=(store,))
        self._thread.start()
        assert self._began.wait(10)

    def _read(self, store: Store) -> None:
        with store.cursor() as cur:
            self.number = cur.execute("SELECT created_by FROM store").fetchall()[0][0]
            self._began.set()
            self._go.wait(30)

    def end(self) -> None:
        self._go.set()
        self._thread.join()


def test_while_two_old_files_are_read_no_third_is_left_behind_but_never_for_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has an instance of DuckDB of its own."""
    clock = [100.0]
    monkeypatch.setattr("analytics.store.time.monotonic", lambda: clock[0])
    with Store.open(path, check_every=0) as store:
        readers = [Held(store)]
        for n in (2, 3):
            publish(path, n)
            readers.append(Held(store))
        assert [each.number for each in readers] == ["1", "2", "3"]
        publish(path, 4)
        assert number(store) == 3, "two are read that were replaced: the third goes on"
        readers.pop(0).end()
        assert number(store) == 4, "one of them ended"
        publish(path, 5)
        assert number(store) == 4
        clock[0] += 7
        publish(path, 6)
        assert number(store) == 4
        clock[0] += 1
        assert number(store) == 6, "eight seconds since the fifth was noticed"
        for each in readers:
            each.end()
        assert store._live is not None
        assert store._live._old == []


def test_nobody_waits_while_another_file_is_opened_or_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(file: Path) -> reading.Reading:
        begun.set()
        assert go.wait(10)
        return opened(file)

    opened = reading.Reading
    with Store.open(path, check_every=0) as store:
        monkeypatch.setattr("analytics.store.Reading", slow)
        publish(path, 2)
        first = threading.Thread(target=number, args=(store,))
        first.start()
        assert begun.wait(10)
        assert number(store) == 1
        go.set()
        first.join()
        assert number(store) == 2


def test_readers_in_many_threads_while_versions_are_published(path: Path) -> None:
    last = 8
    stop = time.monotonic() + 60
    errors: list[BaseException] = []
    seen: list[list[int]] = [[] for _ in range(6)]

    with Store.open(path, check_every=0.01) as store:

        def read(mine: list[int]) -> None:
            try:
                while (not mine or mine[-1] < last) and time.monotonic() < stop:
                    mine.append(number(store))
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=read, args=(mine,)) for mine in seen]
        for thread in threads:
            thread.start()
        for n in range(2, last + 1):
            publish(path, n)
        for thread in threads:
            thread.join()
    assert errors == []
    assert [mine[-1] for mine in seen] == [last] * len(seen)
    assert all(mine == sorted(mine) for mine in seen), "never back to an older version"


def test_a_reader_in_another_process_keeps_reading_during_a_load(path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from analytics.store import Store\n"
        "store = Store.open(Path(sys.argv[1]), check_every=0)\n"
        "def now():\n"
        "    with store.cursor() as cur: return int(cur.execute('SELECT created_by FROM store').fetchone()[0])\n"
        "print('ready', flush=True)\n"
        "stop = time.monotonic() + 60\n"
        "while now() < 4 and time.monotonic() < stop: pass\n"
        "print(now(), flush=True)\n"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "PYTHONPATH": "."},
    )
    assert reader.stdout is not None
    with reader.stdout:
        assert reader.stdout.readline() == "ready\n"
        for n in (2, 3, 4):
            publish(path, n)
        assert reader.stdout.readline() == "4\n"
    assert reader.wait(30) == 0


def test_a_store_that_another_program_writes_is_said_to_be_in_use(path: Path) -> None:
    script = "import sys, duckdb; con = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="open for writing"):
            Store.open(path)
        writer.communicate()
    with Store.open(path) as store:
        assert number(store) == 1


@pytest.mark.parametrize("named", ["set lock on file.duckdb", "Parser Error.duckdb", "Invalid Input.duckdb"])
def test_what_a_file_is_called_is_not_why_it_cannot_be_opened(tmp_path: Path, named: str) -> None:
    (tmp_path / named).write_bytes(b"\0" * 8 + b"DUCK" + b"\0" * 9000)
    with pytest.raises(StoreError, match="damaged"):
        Store.open(tmp_path / named)


def _threads(path: Path) -> int:
    with Store.open(path) as store, store.cursor() as cur:
        row = cur.execute("select current_setting('threads')").fetchone()
        assert row is not None
        return int(row[0])


def test_a_small_file_is_read_by_one_thread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a table is one row group, a second one has nothing to do; `TATAME_THREADS` says otherwise."""
    assert _threads(path) == 1
    monkeypatch.setenv("TATAME_THREADS", "3")
    assert _threads(path) == 3
    monkeypatch.delenv("TATAME_THREADS")
    monkeypatch.setattr(reading, "SMALL", path.stat().st_size)
    assert _threads(path) == duckdb.execute("select current_setting('threads')").fetchall()[0][0]


def test_a_nonsense_limit_of_a_reader_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TATAME_MEMORY_LIMIT", "lots")
    with pytest.raises(StoreError, match="TATAME_MEMORY_LIMIT"):
        Store.open(path)


def test_a_reader_takes_part_of_the_memory_or_what_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def limit() -> str:
        with Store.open(path) as store, store.cursor() as cur:
            return str(cur.execute("SELECT current_setting('memory_limit')").fetchall()[0][0])

    with duckdb.connect(config={"memory_limit": "50%"}) as con:
        assert (limit(),) == con.execute("SELECT current_setting('memory_limit')").fetchone()
    monkeypatch.setenv("TATAME_MEMORY_LIMIT", "512MiB")
    assert limit() == "512.0 MiB"
