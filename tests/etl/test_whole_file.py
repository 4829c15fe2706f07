"""A file is whole or not there, and never where somebody else's stands."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from etl import whole_file
from etl.errors import UnusableInput

ROOM = 10  # bytes that the full disk still takes of one file


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow beyond a few bytes: the system answers EFBIG, as it answers ENOSPC on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_it_is_there_with_its_bytes_and_nothing_beside_it(tmp_path: Path) -> None:
    whole_file.write(tmp_path / "a.csv", b"x" * 100)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.csv", b"x" * 100)]


def test_anybody_may_read_it_whom_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        whole_file.write(tmp_path / "a", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o644


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(UnusableInput, match=r"a\.csv cannot be written: File too large"):
        whole_file.write(tmp_path / "a.csv", b"x" * 100)
    assert not [*tmp_path.iterdir()]


def test_of_several_all_or_none_are_written(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(UnusableInput, match="second cannot be written"):
        whole_file.together({tmp_path / "first": b"x", tmp_path / "second": b"x" * 100})
    assert not [*tmp_path.iterdir()]
    (tmp_path / "second").mkdir()
    with pytest.raises(UnusableInput, match="second"):
        whole_file.together({tmp_path / "first": b"x", tmp_path / "second": b"x"}, over=True)
    assert [file.name for file in tmp_path.iterdir()] == ["second"]


def test_what_is_there_stays_unless_it_is_to_give_way(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(UnusableInput, match="already"):
        whole_file.write(tmp_path / "a", b"new")
    with full_disk(), pytest.raises(UnusableInput):
        whole_file.write(tmp_path / "a", b"x" * 100, over=True)
    assert (tmp_path / "a").read_bytes() == b"old"
    whole_file.write(tmp_path / "a", b"new", over=True)
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_link_stays_and_what_it_names_gives_way(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with pytest.raises(UnusableInput, match="already"):
        whole_file.write(tmp_path / "link", b"new")
    whole_file.write(tmp_path / "link", b"new", over=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_link_that_leads_nowhere_is_somebodys(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UnusableInput, match="already"):
        whole_file.write(tmp_path / "link", b"new")


def test_a_device_is_written_to_and_not_replaced() -> None:
    whole_file.write(Path(os.devnull), b"x", over=True)
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("name", ["no/such/folder", "n" * 300, "a\0b"])
def test_what_is_no_place_for_a_file_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="cannot be written"):
        whole_file.write(tmp_path / name, b"x")
    assert not [*tmp_path.iterdir()]


def test_a_name_as_long_as_the_folder_takes_is_one(tmp_path: Path) -> None:
    whole_file.write(tmp_path / ("n" * 255), b"x")
    assert [len(file.name) for file in tmp_path.iterdir()] == [255]


def test_a_pipe_is_written_to_where_somebody_reads_it_and_not_waited_for_where_nobody_does(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UnusableInput, match="pipe cannot be written"):
        whole_file.write(pipe, b"a", over=True)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        whole_file.write(pipe, b"a", over=True)
        assert os.read(reader, 9) == b"a"
    finally:
        os.close(reader)
    assert list(tmp_path.iterdir()) == [pipe]


def test_pieces_become_one_file_or_none(tmp_path: Path) -> None:
    whole_file.write(tmp_path / "a", (piece for piece in (b"one ", b"", b"two")))
    assert (tmp_path / "a").read_bytes() == b"one two"

    def broken() -> Iterator[bytes]:
        yield b"one"
        raise RuntimeError("the question went wrong")

    with pytest.raises(RuntimeError):
        whole_file.write(tmp_path / "b", broken())
    with full_disk(), pytest.raises(UnusableInput, match="b cannot be written: File too large"):
        whole_file.write(tmp_path / "b", iter([b"x" * 8] * 1000))
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("error", [ValueError("no such number"), OSError(5, "Input/output error"), KeyError("x")])
def test_what_goes_wrong_while_a_piece_is_made_is_not_told_of_the_file(error: Exception, tmp_path: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"one"
        raise error

    for path in (tmp_path / "a", Path(os.devnull)):
        with pytest.raises(type(error)) as told:
            whole_file.write(path, broken(), over=True)
        assert told.value is error
    with full_disk(), pytest.raises(type(error)):  # nor what of it was not on the disk yet
        whole_file.write(tmp_path / "a", (b"x" * 100 if piece == b"one" else piece for piece in broken()))
    assert not [*tmp_path.iterdir()]
