"""How long questions about methods take on a store: `python -m benchmarks.methods STORE`; the goal is 300 ms each.

A question is `analytics.method_parts.part`: its first 1000 groups counted, with intervals, as a DataFrame; of most
questions that is the whole answer. Best and middle of three runs, and the processor's part of the best. Where there are
more groups the time of all parts together, once, stands beside it: that one has no goal.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from analytics import method_parts
from analytics.counting import FIELDS, Question
from analytics.prepared import OF_BOUT
from analytics.store import Store

RUNS = 3
GOAL = 300
AT_ONCE = 20_000  # groups, where all are asked for
PREPARED = [name for name in FIELDS if name != "athlete"]


@dataclass(frozen=True)
class Took:
    """Milliseconds of the first part: best run, its processor time, middle run; its rows; whether there are more."""

    best: float
    processor: float
    middle: float
    rows: int
    more: bool


def questions() -> list[Question]:
    """Every three fields but athlete, and techniques by every two of a bout."""
    found = [Question(by) for number in range(4) for by in combinations(PREPARED, number)]
    return [*found, *(Question(by, "technique") for by in combinations([*OF_BOUT, "open_class"], 2))]


def first(opened: Store, question: Question) -> Took:
    """The first part of an answer."""
    runs = []
    for _ in range(RUNS):
        with opened.cursor() as cur:
            begun, worked = time.perf_counter(), time.process_time()
            part = method_parts.part(cur, question)
            runs.append(((time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000))
    best, middle = min(runs), sorted(runs)[RUNS // 2]
    return Took(*best, middle[0], len(part.frame), part.next is not None)


def whole(opened: Store, question: Question) -> tuple[float, int, int]:
    """Milliseconds of all parts, their rows and their number of groups."""
    rows = groups = 0
    with opened.cursor() as cur:
        begun = time.perf_counter()
        for part in method_parts.parts(cur, question, AT_ONCE):
            rows += len(part.frame)
            groups += part.groups
        return (time.perf_counter() - begun) * 1000, rows, groups


def told(opened: Store, question: Question) -> Iterator[str]:
    """What is said of a question."""
    took = first(opened, question)
    yield f"{took.best:6.0f} {took.middle:6.0f} ms {took.processor:6.0f} of processor {took.rows:6d} rows"
    if took.more:
        all_of_it, rows, groups = whole(opened, question)
        yield f"  all: {all_of_it:6.0f} ms {rows:8d} rows {groups:7d} groups"
    yield f"  {question.of} by {', '.join(question.by) or '-'}{'  over' if took.best > GOAL else ''}"


def main(arguments: Sequence[str]) -> int:
    """One line per question; 1 where one misses the goal."""
    missed = 0
    with Store.open(Path(arguments[0])) as opened:
        for question in questions():
            line = "".join(told(opened, question))
            missed += line.endswith("  over")
            print(line, flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
