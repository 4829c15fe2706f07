"""A question in SQL by whoever knows it: one SELECT, in a process of its own, which can be ended whatever it does."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from etl.errors import UserError

SECONDS = 60.0
MOST = 100_000
MEMORY = "1GB"  # of DuckDB's, where TATAME_MEMORY_LIMIT says nothing else; analytics.statement_process bounds the rest
_GRACE_SECONDS = 2.0  # for an interruption that works; after it the process is killed
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from analytics import statement_process as of; of.main()"
)


@dataclass(frozen=True)
class Result:
    """`more`: there were rows beyond the number asked for."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    more: bool


def run(store: Path, text: str, seconds: float = SECONDS, most: int = MOST) -> Result:
    """The rows of one SELECT; UserError for anything else, for a mistake in it, or when it takes too much.

    An interruption reaches DuckDB between two vectors, and one vector may hold a list of any length: so the statement
    runs in a child, which is killed where it does not stop by itself, and whose memory is bounded.
    """
    bounded = "TATAME_MEMORY_LIMIT" not in os.environ  # who names a limit has a machine for it
    asked = {"store": str(store), "text": text, "seconds": seconds, "most": most, "bounded": bounded}
    question = json.dumps(asked).encode()
    with _child() as child:
        assert child.stdin is not None and child.stdout is not None  # noqa: S101 - both are pipes
        _put(child.stdin, question)
        child.stdin = None  # closed: nothing more is asked
        if not child.stdout.read(1):  # it has opened the store, from now on the time counts
            raise UserError(f"this SQL cannot be run: the process for it ended (status {child.wait()})")
        try:
            answer, _ = child.communicate(timeout=seconds + _GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            raise UserError(too_long(seconds)) from None
    return _read(answer)


def too_long(seconds: float) -> str:
    """What is said of a statement that was stopped."""
    return f"stopped after {seconds:g} seconds; ask for less, or give --timeout more"


def too_much() -> str:
    """What is said where the memory was not enough."""
    return f"this SQL needs more memory than it may have ({_memory()}); ask for less, or for fewer rows"


def _put(stdin: IO[bytes], question: bytes) -> None:
    try:
        stdin.write(question)
        stdin.close()
    except BrokenPipeError:  # it ended already, and is told of below
        pass


def _read(answer: bytes) -> Result:
    """A result, or the text of a UserError; a child that was ended from outside has said nothing."""
    if not answer:
        raise UserError(too_much())
    found = pickle.loads(answer)  # noqa: S301 - written by this program in the child
    if isinstance(found, Result):
        return found
    raise UserError(str(found))


@contextmanager
def _child() -> Iterator[subprocess.Popen[bytes]]:
    """This interpreter with our own modules, no shell; gone at the end, whatever happens."""
    command = [sys.executable, "-P", "-c", _START, json.dumps(sys.path)]
    environment = os.environ | {"TATAME_MEMORY_LIMIT": _memory()}
    child = subprocess.Popen(  # noqa: S603
        command,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,  # Ctrl-C is this program's to answer
    )
    try:
        yield child
    finally:
        child.kill()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _memory() -> str:
    return os.environ.get("TATAME_MEMORY_LIMIT") or MEMORY
