"""The shared options: what a time means, and which store is meant where several are named."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from tatame import cli, options


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-05-03", "2026-05-03T23:59:59.999999"),
        ("2026-05-03T18:30", "2026-05-03T18:30:59.999999"),
        ("2026-05-03 18:30:05", "2026-05-03T18:30:05.999999"),
        ("2026-05-03T18:30:05.25", "2026-05-03T18:30:05.25"),
        ("2026-05-03T18:30Z", "2026-05-03T18:30:59.999999"),
        ("2026-05-03T18:30+08:00", "2026-05-03T10:30:59.999999"),
        ("2026-05-03t18:30:05.123456Z", "2026-05-03T18:30:05.123456"),
        ("20260503", "2026-05-03T23:59:59.999999"),
        ("9999-12-31", "9999-12-31T23:59:59.999999"),
        ("9999-12-31T23:59-14:00", "9999-12-31T23:59:59.999999"),
        ("0001-01-01T00:00+14:00", "0001-01-01T00:00"),  # before the first day there is: nothing was recorded by then
        ("0001-01-01", "0001-01-01T23:59:59.999999"),
    ],
)
def test_a_time_is_utc_and_means_the_end_of_what_it_says(text: str, utc: str) -> None:
    assert options.moment(text) == datetime.fromisoformat(utc)


@given(st.dates())
def test_a_date_includes_all_that_was_recorded_on_it(day: object) -> None:
    end = options.moment(f"{day}")
    assert end >= options.moment(f"{day}T23:59:59")
    assert end.date() == day


@pytest.mark.parametrize("text", ["yesterday", "", "2026-13-01", "03/05/2026"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="2026-05-03"):
        options.moment(text)


@pytest.mark.parametrize("command", ["rule", "correct", "draw"])
def test_an_undo_that_is_no_number_says_which_is_meant(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--event", "e", "--reason", "r", "--by", "b", "--undo", "x"]) == 2
    assert "'x' is no number; write the one printed when it was recorded" in capsys.readouterr().err


def program() -> typer.Typer:
    app = typer.Typer()

    @app.callback()
    def before(store: Annotated[Path | None, typer.Option("--store")] = None) -> None: ...

    @app.command()
    def ask(store: options.Store = options.DEFAULT_STORE) -> None:
        typer.echo(store)

    return app


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        (["ask"], {}, "tatame.duckdb"),
        (["ask"], {"TATAME_STORE": ""}, "tatame.duckdb"),
        (["ask"], {"TATAME_STORE": "env.duckdb"}, "env.duckdb"),
        (["--store", "before", "ask"], {"TATAME_STORE": "env.duckdb"}, "before"),
        (["ask", "--store", "after"], {"TATAME_STORE": "env.duckdb"}, "after"),
        (["--store", "before", "ask", "--store", "after"], {}, "after"),
    ],
)
def test_the_nearest_store_named_is_meant(arguments: list[str], environment: dict[str, str], expected: str) -> None:
    # An empty environment but for these: the tester's own TATAME_STORE must not answer.
    done = CliRunner().invoke(program(), arguments, env={"TATAME_STORE": None, **environment})
    assert done.output.strip() == expected
