"""How long questions about methods take on a store: `python -m benchmarks.methods STORE`; the goal is 300 ms each.

A question is `analytics.methods.shares`: counted, with intervals, as a DataFrame. Best and middle of five runs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import combinations

from analytics import methods
from analytics.counting import Question
from analytics.store import Store

RUNS = 5
GOAL = 300
BOUT_FIELDS = ("gender", "age_division", "belt", "weight_class", "round", "open_class")


def questions() -> list[Question]:
    """Every three fields of a bout, then with season, event and academy."""
    found = [Question(by) for number in range(4) for by in combinations(BOUT_FIELDS, number)]
    found += [Question(("season", *by)) for by in combinations(BOUT_FIELDS, 2)]
    found += [Question((one, two), "technique") for one, two in combinations(BOUT_FIELDS, 2)]
    found += [
        Question(by) for by in (("event",), ("event", "belt"), ("academy",), ("academy", "belt"), ("academy", "season"))
    ]
    return [*found, Question(("academy", "belt", "gender")), Question(("event", "belt", "gender"))]


def timed(opened: Store, question: Question) -> tuple[float, float, int]:
    """Best and middle in milliseconds, and the rows of the answer."""
    took = []
    rows = 0
    for _ in range(RUNS):
        with opened.cursor() as cur:
            begun = time.perf_counter()
            rows = len(methods.shares(cur, question))
            took.append((time.perf_counter() - begun) * 1000)
    return min(took), sorted(took)[RUNS // 2], rows


def main(arguments: Sequence[str]) -> int:
    """One line per question; 1 where one misses the goal."""
    missed = 0
    with Store.open(arguments[0]) as opened:
        for question in questions():
            best, middle, rows = timed(opened, question)
            missed += best > GOAL
            mark = "  over" if best > GOAL else ""
            print(
                f"{best:6.0f} {middle:6.0f} ms {rows:8d} rows  {question.of} by {', '.join(question.by) or '-'}{mark}"
            )
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
