"""A backup and its note are replaced together or not at all; what a restore finds in its way is kept."""

import errno
import os
from pathlib import Path

import pytest

from etl import backup, swap
from etl.errors import StoreError
from tests.etl.staging import FOUR
from tests.etl.stores import ask, beside, content, put


def test_what_is_no_backup_is_refused_in_terms_of_backups(store: Path, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("place,athlete\n1,Ari\n", encoding="utf-8")
    before = store.read_bytes()
    with pytest.raises(StoreError, match=r"is no backup .*name another backup$"):
        backup.restore(store, tmp_path / "a.csv", sound)
    assert store.read_bytes() == before


def sound(path: Path, name: Path) -> None:
    """Stands for `check.refuse_unsound`: the stores of these tests have facts without answers."""
    assert ask(path, "SELECT count(*) FROM store") == [(1,)]


@pytest.mark.parametrize("fails", [1, 2], ids=["the file", "its note"])
@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("links", [True, False])
def test_a_replacement_that_fails_leaves_the_old_pair_whole(
    fails: int, noted: bool, links: bool, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    if not noted:
        backup.note_beside(file).unlink()
    put(store, FOUR, content="b")
    before, names = {each: each.read_bytes() for each in tmp_path.glob("b.duckdb*")}, beside(store)
    placed, real = [], swap.place

    def place(new: Path, target: Path, *, replace: bool) -> None:
        if target in (file, backup.note_beside(file)):
            placed.append(target)
            if len(placed) == fails:
                raise OSError(errno.EIO, "Input/output error")
        real(new, target, replace=replace)

    def cannot(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(swap, "place", place)
    if not links:
        monkeypatch.setattr(os, "link", cannot)
    with pytest.raises(StoreError, match="Input/output error"):
        backup.backup(store, file, replace=True)
    assert {each: each.read_bytes() for each in tmp_path.glob("b.duckdb*")} == before
    assert beside(store) == names
    assert placed[-1] == (file, backup.note_beside(file))[fails - 1]
    monkeypatch.undo()
    assert (backup.restore(store, file, sound).note is not None) is noted


@pytest.mark.parametrize("how", ["first block destroyed", "emptied", "another file"])
def test_a_restore_goes_over_whatever_file_stands_there_and_keeps_it(how: str, store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    whole = store.read_bytes()
    stood = {"first block destroyed": bytes(4096) + whole[4096:], "emptied": b"", "another file": b"my thesis"}[how]
    store.write_bytes(stood)
    restored = backup.restore(store, file, sound)
    assert content(store) == content(file)
    assert restored.kept is not None
    assert restored.kept.parent == tmp_path
    assert restored.kept.read_bytes() == stood
    with pytest.raises(StoreError, match="no DuckDB file"):
        backup.restore(store, restored.kept, sound)
    with pytest.raises(StoreError, match="no DuckDB file"):
        swap.writable(restored.kept, create=True)


def test_a_restore_takes_no_folder_and_no_device_for_a_store(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.duckdb"
    backup.backup(store, file)
    for no_file, said in ((tmp_path, "is a folder"), (Path("/dev/null"), "no DuckDB file")):
        with pytest.raises(StoreError, match=said):
            backup.restore(no_file, file, sound)
