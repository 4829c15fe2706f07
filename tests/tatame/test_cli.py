"""The program as a whole: exit status, one or two lines for whatever goes wrong, no traceback, a quick start."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from etl.errors import UnknownName, UserError
from rulebook.errors import RuleBookError
from tatame import cli, commands

COMMANDS = sorted(file.stem for file in Path(commands.__path__[0]).glob("*.py") if file.stem != "__init__")
NO_STORE = {"build", "rules", "template", "demo", "ingest", "profile", "restore", "verify"}

# The least that each command needs; a new command has to be entered here.
NEEDED = {
    "academies": "list",
    "backup": "copy.duckdb",
    "athletes": "list",
    "same": "a b --by c",
    "bracket": "--category c",
    "correct": "--event e --category c --athlete a --status doping --reason r --by b",
    "draw": "--event e --award a --seed s --by b",
    "build": "--input facts --output answers",
    "facts": "facts",
    "explain": "--award a --academy b",
    "privacy": "list",
    "publish": "release",
    "remove": "--event e",
    "request": "form --bout 1 --winner red --reason r --by b",
    "rule": "--event e --category c --place 1=A --by b",
    "season": "ibjjf-2012-2018",
    "sql": "select",
}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs the program in an empty folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TATAME_STORE", raising=False)
    monkeypatch.delenv("TATAME_DEBUG", raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        status = cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def is_told(err: str) -> bool:
    """Whether it is one or two lines for people."""
    return 1 <= len(err.splitlines()) <= 2 and "Traceback" not in err and not {"╭", "│"} & set(err)


def test_every_file_of_the_folder_is_a_command(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    listed = {line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line.strip()}
    assert set(COMMANDS) <= listed


def test_the_program_alone_shows_what_there_is(run: Run) -> None:
    assert run() == run("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_explains_itself_in_eighty_columns(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = run(name, "--help")
    assert (status, err) == (0, "")
    assert f"tatame {name}" in out
    assert "--store" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in NO_STORE])
def test_without_a_store_a_command_says_so_and_makes_none(name: str, run: Run, tmp_path: Path) -> None:
    status, out, err = run(name, *NEEDED.get(name, "").split())
    assert (status, out) == (2, "")
    assert is_told(err)
    assert "tatame.duckdb" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in NO_STORE])
def test_a_store_that_is_no_database_is_left_as_it_is(name: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database", encoding="utf-8")
    status, out, err = run(name, *NEEDED.get(name, "").split(), "--store", "notes.txt")
    assert (status, out) == (2, "")
    assert is_told(err)
    assert "no DuckDB file" in err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "not a database"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["standngs"], "standings"),
        (["standings", "--evnt", "x"], "--event"),
        (["explain", "--academy", "x"], "--award"),
        (["standings", "--format", "xml"], "json"),
        (["standings", "--as-of", "soon"], "2026-05-03"),
        (["rule", "--event", "e", "--category", "c", "--by", "b"], "--place"),
        (["rule", "--event", "e", "--category", "c", "--by", "b", "--place", "first=A"], "1=NAME"),
        (["correct", "--event", "e", "--reason", "r", "--by", "b"], "--undo"),
        (["correct", "--event", "e", "--reason", "r", "--by", "b", "--undo", "1", "--status", "doping"], "--undo"),
        (["rules", "ibjjf-204"], "ibjjf-2024"),
        (["rules", "--diff", "ibjjf-2024", "ajp"], "ajp-2026"),
        (["rules", "ajp-2026", "--diff", "ibjjf-2024", "ajp-2026"], "not both"),
        (["template", "blank.csv"], ".xlsx"),
        (["template", "no/such/folder/blank.xlsx"], "folder"),
        (["ingest"], "PATH"),
        (["dashboard", "--port", "0"], "--port"),
    ],
)
def test_wrong_arguments_are_told_in_two_lines(arguments: list[str], said: str, run: Run, tmp_path: Path) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert is_told(err)
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_program_itself_is_told_and_its_traceback_is_to_be_had(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("three\nlines\nof it")

    monkeypatch.setattr("rulebook.ruleset.names", broken)
    status, out, err = run("rules")
    assert (status, out) == (2, "")
    assert is_told(err)
    assert "ZeroDivisionError" in err
    assert "TATAME_DEBUG" in err
    monkeypatch.setenv("TATAME_DEBUG", "1")
    status, _, err = run("rules")
    assert status == 2
    assert "Traceback" in err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UserError("what\nwhere\nmore"), 2),
        (UnknownName("award", "adlt", ["adult"]), 2),
        (RuleBookError("no such switch"), 2),
        (KeyboardInterrupt(), 130),
        (RuntimeError("Query interrupted"), 130),  # what DuckDB makes of Ctrl-C in the middle of a statement
    ],
)
def test_every_error_has_its_status(
    error: BaseException, status: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise error

    monkeypatch.setattr("rulebook.ruleset.names", broken)
    found, out, err = run("rules")
    assert (found, out) == (status, "")
    assert err == "" if status == 130 else is_told(err)


def test_the_version_is_that_of_the_installed_program(run: Run) -> None:
    from importlib.metadata import version

    assert run("--version") == (0, f"tatame {version('tatame')}\n", "")


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys; from tatame import cli; cli.main(['standings', '--help']); "
        "print(*sorted({'duckdb', 'pandas', 'numpy', 'pyarrow', 'streamlit', 'plotly', 'openpyxl'} "
        "& set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_a_command_does_not_wait_for_the_others() -> None:
    code = (
        "import sys; from tatame import cli; cli.main(['--store', 'standings', 'rules', '--help']); "
        "print(*sorted(name for name in sys.modules if name.startswith('tatame.commands.')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "tatame.commands.rules"
    assert "Usage: tatame rules" in done.stdout


def test_python_m_tatame_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "tatame", "standngs"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "standings" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["profile", "x" * 5000],
        ["verify", "x" * 5000],
        ["publish", "x" * 5000],
        ["template", "x" * 5000 + ".xlsx"],
        ["ingest", "x" * 5000],
        ["events", "--store", "x" * 5000],
        ["request", "", "--bout", "1", "--winner", "red", "--reason", "R", "--by", "B"],
        ["request", "/", "--bout", "1", "--winner", "red", "--reason", "R", "--by", "B"],
        ["template", ""],
        ["verify", ""],
    ],
)
def test_what_is_no_name_of_a_file_is_told(arguments: list[str], run: Run, tmp_path: Path) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert is_told(err)
    assert "internal" not in err
    assert list(tmp_path.iterdir()) == []
