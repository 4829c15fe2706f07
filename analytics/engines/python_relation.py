"""A relation that only Python fills, on Spark's workers: the same function, a share of the categories at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from analytics import relations

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_CATEGORIES = 20_000  # of a share: what one worker holds in memory at a time
_SHARE = "share"


def filled(spark: SparkSession, name: str) -> DataFrame:
    """The relation. Its tables that know a category are dealt out by it, the others go to every worker whole."""
    from pyspark.sql import functions as f

    relation = relations.PYTHON[name]
    wanted = spark.table(relation.of).select("version_id", "category_id").distinct()
    shares = max(wanted.count() // _CATEGORIES + 1, spark.sparkContext.defaultParallelism)
    tables = {each: spark.table(each) for each in (*relation.facts, *relation.reads)}
    everywhere = {each: table.toArrow() for each, table in tables.items() if "category_id" not in table.columns}
    dealt = None
    for each, table in tables.items():
        if each not in everywhere:
            rows = table.join(wanted, ["version_id", "category_id"], "left_semi")
            part = rows.select((f.col("category_id") % shares).alias(_SHARE), f.struct(*table.columns).alias(each))
            dealt = part if dealt is None else dealt.unionByName(part, allowMissingColumns=True)
    assert dealt is not None  # noqa: S101 - `of` knows its categories
    fill = _filler(name, everywhere)
    schema = spark.createDataFrame(fill(dealt.limit(0).toArrow())).schema
    return dealt.groupBy(_SHARE).applyInArrow(fill, schema)


def _filler(name: str, everywhere: Mapping[str, pa.Table]) -> Callable[[pa.Table], pa.Table]:
    """What a worker runs on its share: a column of structs per table, null in the rows of the others."""

    def fill(share: pa.Table) -> pa.Table:
        with duckdb.connect(config={"threads": 1}) as con:
            for each, rows in everywhere.items():
                _hold(con, each, rows)
            for each in share.column_names:
                if each != _SHARE:
                    _hold(con, each, _rows(share.column(each)))
            relations.PYTHON[name].fill(con)
            return con.sql(f"select * from {name}").to_arrow_table()

    return fill


def _rows(structs: Any) -> pa.Table:
    return pa.Table.from_struct_array(structs.combine_chunks().drop_null())


def _hold(con: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> None:
    con.register("arriving", rows)
    con.execute(f'create temp table "{name}" as select * from arriving')
    con.unregister("arriving")
