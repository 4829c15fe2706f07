"""The command: `python -m benchmarks.generate --bouts 10000 --events 5 --seed 1 --out DIR`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.generate.event import FORMATS, Wish
from benchmarks.generate.names import LANGUAGES
from benchmarks.generate.run import generate
from benchmarks.generate.sport import RULESETS
from benchmarks.generate.templates import CASES


def listed(allowed: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    """Return a reader of a comma-separated list of these words."""

    def read(text: str) -> tuple[str, ...]:
        words = tuple(word for word in text.split(",") if word)
        unknown = [word for word in words if word not in allowed]
        if unknown or not words:
            raise argparse.ArgumentTypeError(f"{text!r}: choose from {', '.join(allowed)}")
        return words

    return read


def parser() -> argparse.ArgumentParser:
    """Return the options."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.generate", description=__doc__)
    add = options.add_argument
    add("--bouts", type=int, required=True, help="rows of bouts in all events together")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--events", type=int, default=1)
    add("--seed", type=int, default=1)
    add("--special-rate", type=float, default=0.02, help="share of the categories that are one of M5 to M27")
    add("--dirt-rate", type=float, default=0.0, help="share of the rows that are spoiled")
    add("--only", type=listed(tuple(CASES)), default=(), help="these cases alone: M12 or M5,M6")
    add("--languages", type=listed(tuple(LANGUAGES)), default=tuple(LANGUAGES))
    add("--rulesets", type=listed(RULESETS), default=RULESETS[:2])
    add("--academies", type=int, default=300)
    add("--format", choices=FORMATS, default="folders")
    add("--times", action="store_true", help="mats and starting times that keep B4")
    add("--expected", action="store_true", help="the places that the rules give, beside the bundles")
    add("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="events at a time; changes no byte")
    return options


def main() -> int:
    """Run it; exit status 2 for what cannot be made."""
    wish = Wish(**vars(parser().parse_args()))
    began = time.perf_counter()
    try:
        count = generate(wish)
    except ValueError as error:
        print(f"benchmarks.generate: {error}", file=sys.stderr)
        return 2
    took = time.perf_counter() - began
    print(
        f"{count.bouts:,} bouts, {count.entries:,} entries, {count.categories:,} categories, {count.events} events"
        f" in {took:.1f} s ({count.bouts / took:,.0f} bouts a second)",
        file=sys.stderr,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
