"""Faults and what is drawn at random in full, a dashboard under load, Spark: `make soak`, more than an hour.

Runs one part after the other, prints how each ended, and exits with 1 where one failed. `--only NAME` runs one.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@dataclass(frozen=True)
class Part:
    """One thing to run; `lacks` says why it cannot be run here, empty where it can."""

    name: str
    what: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    lacks: str = ""


def parts() -> list[Part]:
    """Every part there is."""
    load = importlib.util.find_spec("benchmarks.dashboard_load") is not None
    java = shutil.which("java") is not None and importlib.util.find_spec("pyspark") is not None
    return [
        Part(
            "faults",
            "loads and migrations killed at a hundred moments each, full disks, damaged files",
            (*PYTEST, "-m", "faults"),
            {"TATAME_KILLS": "100"},
        ),
        Part(
            "arguments",
            "every value nobody means, for every parameter of every command",
            (*PYTEST, "-n", "auto", "-m", "soak"),
        ),
        Part(
            "drawn",
            "properties, simulations, fuzzing and a thousand events against the oracle, with all their examples",
            (*PYTEST, "-n", "auto", "-m", "long and not browser"),
            {"TATAME_EXAMPLES": "full", "TATAME_ORACLE_EVENTS": "1000", "TATAME_FUZZ": "500"},
        ),
        Part(  # a process of its own: the browser's event loop runs on where other tests start theirs
            "browser",
            "every page in a real browser",
            (*PYTEST, "-m", "browser"),
            lacks="" if importlib.util.find_spec("playwright") is not None else "playwright is not installed",
        ),
        Part(
            "dashboard",
            "100 sessions for five minutes while an event is loaded every ten seconds",
            (
                sys.executable,
                "-m",
                "benchmarks.dashboard_load",
                *("--sessions", "100", "--seconds", "300", "--ingest-every", "10"),
            ),
            lacks="" if load else "benchmarks.dashboard_load is not there",
        ),
        Part(
            "spark",
            "the same integers from Spark as from DuckDB at a million bouts",
            (*PYTEST, "-m", "spark"),
            lacks="" if java else "Spark needs Java and the extra spark",
        ),
    ]


def run(part: Part) -> str:
    """Runs a part in the sight of whoever started it; `ok`, `failed (status)` or why it was left out."""
    if part.lacks:
        return f"left out: {part.lacks}"
    print(f"\n== {part.name}: {part.what}", flush=True)
    done = subprocess.run([*part.command], env={**os.environ, **part.environment}, check=False)
    return "ok" if done.returncode == 0 else f"failed (status {done.returncode})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the parts asked for and prints a summary."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--only", choices=[part.name for part in parts()])
    only = parser.parse_args(arguments).only
    ended = {}
    for part in parts():
        if only in (None, part.name):
            started = time.monotonic()
            ended[part.name] = f"{run(part)}, {time.monotonic() - started:.0f} s"
    print("\n== soak")
    print("\n".join(f"{name}: {said}" for name, said in ended.items()))
    return 1 if any(said.startswith("failed") for said in ended.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
