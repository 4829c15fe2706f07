"""The worked examples of the specification: places, unresolved categories and points as their expected.json says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.analytics import hall

EXAMPLES = hall.ROOT.parent / "shared" / "spec" / "examples"
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/expected.json"))


@pytest.mark.parametrize("all_in_python", [False, True], ids=["sql", "python"])
@pytest.mark.parametrize("name", NAMES)
def test_example(shared: Path, name: str, all_in_python: bool) -> None:
    folder = shared / "spec" / "examples" / name
    want = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    con = hall.store(hall.bundle(folder), all_in_python=all_in_python)
    parts = "c.gender, c.age_division, c.belt, c.weight_class"
    got = con.execute(f"select {parts}, p.place, p.athlete, p.academy from place p join category c using (category_id)")
    keys = (*hall.PARTS, "place", "athlete", "academy")
    assert sorted(got.fetchall()) == sorted(tuple(row[k] for k in keys) for row in want["placements"])
    unresolved = con.execute(
        f"""select {parts} from category_result r join category c using (category_id)
        where r.state in ('open', 'needs_ruling')"""
    )
    assert sorted(unresolved.fetchall()) == sorted(tuple(row[k] for k in hall.PARTS) for row in want["unresolved"])
    if "overall" in want["standings"]:
        rows = con.execute(
            "select academy, points from standing where award_id = 'overall' order by position"
        ).fetchall()
        assert rows == [tuple(row[:2]) for row in want["standings"]["overall"]]


def test_all_examples_are_here(shared: Path) -> None:
    assert len(NAMES) == 22, shared
