"""The goals of the benchmark, and what a run says of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.measures import Size

GIGABYTE = 10**9
FULL = 10_000_000  # bouts; the goals are set for this size


@dataclass(frozen=True)
class Goal:
    """One goal: what is measured, how much it may be, how much it is; `unit` as it is written."""

    what: str
    most: float
    found: float
    unit: str

    @property
    def met(self) -> bool:
        """Whether it is met."""
        return self.found <= self.most

    @property
    def verdict(self) -> str:
        """In one word or two."""
        return "met" if self.met else "NOT met"


def goals(sizes: Sequence[Size]) -> list[Goal]:
    """Of the largest size, and of how time grew to it; what was not run is left out."""
    return [*_loading(sizes[-1]), *_growth(sizes), *_asking(sizes[-1])]


def _loading(size: Size) -> Iterator[Goal]:
    own = size.runs["tatame"]
    bare, polars = size.ratio("tatame", "bare"), size.ratio("tatame", "polars")
    if bare is not None:
        yield Goal("load and build, times DuckDB's bare load", 2.5, bare, "x")
    if polars is not None:
        yield Goal("load and build, times the polars script", 1.0, polars, "x")
    yield Goal("peak of memory", 3.0, own.peak / GIGABYTE, "GB")
    if "limited" in size.runs:
        yield Goal("peak of memory with a limit set", 1.0, size.runs["limited"].peak / GIGABYTE, "GB")
    for name, rows in size.differing.items():
        yield Goal(f"rows of the standings that {name} has otherwise", 0, rows, "")
    yield Goal("one more event of 1,000 bouts", 2.0, size.runs["one more"].wall, "s")


def _growth(sizes: Sequence[Size]) -> Iterator[Goal]:
    if len(sizes) > 1:
        before, last = sizes[-2:]
        each = [size.runs["tatame"].wall / size.bouts for size in (before, last)]
        yield Goal(f"time per bout, times that of {before.bouts:,} bouts", 1.2, each[1] / each[0], "x")


def _asking(size: Size) -> Iterator[Goal]:
    for question, took in size.asked.items():
        most = 50 if question.startswith("standing") else 1000 if "cold" in question or "page" in question else 300
        if not question.startswith("explanation"):
            yield Goal(question, most, took, "ms")
