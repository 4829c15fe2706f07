"""A question in SQL by whoever knows it: one SELECT, stopped after a while, on a store that cannot be written."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import duckdb

from etl import damage
from etl.errors import UserError

SECONDS = 60.0
MOST = 100_000


@dataclass(frozen=True)
class Result:
    """`more`: there were rows beyond the number asked for."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    more: bool


def run(cur: duckdb.DuckDBPyConnection, text: str, seconds: float = SECONDS, most: int = MOST) -> Result:
    """The rows of one SELECT; UserError for anything else, for a mistake in it, or when it takes too long."""
    with _stopped_after(cur, seconds):
        try:
            cur.execute(_only_select(cur, text))
            rows = cur.fetchmany(most + 1)
        except duckdb.InterruptException:
            raise UserError(f"stopped after {seconds:g} seconds; ask for less, or give --timeout more") from None
        except duckdb.Error as error:
            if damage.is_damage(error):
                raise
            raise UserError(f"this SQL cannot be run: {_first(error)}") from None
        columns = [str(column[0]) for column in cur.description or []]
    return Result(columns, rows[:most], len(rows) > most)


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
