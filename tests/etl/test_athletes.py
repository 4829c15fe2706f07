"""Who is who within an event."""

from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import athletes
from etl.arriving import put
from tests.etl.bundles import BOUT, ENTRY, PLACE, Stage, folder

NAMES = st.text(st.sampled_from("abzAZ09 -.'’_/áÉçßłøİ ãガ林한\u0301\u00a0()"), min_size=1)


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@given(st.lists(NAMES, min_size=1))
@pytest.mark.long
def test_sql_folds_a_name_as_python_does(con: duckdb.DuckDBPyConnection, names: list[str]) -> None:
    put(con, "people", "name VARCHAR", [(name,) for name in names])
    athletes.fold_names(con, [("people", "name")])
    folded_by_sql = athletes.normal_sql("p.name", "f")
    people = "people AS p LEFT JOIN folded_name AS f ON f.name = p.name"
    for name, folded in con.execute(f"SELECT p.name, {folded_by_sql} FROM {people}").fetchall():
        assert folded == athletes.normal(name), name


@pytest.mark.parametrize("letter", sorted({*athletes.ACCENTED, *athletes.ACCENTED.upper()} - {"S"}))
def test_sql_folds_each_accented_letter_as_python_does(letter: str) -> None:
    assert duckdb.execute("SELECT lower(strip_accents(?))", [letter]).fetchone() == (athletes.normal(letter),)


def test_the_key_is_the_identifier_or_name_and_academy(tmp_path: Path) -> None:
    rows = [{**ENTRY, "athlete_id": "17"}, {**ENTRY, "athlete": "João D'Ávila", "academy": "Nova União"}]
    staged = Stage(folder(tmp_path, entries=rows))
    assert staged.rows("entry", "athlete_key") == ["id:17", "joao d avila|novauniao"]


def test_a_bout_takes_the_identifier_of_the_entry(tmp_path: Path) -> None:
    entries = [{**ENTRY, "athlete_id": "17"}, {**ENTRY, "athlete": "Baz", "academy": "South", "athlete_id": "18"}]
    staged = Stage(folder(tmp_path, entries=entries, bouts=[{**BOUT, "red_athlete": "ABE"}], placements=[PLACE]))
    assert staged.rows("bout", "red_key", "blue_key") == [("id:17", "id:18")]
    assert staged.rows("official_place", "athlete_key") == ["id:17"]
    assert staged.findings() == []


def test_a_bout_without_academy_takes_the_only_one_of_that_name(tmp_path: Path) -> None:
    entries = [ENTRY, {**ENTRY, "athlete": "Baz", "academy": "South"}]
    staged = Stage(folder(tmp_path, entries=entries, bouts=[{**BOUT, "red_academy": "", "blue_academy": ""}]))
    assert staged.rows("bout", "red_key", "blue_key") == [("abe|north", "baz|south")]


def test_where_two_bear_the_name_nobody_is_guessed(tmp_path: Path) -> None:
    entries = [ENTRY, {**ENTRY, "academy": "East"}, {**ENTRY, "athlete": "Baz", "academy": "South"}]
    staged = Stage(folder(tmp_path, entries=entries, bouts=[{**BOUT, "red_academy": ""}]))
    assert staged.rows("bout", "red_key") == ["abe|"]
    assert ("athlete_not_entered", 2, "red_athlete", "Abe") in staged.findings("warning")


def test_the_same_name_in_another_category_is_no_help(tmp_path: Path) -> None:
    entries = [{**ENTRY, "belt": "brown", "athlete_id": "17"}, ENTRY, {**ENTRY, "athlete": "Baz", "academy": "South"}]
    staged = Stage(folder(tmp_path, entries=entries, bouts=[BOUT]))
    assert staged.rows("bout", "red_key") == ["abe|north"]


def test_an_athlete_on_both_sides_is_a_warning(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, "blue_athlete": "abe", "blue_academy": "NORTH"}]))
    assert staged.findings() == [("athlete_on_both_sides", 2, "blue_athlete", "abe")]
    assert staged.counts("bouts.csv") == (1, 1, 0, 0)


@pytest.mark.parametrize("word", ["Unknown", "UNKNOWN", "N/A", "Desconhecido", "不明", "未知", "Sconosciuta"])
def test_an_unknown_opponent_is_kept_as_written_and_is_nobody(tmp_path: Path, word: str) -> None:
    lost = {**BOUT, "blue_athlete": word, "blue_academy": ""}
    staged = Stage(folder(tmp_path, bouts=[lost, {**lost, "bout": "2", "winner": "blue"}]))
    assert staged.rows("bout", "blue_athlete", "blue_key", "winner") == [(word, None, "red"), (word, None, "blue")]
    assert staged.findings() == [("athlete_not_known", row, "blue_athlete", word) for row in (2, 3)]


def test_an_unknown_opponent_with_an_identifier_is_whoever_has_it(tmp_path: Path) -> None:
    staged = Stage(folder(tmp_path, bouts=[{**BOUT, "blue_athlete": "Unknown", "blue_athlete_id": "7"}]))
    assert staged.rows("bout", "blue_key") == ["id:7"]
