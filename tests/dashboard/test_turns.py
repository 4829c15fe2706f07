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
    assert not first.turns.fewer


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
    assert turns.fewer
    settled.pop()()
    assert not turns.fewer


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
        assert not other.fewer
        turns.gone(tmp_path, 1, 2)
        next_one = Turns(tmp_path, 1, 2)
        assert not other.fewer, "it is started, and does not serve yet"
        next_one.serves()
        assert other.fewer == [(0, 1)]
    next_one._counts[1] = len(left)  # they end with this test


def test_a_process_that_is_gone_is_not_waited_for(two: tuple[Listener, Listener], tmp_path: Path) -> None:
    first, second = two
    turns.gone(tmp_path, 1, 2)
    for _ in range(3):
        with connect(first):
            assert taken(first)
    second.turns.serves()
    with connect(first):
        assert not taken(first)
        assert taken(second)


@pytest.fixture
def hung(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Listener, Listener, Turns]]:
    """Return two processes of three, and the counts of the third, which has no session and accepts nothing."""
    monkeypatch.setattr(turns, "_PATIENCE_SECONDS", 0.01)
    plain = socket.socket()
    plain.bind(("127.0.0.1", 0))
    plain.listen()
    first = Listener.of(plain.dup(), Turns(tmp_path, 0, 3, lambda *_: None))
    second = Listener.of(plain, Turns(tmp_path, 1, 3, lambda *_: None))
    with first, second:
        yield first, second, Turns(tmp_path, 2, 3, lambda *_: None)


def test_one_that_hangs_is_waited_for_once_however_many_come(hung: tuple[Listener, Listener, Turns]) -> None:
    """Each who is accepted changes a count, twice: that is no reason to wait for the one that hangs again."""
    first, second, _ = hung
    refused = 0
    for _ in range(20):
        with connect(first):
            while not (taken(first) or taken(second)):
                refused += 1
    assert 1 <= refused <= 20, "a few looks of each, not some for everybody"


def test_one_that_takes_again_is_waited_for_again(hung: tuple[Listener, Listener, Turns]) -> None:
    first, second, third = hung
    second.turns._counts[1] = 9
    with first.turns.session(), first.turns.session(), first.turns.session():
        with connect(first):
            while not taken(first):
                pass
        with connect(first):
            assert taken(first), "it hangs"
        third.took()
        with connect(first):
            assert not taken(first), "it took somebody"
            assert first.turns.fewer == [(1, 2)]
            while not taken(first):
                pass
        third._less()
        with connect(first):
            assert taken(first), "who loses a session takes nobody by that"


def test_one_that_others_were_quicker_than_was_not_waited_for_in_vain() -> None:
    """Of two with as few the other took each; between them nobody was there for seconds."""
    patience, now = turns.Patience(), 100.0
    for _ in range(100):
        now += 5.0
        assert patience.waits([(0, 1), (0, 2)], now)
        assert patience.waits([(0, 1), (0, 2)], now + 0.002)
