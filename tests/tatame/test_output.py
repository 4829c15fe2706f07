"""What is printed: JSON and CSV for machines, tables for people; no name steers a terminal or a spreadsheet."""

import csv
import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tatame import output
from tatame.output import Format

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "expected"), [(Terminal(), Format.TABLE), (io.StringIO(), Format.JSON)])
def test_a_person_gets_a_table_and_a_pipe_gets_json(
    stream: io.StringIO, expected: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", stream)
    assert output.chosen(None) is expected
    assert output.chosen(Format.CSV) is Format.CSV


def shown(answer: Any, wanted: Format, capsysbinary: pytest.CaptureFixture[bytes]) -> bytes:
    output.show(answer, lambda: (["a", "b"], [answer]), lambda: [output.cell(answer["a"])], wanted)
    out, err = capsysbinary.readouterr()
    assert err == b""
    return out


def test_json_is_utf_8_and_keeps_names_as_they_are(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    answer = {"a": "Mendonça 柔術", "b": None}
    out = shown(answer, Format.JSON, capsysbinary)
    assert "Mendonça 柔術".encode() in out
    assert json.loads(out) == answer


def test_csv_is_what_rfc_4180_says(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    out = shown({"a": 'said "oss", left', "b": "two\nlines"}, Format.CSV, capsysbinary)
    assert out == b'a,b\r\n"said ""oss"", left","two\nlines"\r\n'


@pytest.mark.parametrize(
    "text", ["=1+1", "+55 11", "-76 kg", "@SUM(A1)", "\tx", "\rx", "\uff1d1+1", "\n=1", "  =1", "\u3000@x"]
)
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    [_, [first, number, truth, nothing]] = csv.reader(
        io.StringIO(output.as_csv("abcd", [{"a": text, "b": -3, "c": False, "d": None}]), newline="")
    )
    assert first == f"'{text}"
    assert (number, truth, nothing) == ("-3", "false", "")


@given(st.lists(st.tuples(TEXT, st.none() | st.integers()), max_size=5))
def test_csv_read_back_has_every_row_and_no_formula(rows: list[tuple[str, int | None]]) -> None:
    written = output.as_csv(["name", "n"], [{"name": name, "n": n} for name, n in rows])
    head, *found = csv.reader(io.StringIO(written, newline=""))
    assert head == ["name", "n"]
    assert [(name.removeprefix("'"), n) for name, n in found] == [
        (name.removeprefix("'"), "" if n is None else str(n)) for name, n in rows
    ]
    assert not [name for name, _ in found if name[:1] in {"=", "+", "-", "@"}]


@pytest.mark.parametrize("name", ["[bold]Alliance[/bold]", "Team [red]", "[/]", "a [link=http://x]b[/link]", ":smile:"])
def test_a_name_is_no_markup(name: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    output.display([output.grid(name, {"academy": "left"}, [(name,)]), output.note(name)])
    assert capsysbinary.readouterr().out.decode().count(name) == 3


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x07", "\r", "\u202e", "\x9b31m"])
def test_a_name_cannot_steer_the_terminal(evil: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    output.display([output.grid("x", {"academy": "left"}, [(f"A{evil}B",)])])
    output.line(f"A{evil}B")
    output.tell(f"A{evil}B")
    out, err = capsysbinary.readouterr()
    assert (out + err).count("A\N{REPLACEMENT CHARACTER}".encode()) == 3
    assert evil.encode() not in out + err


def test_a_table_fits_eighty_columns_and_loses_nothing(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = "Academia de Jiu-Jitsu Nossa Senhora do Perpétuo Socorro de Todos os Santos e Aflitos"
    columns = {"rank": "right", "academy": "left", "points": "right", "why": "left"}
    output.display([output.grid(long, columns, [(1, long, 1234, long)])])
    out = capsysbinary.readouterr().out.decode()
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("Perpétuo") == 3
    assert "1234" in out


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = "from tatame import output\nfor n in range(20000): output.line('x' * 80)"
    program = f'{sys.executable} -c "{code}" | head -n 1; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["x" * 80, "0"]
    assert done.stderr == ""
