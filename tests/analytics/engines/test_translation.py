"""Every relation can be carried to Spark: nothing it lacks, and nothing that it would silently do otherwise."""

import logging
from collections.abc import Iterator

import pytest
import sqlglot
from sqlglot import exp

from analytics import prepared, relations, scope
from analytics.engines import translation

# What runs on Spark: the relations, what SQL makes of the in_* tables, and bouts in numbers.
NAMED = {
    **relations.texts(),
    **{f"scope-{n}": text for n, text in enumerate(scope.STATEMENTS)},
    **{f"codes-{n}": text for n, text in enumerate((prepared.VERSIONS, *prepared.CODES))},
    "method_bout": prepared.BOUTS,
}

# Functions that do the same in DuckDB 2.0 and in Spark 4 on what the relations give them (sqlglot's names). A new one
# is looked up in both manuals, on NULL, on ties and on the last digit, before it is entered here; sqlglot itself says
# nothing of `strip_accents`, `hash` or an ordered list: it passes them on.
SAME = {
    "And", "ArraySort", "ArrayToString", "BitwiseOrAgg", "Case", "Cast", "Coalesce", "Concat", "Count", "DateDiff",
    "Exists", "Explode", "Extract", "FirstValue", "Greatest", "If", "Lag", "Lead", "Least", "Lower", "Max", "Min", "Or",
    "Pad", "Rank", "Replace", "RowNumber", "SplitPart", "Sum", "TimestampTrunc",
}  # fmt: skip
# `list(x)` gives its values in no order, in Spark even from run to run: it may only be sorted.
UNORDERED = {"ArrayAgg"}


def parsed() -> Iterator[tuple[str, exp.Expr]]:
    for name, text in NAMED.items():
        for statement in sqlglot.parse(text, read="duckdb"):
            if statement is not None:
                yield name, statement


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_relation_is_translated_without_a_warning(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="sqlglot"):
        for statement in sqlglot.parse(NAMED[name], read="duckdb"):
            assert statement is not None
            select = statement if isinstance(statement, exp.Query) else statement.expression
            text = translation.spark(select.sql(dialect="duckdb"))
            # Spark's own grammar reads what was written: a type that Spark lacks is passed on without a word.
            assert sqlglot.parse_one(text, read="spark") is not None
    assert caplog.records == []


def functions(text: str) -> set[str]:
    return {type(each).__name__ for each in sqlglot.parse_one(text, read="duckdb").find_all(exp.Func)}


@pytest.mark.parametrize(
    "text", ["isodow(d)", "log(x)", "hash(x)", "round(x, 1)", "strip_accents(x)", "jaro_winkler_similarity(x, y)"]
)
def test_what_is_silently_different_would_be_found(text: str) -> None:
    assert functions(f"select {text} from t") - SAME - UNORDERED != set()


def test_only_functions_that_do_the_same_are_used() -> None:
    used = {(name, type(each).__name__) for name, root in parsed() for each in root.find_all(exp.Func)}
    assert {(name, kind) for name, kind in used if kind not in SAME | UNORDERED} == set()
    assert {kind for _, kind in used} == SAME | UNORDERED, "nothing is allowed that nobody needs"


def test_a_list_is_sorted_before_anything_is_made_of_it() -> None:
    for name, root in parsed():
        for each in root.find_all(exp.ArrayAgg):
            assert each.find(exp.Order) is None, f"{name}: list(x order by y) loses its order on Spark"
            assert isinstance(each.parent, exp.ArraySort), f"{name}: an unsorted list"


def test_nothing_is_used_that_spark_lacks_or_reads_otherwise() -> None:
    lacking = (exp.Pivot, exp.Slice, exp.Columns, exp.Lambda, exp.Round, exp.Ln, exp.Log, exp.Div, exp.IntDiv)
    for name, root in parsed():
        assert [type(each).__name__ for each in root.find_all(*lacking)] == [], name
        assert not any(each.args.get("recursive") for each in root.find_all(exp.With)), f"{name}: recursive"
        assert not any(each.args.get("by_name") for each in root.find_all(exp.SetOperation)), f"{name}: by name"
        assert not any(each.args.get("all") for each in root.find_all(exp.Group)), f"{name}: group by all"
        assert not any(each.args.get("method") for each in root.find_all(exp.Join)), f"{name}: asof, positional"
        assert not any(each.args.get("using") for each in root.find_all(exp.Join)), f"{name}: using"


def test_rows_are_numbered_in_an_order() -> None:
    for name, root in parsed():
        for window in root.find_all(exp.Window):
            if isinstance(window.this, exp.RowNumber | exp.Rank | exp.Lag | exp.Lead | exp.FirstValue):
                assert window.args.get("order") is not None, f"{name}: numbers rows as they come"


@pytest.mark.parametrize(
    ("duckdb", "spark"),
    [
        # DuckDB leaves NULL out of a concatenation, Spark would make all of it NULL; NULL sorts last in DuckDB.
        ("select concat(a, 'b') from t", "SELECT CONCAT(COALESCE(a, ''), 'b') FROM t"),
        ("select a from t order by a", "SELECT a FROM t ORDER BY a NULLS LAST"),
        ("select * exclude (a) from t", "SELECT * EXCEPT (a) FROM t"),
    ],
)
def test_what_spark_reads_otherwise_is_said_in_full(duckdb: str, spark: str) -> None:
    assert translation.spark(duckdb) == spark


def test_what_cannot_be_carried_is_refused() -> None:
    with pytest.raises(ValueError, match="Spark has nothing"):
        translation.spark("select a from read_parquet('a.parquet', union_by_name = true)")


def test_names_and_tables_are_read_off_the_statements() -> None:
    assert list(translation.named("create temp table x as select 1 as a; create view y as select 2 as b")) == [
        ("x", "SELECT 1 AS a"),
        ("y", "SELECT 2 AS b"),
    ]
    assert translation.tables("WITH c AS (SELECT * FROM t) SELECT * FROM c JOIN u ON c.a = u.a") >= {"t", "u"}
    assert translation.kind("VARCHAR[]") == "ARRAY<STRING>"
