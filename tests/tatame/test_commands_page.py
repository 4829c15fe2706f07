"""docs/commands.md names every command and option there is, and none that there is not."""

import re
from functools import cache
from pathlib import Path

import pytest
import typer.core

import tatame
from tatame import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
EVERYWHERE = {"--help", "--store", "--format", "--event"}  # told once, at the top of the page


@cache
def options() -> dict[str, set[str]]:
    """Return the options of each command."""
    return {name: of(command) for name, command in cli.program().commands.items()}


def of(command: object) -> set[str]:
    """Return the options of a command, those of its own commands included."""
    assert isinstance(command, typer.core.TyperCommand | typer.core.TyperGroup)
    own = {option for each in command.params for option in each.opts if option.startswith("--")}
    return own.union(*(of(each) for each in getattr(command, "commands", {}).values()))


@cache
def sections() -> dict[str, str]:
    """Return the part of the page about each command."""
    parts = re.split(r"^### `(\w+)`$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        name: re.split(r"^## ", text, flags=re.MULTILINE)[0]
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def named(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_the_page_has_every_command_and_no_other() -> None:
    assert set(sections()) == set(options())


@pytest.mark.parametrize("name", sorted(options()))
def test_a_section_names_every_option_and_no_other(name: str) -> None:
    assert options()[name] - EVERYWHERE <= named(sections()[name])
    assert named(sections()[name]) <= options()[name] | EVERYWHERE | {"--as-of"}
    assert f"    tatame {name}" in sections()[name], "an example"


def test_what_holds_for_every_command_is_told_at_the_top() -> None:
    top = PAGE.read_text(encoding="utf-8").partition("\n## ")[0]
    assert named(top) >= EVERYWHERE


def test_the_python_names_on_the_page_exist() -> None:
    python = PAGE.read_text(encoding="utf-8").partition("## From Python")[2]
    named = set(re.findall(r"\btatame\.(\w+)", python))
    assert named
    assert named <= set(tatame.__all__)
    listed = re.findall(r"`(\w+)`", python.rpartition("```")[2])
    public = {name for name in dir(tatame.Tatame) if not name.startswith("_")} - {"close"}
    assert set(listed) == public
