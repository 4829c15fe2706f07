"""Which names may be one academy: real clusters are found, names that only look alike are not, and it is quick."""

import itertools
import json
import random
import time
from datetime import date
from pathlib import Path

import pytest

from analytics import academy_matches, relations
from analytics.academy_matches import Name, alike
from analytics.store import Store
from etl import academies, alias_file, pipeline, reviews
from etl.aliases import Alias, Ledger
from etl.extract import EventOptions
from tests.analytics.test_academies import CUP, OPEN, bundle


def pairs(*names: str) -> set[frozenset[str]]:
    found = alike([Name(str(academies.key(name)), name, 1) for name in names])
    return {frozenset((one.academy, other.academy)) for one, other, _, _ in found}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CheckMat", "Checkmat Bjj"),
        ("Rilion Gracie", "Rillion Gracie"),
        ("Art of Jiu-Jitsu", "AOJ"),
        ("Carmen Cascagrossa", "Carmem Casca Grossa"),
        ("Team Mohler", "Mohler Jiu-Jitsu"),
        ("Gracie Rilion", "Rilion Gracie"),
    ],
)
def test_real_pairs_are_found(one: str, other: str) -> None:
    assert pairs(one, other, "Nova União", "Brasa") == {frozenset((one, other))}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alliance", "Alliance International"),  # a word more is a branch
        ("Ryan Gracie Team", "Ryan Gracie Team B"),
        ("Carlson Gracie", "Relson Gracie"),  # the part not shared is not alike
        ("Atos International", "Togi International"),
        ("10th Planet Jiu Jitsu", "11th Planet Jiu Jitsu"),
        ("Team", "Academy"),
    ],
)
def test_names_that_only_look_alike_are_not(one: str, other: str) -> None:
    assert pairs(one, other) == set()


def test_five_thousand_names_take_seconds() -> None:
    chance = random.Random(7)
    syllables = ["".join(pair) for pair in itertools.product("bcdfglmnprstv", "aeiou")]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(900)]
    names = [Name(str(n), " ".join([*chance.choices(words, k=2), "Jiu-Jitsu"]).title(), 1) for n in range(5000)]
    begun = time.process_time()
    alike(names)
    assert time.process_time() - begun < 20, "1.2 s on the machine it was written on"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """North and Norths are alike; so are East and nobody else."""
    path = tmp_path / "a.duckdb"
    named = [[name.replace("Nord", "Norths") for name in places] for places in OPEN]
    paths = [bundle(tmp_path, "open", date(2022, 5, 2), named), bundle(tmp_path, "cup", date(2022, 9, 1), CUP)]
    pipeline.ingest(path, paths, EventOptions(), relations.build)
    return path


def suggested(store: Path) -> list[tuple[str, str, list[tuple[str, str, int]]]]:
    with Store.open(store) as opened, opened.cursor() as cur:
        found = academy_matches.suggestions(cur)
    return [(one.alias, one.academy, [(m.event, m.award, m.points) for m in one.moves]) for one in found]


def test_a_suggestion_says_the_points_it_would_move_and_is_not_made_again_once_decided(store: Path) -> None:
    # both once in the event: the alias is the later by its key; Norths have one silver (A1)
    assert suggested(store) == [("North", "Norths", [("open", "overall", 9)])]
    apart = reviews.reject(store, "Norths", "North", "office", relations.build)
    assert suggested(store) == []
    reviews.undo(store, apart.numbers[0], "office", relations.build)
    assert len(suggested(store)) == 1
    reviews.accept(store, Alias("Norths", "North"), "office", relations.build)
    assert suggested(store) == []


def test_the_published_rankings_keep_apart_what_they_list_apart(shared: Path) -> None:
    """No two lines of one published ranking become one academy by what ships."""
    ledger = Ledger(alias_file.defaults())
    lists = 0
    for file in sorted((shared / "real").glob("ibjjf-*/*.json")):
        day = date(int(file.stem), 6, 1)
        for item in json.loads(file.read_text(encoding="utf-8")):
            for rows in _lists(item.get("rankingAcademias")):
                keys = [ledger.academy(str(academies.key(row["academia"])), day) for row in rows]
                lists += 1
                assert len(set(keys)) == len(keys), (file.name, rows)
    assert lists > 40


def _lists(found: object) -> list[list[dict[str, str]]]:
    """Every list of {academia: …} below a value."""
    if isinstance(found, dict):
        return [rows for part in found.values() for rows in _lists(part)]
    if isinstance(found, list) and found and isinstance(found[0], dict) and "academia" in found[0]:
        return [found]
    return [rows for part in found for rows in _lists(part)] if isinstance(found, list) else []
