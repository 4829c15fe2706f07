"""Backups are whole whoever reads or loads; a restore puts one back whole, keeps what it replaces, or does nothing."""

import errno
import json
import os
import shutil
import threading
from pathlib import Path

import duckdb
import pytest

from analytics import check
from analytics.store import Store
from etl import backup, load, swap
from etl.errors import StoreError
from tatame import cli
from tests.etl.staging import FOUR
from tests.etl.stores import ask, beside, content, put


def sound(path: Path, name: Path) -> None:
    """Stands for `check.refuse_unsound`: the stores of these tests have facts without answers."""
    assert ask(path, "SELECT count(*) FROM store") == [(1,)]


def events(store: Path) -> int:
    ((count,),) = ask(store, "SELECT count(*) FROM event_version")
    assert isinstance(count, int)
    return count


def test_a_backup_is_the_file_with_its_hash_and_layout_beside_it(store: Path, tmp_path: Path) -> None:
    store.chmod(0o640)
    file = tmp_path / "kept" / "monday.duckdb"
    file.parent.mkdir()
    note = backup.backup(store, file)
    assert content(file) == content(store) == note.sha256
    assert (file.stat().st_mode & 0o777, file.stat().st_size) == (0o640, note.bytes)
    assert json.loads(file.with_name("monday.duckdb.json").read_text())["sha256"] == content(store)
    assert sorted(each.name for each in file.parent.iterdir()) == ["monday.duckdb", "monday.duckdb.json"]
    assert [(note.layout,)] == ask(store, "SELECT schema_version FROM store")


def test_a_backup_writes_over_nothing_unless_told(store: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.duckdb"
    taken.write_text("mine")
    with pytest.raises(StoreError, match="--replace"):
        backup.backup(store, taken)
    assert taken.read_text() == "mine"
    backup.backup(store, taken, replace=True)
    assert content(taken) == content(store)
    with pytest.raises(StoreError, match="the store itself"):
        backup.backup(store, store, replace=True)
    link = tmp_path / "link.duckdb"
    link.symlink_to(store)
    with pytest.raises(StoreError, match="the store itself"):
        backup.backup(store, link, replace=True)


def test_a_file_that_appears_meanwhile_is_not_written_over(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, real = tmp_path / "b.duckdb", swap.copy

    def copy(path: Path, target: Path) -> None:
        real(path, target)
        file.write_text("mine")

    monkeypatch.setattr(swap, "copy", copy)
    with pytest.raises(StoreError, match="there already"):
        backup.backup(store, file)
    assert file.read_text() == "mine"
    assert set(beside(store)) == {"b.duckdb"}


@pytest.mark.parametrize(
    ("target", "said"), [("nowhere/b.duckdb", "no folder"), (".", "is a folder"), ("/dev/full", "there already")]
)
def test_where_no_backup_can_be_written_is_said(store: Path, target: str, said: str) -> None:
    with pytest.raises(StoreError, match=said):
        backup.backup(store, store.parent / target)
    assert beside(store) == []


def test_a_damaged_store_is_not_kept_as_a_backup(store: Path, tmp_path: Path) -> None:
    store.write_bytes(store.read_bytes()[:-5000])
    with pytest.raises(StoreError, match="damaged"):
        backup.backup(store, tmp_path / "b.duckdb")
    assert beside(store) == []


def test_backups_during_loads_are_each_one_of_the_versions_whole(store: Path, tmp_path: Path) -> None:
    """No lock is taken: a backup waits for no load, and is the store before it or after it."""
    stop = threading.Event()

    def loads() -> None:
        for number in range(12):
            put(store, FOUR, content="bcdef0123456"[number])
        stop.set()

    thread = threading.Thread(target=loads)
    thread.start()
    seen = []
    while not stop.is_set():
        file = tmp_path / f"{len(seen)}.duckdb"
        backup.backup(store, file)
        seen.append(events(file))
        assert ask(file, "SELECT count(*) FROM event_version AS v ANTI JOIN bout AS b ON b.load_id = v.load_id") == [
            (0,)
        ]
        file.unlink()
    thread.join()
    assert seen
    assert seen == sorted(seen)


def test_a_backup_while_somebody_else_holds_the_lock_waits_for_nobody(store: Path, tmp_path: Path) -> None:
    with load.writing(store) as con:
        con.execute("DELETE FROM bout")
        backup.backup(store, tmp_path / "b.duckdb")
        raise load.Unchanged
    assert content(tmp_path / "b.duckdb") == content(store)  # type: ignore[unreachable]


def test_a_restore_swaps_the_backup_in_under_a_reader_and_keeps_what_it_replaced(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    put(store, FOUR, content="b")
    later, kept_backup = content(store), content(file)
    with Store.open(store, check_every=0) as reader:
        with reader.cursor() as cur:
            restored = backup.restore(store, file, sound)
            assert cur.execute("SELECT count(*) FROM event_version").fetchall() == [(2,)], "to the end of its question"
        with reader.cursor() as cur:
            assert cur.execute("SELECT count(*) FROM event_version").fetchall() == [(1,)]
    assert restored.kept is not None
    assert (content(restored.kept), content(file)) == (later, kept_backup)
    assert restored.note is not None
    backup.restore(store, restored.kept, sound)
    assert events(store) == 2, "what was replaced can be put back in turn"


def test_two_restores_in_one_second_keep_both(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, now = tmp_path / "b.duckdb", backup._now()
    monkeypatch.setattr(backup, "_now", lambda: now)
    backup.backup(store, file)
    first, second = backup.restore(store, file, sound), backup.restore(store, file, sound)
    assert first.kept != second.kept
    assert {first.kept, second.kept} <= {*tmp_path.iterdir()}


def test_a_restore_where_there_is_no_store_makes_it(store: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "b.duckdb", tmp_path / "new.duckdb"
    backup.backup(store, file)
    restored = backup.restore(new, file, sound)
    assert (restored.kept, events(new)) == (None, 1)


def test_a_restore_over_a_damaged_store_is_what_it_is_for(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    store.write_bytes(store.read_bytes()[:9000])
    restored = backup.restore(store, file, sound)
    assert restored.kept is not None
    assert (events(store), restored.kept.stat().st_size) == (1, 9000)


def refused(store: Path, file: Path, said: str) -> None:
    """A restore that says this, and leaves the store and its folder as they were."""
    before, names = content(store), beside(store)
    with pytest.raises(StoreError, match=said) as caught:
        backup.restore(store, file, check.refuse_unsound)
    assert len(str(caught.value).splitlines()) <= 2
    assert (content(store), beside(store)) == (before, names)


def test_what_is_no_sound_backup_is_refused_and_nothing_changes(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    refused(store, file, "no backup")
    refused(store, store, "the store itself")
    backup.backup(store, file)
    refused(store, file, "tatame check")  # facts without answers
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])
    refused(store, file, "SHA-256")
    backup.note_beside(file).unlink()
    refused(store, file, "damaged")
    file.write_text("place,athlete\n")
    refused(store, file, "no DuckDB file")
    file.unlink()
    duckdb.connect(str(file)).close()
    refused(store, file, "no tatame store")
    file.write_bytes(whole)
    with duckdb.connect(str(file)) as con:
        con.execute("UPDATE store SET schema_version = 99")
    refused(store, file, "newer tatame")
    backup.note_beside(file).write_text("{}")
    refused(store, file, "cannot be read")


def test_a_restore_during_a_load_waits_for_it(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    with load.writing(store), pytest.raises(StoreError, match="another load"):
        backup.restore(store, file, sound, wait=0.1)


def test_the_commands_keep_and_return_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
    store, file = tmp_path / "s.duckdb", tmp_path / "b.duckdb"
    at = ("--store", str(store))
    assert cli.main(["ingest", str(sample), *at]) == 1
    assert cli.main(["backup", str(file), *at]) == 0
    assert content(store) in capsys.readouterr().out
    assert cli.main(["backup", str(file), *at]) == 2
    assert cli.main(["remove", "--event", "mat-open-2026", *at]) == 0
    capsys.readouterr()
    assert cli.main(["restore", str(file), *at]) == 0
    out = capsys.readouterr().out
    (kept,) = [name for name in beside(store) if ".replaced-" in name]
    assert kept in out
    assert content(store) != content(store.with_name(kept))
    assert cli.main(["events", "--format", "json", *at]) == 0
    assert [event["event"] for event in json.loads(capsys.readouterr().out)["events"]] == ["mat-open-2026"]
    shutil.copy(file, tmp_path / "bare.duckdb")
    assert cli.main(["restore", str(tmp_path / "bare.duckdb"), *at]) == 0
    assert "no note" in capsys.readouterr().err


def test_where_a_file_has_one_name_only_what_is_replaced_is_copied(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    put(store, FOUR, content="b")
    later = content(store)
    now = backup._now()
    monkeypatch.setattr(os, "link", cannot)
    monkeypatch.setattr(backup, "_now", lambda: now)
    kept = [backup.restore(store, file, sound).kept for _ in range(2)]
    assert None not in kept
    assert [content(each) for each in kept if each] == [later, content(file)]
    assert len({*kept}) == 2
    assert [name for name in beside(store) if name.endswith(".new")] == []


def test_a_name_that_cannot_be_taken_is_not_left_empty(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(StoreError, match="Input/output error"):
        backup.backup(store, store.parent / "b.duckdb")
    assert beside(store) == []


def test_a_protected_backup_gives_a_store_that_may_be_written(store: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "kept.duckdb", tmp_path / "new.duckdb"
    backup.backup(store, file)
    file.chmod(0o440)
    backup.restore(new, file, sound)
    assert (new.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o640, 0o440)
