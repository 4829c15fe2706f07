"""`python -m benchmarks.bench [--size 10k --size 1m --size 10m]`: the benchmark, as `make bench` runs it.

Every contestant is a process of its own on the same generated bundles: `tatame ingest`, DuckDB's bare load, and a
polars and a pandas script that give the same standings. Results go to benchmarks/RESULTS.md; the goals and whether they
are met are printed. Exit status 1 where one is not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import goals, measures, results
from benchmarks.child import Failed

_UNITS = {"k": 1_000, "m": 1_000_000}
DEFAULT = (10_000, 1_000_000)


def size(text: str) -> int:
    """10k, 1m or a plain number of bouts."""
    unit = _UNITS.get(text[-1:].lower(), 1)
    number = text[:-1] if unit > 1 else text
    if not number.isdigit() or int(number) * unit < 2:
        raise argparse.ArgumentTypeError(f"{text!r}: write a number of bouts, such as 10k or 1m")
    return int(number) * unit


def parser() -> argparse.ArgumentParser:
    """The options."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.bench", description=__doc__)
    add = options.add_argument
    add("--size", type=size, action="append", help="bouts, such as 10k, 1m or 10m; may be repeated")
    add("--folder", type=Path, help="where the bundles are written and stay; by default a temporary folder")
    add("--skip", action="append", default=[], choices=("pandas", "polars", "limited"), help="not run")
    add("--results", type=Path, default=results.FILE, help="the file that is written")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Runs the sizes from small to large."""
    options = parser().parse_args(arguments)
    wanted = sorted(set(options.size or DEFAULT))
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            found = [
                measures.measured(bouts, folder, _tell, largest=bouts == wanted[-1], skip=frozenset(options.skip))
                for bouts in wanted
            ]
        except Failed as failed:
            print(f"benchmarks.bench: {failed}", file=sys.stderr)
            return 2
    results.written(found, options.results)
    _tell(f"done in {time.perf_counter() - begun:.0f} s; {options.results.name} is written")
    print(results.printed(found))
    return 0 if all(goal.met for goal in goals.goals(found)) else 1


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
