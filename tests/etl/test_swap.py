"""Once the store has its name, nothing that goes wrong is told as if it had not changed (2 = nothing changed)."""

import errno
import logging
import os
import stat
from pathlib import Path

import pytest

from etl import backup, load, swap
from etl.errors import StoreError
from tests.etl.stores import ask, beside, content


def folders_fail(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the system refuse to put the names in a folder on the disk, and files not."""
    real = os.fsync

    def fsync(opened: int) -> None:
        if stat.S_ISDIR(os.fstat(opened).st_mode):
            raise OSError(number, os.strerror(number))
        real(opened)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_a_load_whose_folder_cannot_be_confirmed_stands_and_says_so(
    number: int, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folders_fail(monkeypatch, number)
    with caplog.at_level(logging.WARNING), load.writing(store) as con:
        con.execute("CREATE TABLE added (i INTEGER)")
    assert ask(store, "SELECT count(*) FROM added") == [(0,)]
    assert beside(store) == []
    [said] = caplog.messages
    assert os.strerror(number) in said
    assert "tatame check" in said


def test_a_file_system_that_knows_no_such_thing_is_no_news(
    store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folders_fail(monkeypatch, errno.EINVAL)
    with load.writing(store) as con:
        con.execute("CREATE TABLE added (i INTEGER)")
    assert caplog.messages == []
    assert ask(store, "SELECT count(*) FROM added") == [(0,)]


def test_a_backup_stands_too(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders_fail(monkeypatch, errno.EIO)
    note = backup.backup(store, store.with_name("kept"))
    assert store.with_name("kept").stat().st_size == note.bytes
    assert content(store.with_name("kept")) == content(store)


def test_a_backup_and_its_note_are_on_the_disk_before_they_have_their_names(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_sync, real_place = os.fsync, swap.place
    synced: set[int] = set()
    placed: dict[str, bool] = {}

    def fsync(opened: int) -> None:
        real_sync(opened)
        synced.add(os.fstat(opened).st_ino)

    def place(new: Path, target: Path, *, replace: bool) -> None:
        placed[target.name] = new.stat().st_ino in synced
        real_place(new, target, replace=replace)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(swap, "place", place)
    backup.backup(store, store.with_name("kept"))
    assert placed == {"kept": True, "kept.json": True}


def test_a_file_that_cannot_be_put_on_the_disk_changes_nothing(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(store)

    def fsync(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StoreError), load.writing(store) as con:
        con.execute("CREATE TABLE added (i INTEGER)")
    assert (content(store), beside(store)) == (before, [])
