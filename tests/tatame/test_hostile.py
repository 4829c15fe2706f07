"""No argument ends in a traceback, a hang, a file left over or a changed store behind exit status 2 (contract 2)."""

import contextlib
import io
import os
import shutil
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tatame import cli, server
from tests.tatame import hostile
from tests.tatame.test_streams import made  # noqa: F401 - a fixture

SECONDS = 60
COMMANDS = hostile.commands()


class Hung(BaseException):
    """The program waits for something that never comes."""


@pytest.fixture
def folders(
    made: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Iterator[Path]]:
    """Give one furnished folder after another, each the working directory, while time is limited."""

    def each() -> Iterator[Path]:
        for number in range(10_000):
            folder = tmp_path / str(number)
            shutil.copytree(made, folder)
            hostile.furnish(folder)
            monkeypatch.chdir(folder)
            yield folder
            shutil.rmtree(folder)

    def hung(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, hung)
    monkeypatch.setattr(server, "serve", lambda *_, **__: None)
    yield each()
    signal.signal(signal.SIGALRM, before)


def walk(command: str, trials: Iterable[tuple[hostile.Parameter, str, bool]], folders: Iterator[Path]) -> list[str]:
    """Return what went wrong, a line for each call of the command with a parameter's value, once or twice."""
    folder = next(folders)
    before = hostile.listing(folder)
    wrong = []
    for parameter, value, twice in trials:
        status, said = called(hostile.call(command, parameter, value, twice=twice))
        after = hostile.listing(folder)
        if fault := faults(status, said, before, after):
            wrong.append(f"{command} {parameter.option or parameter.position} {value[:40]!r}: {fault} {said[:200]!r}")
        if after != before:
            folder = next(folders)
            before = hostile.listing(folder)
    return wrong


def called(arguments: list[str]) -> tuple[object, str]:
    """Return the exit status, and what standard error says."""
    said = io.StringIO()
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            return cli.main(arguments), said.getvalue()
    except Hung:
        return "hung", said.getvalue()
    finally:
        signal.alarm(0)


def faults(status: object, said: str, before: hostile.Listing, after: hostile.Listing) -> str:
    """Return what the contract does not allow of a call, empty where it allows it."""
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    found = {
        f"status {status}": status not in (0, 1, 2),
        "internal": "internal error" in said or "Traceback" in said,
        f"2, and {changed}": status == 2 and bool(changed),
        f"left {changed}": any(name.endswith((".new", ".lock", ".tmp", ".wal")) for name in after),
        "2, and nothing said": status == 2 and not said.strip(),
        "endless": len(said) > 5_000,
        "control characters": any(char in said for char in "\x1b\x00\u202e"),
    }
    return ", ".join(name for name, is_so in found.items() if is_so)


def own(command: str) -> list[hostile.Parameter]:
    """Return the parameters of a command; the store's name is read in one place, and tried at a reader and a writer."""
    return [one for one in COMMANDS[command] if one.option != "--store" or command in ("events", "backup", "remove")]


def test_a_command_that_is_added_is_walked() -> None:
    assert set(COMMANDS) == set(hostile.BASIS)


posix = pytest.mark.skipif(os.name != "posix", reason="needs SIGALRM and a FIFO")


@posix
@pytest.mark.parametrize("command", COMMANDS)
def test_a_word_or_file_nobody_means_is_told(command: str, folders: Iterator[Path]) -> None:
    """One value of one parameter, another for each command: the long test has all of them."""
    number, of = list(COMMANDS).index(command), own(command)
    for one in of[number % len(of) :][:1] if of else []:
        value = one.values[number % len(one.values)]
        assert walk(command, [(one, value, False)], folders) == []


@posix
@pytest.mark.soak
@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_is_said_is_answered(command: str, folders: Iterator[Path]) -> None:
    trials = [(one, value, False) for one in own(command) for value in one.values]
    assert walk(command, [*trials, *((one, "North", True) for one in own(command))], folders) == []


def test_an_endless_argument_is_not_told_back_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["events", f"--format={'x' * 100_000}"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(len(line) < 2_000 for line in said)
    assert said[0].endswith("is not one of 'table', 'json', 'csv'.")


def test_what_is_said_of_a_change_that_was_made_tells_no_endless_name_back(
    folders: Iterator[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    next(folders)
    capsys.readouterr()
    assert cli.main(["privacy", "add", "x" * 10_000, "--by", "me", "--store", "t.duckdb"]) == 0
    said = capsys.readouterr().err
    assert "whoever comes is not named" in said
    assert len(said) < 5_000
