"""Generated bundles, read back as plain rows."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.generate.event import Wish
from benchmarks.generate.run import generate

Row = dict[str, str]
CATEGORY = ("gender", "age_division", "belt", "weight_class")
Category = tuple[str, ...]


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def category(row: Row) -> Category:
    return tuple(row[part] for part in CATEGORY)


def by_category(found: list[Row]) -> dict[Category, list[Row]]:
    grouped = defaultdict(list)
    for row in found:
        grouped[category(row)].append(row)
    return dict(grouped)


def bundles(out: Path) -> list[Path]:
    return sorted(out.glob("open-*"))


def generated(out: Path, bouts: int, **options: Any) -> list[Path]:
    """Write events and return their folders."""
    generate(Wish(**{"bouts": bouts, "out": out, "events": 2, "seed": 5, "expected": True, **options}))
    return bundles(out)


def sides(bout: Row) -> list[tuple[str, str, str]]:
    """Name, academy and disqualification of red, then blue; a bye has red alone."""
    here = [(bout[f"{side}_athlete"], bout[f"{side}_academy"], bout[f"{side}_dq"]) for side in ("red", "blue")]
    return [side for side in here if side[0]]


def winner(bout: Row) -> str:
    return bout[f"{bout['winner']}_athlete"] if bout["winner"] else ""


def loser(bout: Row) -> str:
    return bout["blue_athlete" if bout["winner"] == "red" else "red_athlete"] if bout["winner"] else ""


def brackets(folder: Path) -> Iterator[tuple[list[Row], list[Row], list[Row]]]:
    """Entries, bouts and expected places of each category of an event."""
    bouts = by_category(rows(folder / "bouts.csv"))
    places = by_category(rows(folder.parent / "expected" / f"{folder.name}.csv"))
    for key, entries in by_category(rows(folder / "entries.csv")).items():
        yield entries, bouts.get(key, []), places[key]
