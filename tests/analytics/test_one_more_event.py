"""One event more, or a correction: only that event is computed, and the store is as if all of it had been."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from analytics import athlete_names, check, counting, prepared, relations, scope
from analytics.counting import Question
from etl import decisions, pipeline
from etl.extract import EventOptions
from rulebook.ruleset import RuleSet
from tests.benchmarks.generated import generated

TABLES = (*relations.ANSWERS, "finding", "protected_name", "athlete_name")
# The tables of small numbers, in words: which number a word has depends on the order in which they came.
_FIELDS = ("academy", "gender", "age_division", "belt", "open_class")
_WORD = "(select word from method_word where field = '{0}' and code = t.{0}) as {0}"
NUMBERED = {
    "place_number": "select * replace ("
    + ", ".join(_WORD.format(field) for field in _FIELDS)
    + ", (select min(split_part(athlete_key, '|', 1)) from athlete_name where number = t.athlete) as athlete) "
    "from place_number as t",
    "academy_entry": f"select * replace ({_WORD.format('academy')}) from academy_entry as t",
    "known_count": "from known_count",
    "athlete_stand": "select s.load_id, s.category_id, s.birth_year, n.athlete_key, n.athlete, n.academy "
    "from athlete_stand as s left join athlete_name as n using (spelling)",
}
PREPARED = (
    *("athlete_name", "athlete_name_load", "athlete_stand", "athlete_stand_load", "method_version", "method_bout"),
    *("method_word", "place_number", "place_number_version", "academy_entry", "known_count"),
)
QUESTIONS = (
    Question(("belt",)),
    Question(("event", "gender"), "technique"),
    Question(("season", "round"), "family"),
    Question(("academy",)),
    Question(("academy", "belt", "gender")),
    Question(("academy", "outcome")),
)


class Watched:
    """A build that writes down what it was asked to compute."""

    def __init__(self) -> None:
        self.built: list[list[int]] = []

    def __call__(self, con: duckdb.DuckDBPyConnection, versions: Sequence[int]) -> None:
        self.built.append(list(versions))
        relations.build(con, versions)


def champion(store: Path, event: str, number: int) -> tuple[tuple[str, ...], str, str | None]:
    """A category's four parts and who holds its first place."""
    with duckdb.connect(str(store), read_only=True) as con:
        row = con.execute(
            "select c.gender, c.age_division, c.belt, c.weight_class, p.athlete, p.academy "
            "from current_version as v join place as p on p.version_id = v.version_id "
            "join category as c on c.category_id = p.category_id "
            "where v.event_id = ? and p.place = 1 and p.source = 'bouts' and p.academy is not null and c.unread = '' "
            "order by p.category_id limit 1 offset ?",
            [event, number],
        ).fetchone()
    assert row is not None
    return tuple(row[:4]), row[4], row[5]


def answers(store: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every answer, in an order of its own; names are numbered in the order in which they came."""
    columns = {"athlete_name": "* exclude (spelling, number)"}
    asked = {table: f"select {columns.get(table, '*')} from {table}" for table in TABLES} | NUMBERED
    with duckdb.connect(str(store), read_only=True) as con:
        found = {table: con.execute(f"{select} order by all").fetchall() for table, select in asked.items()}
    assert all(found[table] for table in NUMBERED)
    return found


def counts(store: Path) -> list[pd.DataFrame]:
    with duckdb.connect(str(store), read_only=True) as con:
        found = [counting.count(con.cursor(), question) for question in QUESTIONS]
    return [frame.sort_values(list(frame.columns)).reset_index(drop=True) for frame in found]


def rebuilt(store: Path, target: Path) -> Path:
    """A copy in which every version's answers are computed again, and the bouts counted beforehand again."""
    shutil.copy(store, target)
    with duckdb.connect(str(target)) as con:
        con.begin()
        for table in PREPARED:
            con.execute(f"delete from {table}")
        relations.build(
            con, [row[0] for row in con.execute("select version_id from event_version order by 1").fetchall()]
        )
        con.commit()
    return target


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return generated(tmp_path_factory.mktemp("bundles"), 400, events=3, seed=4, special_rate=0.15)


@pytest.fixture(autouse=True)
def _prepared_however_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every build prepares what it does of a store of many bouts."""
    for module in (prepared, athlete_names):
        monkeypatch.setattr(module, "refresh", partial(module.refresh, fewest=0))


@pytest.fixture
def store(bundles: list[Path], tmp_path: Path) -> Path:
    """Two events."""
    path = tmp_path / "store.duckdb"
    pipeline.ingest(path, bundles[:2], EventOptions(), relations.build)
    return path


def test_one_more_event_is_computed_alone_and_changes_nothing_else(
    store: Path, bundles: list[Path], tmp_path: Path
) -> None:
    before, watched = answers(store), Watched()
    pipeline.ingest(store, bundles[2:], EventOptions(), watched)
    after = answers(store)
    assert watched.built == [[3]]
    for table in relations.ANSWERS:
        assert set(before[table]) <= set(after[table]), table
    again = rebuilt(store, tmp_path / "again.duckdb")
    assert after == answers(again)
    for mine, anew in zip(counts(store), counts(again), strict=True):
        pd.testing.assert_frame_equal(mine, anew)


def test_few_versions_at_a_time_give_what_all_at_once_do(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made, create = answers(store), list[list[int]](), scope.create

    def watched(
        con: duckdb.DuckDBPyConnection, some: list[int], *, all_in_python: bool, written_down: bool
    ) -> dict[int, RuleSet]:
        made.append(some)
        return create(con, some, all_in_python=all_in_python, written_down=written_down)

    monkeypatch.setattr(relations, "TOGETHER", 1)
    monkeypatch.setattr(scope, "create", watched)
    assert answers(rebuilt(store, tmp_path / "again.duckdb")) == before
    assert made == [[1], [2]]


@pytest.mark.long
def test_after_corrections_and_rulings_too(store: Path, bundles: list[Path], tmp_path: Path) -> None:
    first, second = (path.name for path in bundles[:2])
    watched = Watched()
    category, athlete, academy = champion(store, first, 3)
    decisions.correct(store, first, category, f"{athlete} @ {academy}", "disciplinary", "a case", "me", watched)
    category, athlete, academy = champion(store, second, 5)
    decisions.rule(store, second, category, [(1, f"{athlete} @ {academy}")], "alone", "me", watched)
    pipeline.ingest(store, bundles[2:], EventOptions(), watched)
    category, athlete, academy = champion(store, bundles[2].name, 2)
    decisions.correct(store, bundles[2].name, category, f"{athlete} @ {academy}", "doping", "a case", "me", watched)
    assert watched.built == [[3], [4], [5], [6]]
    assert check.check(store).counts == {}
    again = rebuilt(store, tmp_path / "again.duckdb")
    assert answers(store) == answers(again)
    for mine, anew in zip(counts(store), counts(again), strict=True):
        pd.testing.assert_frame_equal(mine, anew)
