"""`python -m benchmarks.profile PATH…`: what each statement of a load and its build costs, the dearest first.

PATH is a bundle or a folder of bundles. Seconds of wall clock and of processor; statements of the same beginning (the
same relation, the same table) are added up. A statement that hands rows on lazily is charged to whoever reads them.
While sources are staged side by side a statement is charged the processor time of its own thread alone.
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import duckdb

from analytics import relations
from etl import opening, pipeline
from etl.extract import EventOptions

_MOST = 45
_ACCOUNT = threading.Lock()
_NAME = re.compile(
    r"\s*(?:create (?:or replace )?(?:temp )?(?P<made>table|view)\s+(?P<name>[\w.]+)"
    r"|(?P<verb>insert into|delete from|drop table(?: if exists)?|update)\s+(?P<table>[\w.\"-]+))",
    re.IGNORECASE,
)


@dataclass
class Cost:
    """Of all statements of one beginning."""

    times: int = 0
    wall: float = 0.0
    cpu: float = 0.0


class Watched:
    """A connection that keeps account of what it is told."""

    def __init__(self, con: duckdb.DuckDBPyConnection, costs: dict[str, Cost] | None = None) -> None:
        """Starts with an empty account, or goes on with that of the connection it is a cursor of."""
        self._con = con
        self.costs: dict[str, Cost] = defaultdict(Cost) if costs is None else costs

    def cursor(self) -> Watched:
        """A cursor, whose statements stand in the same account."""
        return Watched(self._con.cursor(), self.costs)

    def __getattr__(self, name: str) -> Any:
        """Everything but statements goes straight through."""
        return getattr(self._con, name)

    def execute(self, statement: str, *values: Any, **named: Any) -> Any:
        """Runs it and writes down what it took."""
        clock = time.thread_time if threading.active_count() > 1 else time.process_time
        wall, cpu = time.perf_counter(), clock()
        try:
            return self._con.execute(statement, *values, **named)
        finally:
            with _ACCOUNT:
                cost = self.costs[title(statement)]
                cost.times += 1
                cost.wall += time.perf_counter() - wall
                cost.cpu += clock() - cpu


def title(statement: str) -> str:
    """What it makes or changes, else how it begins."""
    found = _NAME.match(statement)
    if found is None:
        return " ".join(statement.split())[:60]
    if found["name"]:
        return f"{found['made']} {found['name']}".lower()
    table = found["table"].rsplit(".", 1)[-1].strip('"')
    return f"{found['verb']} {table}".lower()


def bundles(paths: Sequence[Path]) -> list[Path]:
    """The paths themselves; of a folder of bundles the bundles."""
    found: list[Path] = []
    for path in paths:
        inner = sorted(one.parent for one in path.glob("*/event.toml")) if path.is_dir() else []
        found += inner or [path]
    return found


def profiled(store: Path, paths: Sequence[Path]) -> tuple[dict[str, Cost], float, float]:
    """Loads the bundles into a new store; the account, and the seconds of wall clock and processor in all."""
    watched: list[Watched] = []
    connect = opening.connect

    def watching(copy: Path) -> Watched:
        watched.append(Watched(connect(copy)))
        return watched[-1]

    wall, cpu = time.perf_counter(), time.process_time()
    opening.connect = cast("Any", watching)
    try:
        pipeline.ingest(store, paths, EventOptions(), relations.build)
    finally:
        opening.connect = connect
    return watched[0].costs, time.perf_counter() - wall, time.process_time() - cpu


def main(arguments: Sequence[str]) -> int:
    """Prints the account; what no statement took is Python, and the file copied and swapped."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "profile.duckdb"
        costs, wall, cpu = profiled(store, bundles([Path(argument) for argument in arguments]))
        size = store.stat().st_size
    print("   wall     cpu  times  statement")
    dearest = sorted(costs.items(), key=lambda item: -item[1].cpu)
    for name, cost in dearest[:_MOST]:
        print(f"{cost.wall:7.2f} {cost.cpu:7.2f} {cost.times:6d}  {name}")
    said = sum(cost.wall for cost in costs.values()), sum(cost.cpu for cost in costs.values())
    print(f"{wall - said[0]:7.2f} {cpu - said[1]:7.2f}         Python, and the copy and swap of the file")
    print(f"{wall:7.2f} {cpu:7.2f}         in all; the store has {size / 1e6:,.0f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
