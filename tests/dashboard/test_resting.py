"""An answer about a season, or an academy, outlives events that have nothing to do with it, and no others."""

import itertools
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analytics import relations
from analytics.store import Store
from dashboard import source
from etl import decisions, opt_outs
from publishing import academy_page, season_page
from tests.dashboard.arriving import HEAVY, LIGHT, YOUNG, reader
from tests.dashboard.running import bundle, ingest

RANKING = (season_page.ranking, ("two-year-decay", "2026", "athlete", "en"))
ACADEMIES = (season_page.ranking, ("two-year-decay", "2026", "academy", "pt"))
ACADEMY = (academy_page.academy, ("", "A Team", "en"))
BOUTS = (academy_page.bouts, ("", "A Team", "en"))
ASKED: tuple[tuple[Callable[..., Any], tuple[str, ...]], ...] = (RANKING, ACADEMIES, ACADEMY, BOUTS)
ANA, BEN = ("Ana Invented", "A Team"), ("Ben Invented", "B Team")
CEM, DAN = ("Cem Invented", "C Team"), ("Dan Invented", "D Team")


def made(folder: Path, name: str, *pair: tuple[str, str], year: int = 2026, category: str = LIGHT) -> Path:
    """An event of two people; the first of them wins."""
    rows = [f"{who},{club}\n" for who, club in pair]
    (red, blue) = (row.strip() for row in rows)
    head = "gender,age_division,belt,weight_class,bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,"
    found = bundle(
        folder,
        entries="".join(f"{category},{row}" for row in rows),
        places="".join(f"{category},{n},{row}" for n, row in enumerate(rows, start=1)),
        bouts=f"{head}decision,elapsed\n{category},1,final,{red},{blue},red,points,100\n",
        name=name,
    )
    text = (found / "event.toml").read_text()
    (found / "event.toml").write_text(text.replace('id = "cup"', f'id = "{name}"').replace("2026-", f"{year}-"))
    return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return ingest(tmp_path / "s.duckdb", made(tmp_path / "a", "one", ANA, BEN))


def held(store: Path) -> list[bool]:
    """Which of those asked above need not be made; asks them all, and compares each with one made anew."""
    now, found = reader(store), list[bool]()
    for question, values in ASKED:
        found.append(source._answers.has(*now._keys(question, values, {})))
        kept = pickle.dumps(now.fetch(question, *values))
        with Store.open(store) as fresh:
            assert pickle.dumps(question(fresh, *values)) == kept, (question.__name__, values)
    return found


def test_an_event_of_others_years_ago_leaves_all_of_them(store: Path, tmp_path: Path) -> None:
    assert held(store) == [False] * 4
    ingest(store, made(tmp_path / "b", "two", CEM, DAN, year=2010))
    assert held(store) == [True] * 4


def test_an_event_of_others_this_year_changes_the_season_alone(store: Path, tmp_path: Path) -> None:
    held(store)
    ingest(store, made(tmp_path / "b", "two", CEM, DAN))
    assert held(store) == [False, False, True, True]


def test_an_event_of_the_academy_years_ago_leaves_the_season_alone(store: Path, tmp_path: Path) -> None:
    held(store)
    ingest(store, made(tmp_path / "b", "two", (CEM[0], "A Team"), DAN, year=2010))
    assert held(store) == [True, True, False, False]


def test_the_season_before_the_first_that_counts_moves_nobody_and_those_that_count_do(
    store: Path, tmp_path: Path
) -> None:
    held(store)
    for number, year in enumerate(range(2025, 2022, -1)):
        ingest(store, made(tmp_path / f"b{number}", f"of-{year}", BEN, CEM, year=year))
        held(store)


def test_who_is_a_child_elsewhere_is_named_no_more_and_again_once_that_event_goes(store: Path, tmp_path: Path) -> None:
    held(store)
    assert b"Ana Invented" in pickle.dumps(reader(store).fetch(academy_page.academy, "", "A Team", "en"))
    ingest(store, made(tmp_path / "b", "two", (ANA[0], "D Team"), CEM, year=2010, category=YOUNG))
    assert held(store) == [True, True, False, True], "of the academy's events none changed"
    assert b"Ana Invented" not in pickle.dumps(reader(store).fetch(academy_page.academy, "", "A Team", "en"))
    decisions.remove(store, "two", "why", "who")
    assert held(store) == [True, True, False, True]


def test_a_correction_of_theirs_changes_all_and_so_does_whoever_opts_out(store: Path) -> None:
    held(store)
    decisions.correct(store, "one", "male adult black light", ANA[0], "doping", "why", "who", relations.build)
    assert held(store) == [False] * 4
    opt_outs.add(store, BEN[0], "who")
    assert held(store) == [False] * 4


def test_whatever_happens_each_is_the_answer(tmp_path: Path) -> None:
    chance = random.Random(4)
    store, number = tmp_path / "s.duckdb", itertools.count()

    def load() -> None:
        who = chance.sample([ANA, BEN, CEM, DAN], 2)
        pair = [(name, chance.choice([club, club, "A Team", "D Team"])) for name, club in who]
        year, category = chance.choice([2010, 2025, 2026]), chance.choice([HEAVY, LIGHT, YOUNG])
        event = chance.choice(["one", "two", "three"])
        ingest(store, made(tmp_path / f"e{next(number)}", event, *pair, year=year, category=category))

    ingest(store, made(tmp_path / "a", "first", ANA, BEN))
    backup = Path(shutil.copy(store, tmp_path / "backup.duckdb"))
    kept = 0
    for turn in range(7):
        kept += sum(held(store))
        load()
        if turn == 3:
            opt_outs.add(store, ANA[0], "who")
        if turn == 4:
            Path(shutil.copy(backup, tmp_path / "back.duckdb")).replace(store)
    assert kept > 5
