"""Arguments that nobody means: every command that is found, one of its arguments after another replaced by them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tatame import cli
from tests.tatame.test_streams import CHANGES, READS, WRITES

BASIS = {**CHANGES, **WRITES, **READS, "migrate": [], "dashboard": ["--headless"], "demo": ["--no-dashboard"]}

# Free words first: whoever takes any text takes these, and changes the store.
WORDS = ("", "   ", "x" * 100_000, "a\x1b[2J\u202e", "\udc80", "-1")
TEXTS = (
    *WORDS, "0", "1" + "0" * 30, "nan", "0000-01-01", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00+14:00",
    "2026-02-30", "a,a", "North|North", "--", "a\x00b", "1=a\x1bb", "٣", "North @ ", "2=a\nb",
)  # fmt: skip
PATHS = (
    "", "absent/deep", "y" * 300, "/dev/full", "/dev/zero", "fifo", "/proc/self/mem", "folder", "t.duckdb",
    "t.duckdb/x", "loop", "dangling", "empty", "/proc/absent", "a\x00b", "\udc80",
)  # fmt: skip
FREE = {"--by", "--reason", "--note", "--federation", "--seed", "--association"}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a command: its option, empty for an argument, which `position` finds."""

    option: str
    position: int
    is_path: bool

    @property
    def values(self) -> tuple[str, ...]:
        """What it is given, one after another."""
        return PATHS if self.is_path else WORDS if self.option in FREE else TEXTS


def commands() -> dict[str, list[Parameter]]:
    """Return every command the program has, by the words that call it."""
    found = {}
    for name, one in cli.program().commands.items():
        for sub, command in getattr(one, "commands", {"": one}).items():
            found[f"{name} {sub}".strip()] = list(_parameters(command.params))
    return found


def _parameters(params: Sequence[object]) -> Iterator[Parameter]:
    position = 0
    for each in params:
        is_path = each.metavar in ("DIR", "FILE", "FOLDER", "PATH")  # type: ignore[attr-defined]
        if "Argument" in type(each).__name__:
            yield Parameter("", position, is_path)
            position += 1
        elif not getattr(each, "is_flag", False):
            yield Parameter(max(each.opts, key=len), -1, is_path)  # type: ignore[attr-defined]


def call(command: str, parameter: Parameter, value: str, *, twice: bool = False) -> list[str]:
    """Return the basis of the command with this value instead of its own, `twice` where it may be repeated."""
    options, arguments = _parted(BASIS[command], command)
    if parameter.option:
        options = [each for each in options if not each.startswith(f"{parameter.option}=")]
        options += [f"{parameter.option}={value}"] * (2 if twice else 1)
    else:
        arguments[parameter.position :] = [value, *([value] if twice else []), *arguments[parameter.position + 1 :]]
    if not any(each.startswith("--store=") for each in options):
        options.append("--store=t.duckdb")
    return [*command.split(), *options, "--", *arguments]


def _parted(given: Sequence[str], command: str) -> tuple[list[str], list[str]]:
    taking = {each.option for each in commands()[command]}
    options, arguments, rest = [], [], iter(given)
    for word in rest:
        if word in taking:
            options.append(f"{word}={next(rest)}")
        elif word.startswith("--"):
            options.append(word)
        else:
            arguments.append(word)
    return options, arguments


def furnish(folder: Path) -> None:
    """Make what paths of `PATHS` name."""
    os.mkfifo(folder / "fifo")
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("absent")
    (folder / "linked").symlink_to("t.duckdb")


Listing = dict[str, tuple[int, int]]


def listing(folder: Path) -> Listing:
    """Return everything below a folder, with size and time of the last change."""
    return {
        str(path.relative_to(folder)): ((found := path.lstat()).st_size, 0 if path.is_dir() else found.st_mtime_ns)
        for path in folder.rglob("*")
    }
