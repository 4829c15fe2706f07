"""Spark gives the rows that DuckDB gives, on the same Parquet; skipped, saying so, without Java or Spark."""

from pathlib import Path

import duckdb
import pytest

from analytics import relations
from analytics.engines import Built, facts, folders, on_duckdb, on_spark, session
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
SMALL = {"spark.sql.shuffle.partitions": "2"}  # most of the time goes into handing out tasks


def spark(source: Path, output: Path, **more: bool) -> Built:
    return on_spark.build(str(source), str(output), master=MASTER, settings=SMALL, **more)  # type: ignore[arg-type]


def both(store: Path, folder: Path) -> Path:
    """The folder with `facts`, what DuckDB and what Spark made of them."""
    facts.write(store, folder / "facts")
    on_duckdb.build(str(folder / "facts"), str(folder / "duckdb"))
    spark(folder / "facts", folder / "spark")
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
    events = generated(tmp_path / "events", 1_000_000, events=40, expected=False)
    pipeline.ingest(store, events, EventOptions(), lambda con, versions: None)  # both engines compute from the facts
    both(store, tmp_path)
    assert stores.differences(tmp_path / "duckdb", tmp_path / "spark") == {}


def test_folders_of_hadoop_say_what_they_hold_and_what_is_read_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "facts")
    with session.started("local[1]", {}) as running:
        here = folders.Hadoop(running)
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
