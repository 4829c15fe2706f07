"""The one definition of a relation, in DuckDB's SQL, as Spark reads it; sqlglot translates, and says what it cannot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from etl.errors import UserError

if TYPE_CHECKING:
    from sqlglot.expressions import Expr, Query

_OFTEN = 3  # twice costs less than writing it down
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


def parts(name: str, select: str) -> Iterator[tuple[str, str]]:
    """One SELECT of Spark, named, after those of its CTEs that it would otherwise compute again and again.

    DuckDB writes down a CTE that is read twice; Spark puts it in wherever it is read, and those it reads likewise.
    """
    import sqlglot
    from sqlglot import exp

    parsed = sqlglot.parse_one(select, read="spark")
    assert isinstance(parsed, exp.Query)  # noqa: S101 - a relation is nothing else
    steps: dict[str, Query] = {cte.alias: cte.this for cte in parsed.ctes}
    apart = _read_often(parsed, steps)
    for step in steps.values():
        _renamed(step, name, apart)
    for part in (each for each in steps if each in apart):
        yield f"{name}__{part}", _with(steps[part], steps, apart)
    parsed.set("with_", None)
    _renamed(parsed, name, apart)
    yield name, _with(parsed, steps, apart)


def _read_often(parsed: Expr, steps: Mapping[str, Query]) -> set[str]:
    """Those that would be computed three times and more, and are more than a choice of rows and columns."""
    times = Counter(table for table in _read(parsed, but=steps.values()) if table in steps)
    apart = set()
    for name, step in reversed([*steps.items()]):
        if times[name] >= _OFTEN and (step.args.get("joins") or step.args.get("group") or step.key == "union"):
            apart.add(name)
        for table in _read(step):
            times[table] += 1 if name in apart else times[name]
    return apart


def _read(parsed: Expr, but: Iterable[Expr] = ()) -> Iterator[str]:
    from sqlglot import exp

    within = {id(table) for each in but for table in each.find_all(exp.Table)}
    return (table.name for table in parsed.find_all(exp.Table) if id(table) not in within)


def _renamed(parsed: Expr, name: str, apart: Collection[str]) -> None:
    from sqlglot import exp

    for table in list(parsed.find_all(exp.Table)):
        if table.name in apart:
            table.replace(exp.to_table(f"{name}__{table.name}", alias=table.alias or table.name))


def _with(parsed: Query, steps: Mapping[str, Query], apart: Collection[str]) -> str:
    """The statement, with those steps before it that it needs and that have no name of their own."""
    needed, found = set[str](), list(_read(parsed))
    while found:
        table = found.pop()
        if table in steps and table not in apart and table not in needed:
            needed.add(table)
            found += _read(steps[table])
    whole = parsed.copy()
    for name in (each for each in steps if each in needed):
        whole = whole.with_(name, as_=steps[name].copy(), copy=False)
    return str(whole.sql(dialect="spark"))


def kind(duckdb_type: str) -> str:
    """A DuckDB type as Spark calls it."""
    from sqlglot import exp

    return exp.DataType.build(duckdb_type, dialect="duckdb").sql(dialect="spark")
