"""An answer that takes long is the last one while a newer is made beside, and says that it is not the newest."""

import threading
from collections.abc import Callable

import pytest

from dashboard.lately import QUICK, REST, Lately


class Clock:
    """Goes on only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def taking(clock: Clock, seconds: float, value: str) -> Callable[[], str]:
    """An answer that takes so long."""

    def make() -> str:
        clock.now += seconds
        return value

    return make


def test_the_first_answer_is_waited_for(clock: Clock) -> None:
    assert Lately[str](clock).get(("s", 1), taking(clock, 90, "a")) == ("a", True)


def test_a_quick_answer_is_made_again_for_another_file(clock: Clock) -> None:
    held = Lately[str](clock)
    held.get(("s", 1), taking(clock, QUICK / 2, "a"))
    assert held.get(("s", 2), taking(clock, QUICK / 2, "b")) == ("b", True)


def test_a_slow_answer_stays_while_the_next_is_made_and_says_so(clock: Clock) -> None:
    held, go = Lately[str](clock), threading.Event()
    held.get(("s", 1), taking(clock, 2, "a"))
    clock.now += 2 * REST

    def slow() -> str:
        go.wait(5)
        return "b"

    assert held.get(("s", 2), slow) == ("a", False)
    assert held.get(("s", 2), taking(clock, 2, "not asked: one is at it")) == ("a", False)
    go.set()
    held.settle()
    assert held.get(("s", 2), taking(clock, 2, "not asked")) == ("b", True)


def test_the_next_one_is_not_begun_before_the_processor_had_its_rest(clock: Clock) -> None:
    held, begun = Lately[str](clock), list[int]()

    def make() -> str:
        begun.append(1)
        clock.now += 2
        return "a"

    held.get(("s", 1), make)
    for number in range(2, 9):
        held.get(("s", number), make)
        clock.now += 1
    held.settle()
    assert len(begun) == 1
    clock.now += 2 * REST
    held.get(("s", 9), make)
    held.settle()
    assert len(begun) == 2


def test_the_answer_of_another_store_is_no_answer(clock: Clock) -> None:
    held = Lately[str](clock)
    held.get(("s", 1), taking(clock, 90, "a"))
    assert held.get(("t", 1), taking(clock, 90, "b")) == ("b", True)


def test_a_failure_beside_leaves_the_last_answer_and_is_tried_again_after_its_rest(clock: Clock) -> None:
    held, tries = Lately[str](clock), list[int]()
    held.get(("s", 1), taking(clock, 2, "a"))
    clock.now += 2 * REST

    def fails() -> str:
        tries.append(1)
        clock.now += 3
        raise ValueError("no")

    for number in range(2, 9):
        assert held.get(("s", number), fails) == ("a", False)
        held.settle()
    clock.now += 3 * REST - 1
    assert held.get(("s", 9), fails) == ("a", False)
    held.settle()
    assert len(tries) == 1, "it took three seconds, and rests for sixty"
    clock.now += 1
    assert held.get(("s", 9), taking(clock, 2, "b")) == ("a", False)
    held.settle()
    assert held.get(("s", 9), taking(clock, 2, "not asked")) == ("b", True)


def at_once(*asked: Callable[[], object], begun: threading.Event) -> None:
    """Each in a thread of its own, the first one at work before the others ask."""
    threads = [threading.Thread(target=each) for each in asked]
    threads[0].start()
    assert begun.wait(5)
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(5)


def test_whoever_waited_for_a_slow_first_answer_makes_no_other(clock: Clock) -> None:
    """Results come in meanwhile: the next answer is made beside, not by one session after another."""
    held, begun, waiting = Lately[str](clock), threading.Event(), threading.Event()
    found, made = list[tuple[str, bool]](), list[str]()

    def first() -> str:
        begun.set()
        waiting.wait(0.2)
        clock.now += 90
        return "a"

    def another() -> str:
        made.append("b")
        clock.now += 90
        return "b"

    at_once(
        lambda: found.append(held.get(("s", 1), first)),
        *[lambda number=number: found.append(held.get(("s", number), another)) for number in (2, 3, 4)],
        begun=begun,
    )
    assert sorted(found) == [("a", False)] * 3 + [("a", True)]
    assert made == []


def test_an_older_answer_never_takes_the_place_of_a_newer(clock: Clock) -> None:
    """A session that saw the file before, and waited for the answer of the newer."""
    held = Lately[str](clock)
    held.get(("s", 2), taking(clock, QUICK / 2, "b"))
    assert held.get(("s", 1), taking(clock, QUICK / 2, "a")) == ("b", True)
    assert held.get(("s", 2), taking(clock, QUICK / 2, "not asked")) == ("b", True)


def test_where_no_thread_can_be_started_the_last_answer_stays(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Lately[str](clock)
    held.get(("s", 1), taking(clock, 2, "a"))
    clock.now += 2 * REST

    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", full)
        assert held.get(("s", 2), taking(clock, 2, "b")) == ("a", False)
    assert held.get(("s", 2), taking(clock, 2, "b")) == ("a", False)
    held.settle()
    assert held.get(("s", 2), taking(clock, 2, "not asked")) == ("b", True)
