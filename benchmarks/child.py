"""One measured run in a process of its own: seconds of wall clock and processor, and its peak of memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss


@dataclass(frozen=True)
class Run:
    """What one process took; `peak` in bytes, `said` what it printed."""

    wall: float
    cpu: float
    peak: int
    said: str


def _usual() -> dict[str, str]:
    """As people have it: a program is compiled when it is first run, and not each time."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Failed(Exception):
    """A run that did not end well: what was run, and the end of what it complained of."""


def run(
    arguments: Sequence[str | Path], environment: Mapping[str, str] | None = None, allowed: Sequence[int] = (0,)
) -> Run:
    """`python -m …` to its end, start-up included. The caller stays small: a child begins with its parent's peak."""
    command = [sys.executable, "-m", *map(str, arguments)]
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as complained:
        begun = time.perf_counter()
        child = subprocess.Popen(command, stdout=said, stderr=complained, env=_usual() | dict(environment or {}))
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        complained.seek(0)
        if child.returncode not in allowed:
            named = " ".join(map(str, arguments[:2]))
            raise Failed(f"{named} ended with {child.returncode}: {complained.read()[-800:]}")
        return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * _UNIT, said.read())
