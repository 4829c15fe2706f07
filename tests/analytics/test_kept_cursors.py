"""Cursors with temporary tables that took long to make: made once, never older than the file, never two at one."""

import threading
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from analytics import kept
from analytics.store import Store
from tests.analytics.test_store import publish

Cursor = duckdb.DuckDBPyConnection


@pytest.fixture
def path(tmp_path: Path) -> Path:
    publish(tmp_path / "s.duckdb", 1)
    return tmp_path / "s.duckdb"


def counting(made: list[int]) -> Callable[[Cursor], None]:
    """Prepares a table with the number of the published file, and notes that it did."""

    def prepare(cur: Cursor) -> None:
        made.append(1)
        cur.execute("create temp table mine as select distinct n from seen")

    return prepare


def read(cur: Cursor) -> list[tuple[int]]:
    """What the prepared table says."""
    return cur.execute("select n from mine").fetchall()


def test_the_same_key_is_prepared_once_and_another_apart(path: Path) -> None:
    made = list[int]()
    with Store.open(path) as store:
        for key in ("a", "a", "b", "a"):
            with store.prepared(key, counting(made)) as cur:
                assert read(cur) == [(1,)]
    assert len(made) == 2


def test_another_file_is_prepared_anew(path: Path) -> None:
    made = list[int]()
    with Store.open(path, check_every=0) as store:
        for number in (1, 2, 3):
            publish(path, number)
            with store.prepared("a", counting(made)) as cur:
                assert read(cur) == [(number,)]
            with store.cursor() as cur:  # and what is kept holds the old file for nobody
                assert cur.execute("select distinct n from seen").fetchall() == [(number,)]
    assert len(made) == 3


def test_one_asker_at_a_time_has_it(path: Path) -> None:
    made, inside, most = list[int](), list[int](), list[int]()
    with Store.open(path) as store:

        def ask() -> None:
            with store.prepared("a", counting(made)) as cur:
                inside.append(1)
                most.append(len(inside))
                assert read(cur) == [(1,)]
                inside.pop()

        threads = [threading.Thread(target=ask) for _ in range(12)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert (len(made), len(most), max(most)) == (1, 12, 1)


def test_those_asked_for_least_lately_go(path: Path) -> None:
    made = list[int]()
    with Store.open(path) as store:
        for number in [*range(kept.MOST + 1), 0]:
            with store.prepared(number, counting(made)) as cur:
                assert read(cur) == [(1,)]
    assert len(made) == kept.MOST + 2


def test_what_could_not_be_prepared_is_tried_again(path: Path) -> None:
    made = list[int]()

    def fails(cur: Cursor) -> None:
        cur.execute("create temp table mine as select 9 as n")
        raise ValueError("no")

    with Store.open(path) as store:
        with pytest.raises(ValueError, match="no"), store.prepared("a", fails):
            pass
        with store.prepared("a", counting(made)) as cur:
            assert read(cur) == [(1,)]
    assert made == [1]
