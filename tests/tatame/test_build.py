"""`tatame facts` and `tatame build`: exit status, both streams, and what is refused before anything is computed."""

import shutil
import sys
from pathlib import Path

import pytest

from tatame import cli

from . import bundles


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Parquet of one event, one of whose two categories needs a ruling (M12)."""
    folder = tmp_path_factory.mktemp("loaded")
    store = str(folder / "t.duckdb")
    assert cli.main(["ingest", str(bundles.write(folder)), "--store", store]) == 1
    assert cli.main(["facts", str(folder / "facts"), "--store", store]) == 0
    return folder / "facts"


def build(loaded: Path, output: Path, *more: str) -> int:
    return cli.main(["build", "--input", str(loaded), "--output", str(output), *more])


def test_facts_say_what_was_written(loaded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = ["--store", str(loaded.with_name("t.duckdb"))]
    again = str(loaded.with_name("again"))
    assert cli.main(["facts", again, *store]) == 0
    assert capsys.readouterr().out == f"{again}: 1 events, 2 categories, 6 bouts\n"
    assert cli.main(["facts", again, *store]) == 2
    assert "is there already" in capsys.readouterr().err
    assert cli.main(["facts", again, "--force", *store]) == 0


def test_a_category_that_needs_a_ruling_is_told(
    loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert build(loaded, tmp_path / "out") == 1
    told = capsys.readouterr()
    # Light: gold, silver, two bronzes (M1); heavy: both finalists disqualified, no new final (M12). Four academies.
    assert told.out.startswith(f"{tmp_path}/out: category_result 2, place 4, computed_place 0, ")
    assert "standing 4" in told.out
    assert told.err == "1 category needs an official ruling (state needs_ruling in category_result)\n"


def test_what_is_there_stays(loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build(loaded, tmp_path / "out") == 1
    assert build(loaded, tmp_path / "out") == 2
    assert "is there already" in capsys.readouterr().err
    assert build(loaded, tmp_path / "out", "--force") == 1


def test_a_build_never_takes_the_place_of_its_facts(
    loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {file: file.read_bytes() for file in loaded.rglob("*") if file.is_file()}
    other = tmp_path / "facts"
    assert cli.main(["facts", str(other), "--store", str(loaded.with_name("t.duckdb"))]) == 0
    for output, said in ((loaded, "itself"), (loaded / "bout", "in the other"), (other, "holds facts")):
        assert build(loaded, output, "--force") == 2
        assert said in capsys.readouterr().err
    assert {file: file.read_bytes() for file in loaded.rglob("*") if file.is_file()} == before
    assert (other / "bout").is_dir()


def test_facts_never_take_the_place_of_the_folder_their_store_is_in(
    loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "facts"
    store = loaded.with_name("t.duckdb")
    assert cli.main(["facts", str(folder), "--store", str(store)]) == 0
    inside = Path(shutil.copy(store, folder / "t.duckdb"))
    assert cli.main(["facts", str(folder), "--force", "--store", str(inside)]) == 2
    assert "in the other" in capsys.readouterr().err
    assert inside.is_file()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--master", "local[2]"], "--master and --conf are for --engine spark"),
        (["--engine", "spark", "--conf", "memory"], "no setting of Spark"),
        (["--engine", "polars"], "polars"),
    ],
)
def test_wrong_arguments_are_refused(
    loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    assert build(loaded, tmp_path / "out", *more) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_input_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build(tmp_path / "none", tmp_path / "out") == 2
    assert "tatame facts" in capsys.readouterr().err


def test_without_pyspark_the_extra_is_named(
    loaded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    assert build(loaded, tmp_path / "out", "--engine", "spark") == 2
    assert "tatame[spark]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("java", "said"),
    [
        (None, "needs Java 17, and no java was found"),
        ('openjdk version "11.0.22" 2024-01-16', "this one is 11"),
        ('java version "1.8.0_201"', "this one is 8"),
    ],
)
def test_without_java_17_it_is_named(
    loaded: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    java: str | None,
    said: str,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", sys)  # whatever it is, it is there
    monkeypatch.delenv("JAVA_HOME", raising=False)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    if java is not None:
        program = tmp_path / "bin" / "java"
        program.write_text(f"#!/bin/sh\necho '{java}' >&2\n")
        program.chmod(0o755)
    assert build(loaded, tmp_path / "out", "--engine", "spark") == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
