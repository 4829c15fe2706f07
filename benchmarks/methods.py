"""How long questions about methods take on a store: `python -m benchmarks.methods STORE`; the goal is 300 ms each.

A question is `analytics.methods.shares`: counted, with intervals, as a DataFrame. Best and middle of three runs, and
the processor's part of the best. The goal is that of every question, however long its answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from analytics import methods
from analytics.counting import FIELDS, Question
from analytics.prepared import OF_BOUT
from analytics.store import Store

RUNS = 3
GOAL = 300
PREPARED = [name for name in FIELDS if name != "athlete"]


def questions() -> list[Question]:
    """Every three fields but athlete, and techniques by every two of a bout."""
    found = [Question(by) for number in range(4) for by in combinations(PREPARED, number)]
    return [*found, *(Question(by, "technique") for by in combinations([*OF_BOUT, "open_class"], 2))]


def timed(opened: Store, question: Question) -> tuple[float, float, float, int]:
    """Best, its processor time and middle in milliseconds, and the rows of the answer."""
    took = []
    rows = 0
    for _ in range(RUNS):
        with opened.cursor() as cur:
            begun, worked = time.perf_counter(), time.process_time()
            rows = len(methods.shares(cur, question))
            took.append(((time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000))
    best, middle = min(took), sorted(took)[RUNS // 2]
    return *best, middle[0], rows


def main(arguments: Sequence[str]) -> int:
    """One line per question; 1 where one misses the goal."""
    missed = 0
    with Store.open(Path(arguments[0])) as opened:
        for question in questions():
            best, worked, middle, rows = timed(opened, question)
            over = best > GOAL
            missed += over
            by = f"{question.of} by {', '.join(question.by) or '-'}{'  over' if over else ''}"
            print(f"{best:6.0f} {middle:6.0f} ms {worked:6.0f} of processor {rows:8d} rows  {by}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
