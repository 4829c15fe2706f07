"""Small tables on their way into DuckDB, and out of Python again."""

from __future__ import annotations

import weakref
from datetime import date

import duckdb
import pyarrow as pa
import pytest

from etl import arriving, carried, side_by_side
from etl.carried import Carried
from etl.transform import Staged

STAGED = Staged(
    "cup", "Cup", date(2026, 5, 2), None, None, None, None, None, "final", "gi", "none", "{}", False, "x", "0", "in"
)  # fmt: skip


def test_in_a_transaction_too_what_is_wrong_with_rows_is_told() -> None:
    """DuckDB refuses every later statement of the transaction; that is not what went wrong."""
    with duckdb.connect() as con:
        con.begin()
        with pytest.raises(duckdb.ConversionException, match="convert string 'many'"):
            arriving.put(con, "told", "number INTEGER", [("many",)])
        con.rollback()
        arriving.put(con, "told", "number INTEGER", [("7",)])
        assert con.sql("FROM told").fetchall() == [(7,)]


def test_rows_carried_are_let_go_of_before_their_transaction_ends() -> None:
    """Else a transaction of many events would have all of them in memory, beside what DuckDB may use."""
    names = [f"Ana {number}" for number in range(5_000)]
    table = pa.table({"number": list(range(5_000)), "athlete": names})
    kept, rows = weakref.ref(table), Carried(STAGED, {"entry": table})
    with duckdb.connect() as con:
        con.execute("CREATE TABLE entry (athlete VARCHAR, number BIGINT)")
        con.begin()
        with carried.shown(con, rows) as staged:
            assert staged is STAGED
            con.execute("INSERT INTO entry SELECT athlete, number FROM staged_entry")
            assert con.execute("DESCRIBE staged_entry").fetchall()[1][:2] == ("athlete", "VARCHAR")
        del table, rows
        assert kept() is None
        con.commit()
        assert con.sql("FROM entry ORDER BY rowid").fetchall() == list(zip(names, range(5_000), strict=True))


def test_a_source_alone_is_worked_at_by_as_many_threads_as_any_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that the machine's cores do not tell, such as a container's: more threads would want more memory."""
    monkeypatch.setenv("SLURM_CPUS_ON_NODE", "1")
    with duckdb.connect() as con, arriving.threads(con, 3):
        with side_by_side.all_cores(con):
            assert con.sql("SELECT current_setting('threads')").fetchall() == [(1,)]
        assert con.sql("SELECT current_setting('threads')").fetchall() == [(3,)]
