"""The main job on real input: the published team rankings of 2012 and later come out of the published places."""

import csv
import json
import re
import unicodedata
from pathlib import Path

import pytest

import tatame

FOLDERS = {"ibjjf-worlds": "world", "ibjjf-pan": "pan", "ibjjf-brasileiro": "brasileiro"}


def _pages(shared: Path, since: int, until: int) -> list[tuple[str, Path]]:
    """Every result page of these years as (event id as known-differences.csv spells it, file)."""
    found = []
    for folder, name in FOLDERS.items():
        for page in sorted((shared / "real" / folder).glob("*.json")):
            if since <= int(page.stem) <= until:
                found.append((f"{name}-{page.stem}", page))
    return found


def _load(store: Path, event: str, page: Path) -> None:
    tatame.ingest(
        store,
        page,
        event_id=event,
        name=event,
        start=f"{page.stem}-06-01",
        uniform="gi",
        awards="ibjjf-championship",
    )


@pytest.fixture(scope="module")
def store(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "real.duckdb"
    for event, page in _pages(shared, 1990, 2030):
        _load(path, event, page)
    return path


def test_all_published_rows_agree_but_the_known_differences(shared: Path, store: Path) -> None:
    rows, differences = 0, set()
    with tatame.open(store) as opened:
        for event, _ in _pages(shared, 2012, 2030):
            for award in opened.compare(event):
                rows += award["of"]
                differences |= {
                    (event, row["academy"], row["official_points"], row["points"])
                    for row in award["rows"]
                    if not row["agrees"]
                }
    with (shared / "real" / "known-differences.csv").open(encoding="utf-8", newline="") as file:
        known = {
            (row["event"], row["academy"], int(row["official_points"]), int(row["points_by_the_rules"]))
            for row in csv.DictReader(file)
        }
    assert rows == 504
    assert differences == known


def _plain(name: str) -> str:
    """A name as the product keeps it: blanks folded, composed, control characters marked as lost."""
    composed = unicodedata.normalize("NFC", re.sub(r"\s+", " ", name).strip())
    return "".join("\ufffd" if unicodedata.category(sign) == "Cc" else sign for sign in composed)


def test_every_published_place_is_kept_and_none_is_invented(shared: Path, store: Path) -> None:
    with tatame.open(store) as opened:
        for event, page in _pages(shared, 1990, 2030):
            listed = {
                (line["posicao"], _plain(line["nome"]))
                for item in json.loads(page.read_text(encoding="utf-8"))
                for line in item.get("ranking", [])
                if line.get("posicao")
            }
            answer = opened.placements(event)
            assert {(row["place"], row["athlete"]) for row in answer["placements"]} == listed, event


@pytest.mark.parametrize("event", ["world-1996", "world-1999"])
def test_pages_without_places_say_so(store: Path, event: str) -> None:
    with tatame.open(store) as opened:
        answer = opened.placements(event)
        assert answer["placements"] == []
        assert all(award["standings"] == [] for award in opened.standings(event))
        warnings = opened.findings(event)["warnings"]
    assert any("place" in warning["reason"] for warning in warnings)
