"""The stores that several pages are run on."""

from pathlib import Path

import pytest

import etl.load
from tests.dashboard.running import ROOT, ingest


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The world championship of 2024, of places alone, and an event with bouts and an unresolved category."""
    folder = ROOT / "data" / "sample"
    return ingest(tmp_path_factory.mktemp("sample") / "s.duckdb", folder / "worlds-2024", folder / "mat-open-2026")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store without an event."""
    store = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    with etl.load.writing(store, create=True):
        pass
    return store
