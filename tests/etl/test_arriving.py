"""Small tables on their way into DuckDB, and out of Python again."""

from __future__ import annotations

import weakref
from datetime import date

import duckdb
import pyarrow as pa
import pytest

from etl import arriving, carried
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
