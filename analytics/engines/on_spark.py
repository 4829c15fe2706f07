"""A build on Spark: the relations of `analytics/sql`, translated; what only Python fills runs on the workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import duckdb

from analytics import in_alias, prepared, relations, rule_tables, scope, standings
from analytics.engines import Built, Progress, answers, facts, folders, session, translation
from analytics.engines.steps import Steps
from etl.errors import UnusableInput

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# What the driver reads whole: a row for each event, or each decision about names.
_DRIVEN = ("event_version", "source_load", "academy_alias")


def build(
    source: str,
    output: str,
    *,
    master: str,
    settings: Mapping[str, str] | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Built:
    """Computes every answer of the versions in `source`, written whole or not at all."""
    tell = progress or (lambda step, done, total: None)
    with session.started(master, settings or {}) as spark:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        try:
            storage = folders.Hadoop(spark)
            folders.refuse_overlap(storage, source, output)
            with folders.replaced(storage, output, folders.ANSWERS, force=force) as new:
                _read(spark, source)
                steps = Steps(spark, new, tell)
                _scope(steps)
                _relations(steps)
                steps.gather_findings(storage)
                steps.keep(answers.WORDS, spark.table("coming_word"))
                return _counted(spark)
        except (Py4JError, PySparkException) as error:
            raise UnusableInput(f"Spark gave up: {session.reason(error)}\nNothing was written to {output}") from error


def _read(spark: SparkSession, source: str) -> None:
    """Every table of the input under its name, with the columns and types that the relations know."""
    from pyspark.errors import AnalysisException

    for table in facts.TABLES:
        try:
            found = spark.read.parquet(f"{source}/{table}")
        except AnalysisException as error:
            raise UnusableInput(facts.absent(source, table)) from error
        lacking = [column for column in facts.columns(table) if column not in found.columns]
        if lacking:
            raise UnusableInput(facts.unreadable(source, table, f"it has no column {', '.join(lacking)}"))
        found.createOrReplaceTempView(f"read_{table}")
        listed = ", ".join(f'cast("{c}" as {kind}) as "{c}"' for c, kind in facts.columns(table).items())
        spark.sql(translation.spark(f"select {listed} from read_{table}")).createOrReplaceTempView(table)


def _scope(steps: Steps) -> None:
    """The in_* tables: what rule sets say is made here, as for a store, what facts say by Spark."""
    spark = steps.spark
    with duckdb.connect() as con:
        for table in _DRIVEN:
            _fetch(con, spark.table(table), table)
        versions = [row[0] for row in con.execute("select version_id from event_version order by 1").fetchall()]
        rules = scope.write_versions(con, versions)
        _hand_over(con, steps, "in_version")
        steps.run(dict(each for statements in scope.STATEMENTS for each in translation.named(statements)))
        _fetch(con, spark.sql("select distinct version_id, age_division, belt from in_category"), "in_category")
        in_alias.write(con)
        rule_tables.write(con, rules)
        standings.write_chain_levels(con, rules)
        for name in (in_alias.TABLE, *rule_tables.TABLES, standings.TABLE):
            _hand_over(con, steps, name)


def _fetch(con: duckdb.DuckDBPyConnection, rows: DataFrame, name: str) -> None:
    con.register("arriving", rows.toArrow())
    con.execute(f"create table {name} as select * from arriving")
    con.unregister("arriving")


def _hand_over(con: duckdb.DuckDBPyConnection, steps: Steps, name: str) -> None:
    steps.hold(name, con.sql(f"select * from {name}").to_arrow_table())


def _relations(steps: Steps) -> None:
    """Those of findings one by one, though nothing reads them: two dozen in one plan take as long as all others."""
    steps.run({name: translation.spark(text) for name, text in relations.texts().items()}, tuple(relations.PYTHON))
    for table in ("method_version", answers.WORDS):  # nothing is prepared yet
        listed = ", ".join(f"cast(null as {translation.kind(k)}) as {c}" for c, k in facts.columns(table).items())
        steps.spark.sql(f"select {listed} where false").createOrReplaceTempView(table)
    codes = dict(each for text in (prepared.VERSIONS, *prepared.CODES) for each in translation.named(text))
    steps.run({**codes, answers.BOUTS: translation.spark(prepared.BOUTS)})


def _counted(spark: SparkSession) -> Built:
    """All counts in one statement: a job each costs more than the counting."""
    counts = [f"select '{name}' as name, count(*) as n from {name}" for name in answers.NAMES]
    ruling = f"select 'needs ruling', * from ({answers.NEEDS_RULING})"
    found = {row.name: int(row.n) for row in spark.sql(" union all ".join([*counts, ruling])).collect()}
    return Built({name: found[name] for name in answers.NAMES}, found["needs ruling"])
