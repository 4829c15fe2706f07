"""What seasons of a large file ask first is looked up once it is seen; of a small one nothing is, and no page waits."""

import logging
import threading
from pathlib import Path

import duckdb
import pytest

from analytics import reading, season
from analytics.store import Store
from dashboard import ahead, source
from etl.errors import StoreError


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[duckdb.DuckDBPyConnection]:
    found: list[duckdb.DuckDBPyConnection] = []
    monkeypatch.setattr(season, "prepare", found.append)
    return found


def test_of_a_small_file_nothing_is_looked_up(sample: Path, asked: list[duckdb.DuckDBPyConnection]) -> None:
    with Store.open(sample) as store:
        assert ahead.begin(store) is None
    assert asked == []


def test_each_large_file_is_looked_through_once_by_whoever_sees_it_first(
    sample: Path, asked: list[duckdb.DuckDBPyConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[threading.Thread | None] = []
    begin = ahead.begin
    monkeypatch.setattr(ahead, "begin", lambda store: begun.append(begin(store)))
    monkeypatch.setattr(reading, "SMALL", 0)
    monkeypatch.setenv("TATAME_STORE", str(sample))
    source._newest.pop(str(sample.resolve()), None)
    for _ in range(3):
        source.now()
    (thread,) = begun
    assert thread is not None
    thread.join(10)
    assert len(asked) == 1


def test_what_goes_wrong_beside_is_told_in_the_log(
    sample: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(_: object) -> None:
        raise StoreError("the store is damaged")

    monkeypatch.setattr(season, "prepare", damaged)
    monkeypatch.setattr(reading, "SMALL", 0)
    with Store.open(sample) as store, caplog.at_level(logging.WARNING):
        thread = ahead.begin(store)
        assert thread is not None
        thread.join(10)
    assert "the store is damaged" in caplog.text
