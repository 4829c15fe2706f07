"""36 brackets of Worlds give exactly the places that the federation published; names by tests/cases/athletes."""

import csv
import re
from collections import defaultdict
from pathlib import Path

import pytest

import tatame
from rulebook import spelling

ALIASES = Path(__file__).resolve().parent.parent / "cases" / "athletes" / "black-belt-brackets.csv"
BRACKETS = 36

Category = tuple[str, str | None, str | None]  # year, gender, weight class: all are adult black belts


def _year(event: str) -> str:
    found = re.search(r"(?<!\d)20\d\d(?!\d)", event)
    assert found, event
    return found[0]


@pytest.fixture(scope="module")
def brackets(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("brackets") / "brackets.duckdb"
    report = tatame.ingest(store, shared / "real" / "black-belt-brackets" / "reconstructed.csv")
    assert sum(event.rows_read for event in report.events) == sum(event.rows_used for event in report.events) == 571
    return store


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[Category, list[tuple[int, str, str]]]:
    """Category -> place, athlete, academy."""
    found = defaultdict(list)
    path = shared / "real" / "black-belt-brackets" / "official_placements.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            parts = spelling.read("gender", row["gender"]), spelling.read("weight_class", row["weight"])
            found[_year(row["event"]), *parts].append((int(row["place"]), row["athlete"], row["academy"]))
    return dict(found)


def _aliases() -> dict[str, set[str]]:
    """Name in the brackets -> names in the published lists, which spell some athletes in more than one way."""
    names = defaultdict(set)
    with ALIASES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            names[row["alias"]].add(row["athlete"])
    return names


def test_every_bracket_gives_the_published_places(
    brackets: Path, published: dict[Category, list[tuple[int, str, str]]]
) -> None:
    aliases = _aliases()
    computed: dict[Category, list[tuple[int, str, str]]] = defaultdict(list)
    with tatame.open(brackets) as opened:
        for event in opened.events()["events"]:
            answer = opened.placements(event["event"])
            assert answer["unresolved"] == [], event["event"]
            for row in answer["placements"]:
                category = _year(event["event"]), row["gender"], row["weight_class"]
                listed = {athlete: academy for _, athlete, academy in published[category]}
                (name,) = {row["athlete"], *aliases[row["athlete"]]} & listed.keys()
                computed[category].append((row["place"], name, row["academy"] or listed[name]))
    assert len(published) == BRACKETS
    assert {category: sorted(rows) for category, rows in computed.items()} == {
        category: sorted(rows) for category, rows in published.items()
    }


def test_bouts_lost_by_unknown_count_and_name_nobody(brackets: Path) -> None:
    with tatame.open(brackets) as opened:
        sides = opened.sql("SELECT blue_key FROM bout WHERE lower(blue_athlete) = 'unknown'")
        groups = opened.methods(by=["event"])["groups"]
    assert sides["rows"] == [[None]] * 4
    # All four lost in 2012; the file has 32 rows of that year, and none is a bye or a walkover.
    assert [group["bouts"] for group in groups if "-2012-" in group["event"]] == [32]
