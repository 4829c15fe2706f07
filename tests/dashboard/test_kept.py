"""What is kept for all sessions: made once, given to everybody, forgotten when it is old."""

import threading
import time

import pytest

from dashboard.kept import Kept


def test_a_value_is_made_once_however_many_ask_at_once() -> None:
    kept, made = Kept[int](9), list[int]()
    together = threading.Barrier(8)

    def slow() -> int:
        made.append(1)
        time.sleep(0.05)
        return 7

    found = list[int]()

    def ask() -> None:
        together.wait()
        found.append(kept.get("a", slow))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert (made, found) == ([1], [7] * 8)


def test_what_was_wanted_least_lately_goes_first() -> None:
    kept = Kept[str](2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda key=key: key.upper())  # type: ignore[misc]
    assert [key in kept for key in ("a", "b", "c")] == [True, False, True]


def test_a_failure_reaches_whoever_asked_and_is_not_kept() -> None:
    kept = Kept[int](9)

    def fails() -> int:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            kept.get("a", fails)
    assert kept.get("a", lambda: 3) == 3


def test_those_who_waited_for_what_failed_try_themselves() -> None:
    kept, begun, go = Kept[int](9), threading.Event(), threading.Event()

    def fails() -> int:
        begun.set()
        go.wait(5)
        raise ValueError("no")

    def first() -> None:
        with pytest.raises(ValueError, match="no"):
            kept.get("a", fails)

    found = list[int]()
    one = threading.Thread(target=first)
    one.start()
    begun.wait(5)
    other = threading.Thread(target=lambda: found.append(kept.get("a", lambda: 4)))
    other.start()
    go.set()
    one.join(5)
    other.join(5)
    assert found == [4]


def test_old_ones_are_dropped_by_their_key() -> None:
    kept = Kept[int](9)
    for number in range(4):
        kept.get(("x", number), lambda number=number: number)  # type: ignore[misc]
    kept.drop(lambda key: isinstance(key, tuple) and key[1] < 3)
    assert [("x", number) in kept for number in range(4)] == [False, False, False, True]
