"""The one definition of a relation, in DuckDB's SQL, as Spark reads it; sqlglot translates, and says what it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from etl.errors import UserError

if TYPE_CHECKING:
    from sqlglot.expressions import Expr

_MISSING = "this needs sqlglot; install Tatame with Spark: pip install 'tatame[spark]'"


def spark(select: str) -> str:
    """One SELECT; ValueError where Spark has nothing that does the same."""
    [parsed] = _parsed(select)
    return _written(parsed)


def named(statements: str) -> Iterator[tuple[str, str]]:
    """Name and SELECT of each `CREATE … AS` statement."""
    for parsed in _parsed(statements):
        yield str(parsed.this.name), _written(parsed.expression)


def _parsed(text: str) -> list[Expr]:
    try:
        import sqlglot
    except ImportError:
        raise UserError(_MISSING) from None
    return [statement for statement in sqlglot.parse(text, read="duckdb") if statement is not None]


def _written(parsed: Expr) -> str:
    from sqlglot import ErrorLevel
    from sqlglot.errors import UnsupportedError

    try:
        return str(parsed.sql(dialect="spark", comments=False, unsupported_level=ErrorLevel.RAISE))
    except UnsupportedError as error:
        raise ValueError(f"Spark has nothing for this: {error}") from error


def tables(select: str) -> set[str]:
    """The tables that one SELECT of Spark reads; names of its own CTEs may be among them."""
    import sqlglot
    from sqlglot import exp

    return {table.name for table in sqlglot.parse_one(select, read="spark").find_all(exp.Table)}


def kind(duckdb_type: str) -> str:
    """A DuckDB type as Spark calls it."""
    from sqlglot import exp

    return exp.DataType.build(duckdb_type, dialect="duckdb").sql(dialect="spark")
