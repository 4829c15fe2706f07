"""The worked examples of the specification: places, unresolved categories and points as their expected.json says."""

from __future__ import annotations

import json
from functools import cache

import duckdb
import pytest

from tests.analytics import hall

EXAMPLES = hall.ROOT.parent / "shared" / "spec" / "examples"
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/expected.json"))


@cache
def answered(all_in_python: bool) -> duckdb.DuckDBPyConnection:
    """All examples in one store, computed together; an example's version is its place among their names."""
    return hall.store(*(hall.bundle(EXAMPLES / name) for name in NAMES), all_in_python=all_in_python)


@pytest.mark.parametrize("all_in_python", [False, True], ids=["sql", "python"])
@pytest.mark.parametrize("name", NAMES)
def test_example(name: str, all_in_python: bool) -> None:
    want = json.loads((EXAMPLES / name / "expected.json").read_text(encoding="utf-8"))
    con, version = answered(all_in_python), [NAMES.index(name) + 1]
    category = "join category c using (category_id) where version_id = ?"
    parts = "c.gender, c.age_division, c.belt, c.weight_class"
    got = con.execute(f"select {parts}, place, athlete, academy from place {category}", version).fetchall()
    keys = (*hall.PARTS, "place", "athlete", "academy")
    assert sorted(got) == sorted(tuple(row[k] for k in keys) for row in want["placements"])
    unresolved = con.execute(
        f"select {parts} from category_result {category} and state in ('open', 'needs_ruling')", version
    ).fetchall()
    assert sorted(unresolved) == sorted(tuple(row[k] for k in hall.PARTS) for row in want["unresolved"])
    if "overall" in want["standings"]:
        rows = "select academy, points from standing where version_id = ? and award_id = 'overall' order by position"
        assert con.execute(rows, version).fetchall() == [tuple(row[:2]) for row in want["standings"]["overall"]]


def test_all_examples_are_here(shared: object) -> None:
    assert len(NAMES) == 22, shared
