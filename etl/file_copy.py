"""The bytes of a file under another name, by the quickest way that the file system has, beside other work."""

from __future__ import annotations

import errno
import mmap
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_CANNOT = {errno.EXDEV, errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EBADF, errno.EPERM, errno.ENOTTY}
_REFLINK = 0x40049409  # FICLONE of <linux/fs.h>
_BIG = 64 * 1024**2  # bytes; what is smaller is copied in memory in no time
_CHUNK = 16 * 1024**2
_BLOCK = 4096  # what is written past the cache comes in whole ones


class _Stopped(Exception):
    """Nobody waits for the copy any more."""


Go = Callable[[], None]


def is_full(error: BaseException) -> bool:
    """Whether the operating system says that there is no room on the disk."""
    return isinstance(error, OSError) and error.errno in _FULL


def copy(path: Path, target: Path, go: Go = lambda: None) -> None:
    """A new file, readable by its owner alone; a reflink where possible. `go` is asked now and then, and may raise."""
    target.touch(0o600, exist_ok=False)
    with path.open("rb") as old, target.open("r+b") as new:
        size = os.fstat(old.fileno()).st_size
        if _reflink(old.fileno(), new.fileno()) or _direct(old.fileno(), target, size, go):
            return
        if not _range(old.fileno(), new.fileno(), size, go):
            old.seek(0)
            new.seek(0)
            while chunk := old.read(_CHUNK):
                go()
                new.write(chunk)
            new.truncate()


@contextmanager
def copying(path: Path, target: Path) -> Iterator[Callable[[], None]]:
    """Copies while the caller does something else; what it gets waits for the end, and raises what went wrong."""
    failed: list[BaseException] = []
    stopped = threading.Event()

    def go() -> None:
        if stopped.is_set():
            raise _Stopped

    def work() -> None:
        try:
            copy(path, target, go)
        except BaseException as error:  # told to the one who waits
            failed.append(error)

    def wait() -> None:
        hand.join()
        if failed:
            raise failed[0]

    hand = threading.Thread(target=work, name="copy")
    hand.start()
    try:
        yield wait
    finally:
        stopped.set()
        hand.join()


def _reflink(old: int, new: int) -> bool:
    if os.name != "posix":
        return False
    import fcntl

    try:
        fcntl.ioctl(new, _REFLINK, old)
    except OSError:  # hardly any file system has it; whatever it is, the other ways meet it too
        return False
    return True


def _direct(old: int, target: Path, size: int, go: Go) -> bool:
    """From the pages of the old file to the disk, without a second set of pages for the new one.

    A tenth of the processor's time of a copy in memory, and nothing is left to be written by the fsync at the end.
    """
    if size < _BIG or not hasattr(os, "O_DIRECT"):
        return False
    whole = size - size % _BLOCK
    try:
        new = os.open(target, os.O_RDWR | os.O_DIRECT)
    except OSError:
        return False
    try:
        for begin in range(0, whole, _CHUNK):  # piece by piece, lest all of it count as this program's memory
            go()
            with mmap.mmap(old, min(_CHUNK, whole - begin), prot=mmap.PROT_READ, offset=begin) as pages:
                _write(new, pages, begin)
    except (OSError, ValueError) as error:  # of mmap, where the old file has become shorter
        if is_full(error):
            raise
        return False  # and a disk that fails says so again
    finally:
        os.close(new)
    with target.open("r+b") as rest:
        rest.seek(whole)
        rest.write(os.pread(old, size - whole, whole))
    return True


def _write(new: int, pages: mmap.mmap, begin: int) -> None:
    with memoryview(pages) as view:
        done = 0
        while done < len(view):
            with view[done:] as rest:
                done += os.pwrite(new, rest, begin + done)


def _range(old: int, new: int, size: int, go: Go) -> bool:
    if not hasattr(os, "copy_file_range"):
        return False
    done = 0
    try:
        while done < size:
            go()
            count = os.copy_file_range(old, new, min(_CHUNK, size - done), done, done)
            if count == 0:
                return False
            done += count
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
        return False
    return True
