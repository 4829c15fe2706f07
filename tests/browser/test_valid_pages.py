"""The pages of a release before the validator of the W3C: the Nu Html Checker, which needs Java and no network.

It is looked for as `vnu` on the path, as the jar that TATAME_VNU names, or where npm puts it (`npm install --no-save
vnu-jar`).
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.publishing import released

pytestmark = pytest.mark.browser
JAR = Path(__file__).resolve().parents[2] / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


def checker() -> list[str]:
    """How to run it; skips where it is not there."""
    if program := shutil.which("vnu"):
        return [program]
    jar, java = Path(os.environ.get("TATAME_VNU", JAR)), shutil.which("java")
    if java is None or not jar.is_file():
        pytest.skip("the Nu Html Checker is not here: npm install --no-save vnu-jar, and Java")
    return [java, "-jar", str(jar)]


def errors(program: list[str], *files: Path) -> list[str]:
    said = subprocess.run(
        [*program, "--errors-only", "--exit-zero-always", "--format", "json", *files], capture_output=True, check=True
    )
    return [f"{Path(one['url']).name}: {one['message']}" for one in json.loads(said.stderr)["messages"]]


def test_no_page_of_a_release_has_an_error(tmp_path: Path) -> None:
    program = checker()
    pages = sorted(released.everything(tmp_path).glob("*.html"))
    assert len(pages) > 30
    assert errors(program, *pages) == []


def test_an_error_would_be_found(tmp_path: Path) -> None:
    program = checker()
    (tmp_path / "wrong.html").write_text("<!DOCTYPE html><title>x</title><p><div></p>", encoding="utf-8")
    assert errors(program, tmp_path / "wrong.html")
