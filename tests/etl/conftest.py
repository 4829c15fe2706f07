"""A store with one event in it, for whoever asks."""

import shutil
from pathlib import Path

import pytest

from tests.etl.stores import put


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one event of two categories, made once; tests change copies of it."""
    path = tmp_path_factory.mktemp("loaded") / "results.duckdb"
    put(path)
    return path


@pytest.fixture
def store(loaded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(loaded, tmp_path))
