"""`python -m benchmarks.asked STORE`: what readers ask of a store, as JSON: milliseconds of the middle run of each.

The first event of the store with many academies is asked about; `page` is a page of the dashboard drawn again.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import duckdb

from analytics import explain, methods, queries, versions
from analytics.counting import Question
from analytics.store import Store
from publishing import method_charts

APP = Path(__file__).resolve().parents[1] / "dashboard" / "app.py"
RUNS = 9
SLOW_RUNS = 3
FIGURE = {"events": 1, "recorded_at": "2026-05-04T10:00:00Z", "fingerprint": "0"}

METHOD_QUESTIONS = {
    "by belt": Question(("belt",)),
    "by gender, age division and weight class": Question(("gender", "age_division", "weight_class")),
    "by event and belt": Question(("event", "belt")),
    "by academy": Question(("academy",)),
    "by academy and belt": Question(("academy", "belt")),
    "by academy, belt and gender": Question(("academy", "belt", "gender")),
}


def middle(ask: Callable[[], object], runs: int = RUNS) -> float:
    """Milliseconds of the middle run."""
    took = []
    for _ in range(runs):
        begun = time.perf_counter()
        ask()
        took.append((time.perf_counter() - begun) * 1000)
    return statistics.median(took)


def asked(store: Store) -> dict[str, float]:
    """Question -> milliseconds."""
    with store.cursor() as cur:
        event, award, academy = _crowded(cur)
        version = versions.resolve(cur, event, None)
        found = {
            "standing with reasons": middle(lambda: queries.standings(cur, version, award)),
            "explanation of an academy": middle(lambda: explain.explain(cur, version, award, academy)),
            "explanation against another": middle(lambda: explain.against(cur, version, award, academy), SLOW_RUNS),
            "methods of one event by belt": middle(lambda: methods.shares(cur, Question(("belt",), event=event))),
        }
        for name, question in METHOD_QUESTIONS.items():
            found[f"methods {name}"] = middle(partial(methods.shares, cur, question), SLOW_RUNS + 2)
    return found


def cold_figure(path: Path) -> float:
    """Milliseconds from opening the store to a figure: nothing of it has been asked before."""
    begun = time.perf_counter()
    with Store.open(path) as store, store.cursor() as cur:
        frame = methods.shares(cur, Question(("belt",)))
    method_charts.stacked_shares(frame, "belt", FIGURE)
    return (time.perf_counter() - begun) * 1000


def page(store: Path) -> float:
    """Milliseconds to draw the dashboard's first page again, as after a choice; the server's part of it."""
    from streamlit.testing.v1 import AppTest

    os.environ["TATAME_STORE"] = str(store)
    drawn = AppTest.from_file(str(APP), default_timeout=120)
    drawn.run()
    if drawn.exception:
        raise RuntimeError(drawn.exception[0].message)
    return middle(drawn.run, SLOW_RUNS)


def _crowded(cur: duckdb.DuckDBPyConnection) -> tuple[str, str, str]:
    """Event, award and the academy in its second row: the award with most academies."""
    row: Any = cur.execute(
        """
        select v.event_id, s.award_id, max(case when s.position = 2 then s.academy end)
        from standing as s join current_version as v on v.version_id = s.version_id
        group by 1, 2 order by count(*) desc, 1, 2 limit 1
        """
    ).fetchone()
    return str(row[0]), str(row[1]), str(row[2])


def main(arguments: Sequence[str]) -> int:
    """Prints them."""
    path = Path(arguments[0])
    cold = cold_figure(path)
    with Store.open(path) as store:
        found = asked(store)
    print(json.dumps({**found, "methods by belt as a figure, cold": cold, "page of the dashboard": page(path)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
