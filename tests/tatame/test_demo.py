"""`tatame demo`: the sample data in, two standings out, and where to look next."""

import shlex
from pathlib import Path

import pytest

from tatame import cli, sample


def test_the_samples_are_found() -> None:
    assert {bundle.name for bundle in sample.bundles()} >= {"mat-open-2026", "worlds-2024"}


def test_it_prints_two_standings_and_where_to_look_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TATAME_STORE", raising=False)
    assert cli.main(["demo", "--no-dashboard"]) == 0
    out, err = capsys.readouterr()
    assert [file.name for file in tmp_path.iterdir()] == ["tatame-demo.duckdb"]
    # Published by the federation: Worlds 2024, adult male, first and second.
    assert "Alliance" in out
    assert "120 points against 60" in out
    assert "Mat Open 2026" in out
    for command in (line.strip() for line in err.splitlines() if line.startswith("  tatame ")):
        assert cli.main([*shlex.split(command)[1:], "--format", "json"]) == 0
