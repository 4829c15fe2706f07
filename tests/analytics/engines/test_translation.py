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


def test_what_would_be_computed_three_times_is_a_relation_of_its_own() -> None:
    text = (
        "WITH rows AS (SELECT * FROM t), pairs AS (SELECT r.a FROM rows AS r JOIN u ON r.a = u.a), "
        "odd AS (SELECT a FROM pairs WHERE a % 2 = 1), "
        "final AS (SELECT p.a FROM pairs AS p JOIN odd ON p.a = odd.a UNION ALL SELECT a FROM odd) SELECT * FROM final"
    )
    assert list(translation.parts("x", text)) == [
        ("x__pairs", "WITH rows AS (SELECT * FROM t) SELECT r.a FROM rows AS r JOIN u ON r.a = u.a"),
        (
            "x",
            "WITH odd AS (SELECT a FROM x__pairs AS pairs WHERE a % 2 = 1), "
            "final AS (SELECT p.a FROM x__pairs AS p JOIN odd ON p.a = odd.a UNION ALL SELECT a FROM odd) "
            "SELECT * FROM final",
        ),
    ]


def test_what_is_read_twice_or_only_chosen_from_stays_in_its_relation() -> None:
    twice = "WITH p AS (SELECT t.a FROM t JOIN u ON t.a = u.a) SELECT * FROM p UNION ALL SELECT * FROM p"
    chosen = (
        "WITH p AS (SELECT a FROM t WHERE a > 1) SELECT * FROM p UNION ALL SELECT * FROM p UNION ALL SELECT * FROM p"
    )
    for text in (twice, chosen):
        assert list(translation.parts("x", text)) == [("x", text)]


def test_the_parts_read_what_the_whole_reads_and_nothing_twice() -> None:
    for name, text in relations.texts().items():
        whole = translation.spark(text)
        found = list(translation.parts(name, whole))
        *named, last = (part for part, _ in found)
        assert last == name
        read = set[str]().union(*(translation.tables(part) for _, part in found))
        assert {*named} <= read
        assert {each for each in read if "__" not in each} <= translation.tables(whole)
