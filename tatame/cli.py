"""The program `tatame`: its commands, found by listing a folder, and the exit status of whatever happens in them."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from typer.main import get_group

from etl.errors import UserError
from rulebook.errors import RuleBookError
from tatame import commands, ended, output, streams

DONE, ATTENTION, UNUSABLE = 0, 1, 2
_SHOWN = 300  # letters of a path: it may be longer than any file's name
NAMES = tuple(sorted(module.name for module in pkgutil.iter_modules(commands.__path__)))


def _version(wanted: bool) -> None:
    if wanted:
        from etl.schema import program_version

        output.line(f"tatame {program_version()}")
        raise typer.Exit


def _program(
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="The store, for whichever command follows.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """`store` is read by `options.Store` of the command that follows, `version` by its callback."""


@cache
def program(names: tuple[str, ...] = NAMES) -> typer.core.TyperGroup:
    """The program with these commands: whoever runs one has not to wait for the others, nor for their annotations."""
    app = typer.Typer(
        name="tatame",
        help="Brazilian jiu-jitsu tournament results in, academy rankings out, each with the rule that gave it.",
        epilog="Exit status: 0 done; 1 done, but rows were rejected or a category needs a ruling; 2 unusable input.",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_program)
    for name in names:
        command = getattr(importlib.import_module(f"{commands.__name__}.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name=name)(command)
    return get_group(app)


def _named(given: Sequence[str]) -> tuple[str, ...]:
    """The command that these arguments ask for; all where it is not plain which, or there is none of that name."""
    words = iter(given)
    for word in words:
        if word == "--store":
            next(words, None)
        elif not word.startswith("--store="):
            return (word,) if word in NAMES else NAMES
    return NAMES


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status; whatever goes wrong is told in one or two lines."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None:
        streams.ready()
        ended.ready()
    try:
        _require_text(given)
        status = program(_named(given)).main(given or ["--help"], prog_name="tatame", standalone_mode=False)
    except typer.TyperException as error:
        return _told(_usage(error))
    except (UserError, RuleBookError) as error:
        return _told(str(error))
    except streams.Untold as error:
        return _told(str(error), ATTENTION)
    except (typer.Abort, KeyboardInterrupt):
        return ended.status(ended.INTERRUPTED)
    except SystemExit:  # the dashboard stopped, or nobody reads a help to its end
        return DONE
    except Exception as error:
        return _unforeseen(error)
    return ended.status(status) if isinstance(status, int) else DONE


def _require_text(arguments: Sequence[str]) -> None:
    """Bytes that are no UTF-8 reach Python as half characters, which no store, answer or message can hold; nor NUL."""
    for text in (*arguments, os.environ.get("TATAME_STORE", "")):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UserError(f"{text!a} is not UTF-8; write it so, or give the file such a name") from None
        if "\0" in text:  # no shell can say so; whoever calls `main` can
            raise UserError(f"{text!a} holds a NUL, which no name and no text has")


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the arguments, and where the right ones are listed."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "tatame"
    said = error.format_message().strip().replace("Value error, ", "")
    return f"{said}\nSee: {command} --help"


def _told(text: str, status: int = UNUSABLE) -> int:
    lines = [line for line in text.splitlines() if line.strip()]
    output.tell("\n".join([f"tatame: {lines[0] if lines else 'it did not work'}", *lines[1:2]]))
    return status


def _unforeseen(error: Exception) -> int:
    # DuckDB's answers to Ctrl-C in the middle of a statement.
    if type(error).__name__ == "InterruptException" or str(error) == "Query interrupted":
        return ended.status(ended.INTERRUPTED)
    if unwritten := streams.of_output(error):
        return _told(str(unwritten))
    if isinstance(error, OSError) and error.errno is not None and not os.environ.get("TATAME_DEBUG"):
        what = "a file" if error.filename is None else str(error.filename)[:_SHOWN]  # a disk that fails names none
        return _told(f"{what}: {error.strerror or error}")
    if os.environ.get("TATAME_DEBUG"):
        streams.tell("".join(traceback.format_exception(error)).rstrip())
        return UNUSABLE
    first = next(iter(str(error).splitlines()), "")
    return _told(
        f"internal error: {type(error).__name__}: {first}\n"
        "Please report it; run it again with TATAME_DEBUG=1 for the traceback"
    )
