"""The process in which one SELECT runs: what it may take of time and memory, and what it hands back."""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from analytics.statement import Result, too_long, too_much
from analytics.store import Store
from etl.errors import UserError

ADDRESSES = 4 * 1024**3  # bytes of address space: DuckDB's memory, the rows as Python objects, and the libraries
_BEGUN = b"."
_MOST = 10**9  # rows


def main() -> None:
    """Reads a question from standard input; writes one byte once the store is open, then the pickled answer."""
    question = json.load(sys.stdin.buffer)
    out = sys.stdout.buffer
    _bound(question["seconds"], bounded=question["bounded"])
    started = False
    try:
        with Store.open(Path(question["store"])) as store, store.cursor() as cur:
            out.write(_BEGUN)
            out.flush()
            started = True
            answer: Result | str = select(cur, question["text"], question["seconds"], question["most"])
    except UserError as error:
        answer = str(error)
    except MemoryError:
        answer = too_much()
    out.write((b"" if started else _BEGUN) + pickle.dumps(answer))
    out.flush()
    os._exit(0)  # not a moment for what lies in memory


def select(cur: duckdb.DuckDBPyConnection, text: str, seconds: float, most: int) -> Result:
    """The rows of one SELECT; UserError for anything else, for a mistake in it, or when it takes too long."""
    with _stopped_after(cur, seconds):
        try:
            cur.execute(_only_select(cur, text))
            rows = cur.fetchmany(min(most, _MOST) + 1)
        except duckdb.InterruptException:
            raise UserError(too_long(seconds)) from None
        except duckdb.Error as error:
            raise UserError(f"this SQL cannot be run: {_first(error)}") from None
        columns = _each_once([str(column[0]) for column in cur.description or []])
    return Result(columns, rows[:most], len(rows) > most)


def _bound(seconds: float, *, bounded: bool) -> None:
    """No more memory than is meant, and no more processor time where nobody is left to kill it."""
    if sys.platform == "win32":
        return
    import resource

    most = {resource.RLIMIT_CPU: int(10 + 2 * seconds) * (os.cpu_count() or 1), resource.RLIMIT_CORE: 0}
    if bounded:
        most[resource.RLIMIT_AS] = ADDRESSES
    for what, limit in most.items():
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _each_once(names: list[str]) -> list[str]:
    """Two columns of one name are two: `a`, `a_2`."""
    found: list[str] = []
    for name in names:
        free, number = name, 1
        while free in found:
            number += 1
            free = f"{name}_{number}"
        found.append(free)
    return found


def _only_select(cur: duckdb.DuckDBPyConnection, text: str) -> duckdb.Statement:
    """Refused: two statements, and all that is no SELECT (which EXPLAIN, SET, ATTACH or COPY are not)."""
    found = cur.extract_statements(text)
    if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
        raise UserError("tatame sql takes one SELECT; nothing in the store can be changed by it")
    return found[0]


@contextmanager
def _stopped_after(cur: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, cur.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _first(error: duckdb.Error) -> str:
    """What is wrong, and what DuckDB suggests: its first lines, without the picture of the place."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    kept = [line for line in lines if not line.startswith(("LINE ", "  ", "^"))]
    return " ".join(kept[:2])
