"""A Spark session as the relations need it: strict arithmetic, UTC, no page of its own, and local means local."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from etl.errors import UnusableInput, UserError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JAVA = 17  # the oldest Java that Spark 4 runs on
_LOGGING = f"-Dlog4j2.configurationFile={Path(__file__).with_name('log4j2.properties').as_uri()}"
_ALWAYS = {
    "spark.sql.ansi.enabled": "true",  # an overflow or a text that is no number is an error, not NULL
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_NTZ",
    "spark.sql.parquet.inferTimestampNTZ.enabled": "true",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",  # an event called 2026 is a name
    "spark.sql.caseSensitive": "false",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
_LOCAL = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "2g",
    "spark.sql.shuffle.partitions": str(2 * (os.cpu_count() or 1)),  # 200, the default, is for a cluster
    "spark.sql.autoBroadcastJoinThreshold": "64MB",  # Parquet; in one memory a table that fits is joined unsorted
    "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",  # the whole folder is marked
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": "2",  # who dies leaves nothing anyway
    "spark.buffer.pageSize": "2m",  # each sort and join takes a page at once, else 32 MB even for ten rows
    "spark.sql.adaptive.enabled": "false",  # planning anew after each step costs more here than it saves
    # Most of the code runs a few times only, so that quickly compiled beats well compiled; and plans are much garbage.
    # The 48 MB that Java then keeps for it are full before a build ends, and what comes later is not compiled at all.
    # Memory for objects and classes is taken at once: else each step of its growth collects all of it.
    "spark.driver.extraJavaOptions": (
        "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseParallelGC"
        f" -XX:InitialRAMPercentage=100 -XX:MetaspaceSize=256m {_LOGGING}"
    ),
}


def missing() -> str | None:
    """What Spark lacks on this machine, and how to get it; None = nothing."""
    if find_spec("pyspark") is None:
        return "Spark is not installed; install Tatame with it: pip install 'tatame[spark]' (490 MB)"
    found = _java()
    if found is None:
        return f"Spark needs Java {JAVA}, and no java was found; install it, or say in JAVA_HOME where it is"
    if found < JAVA:
        return f"Spark needs Java {JAVA} or newer, and this one is {found}; say in JAVA_HOME where a newer one is"
    return None


def _java() -> int | None:
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    try:
        told = subprocess.run([java or "java", "-version"], capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', told.stderr + told.stdout)  # 1.8 is what 8 called itself
    return int(found[1]) if found else None


def is_local(master: str) -> bool:
    """Whether Spark runs inside this process's machine."""
    return re.fullmatch(r"local(\[.*\])?", master) is not None


@contextmanager
def started(master: str, settings: Mapping[str, str]) -> Iterator[SparkSession]:
    """A session on `master`, stopped at the end; `settings` come on top of ours, but for what answers depend on."""
    lacking = missing()
    if lacking is not None:
        raise UserError(lacking)
    with warnings.catch_warnings():
        # Tables go to and fro as Arrow; what Spark does with frames of pandas is of no concern.
        warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
        spark = _start(master, (_LOCAL if is_local(master) else {}) | dict(settings) | _ALWAYS)
        try:
            if is_local(master):
                _without_checksums(spark)
                _without_clusters(spark)
            yield spark
        finally:
            spark.stop()


def _without_checksums(spark: SparkSession) -> None:
    """No second file beside each file: on a disk of this machine it takes a process each to give it its rights."""
    context = spark.sparkContext
    files = context._jvm.org.apache.hadoop.fs.FileSystem.getLocal(context._jsc.hadoopConfiguration())
    files.setWriteChecksum(False)
    files.setVerifyChecksum(False)


def _without_clusters(spark: SparkSession) -> None:
    """No YARN, no MapReduce: three quarters of the defaults of Hadoop, which Spark hands to every task that writes."""
    settings, said = spark.sparkContext._jsc.hadoopConfiguration(), spark.sparkContext.getConf()
    for prefix in ("yarn.", "mapreduce."):
        for key in settings.getPropsWithPrefix(prefix).keySet().toArray():
            if "committer" not in key and not said.contains(f"spark.hadoop.{prefix}{key}"):
                settings.unset(f"{prefix}{key}")


def _start(master: str, settings: Mapping[str, str]) -> SparkSession:
    from pyspark.sql import SparkSession

    if is_local(master):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master(master).appName("tatame build")
    for key, value in settings.items():
        builder = builder.config(key, value)
    try:
        return builder.getOrCreate()
    except Exception as error:  # Java's, Py4J's or Spark's own
        raise UnusableInput(f"Spark could not be started with --master {master}: {reason(error)}") from error


def reason(error: BaseException) -> str:
    """The line of a Spark error that says what is wrong: of a Java trace its deepest cause."""
    java = getattr(error, "java_exception", None)
    text = str(java.toString()) if java is not None else str(error)
    return next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
