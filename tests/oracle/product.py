"""The product's answers, through its command line only: one store, every bundle loaded at once, JSON out."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any


def unresolved(bundles: list[Path]) -> list[dict[str, Any]]:
    """The categories of all of them that nobody could settle."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "oracle.duckdb")
        run("ingest", *map(str, bundles), "--store", store)
        asked = [
            json.loads(run("placements", "--event", each.name, "--format", "json", "--store", store))
            for each in bundles
        ]
    return [row for answer in asked for row in answer["unresolved"]]


def answers(bundles: list[Path]) -> dict[str, dict[str, Any]]:
    """By event id (the folder's name): "placements", "unresolved", and "standings" with one JSON object per award."""
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "oracle.duckdb")
        run("ingest", *map(str, bundles), "--store", store)
        for bundle in bundles:
            asked = ("--event", bundle.name, "--format", "json", "--store", store)
            placed = json.loads(run("placements", *asked))
            ranked = json.loads(run("standings", *asked))
            tables = ranked if isinstance(ranked, list) else [ranked]
            found[bundle.name] = {
                "placements": placed["placements"],
                "unresolved": placed["unresolved"],
                "standings": {table["award"]: table for table in tables},
            }
    return found


def run(*arguments: str) -> str:
    """Standard output of `tatame …`, called in this process: an interpreter per question would cost a second each."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["tatame", *arguments]
    code: object = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = importlib.import_module("tatame.cli").main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv = before
    if code not in (None, 0, 1):
        raise RuntimeError(f"tatame {arguments[0]}: exit {code}: {err.getvalue()[-500:]}")
    return out.getvalue()
