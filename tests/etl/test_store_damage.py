"""A store cut short, overwritten or replaced by something else: one clear message, and nothing is changed."""

import json
import os
import random
from pathlib import Path

import duckdb
import pytest

from analytics import relations
from analytics.store import Store
from etl import damage, decisions, load
from etl.errors import StoreError, UserError
from tatame import cli
from tests.etl.stores import beside, content

PIECES = pytest.mark.parametrize("pieces", [4, pytest.param(60, marks=pytest.mark.faults)], ids=["few", "many"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a store with an event and its answers."""
    store = tmp_path_factory.mktemp("whole") / "results.duckdb"
    sample = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
    assert cli.main(["ingest", str(sample), "--store", str(store)]) == 1, "a category needs a ruling"
    return store.read_bytes()


READS = (
    ("events",), ("findings",), ("history",), ("methods",), ("placements",), ("standings",),
    ("sql", "select count(*) from bout"),
)  # fmt: skip

Captured = pytest.CaptureFixture[str]


def said(store: Path, capsys: Captured, *command: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error of a command on a store."""
    status = cli.main([*command, "--store", str(store)])
    out, err = capsys.readouterr()
    return status, out, err


def lengths(size: int, pieces: int) -> list[int]:
    """Every header, the ends of blocks, and some lengths between."""
    some = random.Random(3)
    edges = [1, 11, 12, 4096, 8192, 12287, 12288, size - 262144, size - 1]
    return sorted({*edges, *(some.randrange(1, size) for _ in range(pieces))})


@PIECES
def test_cut_short_at_any_length_no_command_answers_and_none_fails_in_its_own_words(
    whole: bytes, tmp_path: Path, capsys: Captured, pieces: int
) -> None:
    store = tmp_path / "cut.duckdb"
    for number, length in enumerate(lengths(len(whole), pieces)):
        store.write_bytes(whole[:length])
        status, out, err = said(store, capsys, *READS[number % len(READS)])
        expected = "cannot be opened" if length >= 12 else "no DuckDB file"
        assert (length, status, out, expected in err, "internal error" in err) == (length, 2, "", True, False), err
        assert len(err.splitlines()) <= 2
        assert store.read_bytes() == whole[:length]


@PIECES
def test_cut_short_at_any_length_nothing_is_loaded_into_it(whole: bytes, tmp_path: Path, pieces: int) -> None:
    store = tmp_path / "cut.duckdb"
    for length in lengths(len(whole), pieces):
        store.write_bytes(whole[:length])
        with pytest.raises(StoreError):
            decisions.remove(store, "mat-open-2026", None, None)
        assert (len(store.read_bytes()), beside(store)) == (length, [])


@PIECES
def test_overwritten_anywhere_it_answers_as_before_or_says_that_it_is_damaged(
    whole: bytes, tmp_path: Path, capsys: Captured, pieces: int
) -> None:
    store, some = tmp_path / "garbage.duckdb", random.Random(4)
    store.write_bytes(whole)
    answers = {command: said(store, capsys, *command)[1] for command in READS}
    met = 0
    for number in range(pieces):
        # First the headers, then anywhere: much of a small store is room that nothing uses.
        at, count = (some.randrange(12, len(whole)), some.choice((1, 100, 300_000))) if number else (4096, 300_000)
        filling = some.randbytes(count) if number % 2 else bytes(count)
        store.write_bytes((whole[:at] + filling + whole[at + count :])[: len(whole)])
        command, before = READS[number % len(READS)], content(store)
        status, out, err = said(store, capsys, *command)
        assert "internal error" not in err
        assert content(store) == before
        met += status == 2
        assert "damaged" in err if status == 2 else out == answers[command]
    assert met, "no damage was met: the test tests nothing"


@pytest.mark.parametrize("bytes_", [b"", b"place,athlete\n1,X\n", b"\0" * 20_000, b"PK\x03\x04" + b"\0" * 9000])
def test_what_is_no_database_is_named_by_readers_and_writers(tmp_path: Path, capsys: Captured, bytes_: bytes) -> None:
    store = tmp_path / "other.duckdb"
    store.write_bytes(bytes_)
    status, _, err = said(store, capsys, "standings")
    assert (status, "no DuckDB file" in err) == (2, True)
    with pytest.raises(StoreError, match="no DuckDB file"), load.writing(store, create=True):
        pass
    assert store.read_bytes() == bytes_


def test_a_store_that_breaks_while_it_is_open_is_said_to_be_damaged(store: Path) -> None:
    """Somebody writes over the file in place, under a reader."""
    with Store.open(store) as opened:
        size = store.stat().st_size
        with store.open("r+b") as file:
            file.seek(12288)
            file.write(os.urandom(size - 12288))
        with pytest.raises(StoreError, match="damaged"), opened.cursor() as cur:
            for table in ("bout", "entry", "category", "source_load"):
                cur.execute(f"SELECT * FROM {table}").fetchall()


def test_a_deleted_store_is_read_on_and_then_missed(store: Path, capsys: Captured) -> None:
    with Store.open(store, check_every=0) as opened:
        store.unlink()
        with opened.cursor() as cur:
            assert cur.execute("SELECT count(*) FROM bout").fetchall() == [(4,)]
    status, _, err = said(store, capsys, "events")
    assert (status, "no store at" in err) == (2, True)


def test_a_file_that_gave_room_back_is_not_cut_short(store: Path) -> None:
    """DuckDB shortens a file whose last blocks are free, and its header still counts them."""
    big = "CREATE TABLE big AS SELECT hash(i) AS x FROM range(1000000) AS r(i)"
    for change in (big, "DROP TABLE big", "CREATE TABLE small AS SELECT 1 AS x", "DROP TABLE small"):
        with duckdb.connect(str(store)) as con:  # the last blocks are free once what is behind them has moved
            con.execute(change)
    with Store.open(store) as opened, opened.cursor() as cur:
        found = cur.execute("SELECT total_blocks * block_size FROM pragma_database_size()").fetchall()
        assert cur.execute("SELECT count(*) FROM bout").fetchall() == [(4,)]
    assert store.stat().st_size < damage.HEADERS + found[0][0], "the file did not shrink: the test tests nothing"


def test_words_of_people_are_no_damage() -> None:
    with duckdb.connect() as con:
        for text in ("SELECT CAST('corrupt checksum' AS INTEGER)", "SELECT * FROM corrupt", "SELECT checksum"):
            with pytest.raises(duckdb.Error) as caught:
                con.execute(text)
            assert not damage.is_damage(caught.value)


def test_an_answer_after_a_failed_one_is_right(whole: bytes, tmp_path: Path, capsys: Captured) -> None:
    """A damaged file put right is read again in the same process: DuckDB keeps no instance of the broken one."""
    store = tmp_path / "mended.duckdb"
    store.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserError):
        decisions.correct(store, "mat-open-2026", "x", "y", "doping", "r", "b", relations.build)
    store.write_bytes(whole)
    assert cli.main(["events", "--format", "json", "--store", str(store)]) == 0
    assert [event["event"] for event in json.loads(capsys.readouterr().out)["events"]] == ["mat-open-2026"]
