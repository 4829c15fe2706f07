"""A file written whole or not at all: beside its place first, then put there by its name."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from etl.errors import UnusableInput

Content = bytes | Iterable[bytes]  # pieces are written as they come, so that no file need be held in memory


def write(path: Path, content: Content, *, over: bool = False) -> None:
    """One file; UnusableInput says why not, and nothing is left then. `over`: a file that is there gives way."""
    together({path: content}, over=over)


def together(files: Mapping[Path, Content], *, over: bool = False) -> None:
    """Several files, all of them or none; what stands where one of them goes stays until all are written."""
    if not over:
        require_free(*files)
    written: dict[Path, Path] = {}
    placed: list[Path] = []
    try:
        for path, content in files.items():
            with explained(path):
                target = Path(os.path.realpath(path))
                device = target.exists() and not target.is_file()  # /dev/stdout
                if not device:
                    _require_permission(target)
                    written[target] = _beside(target)
                stream = _device(target) if device else written[target].open("xb")
            _fill(stream, path, content, sync=not device)
        for target, made in written.items():
            with explained(target):
                new = not target.exists()
                made.replace(target)
            placed += [target] if new else []
    except BaseException:
        for left in (*written.values(), *placed):
            with suppress(OSError):
                left.unlink(missing_ok=True)
        raise


def require_free(*paths: Path) -> None:
    """UnusableInput where something of one of these names is there: nobody's file is written over."""
    for path in paths:
        with explained(path):
            taken = os.path.lexists(path)
        if taken:
            raise UnusableInput(f"{path}: there is a file of this name already; choose another")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What the operating system refuses, or what is no name of a file, becomes UnusableInput."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnusableInput(f"{path} cannot be written: {reason or error}") from None


def _beside(target: Path) -> Path:
    """A name in the same folder that no file has; short, for the folder's limit is that of the target's name."""
    return target.with_name(f".tatame-{secrets.token_hex(6)}.new")


def _require_permission(target: Path) -> None:
    """A protected file stays: putting another in its place would need no permission but the folder's."""
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _device(device: Path) -> BinaryIO:
    """What is no file takes the content as it is; a pipe that nobody reads is refused, not waited for."""
    opened = os.open(device, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(opened, True)
    return os.fdopen(opened, "wb")


def _fill(stream: BinaryIO, path: Path, content: Content, *, sync: bool) -> None:
    """Writes all and closes; what goes wrong while a piece is made is no fault of the file, and told as what it is."""
    try:
        for piece in _pieces(content):
            with explained(path):
                stream.write(piece)
        with explained(path):
            stream.flush()
            if sync:
                os.fsync(stream.fileno())
            stream.close()
    finally:
        with suppress(OSError):  # what is not written yet, of a file that goes
            stream.close()


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content
