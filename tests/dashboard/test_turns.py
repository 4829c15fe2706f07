"""Whose turn it is to accept a session: the process that has fewest, and nobody waits for one that is busy."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dashboard import turns
from dashboard.turns import Listener, Turns


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Listener, Listener]]:
    """Return the sockets of two processes, which are one; what they took never settles."""
    plain = socket.socket()
    plain.bind(("127.0.0.1", 0))
    plain.listen()
    first = Listener.of(plain.dup(), Turns(tmp_path, 0, 2, lambda *_: None))
    second = Listener.of(plain, Turns(tmp_path, 1, 2, lambda *_: None))
    with first, second:
        yield first, second


def connect(listener: socket.socket) -> socket.socket:
    client = socket.create_connection(listener.getsockname())
    time.sleep(0.02)  # until it may be accepted
    return client


def taken(listener: Listener) -> bool:
    try:
        listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def test_the_one_with_more_sessions_lets_the_other_take_the_next(two: tuple[Listener, Listener]) -> None:
    first, second = two
    with first.turns.session(), first.turns.session(), connect(first):
        assert not taken(first)
        assert taken(second)
    with connect(first):
        assert taken(first), "its sessions have ended"


def test_a_session_that_ends_in_an_error_has_ended(two: tuple[Listener, Listener]) -> None:
    first, _ = two
    with pytest.raises(RuntimeError), first.turns.session():
        raise RuntimeError
    assert not first.turns.others_turn


def test_nobody_waits_for_a_process_that_is_busy(
    two: tuple[Listener, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 0.01)
    first, _ = two
    with first.turns.session(), connect(first):
        tries = 0
        while not taken(first):
            tries += 1
        assert 1 <= tries < 20


def test_of_many_at_once_each_takes_its_share(two: tuple[Listener, Listener]) -> None:
    first, second = two
    clients = [connect(first) for _ in range(10)]
    order = [0 if taken(first) else 1 if taken(second) else 2 for _ in clients]
    assert order == [0, 1] * 5
    for client in clients:
        client.close()


def test_what_was_taken_counts_until_it_is_known_to_be_a_session(tmp_path: Path) -> None:
    settled: list[Callable[[], None]] = []
    turns = Turns(tmp_path, 0, 2, lambda _, do: settled.append(do))
    turns.took()
    assert turns.others_turn
    settled.pop()()
    assert not turns.others_turn


def test_with_nobody_there_it_is_as_any_socket(two: tuple[Listener, Listener]) -> None:
    first, _ = two
    assert not taken(first)
    assert first.getblocking() is False


def test_whoever_takes_the_place_of_one_that_died_has_no_sessions(tmp_path: Path) -> None:
    other, died = Turns(tmp_path, 0, 2), Turns(tmp_path, 1, 2)
    left = [died.session(), died.session()]
    for session in left:
        session.__enter__()  # and never ended
    with other.session():
        assert not other.others_turn
        Turns(tmp_path, 1, 2)
        assert other.others_turn
    Turns(tmp_path, 1, 2)._counts[1] = len(left)  # they end with this test
