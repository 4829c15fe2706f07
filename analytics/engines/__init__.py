"""The answers of many events from Parquet, by DuckDB on one machine or by Spark on several: the same relations.

`facts.py` is what is read, `answers.py` what is written, `on_duckdb.py` and `on_spark.py` who computes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

Progress = Callable[[str, int, int], None]  # relation, how many are done, of how many


class Engine(StrEnum):
    """Who computes."""

    DUCKDB = "duckdb"
    SPARK = "spark"


@dataclass(frozen=True)
class Built:
    """What a build wrote: rows of each answer, and how many categories need an official ruling."""

    rows: Mapping[str, int]
    needs_ruling: int
