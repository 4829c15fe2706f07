"""Reads what `pip-audit --format json` says of the pinned dependencies: exit status 1 where one has a known weakness.

A registry without advisories makes pip-audit skip every package and call that clean; here it is said.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def summary(report: dict[str, Any]) -> tuple[int, list[str]]:
    """Exit status, and what to say: one line for each weakness, and of how many packages nothing is known."""
    dependencies = report["dependencies"]
    asked = [each for each in dependencies if "skip_reason" not in each]
    lines = [
        f"{each['name']} {each['version']}: {weakness['id']} (mended in {' or '.join(weakness['fix_versions'])})"
        for each in asked
        for weakness in each["vulns"]
    ]
    status = 1 if lines else 0
    lines.append(f"{len(asked)} of {len(dependencies)} packages compared with published advisories")
    if len(asked) < len(dependencies):
        lines.append("of the others this registry offers no advisories: nothing is known of them")
    return status, lines


if __name__ == "__main__":
    text = sys.stdin.read()
    if not text.strip():
        print("pip-audit gave no report: no advisories can be had here, nothing was compared")
        sys.exit(0)
    code, said = summary(json.loads(text))
    print("\n".join(said))
    sys.exit(code)
