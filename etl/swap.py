"""One writer at a time, on a copy, swapped in whole: what happens to the store as a file."""

from __future__ import annotations

import errno
import itertools
import logging
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from etl import file_copy
from etl.errors import StoreError

_LOG = logging.getLogger(__name__)
_MAGIC = slice(8, 12)  # DuckDB writes DUCK after the checksum of its first block
_NO_LINK = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EBADF}  # of a file system that needs or has none
_POLL_SECONDS = 0.05
WAIT_SECONDS = 30.0  # for a lock that somebody else holds
_numbers = itertools.count(1)


def existing(store: Path, *, whatever: bool = False) -> Path:
    """The real path of a store, or of `whatever` file, links followed; StoreError says what stands there instead."""
    path = Path(os.path.realpath(store.expanduser()))
    with explained(store):
        if path.is_dir():
            raise StoreError(f"{store} is a folder; name a file in it, for example {store / 'tatame.duckdb'}")
        if not path.exists():
            raise StoreError(f"no store at {store}: load something first: tatame ingest PATH --store {store}")
        if not path.is_file() or not (whatever or is_duckdb(path)):
            raise StoreError(f"{store} is no DuckDB file; it is left as it is: name another file with --store")
    return path


def writable(store: Path, create: bool, *, whatever: bool = False) -> Path:
    """The real path of a store, or `whatever` file, to be replaced, or made where `create`; StoreError otherwise."""
    path = Path(os.path.realpath(store.expanduser()))
    with explained(store):
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent} for the store; make it, or name another with --store")
        if not create or path.exists():
            existing(store, whatever=whatever)
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise StoreError(f"the folder {path.parent} may not be written to, so nothing can be loaded into {store}")
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            raise StoreError(f"the store {store} is protected against writing; allow it (chmod u+w) and try again")
        refuse_unwritten(path, store)
    return path


def refuse_unwritten(path: Path, store: Path) -> None:
    """StoreError where another program has written to the store, but not into its file yet."""
    if _beside(path, ".wal").exists():
        raise StoreError(
            f"another program has changes to {store} that are not written yet ({path.name}.wal); "
            "close it, or open the store with DuckDB once and run CHECKPOINT"
        )


@contextmanager
def explained(store: Path) -> Iterator[None]:
    """What the operating system refuses becomes a StoreError."""
    try:
        yield
    except OSError as error:
        raise StoreError(refusal(store, error)) from error


def refusal(store: Path, error: OSError) -> str:
    """Why the operating system refused, for people."""
    if file_copy.is_full(error):
        return no_room(store)
    return f"cannot use {store}: {error.strerror or error}"


def no_room(store: Path) -> str:
    """What is said when the disk is full."""
    return f"no room left on the disk for a new copy of {store}; nothing was changed: free some space and try again"


def is_full(error: BaseException) -> bool:
    """Whether an exception of the system or of DuckDB says that the disk is full."""
    return file_copy.is_full(error) or bool(re.search(r"No space left|Disk quota|File too large", str(error)))


@contextmanager
def lock(path: Path, wait: float) -> Iterator[None]:
    """Holds `<store>.lock`, which only writers look at; StoreError when another keeps it longer than `wait` seconds."""
    if sys.platform == "win32":
        raise StoreError("writing to a store needs Linux or macOS (on Windows: WSL)")
    name = _beside(path, ".lock")
    with explained(path):
        held = _acquire(name, time.monotonic() + wait)
    try:
        yield
    finally:
        # Removed while still held: whoever waits sees that his file is no longer of that name, and takes a new one.
        name.unlink(missing_ok=True)
        os.close(held)


def _acquire(name: Path, deadline: float) -> int:
    import fcntl

    while True:
        held = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still(held, name):
                os.truncate(held, 0)
                os.write(held, str(os.getpid()).encode())
                return held
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise StoreError(_busy(held, name)) from None
            time.sleep(_POLL_SECONDS)
        except BaseException:
            os.close(held)
            raise
        os.close(held)


def _busy(held: int, name: Path) -> str:
    owner = os.pread(held, 20, 0).decode("ascii", "replace")
    os.close(held)
    process = f" (process {owner})" if owner else ""
    return f"another load is running on {name.with_suffix('')}{process}; try again when it has ended"


def _is_still(held: int, name: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(held), name.stat())
    return False


@dataclass(frozen=True)
class Held:
    """A store that nobody else writes to, and its copy, which is being made: `whole` waits for the end of that."""

    path: Path
    copy: Path
    whole: Callable[[], None]


@contextmanager
def held(store: Path, *, create: bool, wait: float = WAIT_SECONDS) -> Iterator[Held]:
    """Locks a store and begins to copy it, where there is one; at the end a copy that was not published goes."""
    path = writable(store, create)
    with lock(path, wait):
        with explained(store):
            clear_leftovers(path)
        target = name_of_copy(path)
        try:
            with file_copy.copying(path, target) if path.exists() else nullcontext(lambda: None) as whole:
                yield Held(path, target, whole)
        finally:
            discard(target)


def name_of_copy(path: Path) -> Path:
    """A name no other writer uses; numbered, for DuckDB shares one instance per path and process."""
    return _beside(path, f".{os.getpid()}.{next(_numbers)}.new")


def copy(path: Path, target: Path) -> None:
    """The file's bytes under another name, readable by its owner alone until published."""
    file_copy.copy(path, target)


def keep(path: Path, why: str) -> Path:
    """The store's file under a second name beside it, for it is about to be replaced; no name is used twice."""
    for number in itertools.count(1):
        kept = _beside(path, f".{why}{f'-{number}' if number > 1 else ''}.backup")
        with suppress(FileExistsError):
            link(path, kept)  # the same file: costs no room, and what replaces the store leaves it alone
            return kept
    raise AssertionError("there is always a next number")


def link(path: Path, target: Path) -> None:
    """A second name, or where the file system has none a copy; FileExistsError where the name is taken."""
    try:
        os.link(path, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        finished(path, target, replace=False)


def finished(path: Path, target: Path, *, replace: bool) -> None:
    """A copy that stands there whole or not at all; FileExistsError where the name is taken, unless `replace`."""
    new = name_of_copy(target)
    try:
        copy(path, new)
        shutil.copymode(path, new)
        sync(new)
        place(new, target, replace=replace)
    finally:
        discard(new)


def place(new: Path, target: Path, *, replace: bool) -> None:
    """Gives a file its name; FileExistsError where the name is taken, unless `replace`."""
    if not replace:
        # Taken here first: renaming alone would write over a file that appears in this moment.
        target.touch(0o600, exist_ok=False)
    try:
        new.replace(target)
    except OSError:
        if not replace:
            target.unlink()
        raise
    _settle(target)


def publish(target: Path, path: Path) -> None:
    """Puts the copy in the store's place, on the disk and not only in memory; the store's permissions stay."""
    with suppress(FileNotFoundError):
        before = path.stat()
        with suppress(PermissionError):
            os.chown(target, before.st_uid, before.st_gid)
        target.chmod(before.st_mode & 0o7777)
    sync(target)
    target.replace(path)
    _settle(path)


def _settle(path: Path) -> None:
    """The name on the disk too. It is given already, so what fails here is told, and no longer undoes anything."""
    try:
        sync(path.parent)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            _LOG.warning(
                "%s is written, but %s does not confirm it (%s); look at it with tatame check before you rely on it",
                path, path.parent, error.strerror or error,
            )  # fmt: skip


def sync(path: Path) -> None:
    """What was written to a file, or to a folder's names, on the disk and not only in memory."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def discard(target: Path) -> None:
    """Removes a copy and what DuckDB put beside it; what cannot be removed is left to the next writer."""
    for file in (target, _beside(target, ".wal")):
        with suppress(OSError):  # why there is no copy is to be told, not that it cannot be removed
            file.unlink(missing_ok=True)
    shutil.rmtree(_beside(target, ".tmp"), ignore_errors=True)


def clear_leftovers(path: Path) -> None:
    """Removes the copies of killed writers: under the lock, every copy is one."""
    left = re.compile(re.escape(path.name) + r"\.\d+\.\d+\.new(\.wal|\.tmp)?")
    for file in list(path.parent.iterdir()):
        if left.fullmatch(file.name):
            discard(file) if file.is_file() else shutil.rmtree(file, ignore_errors=True)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def is_duckdb(path: Path) -> bool:
    """Whether a file begins as those of DuckDB do."""
    with path.open("rb") as file:
        return file.read(_MAGIC.stop)[_MAGIC] == b"DUCK"
