"""What is made of an audit of the dependencies: a weakness fails, no advisories at all is not called clean."""

import runpy
import subprocess
import sys

from tests.architecture.house import ROOT

AUDIT = ROOT / ".ci" / "audit.py"
summary = runpy.run_path(str(AUDIT))["summary"]
CLEAN = {"name": "a", "version": "1.0", "vulns": []}
WEAK = {"name": "b", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
SKIPPED = {"name": "c", "skip_reason": "Dependency not found"}


def test_a_weakness_fails_and_is_named_with_what_mends_it() -> None:
    status, lines = summary({"dependencies": [CLEAN, WEAK]})
    assert status == 1
    assert lines[0] == "b 2.0: PYSEC-1 (mended in 2.1)"


def test_what_could_not_be_compared_is_not_called_clean() -> None:
    status, lines = summary({"dependencies": [CLEAN, SKIPPED, SKIPPED]})
    assert status == 0
    assert lines == [
        "1 of 3 packages compared with published advisories",
        "of the others this registry offers no advisories: nothing is known of them",
    ]


def test_without_a_report_it_says_that_nothing_was_compared() -> None:
    done = subprocess.run([sys.executable, str(AUDIT)], input="", capture_output=True, text=True, check=False)
    assert (done.returncode, "nothing was compared" in done.stdout) == (0, True)
