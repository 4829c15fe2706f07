"""The wheel: what must be in it and what must stay out."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.house import ARROW, ROOT, tracked_in

DATA = ("data/sample", "data/reference")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Return the wheel, built from the work tree as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = folder.glob("tatame-*.whl")
    return zipfile.ZipFile(file)


def names(wheel: zipfile.ZipFile) -> set[str]:
    """Return the names of the files in the wheel."""
    return set(wheel.namelist())


def test_nothing_but_the_six_packages_and_the_data_is_in_it(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in names(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} <= {*ARROW, "tatame_data"}


def test_every_file_of_the_packages_is_in_it(wheel: zipfile.ZipFile) -> None:
    # SQL, rule sets, wordings, the theme in a folder with a dot: not only Python.
    assert {file.as_posix() for file in tracked_in(*ARROW)} - names(wheel) == set()


def test_the_sample_and_reference_data_are_in_it(wheel: zipfile.ZipFile) -> None:
    expected = {"tatame_data/" + file.relative_to("data").as_posix() for file in tracked_in(*DATA)}
    assert expected
    assert expected - names(wheel) == set()


def test_an_installed_copy_finds_its_own_data_from_any_folder(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    wheel.extractall(site)
    elsewhere.mkdir()
    ask = "from rulebook import reference; print(reference.path('weights.csv'))"
    environment = os.environ | {"PYTHONPATH": str(site)}
    asked = [sys.executable, "-c", ask]
    done = subprocess.run(asked, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == site / "tatame_data" / "reference" / "weights.csv"


def test_no_leftover_is_in_it(wheel: zipfile.ZipFile) -> None:
    assert [name for name in names(wheel) if Path(name).suffix in {".pyc", ".duckdb", ".wal", ".tmp"}] == []


def test_the_program_is_called_tatame(wheel: zipfile.ZipFile) -> None:
    [entry_points] = [name for name in names(wheel) if name.endswith("entry_points.txt")]
    assert "tatame = tatame.cli:main" in wheel.read(entry_points).decode()
