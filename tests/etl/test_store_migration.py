"""Stores as older programs left them (tests/cases/stores): refused by readers, brought up to date by writers, kept."""

import csv
import errno
import logging
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path

import duckdb
import pytest

from analytics import check, queries, relations
from analytics.store import Store
from etl import backup, decisions, load, schema
from etl.errors import StoreError
from tatame import cli
from tests.etl.stores import ask, beside, content

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "stores"
# Prepared otherwise since: counts of methods since layout 3, names of athletes since layout 4.
PREPARED = {"method_count", "method_count_version", "athlete_name", "athlete_name_load"}
OLDER = range(1, schema.SCHEMA_VERSION)
KILLS = int(os.environ.get("TATAME_KILLS", "10"))  # `make soak` says 100


def build(case: Path, store: Path) -> Path:
    """Make a store from the tables of a layout and the rows that a program of that time put into them."""
    with duckdb.connect(str(store)) as con:
        con.execute((case / "schema.sql").read_text(encoding="utf-8"))
        for table in sorted(case.glob("*.csv")):
            con.execute(f"COPY {table.stem} FROM '{table}' (HEADER, NULLSTR '\\N')")
    return store


@pytest.fixture(scope="module", params=OLDER, ids=lambda layout: f"layout {layout}")
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    layout = request.param
    return build(CASES / f"layout-{layout}", tmp_path_factory.mktemp(f"layout-{layout}") / f"{layout}.duckdb")


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def rows(store: Path, table: str) -> list[dict[str, str]]:
    """The rows that the case says the table had."""
    file = CASES / f"layout-{store.stem}" / f"{table}.csv"
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def described(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    """Everything about the tables and views of an open store but their rows and how these are compressed."""
    asked = {
        "tables": "SELECT table_name, comment, regexp_replace(sql, ' USING COMPRESSION \\w+', '', 'g') "
        "FROM duckdb_tables() ORDER BY 1",
        "columns": "SELECT table_name, column_index, column_name, data_type, is_nullable, comment "
        "FROM duckdb_columns() WHERE NOT internal ORDER BY 1, 2",
        "constraints": "SELECT table_name, constraint_type, constraint_text FROM duckdb_constraints() ORDER BY 1, 2, 3",
        "views": "SELECT view_name, comment, sql FROM duckdb_views() WHERE NOT internal ORDER BY 1",
        "indexes": "SELECT table_name, index_name, sql FROM duckdb_indexes() ORDER BY 1, 2",
    }
    return {name: con.execute(query).fetchall() for name, query in asked.items()}


def test_every_older_layout_has_its_step_and_a_store_to_try_it_on() -> None:
    folder = resources.files("etl") / "sql" / "migrations"
    assert sorted(file.name for file in folder.iterdir()) == [f"{layout}.sql" for layout in OLDER]
    assert sorted(case.name for case in CASES.iterdir()) == [f"layout-{layout}" for layout in OLDER]


def test_a_reader_refuses_it_and_names_the_command(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = content(store)
    with pytest.raises(StoreError, match="tatame migrate --store") as caught:
        Store.open(store)
    assert len(str(caught.value).splitlines()) <= 2
    assert cli.main(["check", "--store", str(store)]) == 2
    assert "tatame migrate" in capsys.readouterr().err
    assert (content(store), beside(store)) == (before, [])


def test_brought_up_to_date_it_answers_as_before_and_is_sound(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, old = content(store), int(store.stem)
    assert cli.main(["migrate", "--store", str(store)]) == 0
    assert ask(store, "SELECT schema_version FROM store") == [(schema.SCHEMA_VERSION,)]
    assert [(name, content(store.with_name(name))) for name in beside(store)] == [
        (f"{store.name}.layout-{old}.backup", before)
    ]
    assert check.check(store).counts == {}
    expected = [
        (row["award_id"], int(row["rank"]), row["academy"], int(row["points"]), int(row["gold"]))
        for row in rows(store, "standing")
        if row["version_id"] == "5"
    ]
    with Store.open(store) as opened, opened.cursor() as cur:
        assert queries.resolve(cur, "mat-open-2026").version == 5
        found = cur.execute(
            "SELECT award_id, rank, academy, points, gold FROM standing WHERE version_id = "
            "(SELECT version_id FROM current_version WHERE event_id = 'mat-open-2026') ORDER BY rowid"
        ).fetchall()
    assert expected
    assert found == expected
    capsys.readouterr()
    assert cli.main(["standings", "--event", "mat-open-2026", "--format", "csv", "--store", str(store)]) == 0
    printed = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    standings = [
        (row["award"], int(row["rank"]), row["academy"], int(row["points"]), int(row["gold"])) for row in printed
    ]
    assert sorted(standings) == sorted(expected)


def test_its_tables_are_then_those_of_a_new_store_and_no_row_is_lost_or_moved(store: Path, tmp_path: Path) -> None:
    with load.writing(store), load.writing(tmp_path / "new.duckdb", create=True):
        pass
    with duckdb.connect(str(store), read_only=True) as con:
        migrated = described(con)
    with duckdb.connect(str(tmp_path / "new.duckdb"), read_only=True) as con:
        fresh = described(con)
    for what, expected in fresh.items():
        assert migrated[what] == expected, what
    tables = {table.stem for table in (CASES / f"layout-{store.stem}").glob("*.csv")} - PREPARED
    counts = {table: len(rows(store, table)) for table in tables}
    assert {table: ask(store, f"SELECT count(*) FROM {table}") for table in counts} == {
        table: [(count,)] for table, count in counts.items()
    }
    in_order = [(int(row["load_id"]), int(row["bout"]), row["red_athlete"]) for row in rows(store, "bout")]
    assert ask(store, "SELECT load_id, bout, red_athlete FROM bout ORDER BY rowid") == in_order


def test_whatever_writes_brings_it_up_to_date_and_tells(store: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        decisions.remove(store, "side-2026", None, None)
    (kept,) = beside(store)
    assert [kept in record.getMessage() for record in caplog.records] == [True]
    assert check.check(store).counts == {}


def test_a_load_with_nothing_new_brings_it_up_to_date_all_the_same(
    store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with load.writing(store) as con:
        con.begin()
        raise load.Unchanged
    assert ask(store, "SELECT schema_version FROM store") == [(schema.SCHEMA_VERSION,)]  # type: ignore[unreachable]


def test_a_second_migration_keeps_the_first_backup(store: Path) -> None:
    old = store.read_bytes()
    for _ in range(2):
        store.write_bytes(old)
        with load.writing(store):
            pass
    assert len(beside(store)) == 2
    assert {store.with_name(name).read_bytes() for name in beside(store)} == {old}


def test_a_backup_of_it_is_restored_in_the_layout_of_today(store: Path, tmp_path: Path) -> None:
    note = backup.backup(store, tmp_path / "backup.duckdb")
    assert note.layout == int(store.stem)
    kept = content(tmp_path / "backup.duckdb")
    new = tmp_path / "new.duckdb"
    restored = backup.restore(new, tmp_path / "backup.duckdb", check.refuse_unsound)
    assert restored.older == int(store.stem)
    assert ask(new, "SELECT schema_version FROM store") == [(schema.SCHEMA_VERSION,)]
    assert content(tmp_path / "backup.duckdb") == kept


def test_a_step_that_fails_leaves_the_old_store_and_no_backup(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(store)

    def half(con: duckdb.DuckDBPyConnection) -> None:
        con.execute("DROP TABLE bout")
        raise RuntimeError("in the middle")

    monkeypatch.setitem(schema.STEPS, int(store.stem), half)
    with pytest.raises(RuntimeError, match="in the middle"), load.writing(store):
        pass
    assert (content(store), beside(store)) == (before, [])


def test_what_is_prepared_is_no_single_transaction_and_half_of_it_takes_no_place(
    store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before, prepare = content(store), relations.prepare

    def half(con: duckdb.DuckDBPyConnection) -> bool:
        con.begin()  # refused within a transaction
        con.commit()
        prepare(con)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(relations, "prepare", half)
    assert cli.main(["migrate", "--store", str(store)]) == 2
    assert "no room left on the disk" in capsys.readouterr().err
    assert (content(store), beside(store)) == (before, [])


def migration(store: Path, script: str = "", **options: object) -> subprocess.Popen[str]:
    # Where the tests run in the background SIGINT is ignored, and a child inherits that.
    text = "import signal, sys, time; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    text += f"from etl import schema; from tatame import cli\n{script}\n"
    text += "sys.exit(cli.main(['migrate', '--store', sys.argv[1]]))"
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-c", text, str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )


MIDDLE = (
    "step = schema.STEPS[{layout}]\n"
    "def slow(con): step(con); print('in', flush=True); time.sleep(60)\n"
    "schema.STEPS[{layout}] = slow"
)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=lambda number: number.name)
def test_killed_in_the_middle_the_old_store_is_intact(store: Path, number: signal.Signals) -> None:
    before = content(store)
    with migration(store, MIDDLE.format(layout=int(store.stem))) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in\n"
        process.send_signal(number)
    assert content(store) == before
    assert cli.main(["migrate", "--store", str(store)]) == 0
    assert check.check(store).counts == {}
    assert [name for name in beside(store) if not name.endswith(".backup")] == []


@pytest.mark.faults
def test_killed_at_any_moment_the_store_is_the_old_one_or_the_new_one(made: Path, tmp_path: Path) -> None:
    moments, ended = random.Random(2), set()
    old = content(made)
    for number in range(KILLS):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = Path(shutil.copy(made, folder))
        with migration(store) as process:
            while process.poll() is None and not any(name.endswith(".new") for name in beside(store)):
                time.sleep(0.002)
            time.sleep(moments.uniform(0, 0.3))
            process.kill()
        is_old = content(store) == old
        ended.add(is_old)
        assert is_old or check.check(store).counts == {}
        kept = [name for name in beside(store) if name.endswith(".backup")]
        assert is_old or [content(store.with_name(name)) for name in kept] == [old]
        shutil.rmtree(folder)
    assert True in ended, "no kill came in time: the test tests nothing"


@pytest.mark.faults
def test_without_room_the_old_store_is_intact(store: Path) -> None:
    # Layout 1 needs more than it has; layout 2, whose counts go, has room enough once it is copied.
    before, room = content(store), store.stat().st_size + (4096 if store.stem == "1" else -4096)
    with migration(store, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))) as process:
        _, err = process.communicate()
    assert (process.returncode, "no room left" in err) == (2, True), err
    assert (content(store), beside(store)) == (before, [])
