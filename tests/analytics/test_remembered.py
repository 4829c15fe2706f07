"""What was read once is given out again as long as the data it was read from are those, and no longer."""

import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from analytics import relations
from analytics.remembered import Remembered, weight
from analytics.store import Store
from etl import decisions, opt_outs
from tests.dashboard.arriving import PEOPLE, event, first
from tests.dashboard.running import ingest


class Read:
    """Something that is read; how often is counted."""

    def __init__(self, found: Callable[[], object] = list) -> None:
        self.times, self._found = 0, found

    def __call__(self) -> object:
        self.times += 1
        return self._found()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return ingest(tmp_path / "s.duckdb", event(tmp_path / "a", "one", random.Random(1)))


def again(path: Path) -> None:
    """Whoever reads next sees the file that stands there."""
    Store.open(path).close()


def test_a_store_remembers_only_where_it_was_told_to(path: Path) -> None:
    read = Read()
    with Store.open(path) as plain, Store.open(path, remembers=True) as store:
        assert plain.once("k", read) is not plain.once("k", read)
        assert store.once("k", read) is store.once("k", read)
        assert store.once("other", read) is not store.once("k", read)
    assert read.times == 4
    with Store.open(path, remembers=True) as store:
        store.once("k", read)
    assert read.times == 5, "what was opened went with the last who read it"


def test_what_rests_on_the_whole_store_goes_with_its_file(path: Path, tmp_path: Path) -> None:
    read = Read()
    with Store.open(path, remembers=True) as store:
        store.once("k", read)
        ingest(path, event(tmp_path / "b", "two", random.Random(2)))
        again(path)
        store.once("k", read)
    assert read.times == 2


def test_what_rests_on_an_event_goes_with_what_was_recorded_of_it_or_who_opted_out(path: Path, tmp_path: Path) -> None:
    read = Read()
    with Store.open(path, remembers=True) as store:

        def times() -> int:
            again(path)
            store.once("k", read, "one")
            return read.times

        assert times() == times() == 1
        ingest(path, event(tmp_path / "b", "two", random.Random(2)))
        assert times() == 1
        decisions.correct(path, "one", "male adult black light", first(path), "doping", "w", "w", relations.build)
        assert times() == 2
        opt_outs.add(path, PEOPLE[0][0], "who")
        assert times() == 3
        store.once("k", read, "nowhere")
        ingest(path, event(tmp_path / "c", "three", random.Random(3)))
        again(path)
        store.once("k", read, "nowhere")
        assert read.times == 5, "of an event that is not there nothing tells whether it came"


def test_all_that_is_read_at_once_is_of_one_file(path: Path, tmp_path: Path) -> None:
    with Store.open(path, remembers=True, check_every=0) as store:

        def events() -> int:
            with store.cursor() as cur:
                return len(cur.execute("select 1 from current_version").fetchall())

        def both() -> tuple[int, int]:
            before = events()
            ingest(path, event(tmp_path / "b", "two", random.Random(2)))
            return before, events()

        assert store.once("both", both) == (1, 1)
        assert store.once("both", lambda: (events(), events())) == (2, 2), "what an older file said is not given out"


def test_nobody_waits_for_what_another_reads_while_that_one_waits_for_his_cursor(path: Path) -> None:
    with Store.open(path, remembers=True) as store:
        with store.prepared("what-if", lambda _: None), pytest.raises(RuntimeError, match="before a prepared cursor"):
            store.once("k", Read())
        assert store.once("k", Read()) == []


def test_one_reads_while_others_wait_for_it() -> None:
    kept, began, go = Remembered(), threading.Event(), threading.Event()

    def slowly() -> str:
        began.set()
        go.wait(10)
        return "".join(["o", "ne"])

    found: list[str] = []
    first = threading.Thread(target=lambda: found.append(kept.get("k", 1, slowly)))
    first.start()
    began.wait(10)
    other = threading.Thread(target=lambda: found.append(kept.get("k", 1, lambda: "another")))
    other.start()
    go.set()
    first.join(10)
    other.join(10)
    assert found == ["one", "one"]


def test_what_was_refused_is_tried_again() -> None:
    kept = Remembered()
    with pytest.raises(ZeroDivisionError):
        kept.get("k", 1, lambda: 1 / 0)
    assert kept.get("k", 1, lambda: 2.0) == 2


def test_together_they_weigh_no_more_than_they_may_and_what_cannot_be_weighed_is_not_kept() -> None:
    one = weight(bytes(1000))
    kept, read = Remembered(4 * one), Read(lambda: bytes(1000))
    for number in range(6):
        kept.get(number, 1, read)
    for number in range(2, 6):
        kept.get(number, 1, read)
    assert read.times == 6
    kept.get(1, 1, read)
    assert read.times == 7
    heavy, nobody_knows = Read(lambda: bytes(one)), Read(lambda: lambda: 1)
    for _ in range(2):
        kept.get("heavy", 1, heavy)
        kept.get("nobody knows", 1, nobody_knows)
    assert heavy.times == nobody_knows.times == 2
    kept.forget(1)
    assert not kept._weight
