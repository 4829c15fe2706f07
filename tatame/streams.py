"""The three streams a program is started with: what becomes of words when one of them takes none."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from etl.errors import UserError


class Untold(Exception):
    """What was done stands, and could not be told whole: the program ends with status 1, never with 2."""


class Unwritten(UserError):
    """Standard output takes no answer: its disk is full, or it is closed."""

    def __init__(self, error: OSError) -> None:
        closed = error.errno == errno.EBADF
        why = "standard output is closed" if closed else f"standard output: {error.strerror or error}"
        super().__init__(f"the answer cannot be written ({why})")


def ready() -> None:
    """Opens what the program was started without.

    A file opened later, the store for instance, would otherwise get the number of standard output or error, and what a
    library prints would land in it. Standard output then takes nothing, as on a full disk; messages go nowhere.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "r" if name == "stdin" else "w", encoding="utf-8", closefd=False))  # noqa: SIM115 - lives as long as the program


def write(text: str) -> bool:
    """UTF-8 whatever the locale; a reader that has gone away (`| head`) is no error, anything else Unwritten.

    Whether somebody still reads.
    """
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            sys.stdout.flush()
            buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.flush()
    except OSError as error:
        _to_nowhere(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise Unwritten(error) from None
        return False
    return True


def write_each(texts: Iterable[str]) -> None:
    """Each text when it comes; none is made any more once nobody reads."""
    for text in texts:
        if not write(text):
            return


def of_output(error: Exception) -> Unwritten | None:
    """What an error is where others than `write` print, as for a help; None where standard output is not at fault."""
    if not isinstance(error, OSError) or error.filename is not None:
        return None
    try:
        write("\n")  # takes one more line, or is what failed
    except Unwritten as unwritten:
        return unwritten
    return None


def tell(text: str) -> None:
    """A line on standard error; where that takes none, nobody can be told, and nothing else changes."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _to_nowhere(sys.stderr)


@contextmanager
def after(done: str) -> Iterator[None]:
    """Around what is said of something that was done already: whatever goes wrong with saying it, it stands."""
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        why = str(error).splitlines()
        raise Untold(f"{done}: done, but not all of it could be told: {why[0] if why else 'interrupted'}") from error


def _to_nowhere(stream: TextIO) -> None:
    """What is left in the stream's memory must not fail again when the program ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
