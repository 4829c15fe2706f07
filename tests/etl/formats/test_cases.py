"""Every folder of tests/cases/formats: an input as it is met, and by hand what must come of it (`-` = not known)."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.etl.bundles import Stage

CASES = sorted(path.parent for path in (Path(__file__).parents[2] / "cases" / "formats").glob("*/expected.toml"))
COLUMNS = {
    "entry": ("athlete", "academy"),
    "bout": ("red_athlete", "blue_athlete", "winner", "red_points", "blue_points"),
    "official_place": ("place", "athlete", "academy"),
    "official_standing": ("award_id", "rank", "academy", "points"),
    "academy_spelling": ("spelling", "academy_key"),
}


def shown(rows: list[Any]) -> list[list[Any]]:
    return sorted([["-" if cell is None else cell for cell in row] for row in rows], key=str)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case: Path) -> None:
    expected = tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))
    files = [path for path in case.iterdir() if path.name != "expected.toml"]
    alone = len(files) == 1
    about = {"event_id": case.name, "name": case.name, "start": "2026-05-02", "uniform": "gi"}
    staged = Stage(files[0], **about) if alone else Stage(case)
    assert {file: list(staged.counts(file)) for file in staged.rows("file", "file")} == expected["files"]
    found = staged.con.execute(
        'SELECT severity, code, file, coalesce(path, "row"::VARCHAR) FROM staged_finding'
    ).fetchall()
    assert shown(found) == shown([[*row[:3], str(row[3])] for row in expected["findings"]])
    parts = staged.rows("category", "gender", "age_division", "belt", "weight_class", "unread")
    assert sorted(" / ".join(part for part in row if part) for row in parts) == expected["categories"]
    for table, rows in expected["rows"].items():
        assert shown(staged.rows(table, *COLUMNS[table])) == shown(rows)
