"""docs/methods.md does what it says: its code runs in order, its commands are taken by the program."""

import re
import shlex
from pathlib import Path

import pytest

from analytics import method_clusters, methods
from benchmarks.generate.__main__ import main as generate
from publishing import dictionary

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "methods.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_example_runs_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    [command] = re.findall(r"^    python -m benchmarks\.generate (.+)$", PAGE, re.MULTILINE)
    monkeypatch.setattr("sys.argv", ["generate", *shlex.split(command)])
    assert generate() == 0
    blocks = re.findall(r"^```python\n(.+?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 7
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/methods.md", "exec"), names)
    out = capsys.readouterr().out
    assert "white" in out
    assert "Wilson" in out
    assert (tmp_path / "belts.html").is_file()


def test_the_columns_it_explains_are_columns() -> None:
    known = {name for _, columns in dictionary.ANSWERS.values() for name in columns}
    table = PAGE.partition("| figure | method |")[2].partition("\n\n")[0]
    named = {name for row in table.splitlines() if row for name in re.findall(r"`([a-z_]+)`", row.split("|")[1])}
    assert named
    assert named <= known
    clusters = set(re.findall(r"`--cluster (\w+)`", table))
    assert clusters == set(method_clusters.KINDS)


def test_it_tells_how_many_decisions_and_families_there_are() -> None:
    assert (len(methods.DECISIONS), len(methods.FAMILIES)) == (10, 5)
    assert "all ten decisions, five families" in PAGE
