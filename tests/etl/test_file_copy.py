"""A file copied, whichever way the system has, and beside other work."""

import os
import threading
from pathlib import Path

import pytest

from etl import file_copy

SIZE = 3 * 16 * 1024**2 + 12_345  # several pieces, and an end that is no whole block


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(os.urandom(SIZE))
    return path


@pytest.fixture
def past_the_cache(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is copied past the system's cache; skipped where its file system, or the system, cannot."""
    monkeypatch.setattr(file_copy, "_reflink", lambda *_: False)
    monkeypatch.setattr(file_copy, "_BIG", 0)
    if not hasattr(os, "O_DIRECT"):
        pytest.skip("this system has no way past its cache")
    try:
        os.close(os.open(file, os.O_RDWR | os.O_DIRECT))
    except OSError as error:
        pytest.skip(f"the file system of temporary files has no O_DIRECT: {error.strerror}")


def test_past_the_cache_come_the_same_bytes(past_the_cache: None, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_copy, "_range", lambda *_: pytest.fail("it took another way"))
    file_copy.copy(file, file.with_name("copy"))
    assert file.with_name("copy").read_bytes() == file.read_bytes()
    assert file.with_name("copy").stat().st_mode & 0o777 == 0o600


def test_a_file_that_becomes_shorter_meanwhile_is_copied_as_it_is_then(past_the_cache: None, file: Path) -> None:
    asked: list[int] = []

    def go() -> None:
        asked.append(1)
        if len(asked) == 2:
            os.truncate(file, 5000)

    file_copy.copy(file, file.with_name("copy"), go)
    assert file.with_name("copy").read_bytes() == file.read_bytes()
    assert file.stat().st_size == 5000


@pytest.mark.parametrize("way", ["range", "by hand"])
def test_every_way_gives_the_same_bytes(way: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: object) -> int:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(file_copy, "_reflink", lambda *_: False)
    monkeypatch.setattr(file_copy, "_BIG", SIZE + 1)
    if way == "by hand":
        monkeypatch.setattr(os, "copy_file_range", cannot, raising=False)
    file_copy.copy(file, file.with_name("copy"))
    assert file.with_name("copy").read_bytes() == file.read_bytes()
    assert file.with_name("copy").stat().st_mode & 0o777 == 0o600


def test_a_file_system_that_breaks_off_in_the_middle_is_copied_on_another_way(
    past_the_cache: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, real = [], os.pwrite

    def once(*given: object) -> int:
        written.append(1)
        if len(written) > 1:
            raise OSError(22, "Invalid argument")
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "pwrite", once)
    file_copy.copy(file, file.with_name("copy"))
    assert len(written) == 2
    assert file.with_name("copy").read_bytes() == file.read_bytes()


def test_a_full_disk_is_told_and_no_other_way_is_tried(
    past_the_cache: None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "pwrite", full)
    monkeypatch.setattr(file_copy, "_range", lambda *_: pytest.fail("tried"))
    with pytest.raises(OSError, match="No space left"):
        file_copy.copy(file, file.with_name("copy"))


def test_what_goes_wrong_is_told_to_the_one_who_waits(file: Path) -> None:
    with file_copy.copying(file.with_name("none"), file.with_name("copy")) as whole, pytest.raises(FileNotFoundError):
        whole()


def test_a_copy_that_nobody_waits_for_ends(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(*given: object) -> bool:
        begun.set()
        go_on.wait(10)
        given[-1]()  # type: ignore[operator]
        return pytest.fail("it went on")

    monkeypatch.setattr(file_copy, "_reflink", lambda *_: False)
    monkeypatch.setattr(file_copy, "_direct", slow)
    with pytest.raises(KeyboardInterrupt), file_copy.copying(file, file.with_name("copy")):
        begun.wait(10)
        threading.Timer(0.1, go_on.set).start()
        raise KeyboardInterrupt
    assert not [thread for thread in threading.enumerate() if thread.name == "copy"]
    assert file.with_name("copy").stat().st_size == 0
