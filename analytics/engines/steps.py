"""Relations on Spark, one after the other: all but the smallest written to Parquet and read again, for small plans."""

from __future__ import annotations

import graphlib
import os
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING

from analytics import relations, scope
from analytics.engines import Progress, answers, folders, python_relation, translation

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    Maker = Callable[[], DataFrame]

_AT_A_TIME = max(2, min(4, os.cpu_count() or 2))  # jobs of small relations leave cores idle
# Not written: what reads them wants a few of their many columns, and finds those in the Parquet of the facts.
_VIEWS = frozenset(scope.VIEWS) | relations.VIEWS


class Steps:
    """The relations made so far: answers where they stay, the others in a folder that goes."""

    def __init__(self, spark: SparkSession, work: folders.Work, tell: Progress) -> None:
        self.spark, self._work, self._tell = spark, work, tell
        self._findings = frozenset(answers.finding_relations())

    def keep(self, name: str, rows: DataFrame) -> None:
        """Writes a relation, an answer in the types of the store, and gives what is written its name."""
        folder = self._work.steps
        if name in answers.NAMES:
            folder = self._work.answers
            rows = self._typed(name, rows, f"made_{name}")
        rows.write.parquet(f"{folder}/{name}")
        self.spark.read.schema(rows.schema).parquet(f"{folder}/{name}").createOrReplaceTempView(name)

    def keep_findings(self, name: str, rows: DataFrame) -> None:
        """Writes the findings of one relation in the types of the store; nothing but `gather_findings` reads them."""
        rows.createOrReplaceTempView(name)
        found = self.spark.sql(translation.spark(answers.finding(name)))
        self._typed(answers.FINDING, found, f"made_{name}").write.parquet(f"{self._work.steps}/{name}")

    def gather_findings(self, storage: folders.Hadoop) -> None:
        """Makes one answer of them by moving their files: reading and writing them again takes longer."""
        folder = f"{self._work.answers}/{answers.FINDING}"
        storage.gather([f"{self._work.steps}/{name}" for name in answers.finding_relations()], folder)
        self.spark.read.parquet(folder).createOrReplaceTempView(answers.FINDING)

    def _typed(self, name: str, rows: DataFrame, made: str) -> DataFrame:
        rows.createOrReplaceTempView(made)
        return self.spark.sql(translation.spark(answers.whole(name, made)))

    def hold(self, name: str, rows: pa.Table) -> None:
        """Takes over a small table from the driver: as part of each plan that reads it, which needs no file."""
        self.spark.createDataFrame(rows).createOrReplaceTempView(name)

    def run(self, selects: Mapping[str, str], python: tuple[str, ...] = ()) -> None:
        """Makes relations, several at a time, each after those it reads; `selects` are Spark's SQL."""
        selects = dict(part for name, select in selects.items() for part in translation.parts(name, select))
        names = {*selects, *python}
        reads = {name: translation.tables(select) & names - {name} for name, select in selects.items()}
        reads |= {name: set(relations.PYTHON[name].reads) & names for name in python}
        makers: dict[str, Maker] = {name: partial(self.spark.sql, select) for name, select in selects.items()}
        makers |= {name: partial(python_relation.filled, self.spark, name) for name in python}
        sorter = graphlib.TopologicalSorter(reads)
        sorter.prepare()
        with ThreadPoolExecutor(_AT_A_TIME) as threads:
            try:
                self._work_off(sorter, makers, threads)
            except BaseException:
                threads.shutdown(cancel_futures=True, wait=False)
                raise

    def _work_off(
        self, sorter: graphlib.TopologicalSorter[str], makers: Mapping[str, Maker], threads: ThreadPoolExecutor
    ) -> None:
        done, running = 0, dict[Future[None], str]()
        while sorter.is_active():
            for name in sorter.get_ready():
                running[threads.submit(self._make, name, makers[name])] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                future.result()
                sorter.done(name)
                done += 1
                self._tell(name, done, len(makers))

    def _make(self, name: str, maker: Maker) -> None:
        if name in _VIEWS:
            maker().createOrReplaceTempView(name)
        elif name in self._findings:
            self.keep_findings(name, maker())
        else:
            self.keep(name, maker())
