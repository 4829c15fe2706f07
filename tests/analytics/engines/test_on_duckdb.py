"""What a store answers and what a build makes of its facts are the same rows, decisions of people included."""

import shutil
from pathlib import Path

import duckdb
import pytest

from analytics.engines import answers, facts, on_duckdb
from etl.errors import StoreError, UnusableInput

from . import stores


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("decided")
    return stores.decided(folder / "t.duckdb", folder)


@pytest.fixture(scope="module")
def written(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("facts") / "facts"
    facts.write(store, folder)
    return folder


@pytest.fixture(scope="module")
def built(written: Path) -> Path:
    on_duckdb.build(str(written), str(written.with_name("answers")))
    return written.with_name("answers")


def test_the_big_tables_are_partitioned_by_event(written: Path) -> None:
    for table in facts.BY_EVENT:
        folders = {file.parent.name for file in (written / table).rglob("*.parquet")}
        assert folders <= {"event=mat-open-2026", "event=open-2026", "event=rest-2025"}
    assert len(list((written / "bout").iterdir())) == 3


def test_the_facts_are_those_of_the_store(store: Path, written: Path) -> None:
    with duckdb.connect(str(store), read_only=True) as con:
        for table in facts.TABLES:
            listed = ", ".join(f'"{column}"' for column in facts.columns(table))
            files = f"read_parquet('{written / table}/**/*.parquet', hive_partitioning = false)"
            there = con.execute(f"select {listed} from {files} order by all").fetchall()
            # Each event of this store was loaded once; only its current version goes along.
            where = "where version_id in (select version_id from current_version)" if table == "event_version" else ""
            assert there == con.execute(f"select {listed} from {table} {where} order by all").fetchall(), table


@pytest.mark.parametrize("name", [name for name in answers.NAMES if name not in (answers.BOUTS, answers.WORDS)])
def test_the_answers_are_those_of_the_store(store: Path, built: Path, name: str) -> None:
    expected = stores.stored(store, name)
    assert expected, f"the store has no {name} to compare"
    assert stores.rows(built, name) == expected


def test_bouts_are_prepared_whatever_their_number(built: Path) -> None:
    with duckdb.connect() as con:
        decisions = con.execute(
            f"select count(*), count(w.word) from read_parquet('{built}/method_bout/*.parquet') as m left join "
            f"read_parquet('{built}/method_word/*.parquet') as w on w.field = 'decision' and w.code = m.decision"
        ).fetchall()
    # Those of mat-open-2026 that are no bye, walkover or close-out, six of open-2026 and three of rest-2025.
    assert decisions == [(took_place(), took_place())]


def took_place() -> int:
    lines = (
        (stores.ROOT / "data" / "sample" / "mat-open-2026" / "bouts.csv").read_text(encoding="utf-8").splitlines()[1:]
    )
    return 9 + sum(not any(word in line for word in (",bye,", ",walkover,", ",close_out,")) for line in lines)


def test_a_table_that_is_missing_is_named(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written, tmp_path / "facts")
    shutil.rmtree(tmp_path / "facts" / "award")
    with pytest.raises(UnusableInput, match="no Parquet of the table award"):
        on_duckdb.build(str(tmp_path / "facts"), str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_column_that_is_missing_is_named(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written, tmp_path / "facts")
    shutil.rmtree(tmp_path / "facts" / "bout")
    (tmp_path / "facts" / "bout").mkdir()
    with duckdb.connect() as con:
        con.execute(f"copy (select 1 as load_id) to '{tmp_path}/facts/bout/x.parquet' (format parquet)")
    with pytest.raises(UnusableInput, match=r"Parquet of bout .* category_id"):
        on_duckdb.build(str(tmp_path / "facts"), str(tmp_path / "out"))


def test_a_file_that_is_no_parquet_is_told(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written, tmp_path / "facts")
    (tmp_path / "facts" / "award" / "data_0.parquet").write_text("rubbish")
    with pytest.raises(UnusableInput, match="Parquet of award"):
        on_duckdb.build(str(tmp_path / "facts"), str(tmp_path / "out"))
    assert [file.name for file in tmp_path.iterdir()] == ["facts"]


def test_a_store_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store at"):
        facts.write(tmp_path / "none.duckdb", tmp_path / "facts")
    assert list(tmp_path.iterdir()) == []
