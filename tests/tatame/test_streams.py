"""Words that cannot be written: what was done stands and ends with 1, an answer nobody gets with 2 (contract 2)."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tatame
from tatame import cli
from tests.etl.test_whole_file import full_disk
from tests.tatame import bundles

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")

BY = ["--by", "B", "--event", "open-2026"]
LIGHT, HEAVY = ["--category", "adult/male/light/black"], ["--category", "adult/male/heavy/black"]
# A new command has to be entered in one of the three: what changes the store, writes a file, or only answers.
CHANGES = {
    "ingest": ["more/open-2024"],
    "remove": ["--event", "open-2026"],
    "correct": [*LIGHT, "--athlete", "Cal Costa", "--status", "doping", "--reason", "R", *BY],
    "rule": [*HEAVY, "--place", "1=Hal Horta", *BY],
    "draw": ["--award", "overall", "--seed", "S", *BY],
    "academies accept": ["North", "East", "--by", "B"],
    "academies reject": ["North", "East", "--by", "B"],
    "academies undo": ["1", "--by", "B"],
    "academies import": ["names.csv", "--by", "B"],
    "athletes accept": ["Ari Alho @ North", "Eno Eça @ North", "--by", "B"],
    "athletes reject": ["Ari Alho @ North", "Dov Dias @ West", "--by", "B"],
    "athletes undo": ["1", "--by", "B"],
    "privacy add": ["Cal Costa", "--by", "B"],
    "privacy undo": ["1", "--by", "B"],
    "restore": ["kept.duckdb"],
    "same": ["open-2025", "open-2026", "--apart", "--by", "B"],
}
DECIDED = {
    "athletes reject": ["Ari Alho @ North", "Cal Costa @ East", "--by", "B"],
    "privacy add": ["Gil", "--by", "B"],
}
WRITES = {
    "backup": ["new.duckdb"],
    "build": ["--input", "facts", "--output", "new"],
    "facts": ["new"],
    "template": ["new.xlsx"],
    "academies export": ["new.csv"],
    "publish": ["new", "--formats", "json"],
    "request": ["new", "--bout", "3", "--winner", "blue", "--reason", "R", "--event", "open-2026", "--by", "B"],
}
READS = {
    "check": [],
    "bracket": [*LIGHT, "--event", "open-2026"],
    "compare": ["--event", "open-2026"],
    "coverage": [],
    "events": [],
    "explain": ["--event", "open-2026", "--award", "overall", "--academy", "North"],
    "findings": [],
    "history": ["--event", "open-2026"],
    "medals": [],
    "methods": [],
    "placements": ["--event", "open-2026"],
    "profile": ["more/open-2024/bouts.csv"],
    "ratings": [],
    "records": [],
    "rules": [],
    "scores": [],
    "season": ["ibjjf-2012-2018"],
    "sql": ["select 1"],
    "standings": ["--event", "open-2026"],
    "times": [],
    "verify": ["release"],
    "academies list": [],
    "academies suggest": [],
    "athletes list": [],
    "athletes suggest": [],
    "privacy list": [],
}
OTHERS = {"dashboard", "demo", "migrate"}  # the first two serve until they are stopped; migrate needs an older store


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a store of two events and decisions, a bundle more, a table of names and a release."""
    folder = tmp_path_factory.mktemp("streams")
    store = folder / "t.duckdb"
    tatame.ingest(store, bundles.write(folder), bundles.write(folder, "open-2025"))
    bundles.write(folder / "more", "open-2024")
    assert cli.main(["facts", str(folder / "facts"), "--store", str(store)]) == 0
    assert cli.main(["backup", str(folder / "kept.duckdb"), "--store", str(store)]) == 0
    (folder / "names.csv").write_text("alias,academy\nNorth,West\n", encoding="utf-8")
    for command in ("athletes undo", "privacy undo"):
        first = command.replace("undo", "reject" if "athletes" in command else "add")
        assert cli.main([*first.split(), *DECIDED[first], "--store", str(store)]) == 0
    assert cli.main(["publish", str(folder / "release"), "--formats", "json", "--store", str(store)]) == 0
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of it, to work in."""
    shutil.copytree(made, tmp_path / "in")
    monkeypatch.chdir(tmp_path / "in")
    return tmp_path / "in"


def run(command: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Run it with a full disk as standard output."""
    with FULL.open("w", encoding="utf-8") as full, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", full)
        return cli.main([*command.split(), *arguments, "--store", "t.duckdb"])


def bytes_of(store: Path) -> str:
    return hashlib.sha256(store.read_bytes()).hexdigest()


def test_every_command_is_told_which_of_the_three_it_is() -> None:
    groups = cli.program().commands.items()
    known = {f"{name} {sub}".strip() for name, one in groups for sub in getattr(one, "commands", [""])}
    assert known == {*CHANGES, *WRITES, *READS, *OTHERS}


@pytest.mark.parametrize("command", CHANGES)
def test_a_change_stands_where_its_report_cannot_be_written(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = bytes_of(folder / "t.duckdb")
    assert run(command, CHANGES[command], monkeypatch) == 1
    assert bytes_of(folder / "t.duckdb") != before
    assert "done, but not all of it could be told" in capfd.readouterr().err


@pytest.mark.parametrize("command", WRITES)
def test_a_file_stands_where_its_report_cannot_be_written(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    there = set(folder.iterdir())
    assert run(command, WRITES[command], monkeypatch) == 1
    assert set(folder.iterdir()) - there
    assert "done, but not all of it could be told" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        *WRITES.items(),
        ("methods", ["--out", "new.csv"]),
        ("methods", ["--out", "new.parquet"]),
        ("publish", ["new", "--formats", "xlsx"]),
        ("profile", ["more/open-2024/entries.csv", "--save", "new.toml", "--yes"]),
    ],
)
def test_a_file_the_disk_has_no_room_for_leaves_nothing(
    command: str, arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "more/open-2024/entries.csv").write_text("Athlete,Academy,Place,Belt,Weight\nA,B,1,black,light\n")
    there = sorted(folder.rglob("*"))
    with full_disk():
        assert cli.main([*command.split(), *arguments, "--store", "t.duckdb"]) == 2
    err = capsys.readouterr().err
    assert "new" in err
    assert "File too large" in err or "no room left on the disk" in err
    assert sorted(folder.rglob("*")) == there


@pytest.mark.parametrize("command", READS)
def test_an_answer_that_cannot_be_written_is_an_error(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before, there = bytes_of(folder / "t.duckdb"), set(folder.iterdir())
    assert run(command, READS[command], monkeypatch) == 2
    assert (bytes_of(folder / "t.duckdb"), set(folder.iterdir())) == (before, there)
    [line] = capfd.readouterr().err.splitlines()
    assert line == "tatame: the answer cannot be written (standard output: No space left on device)"


def shell(folder: Path, text: str) -> tuple[list[str], str]:
    """Statuses of a line of bash (`$T` the program), and what stood on the terminal's two streams."""
    program = f"{sys.executable} -m tatame"
    top = Path(cli.__file__).parents[1]
    environment = {"PYTHONPATH": str(top), "PATH": "/usr/bin:/bin", "TATAME_STORE": "t.duckdb"}
    line = f'{text.replace("$T", program)}; echo "${{PIPESTATUS[@]}}" > statuses'
    done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return (folder / "statuses").read_text().split(), done.stdout + done.stderr


@pytest.mark.parametrize(
    "to", [">&-", *(pytest.param(to, marks=pytest.mark.long) for to in ("> /dev/full", ">&- 2>&-", "> /dev/full 2>&1"))]
)
def test_a_load_is_never_2_once_it_is_in_the_store(to: str, folder: Path) -> None:
    assert shell(folder, f"$T ingest more/open-2024 {to}")[0] == ["1"]
    [row] = [each for each in events(folder) if each["event"] == "open-2024"]
    assert row["version"] == 1


@pytest.mark.long
def test_a_reader_that_goes_away_changes_no_status(folder: Path) -> None:
    assert shell(folder, "$T ingest more/open-2024 | true")[0] == ["1", "0"]  # one category needs a ruling
    assert shell(folder, "$T events | true")[0] == ["0", "0"]
    assert shell(folder, "$T --help | true")[0] == ["0", "0"]


@pytest.mark.long
@pytest.mark.parametrize("to", ["2>&-", "2> /dev/full"])
def test_messages_that_cannot_be_written_change_no_status(to: str, folder: Path) -> None:
    assert shell(folder, f"$T ingest more/open-2024 {to} > said")[0] == ["1"]
    assert (folder / "said").read_text().startswith("open-2024: version 1;")
    assert len((folder / "said").read_text().splitlines()) == 1  # and no message lands among the answers
    assert shell(folder, f"$T events --format json {to} > said")[0] == ["0"]
    assert json.loads((folder / "said").read_text())["events"]
    assert shell(folder, f"$T placements --event nobody {to}")[0] == ["2"]


@pytest.mark.long
def test_a_help_that_cannot_be_written_is_no_internal_error(folder: Path) -> None:
    for to in ("> /dev/full", ">&-"):
        statuses, said = shell(folder, f"$T standings --help {to}")
        assert (statuses, said.count("internal")) == (["2"], 0)


def events(folder: Path) -> list[dict[str, object]]:
    with tatame.open(folder / "t.duckdb") as store:
        found: list[dict[str, object]] = store.events()["events"]
    return found
