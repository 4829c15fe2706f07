"""The oracle against the worked examples of the specification (section S)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from . import oracle
from .bundle import CATEGORY

EXAMPLES = Path(__file__).resolve().parents[2].parent / "shared" / "spec" / "examples"
BUNDLES = sorted(path.parent for path in EXAMPLES.glob("*/expected.json"))

pytestmark = pytest.mark.skipif(not BUNDLES, reason="the worked examples are not beside this repository")


def expected(bundle: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((bundle / "expected.json").read_text(encoding="utf-8"))
    return found


def test_all_examples_are_there() -> None:
    assert len(BUNDLES) == 22


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda path: path.name)
def test_places(bundle: Path) -> None:
    want = expected(bundle)
    got = oracle.places(oracle.read_bundle(bundle))
    rows = sorted((*key, *place) for key, result in got.items() for place in result.places)
    columns = (*CATEGORY, "place", "athlete", "academy")
    assert rows == sorted(tuple(row[c] for c in columns) for row in want["placements"])
    unresolved = sorted(key for key, result in got.items() if result.state in ("open", "needs_ruling"))
    assert unresolved == sorted(tuple(row[c] for c in CATEGORY) for row in want["unresolved"])


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda path: path.name)
def test_standings(bundle: Path) -> None:
    event = oracle.read_bundle(bundle)
    by_id = {award["id"]: award for award in oracle.awards(event)}
    for award, want in expected(bundle)["standings"].items():
        got = oracle.standing(event, by_id[award])
        assert [[row["academy"], row["points"]] for row in got] == [row[:2] for row in want]
        levels = [(row["reason"] or {}).get("level") for row in got]
        assert all(level == row[2] for level, row in zip(levels, want, strict=True) if len(row) == 3)


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda path: path.name)
def test_places_without_the_names_of_the_rounds(bundle: Path) -> None:
    """Who meets whom tells the round: the examples give the same places with the column `round` emptied."""
    event = oracle.read_bundle(bundle)
    named = oracle.places(event)
    for row in event["bouts"]:
        row["round"] = ""
    blank = oracle.places(event)
    assert {key: result.places for key, result in blank.items()} == {k: r.places for k, r in named.items()}
