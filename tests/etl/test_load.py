"""The live file is replaced whole or not at all, and a load is a contiguous, versioned addition."""

import os
import stat
import threading
from pathlib import Path

import duckdb
import pytest

from etl import load, schema, swap
from etl.errors import StoreError
from tests.etl.staging import FOUR, OTHER, Sheet, stage
from tests.etl.stores import Broken, ask, beside, content, put

# ---- the file ----


def test_a_new_store_has_the_layout_and_leaves_nothing_beside_it(store: Path) -> None:
    with duckdb.connect(str(store), read_only=True) as con:
        schema.check(con)
    assert beside(store) == []


def test_every_table_and_column_of_the_store_is_described(store: Path) -> None:
    assert ask(store, "SELECT table_name FROM duckdb_tables() WHERE comment IS NULL") == []
    missing = (
        "SELECT table_name, column_name FROM duckdb_columns() WHERE comment IS NULL AND table_name IN (FROM (SELECT "
        "table_name FROM duckdb_tables()))"
    )
    assert ask(store, missing) == []


@pytest.mark.parametrize("error", [Broken, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_the_store_byte_for_byte_and_nothing_beside_it(
    store: Path, error: type[BaseException]
) -> None:
    before = content(store)
    with pytest.raises(error), load.writing(store) as con:
        con.execute("DELETE FROM bout")
        raise error
    assert (content(store), beside(store)) == (before, [])


def test_an_exception_while_a_store_is_made_leaves_none(tmp_path: Path) -> None:
    with pytest.raises(Broken), load.writing(tmp_path / "new.duckdb", create=True):
        raise Broken
    assert list(tmp_path.iterdir()) == []


def test_an_open_transaction_is_no_way_to_publish_half_of_it(store: Path) -> None:
    before = content(store)
    with pytest.raises(duckdb.Error), load.writing(store) as con:
        con.begin()
        con.execute("DELETE FROM bout")
    assert content(store) == before


def test_nothing_to_keep_is_no_error_and_no_new_file(store: Path) -> None:
    before = store.stat()
    with load.writing(store):
        raise load.Unchanged
    assert (store.stat().st_ino, store.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def refused(store: Path, *said: str, create: bool = False) -> None:
    """The error is a StoreError of one or two lines that says all of this."""
    with pytest.raises(StoreError) as caught, load.writing(store, create=create):
        pass
    text = str(caught.value)
    assert len(text.splitlines()) <= 2
    assert [word for word in said if word not in text] == []


def test_what_is_no_store_is_named_and_left_alone(tmp_path: Path, store: Path) -> None:
    refused(tmp_path / "none.duckdb", "no store at", "tatame ingest")
    refused(tmp_path / "away" / "x.duckdb", "no folder", create=True)
    refused(tmp_path, "is a folder", create=True)
    text = tmp_path / "notes.duckdb"
    for bytes_ in (b"place,athlete\n1,X\n", b""):
        text.write_bytes(bytes_)
        refused(text, "no DuckDB file", create=True)
        assert text.read_bytes() == bytes_
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as con:
        con.execute("CREATE TABLE mine AS SELECT 1 AS x")
    before = content(other)
    refused(other, "no tatame store", create=True)
    assert content(other) == before


def test_a_damaged_store_is_said_to_be_so(store: Path) -> None:
    store.write_bytes(store.read_bytes()[:20] + b"\0" * 5000)
    refused(store, "cannot be opened")


def test_a_newer_layout_is_refused(store: Path) -> None:
    with load.writing(store) as con:
        con.execute("UPDATE store SET schema_version = 99")
    before = content(store)
    refused(store, "newer tatame", "99")
    assert content(store) == before


def test_an_older_layout_is_brought_up_to_date_and_kept_as_a_backup(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(store)
    now = schema.SCHEMA_VERSION
    monkeypatch.setattr(schema, "SCHEMA_VERSION", now + 2)
    monkeypatch.setitem(schema.STEPS, now, lambda con: con.execute("CREATE TABLE extra (x INT)"))
    monkeypatch.setitem(schema.STEPS, now + 1, lambda con: con.execute("DROP TABLE extra"))
    with load.writing(store):
        pass
    assert ask(store, "SELECT schema_version FROM store") == [(now + 2,)]
    assert [content(store.with_name(name)) for name in beside(store)] == [before]


def test_changes_another_program_has_not_written_yet_are_not_lost(store: Path) -> None:
    store.with_name(store.name + ".wal").write_bytes(b"x")
    refused(store, ".wal", "CHECKPOINT")


def test_permissions_of_the_store_stay_and_a_copy_is_nobody_elses_to_read(store: Path) -> None:
    store.chmod(0o640)
    with load.writing(store):
        (copy,) = [name for name in beside(store) if name.endswith(".new")]
        assert stat.S_IMODE(store.with_name(copy).stat().st_mode) == 0o600
    assert stat.S_IMODE(store.stat().st_mode) == 0o640


def test_a_link_stays_a_link(store: Path, tmp_path: Path) -> None:
    link = tmp_path / "current.duckdb"
    link.symlink_to(store)
    before = store.stat().st_ino
    with load.writing(link):
        pass
    assert link.is_symlink()
    assert store.stat().st_ino != before


def test_leftovers_of_killed_writers_go_and_nothing_else_does(store: Path) -> None:
    mine = {"results.duckdb.new", "results.duckdb.1.2.new.txt", "other.duckdb.1.2.new"}
    left = {"results.duckdb.4194000.1.new", "results.duckdb.4194000.1.new.wal", "results.duckdb.7.3.new"}
    for name in mine | left:
        store.with_name(name).write_text("x")
    with load.writing(store):
        pass
    assert set(beside(store)) == mine


def test_a_second_writer_waits_and_then_says_who_is_in_the_way(store: Path) -> None:
    said = f"another load is running.*{os.getpid()}"
    with load.writing(store), pytest.raises(StoreError, match=said), load.writing(store, wait=0.2):
        pass
    with load.writing(store, wait=0.2):
        pass


def test_writers_in_a_queue_all_get_their_turn_and_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "q.duckdb"
    threads = [threading.Thread(target=put, args=(path, FOUR), kwargs={"event": f"e{n}"}) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ask(path, "SELECT event_id FROM current_version ORDER BY 1") == [(f"e{n}",) for n in range(6)]
    assert ask(path, "SELECT count(DISTINCT category_id), count(*) FROM category") == [(6, 6)]
    assert beside(path) == []


def test_a_nonsense_memory_limit_is_named(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TATAME_MEMORY_LIMIT", "lots")
    refused(store, "TATAME_MEMORY_LIMIT", "lots")


def test_a_copy_is_the_same_where_the_system_cannot_copy_by_itself(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> int:
        raise OSError(22, "Invalid argument")

    swap.copy(store, tmp_path / "by-range")
    monkeypatch.setattr(os, "copy_file_range", cannot, raising=False)
    swap.copy(store, tmp_path / "by-hand")
    assert content(tmp_path / "by-range") == content(tmp_path / "by-hand") == content(store)


# ---- the rows ----


def test_the_same_source_twice_equals_once(store: Path) -> None:
    before = content(store)
    with load.writing(store) as con:
        made = load.insert(con, stage(con, [FOUR, OTHER]))
        assert made is None
        raise load.Unchanged
    assert content(store) == before


def test_the_same_source_after_another_one_is_a_new_version(store: Path) -> None:
    assert put(store, FOUR, content="b") == 2
    assert put(store, FOUR, OTHER, content="a") == 3
    assert ask(store, "SELECT version, load_id FROM event_version ORDER BY 1") == [(1, 1), (2, 2), (3, 3)]
    assert ask(store, "SELECT version FROM current_version") == [(3,)]


def test_the_same_source_under_changed_rules_is_a_new_version(store: Path) -> None:
    """A program that reads a rule set otherwise must not answer from what another one computed."""
    with load.writing(store) as con:
        con.execute("UPDATE event_version SET ruleset_fingerprint = 'as an older program read it'")
        assert load.insert(con, stage(con, [FOUR, OTHER])) == 2


def test_versions_are_counted_within_the_event(store: Path) -> None:
    put(store, FOUR, event="cup", content="c")
    put(store, FOUR, content="b")
    rows = ask(store, "SELECT version_id, event_id, version FROM event_version ORDER BY 1")
    assert rows == [(1, "open-2026", 1), (2, "cup", 1), (3, "open-2026", 2)]


def test_facts_of_earlier_loads_stay_and_categories_get_new_numbers(store: Path) -> None:
    put(store, FOUR, content="b")
    assert ask(store, "SELECT load_id, count(*) FROM bout GROUP BY 1 ORDER BY 1") == [(1, 4), (2, 3)]
    assert ask(store, "SELECT load_id, category_id FROM category ORDER BY 2") == [(1, 1), (1, 2), (2, 3)]
    strays = "SELECT count(*) FROM {} AS f LEFT JOIN category AS c USING (load_id, category_id) WHERE c.belt IS NULL"
    assert [ask(store, strays.format(t)) for t in ("bout", "entry", "official_place")] == [[(0,)]] * 3


def test_a_load_is_one_run_of_rows_in_the_order_of_its_source(store: Path) -> None:
    many = [
        Sheet(entries=FOUR.entries, bouts=FOUR.bouts * 30, parts=("male", "adult", "blue", str(n))) for n in range(9)
    ]
    with load.writing(store) as con:
        staged = stage(con, many, event="big", content="d")
        con.execute("CREATE OR REPLACE TEMP TABLE staged_bout AS FROM staged_bout ORDER BY hash(bout, category_id)")
        order = con.execute("SELECT category_id, bout FROM staged_bout").fetchall()
        load.insert(con, staged)
    put(store, FOUR, event="small", content="e")
    rows = ask(store, "SELECT load_id, category_id, bout FROM bout ORDER BY rowid")
    loads = [load_id for load_id, *_ in rows]
    assert loads == sorted(loads)
    big = [(category_id, bout) for load_id, category_id, bout in rows if load_id == 2]
    first = min(category_id for category_id, _ in big)
    assert [(category_id - first + 1, bout) for category_id, bout in big] == order
    assert (len(rows), len(big)) == (4 + 9 * 90 + 3, 9 * 90)


def test_a_known_spelling_keeps_its_reviewed_key(store: Path) -> None:
    with load.writing(store) as con:
        con.execute("UPDATE academy_spelling SET academy_key = 'reviewed' WHERE spelling = 'Alpha'")
    put(store, FOUR, Sheet(entries=[("Gil", "Omega")], parts=("male", "adult", "white", "heavy")), content="b")
    keys = dict(ask(store, "SELECT spelling, academy_key FROM academy_spelling"))  # type: ignore[arg-type]
    assert keys["Alpha"] == "reviewed"
    assert keys["Omega"] == "omega"


def test_a_version_carries_the_fingerprint_of_its_rules_and_overrides(tmp_path: Path) -> None:
    path = tmp_path / "f.duckdb"
    for number, (ruleset, overrides) in enumerate(
        [("none", "{}"), ("ibjjf-2024", "{}"), ("ibjjf-2024", '{"tiebreak_counts": "counted"}'), ("ibjjf-2024", "{}")]
    ):
        put(path, FOUR, event=f"e{number}", ruleset=ruleset, overrides=overrides)
    none, plain, changed, again = ask(path, "SELECT ruleset_fingerprint FROM event_version ORDER BY version_id")
    assert plain == again
    assert len({none, plain, changed}) == 3


def test_the_sources_draws_are_replaced_by_those_of_its_next_load(tmp_path: Path) -> None:
    path = tmp_path / "d.duckdb"
    two = [
        ("overall", "A|B", 1, "B"),
        ("overall", "A|B", 2, "A"),
        ("overall", "C|D", 1, "C"),
        ("overall", "C|D", 2, "D"),
    ]
    put(path, FOUR, draws=two)
    put(path, FOUR, draws=two[:2], content="b")
    rows = ask(path, "SELECT draw_id, version_id, undone_version_id, position, academy FROM draw ORDER BY 1, 4")
    assert rows == [
        (1, 1, 2, 1, "B"), (1, 1, 2, 2, "A"), (2, 1, 2, 1, "C"), (2, 1, 2, 2, "D"),
        (3, 2, None, 1, "B"), (3, 2, None, 2, "A"),
    ]  # fmt: skip


def test_rows_that_name_no_staged_category_never_get_in(store: Path) -> None:
    before = content(store)
    with pytest.raises(ValueError, match="not staged"), load.writing(store) as con:
        staged = stage(con, [FOUR], content="b")
        con.execute("UPDATE staged_bout SET category_id = 7 WHERE bout = 6")
        load.insert(con, staged)
    assert content(store) == before
