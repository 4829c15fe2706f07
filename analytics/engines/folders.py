"""A folder that is there whole or not at all: written beside its place, renamed at the end; here or in Hadoop."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from etl.errors import UnusableInput

DONE = "_SUCCESS"  # as Hadoop's writers mark a folder that is complete
OURS = "_tatame"  # and by this one it is known that none of them wrote it


class Storage(Protocol):
    """Where folders are."""

    def exists(self, path: str) -> bool:
        """Whether something is there."""

    def complete(self, path: str) -> bool:
        """Whether it is a folder written here, whole: it bears the mark."""

    def make(self, path: str) -> None:
        """Makes a folder."""

    def mark(self, path: str) -> None:
        """Marks a folder as complete."""

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
def replaced(storage: Storage, folder: str, *, force: bool) -> Iterator[Work]:
    """Hands out a folder in the making, which takes its place at the end; on any exception all is as it was."""
    target = folder.rstrip("/") or folder
    refuse(storage, target, force=force)
    making, old = f"{target}.{os.getpid()}.new", f"{target}.{os.getpid()}.old"
    work = Work(f"{making}/answers", f"{making}/steps")
    try:
        for path in (work.answers, work.steps):
            storage.make(path)
        yield work
        storage.mark(work.answers)
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


def refuse(storage: Storage, folder: str, *, force: bool) -> None:
    """UnusableInput where a folder is in the way; what was not written here is never replaced."""
    if not storage.exists(folder):
        return
    if not force:
        raise UnusableInput(f"{folder} is there already; name another folder, or say --force to replace it")
    if not storage.complete(folder):
        raise UnusableInput(f"{folder} was not written by tatame (it has no {OURS}), so --force does not replace it")


class Local:
    """Folders of this machine, a mounted share included."""

    def exists(self, path: str) -> bool:
        """Whether something is there."""
        return os.path.lexists(path)

    def complete(self, path: str) -> bool:
        """Whether it bears the mark."""
        return (Path(path) / OURS).is_file()

    def make(self, path: str) -> None:
        """Makes a folder, and those above it."""
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnusableInput(f"{Path(path).parent.parent} cannot be written to: {error.strerror}") from error

    def mark(self, path: str) -> None:
        """Two empty files."""
        for name in (DONE, OURS):
            (Path(path) / name).touch()

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

    def complete(self, path: str) -> bool:
        """Whether it bears the mark."""
        return self.exists(f"{path}/{OURS}")

    def make(self, path: str) -> None:
        """Makes a folder, and those above it."""
        system, at = self._at(path)
        if not system.mkdirs(at):
            raise UnusableInput(f"{path} cannot be written to")

    def mark(self, path: str) -> None:
        """Two empty files."""
        for name in (DONE, OURS):
            system, at = self._at(f"{path}/{name}")
            system.create(at).close()

    def rename(self, path: str, target: str) -> None:
        """As the file system does it."""
        system, at = self._at(path)
        if not system.rename(at, self._at(target)[1]):
            raise UnusableInput(f"{path} cannot be renamed to {target}")

    def remove(self, path: str) -> None:
        """Whatever of it is there."""
        system, at = self._at(path)
        system.delete(at, True)

    def _at(self, path: str) -> tuple[Any, Any]:
        at = self._jvm.org.apache.hadoop.fs.Path(path)
        return at.getFileSystem(self._settings), at
