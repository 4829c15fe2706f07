"""A folder that is there whole or not at all: written beside its place, renamed at the end; here or in Hadoop."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from etl.errors import UnusableInput

DONE = "_SUCCESS"  # as Hadoop's writers mark a folder that is complete
OURS = "_tatame"  # and by this one, which says what the folder holds, that none of them wrote it
FACTS, ANSWERS = "facts", "answers"


class Storage(Protocol):
    """Where folders are."""

    def exists(self, path: str) -> bool:
        """Whether something is there."""

    def real(self, path: str) -> str:
        """The one name of a folder, links followed."""

    def holds(self, path: str) -> str | None:
        """What a folder written here holds, as its mark says; None = it bears no mark."""

    def make(self, path: str) -> None:
        """Makes a folder."""

    def mark(self, path: str, holds: str) -> None:
        """Marks a folder as complete, and says what it holds."""

    def rename(self, path: str, target: str) -> None:
        """Gives a folder another name."""

    def remove(self, path: str) -> None:
        """Removes a folder with all in it; nothing where there is none."""


@dataclass(frozen=True)
class Work:
    """The two parts of a folder in the making: `answers` becomes it, `steps` goes."""

    answers: str
    steps: str


@contextmanager
def replaced(storage: Storage, folder: str, holds: str, *, force: bool) -> Iterator[Work]:
    """Hands out a folder in the making, which takes its place at the end; on any exception all is as it was."""
    target = folder.rstrip("/") or folder
    refuse(storage, target, holds, force=force)
    making, old = f"{target}.{os.getpid()}.new", f"{target}.{os.getpid()}.old"
    work = Work(f"{making}/answers", f"{making}/steps")
    try:
        for path in (work.answers, work.steps):
            storage.make(path)
        yield work
        storage.mark(work.answers, holds)
        if storage.exists(target):
            storage.rename(target, old)
        storage.rename(work.answers, target)
        storage.remove(old)
    except BaseException:
        if storage.exists(old) and not storage.exists(target):
            storage.rename(old, target)
        raise
    finally:
        storage.remove(making)


def refuse_overlap(storage: Storage, source: str, folder: str) -> None:
    """UnusableInput where what is read and what is written are one, or one is in the other."""
    read, written = (f"{storage.real(path).rstrip('/')}/" for path in (source, folder))
    if read.startswith(written) or written.startswith(read):
        raise UnusableInput(f"{folder} is {source} itself, or one of them is in the other; write to another folder")


def refuse(storage: Storage, folder: str, holds: str, *, force: bool) -> None:
    """UnusableInput where a folder is in the way; what was not written here, or holds something else, stays."""
    if not storage.exists(folder):
        return
    if not force:
        raise UnusableInput(f"{folder} is there already; name another folder, or say --force to replace it")
    found = storage.holds(folder)
    if found is None:
        raise UnusableInput(f"{folder} was not written by tatame (it has no {OURS}), so --force does not replace it")
    if found != holds:
        said = f"holds {found}" if found in (FACTS, ANSWERS) else f"does not say in {OURS} what it holds"
        raise UnusableInput(f"{folder} {said}, so --force does not replace it by {holds}; name another folder")


class Local:
    """Folders of this machine, a mounted share included."""

    def exists(self, path: str) -> bool:
        """Whether something is there."""
        return os.path.lexists(path)

    def real(self, path: str) -> str:
        """Without links, from the root."""
        return os.path.realpath(path)

    def holds(self, path: str) -> str | None:
        """What the mark says."""
        mark = Path(path) / OURS
        return mark.read_text("utf-8", "replace").strip() if mark.is_file() else None

    def make(self, path: str) -> None:
        """Makes a folder, and those above it."""
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnusableInput(f"{Path(path).parent.parent} cannot be written to: {error.strerror}") from error

    def mark(self, path: str, holds: str) -> None:
        """Two files."""
        (Path(path) / OURS).write_text(f"{holds}\n", encoding="utf-8")
        (Path(path) / DONE).touch()

    def rename(self, path: str, target: str) -> None:
        """Within one file system: at once."""
        Path(path).replace(target)

    def remove(self, path: str) -> None:
        """Whatever of it is there."""
        shutil.rmtree(path, ignore_errors=True)


class Hadoop:
    """Folders as Spark names them: a path, `file:`, `hdfs:`, `s3a:` … On object stores a rename is a copy."""

    def __init__(self, spark: Any) -> None:
        self._jvm = spark.sparkContext._jvm
        self._settings = spark.sparkContext._jsc.hadoopConfiguration()

    def exists(self, path: str) -> bool:
        """Whether something is there."""
        system, at = self._at(path)
        return bool(system.exists(at))

    def real(self, path: str) -> str:
        """With the scheme and host that are meant where none is said; links are followed on this machine alone."""
        system, at = self._at(path)
        whole = system.makeQualified(at)
        scheme = whole.toUri().getScheme()
        return f"file:{os.path.realpath(whole.toUri().getPath())}" if scheme == "file" else str(whole.toString())

    def holds(self, path: str) -> str | None:
        """What the mark says."""
        if not self.exists(f"{path}/{OURS}"):
            return None
        system, at = self._at(f"{path}/{OURS}")
        stream = system.open(at)
        try:
            return str(stream.readLine() or "").strip()
        finally:
            stream.close()

    def make(self, path: str) -> None:
        """Makes a folder, and those above it."""
        system, at = self._at(path)
        if not system.mkdirs(at):
            raise UnusableInput(f"{path} cannot be written to")

    def mark(self, path: str, holds: str) -> None:
        """Two files."""
        for name, said in ((OURS, f"{holds}\n"), (DONE, "")):
            system, at = self._at(f"{path}/{name}")
            stream = system.create(at)
            stream.writeBytes(said)
            stream.close()

    def rename(self, path: str, target: str) -> None:
        """As the file system does it."""
        system, at = self._at(path)
        if not system.rename(at, self._at(target)[1]):
            raise UnusableInput(f"{path} cannot be renamed to {target}")

    def remove(self, path: str) -> None:
        """Whatever of it is there."""
        system, at = self._at(path)
        system.delete(at, True)

    def gather(self, sources: Sequence[str], target: str) -> None:
        """Moves the Parquet files of folders into one; Spark gives each file a name of its own."""
        self.make(target)
        for source in sources:
            system, at = self._at(source)
            for file in system.listStatus(at):
                if (name := str(file.getPath().getName())).endswith(".parquet"):
                    self.rename(f"{source}/{name}", f"{target}/{name}")

    def _at(self, path: str) -> tuple[Any, Any]:
        at = self._jvm.org.apache.hadoop.fs.Path(path)
        return at.getFileSystem(self._settings), at
