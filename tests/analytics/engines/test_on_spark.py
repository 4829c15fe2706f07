"""Spark gives the rows that DuckDB gives, on the same Parquet; skipped, saying so, without Java or Spark."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from analytics import relations
from analytics.engines import Built, answers, facts, folders, on_duckdb, on_spark, session
from etl import pipeline
from etl.errors import UnusableInput
from etl.extract import EventOptions
from tests.benchmarks.generated import generated

from . import stores

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(session.missing() is not None, reason=str(session.missing())),
    # Sockets to Java and to workers are closed by Spark when it pleases.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
MASTER = "local[2]"
SMALL = {
    "spark.sql.shuffle.partitions": "2",  # most of the time goes into handing out tasks
    "spark.sql.codegen.cache.maxEntries": "10000",  # what one build compiled, the next finds
    # What is there for a minute is not worth compressing.
    "spark.shuffle.compress": "false",
    "spark.sql.parquet.compression.codec": "uncompressed",
}


def spark(source: Path, output: Path, **more: bool) -> Built:
    return on_spark.build(str(source), str(output), master=MASTER, settings=SMALL, **more)  # type: ignore[arg-type]


def both(store: Path, folder: Path) -> Path:
    """The folder with `facts`, what DuckDB and what Spark made of them."""
    facts.write(store, folder / "facts")
    on_duckdb.build(str(folder / "facts"), str(folder / "duckdb"))
    built = spark(folder / "facts", folder / "spark")
    told = {"rows": dict(built.rows), "needs_ruling": built.needs_ruling}
    (folder / "told.json").write_text(json.dumps(told), "utf-8")
    return folder


@pytest.fixture(scope="module")
def ten_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Events of every rule set full of special cases, with starting times and dirt; decisions of people beside them."""
    folder = tmp_path_factory.mktemp("ten-thousand")
    store = stores.decided(folder / "t.duckdb", folder)
    sets = ("ibjjf-2024", "ibjjf-2018", "ajp-2026", "ibjjf-v3")
    events = generated(folder / "events", 10_000, events=5, special_rate=0.2, dirt_rate=0.02, times=True, rulesets=sets)
    pipeline.ingest(store, events, EventOptions(), relations.build)
    return both(store, folder)


def test_ten_thousand_bouts_give_the_same_rows(ten_thousand: Path) -> None:
    assert stores.differences(ten_thousand / "duckdb", ten_thousand / "spark") == {}


def test_the_ten_thousand_bouts_have_what_the_engines_could_do_otherwise(ten_thousand: Path) -> None:
    with duckdb.connect() as con:

        def one(name: str, query: str) -> set[object]:
            scanned = f"read_parquet('{ten_thousand}/spark/{name}/*.parquet')"
            return {row[0] for row in con.execute(f"select distinct {query.format(scanned)}").fetchall()}

        assert {"M1", "M4", "M6", "M9", "M12", "M17", "M20", "M24"} <= one("place", "rule from {}")
        assert one("place", "source from {}") == {"bouts", "official", "ruling", "entries"}
        assert {"decided", "needs_ruling"} <= one("category_result", "state from {}")
        assert {"points", "gold", "draw"} <= one("standing", "reason_level from {}")
        assert {"draw_without_tie", "short_rest", "score_against_decision"} <= one("finding", "code from {}")


def test_every_answer_is_one_folder_of_files_without_folders(ten_thousand: Path) -> None:
    for name in answers.NAMES:
        entries = [each for each in (ten_thousand / "spark" / name).iterdir() if not each.name.startswith((".", "_"))]
        assert {each.suffix for each in entries if each.is_file()} == {".parquet"}, name
        assert all(each.is_file() for each in entries), name


def test_what_was_counted_is_what_was_written(ten_thousand: Path) -> None:
    # The findings of two dozen relations are one answer: those of each are written by themselves, then moved together.
    told = json.loads((ten_thousand / "told.json").read_text("utf-8"))
    for name in answers.NAMES:
        assert told["rows"][name] == len(stores.rows(ten_thousand / "spark", name)), name
    with duckdb.connect() as con:
        scan = f"from read_parquet('{ten_thousand}/duckdb/category_result/*.parquet') where state = 'needs_ruling'"
        assert told["needs_ruling"] == len(con.execute(scan).fetchall()) > 0


def test_what_is_there_stays(ten_thousand: Path) -> None:
    with pytest.raises(UnusableInput, match="is there already"):
        spark(ten_thousand / "facts", ten_thousand / "spark")


def test_an_input_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no Parquet of the table category"):
        spark(tmp_path / "none", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_in_the_middle_leaves_nothing(
    ten_thousand: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = dict(relations.texts()) | {"award_division": "select * from nowhere"}
    monkeypatch.setattr(relations, "texts", lambda: broken)
    with pytest.raises(UnusableInput, match="Spark gave up"):
        spark(ten_thousand / "facts", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_master_that_is_none_is_told(ten_thousand: Path, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="--master nonsense"):
        on_spark.build(str(ten_thousand / "facts"), str(tmp_path / "out"), master="nonsense")


def test_a_million_bouts_give_the_same_rows(tmp_path: Path) -> None:
    store = tmp_path / "t.duckdb"
    events = generated(tmp_path / "events", 1_000_000, events=10, expected=False)
    pipeline.ingest(store, events, EventOptions(), lambda con, versions: None)  # both engines compute from the facts
    both(store, tmp_path)
    assert stores.differences(tmp_path / "duckdb", tmp_path / "spark") == {}


def test_folders_of_hadoop_say_what_they_hold_and_what_is_read_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "facts")
    with session.started("local[1]", {"spark.hadoop.yarn.said": "so"}) as running:
        here = folders.Hadoop(running)
        gathers(here, tmp_path)
        hadoop_knows_no_cluster(running)
        for kind in (folders.FACTS, folders.ANSWERS):
            with folders.replaced(here, str(tmp_path / kind), kind, force=False):
                pass
            assert (here.holds(str(tmp_path / kind)), folders.Local().holds(str(tmp_path / kind))) == (kind, kind)
        assert here.holds(str(tmp_path)) is None
        with (
            pytest.raises(UnusableInput, match="holds facts"),
            folders.replaced(here, f"file:{tmp_path}/facts", folders.ANSWERS, force=True),
        ):
            pass
        for one in (f"file:{tmp_path}/facts/", f"file://{tmp_path}/link", f"{tmp_path}/facts/in", f"file:{tmp_path}"):
            with pytest.raises(UnusableInput, match="write to another folder"):
                folders.refuse_overlap(here, str(tmp_path / "facts"), one)
        folders.refuse_overlap(here, str(tmp_path / "facts"), f"file:{tmp_path}/facts-2")


def gathers(here: folders.Hadoop, folder: Path) -> None:
    """The files of several folders become those of one, and nothing else of them does."""
    for name in ("a", "b"):
        (folder / name).mkdir()
        for file in (f"part-{name}.parquet", "_SUCCESS"):
            (folder / name / file).write_text(name)
    here.gather([str(folder / "a"), str(folder / "b")], str(folder / "all"))
    assert {file.name: file.read_text() for file in (folder / "all").iterdir()} == {
        "part-a.parquet": "a",
        "part-b.parquet": "b",
    }


def hadoop_knows_no_cluster(running: Any) -> None:
    """What every task is handed is small, and what is said, by us or by `--conf`, stays in it."""
    hadoop = running.sparkContext._jsc.hadoopConfiguration()
    assert hadoop.get("yarn.resourcemanager.hostname") is None
    assert hadoop.get("mapreduce.job.reduces") is None
    assert hadoop.get("yarn.said") == "so"
    assert hadoop.get("mapreduce.fileoutputcommitter.algorithm.version") == "2"
    assert hadoop.get("fs.s3a.impl") is not None  # an object store can be read from here
