"""The names folded when a load is computed find whom a look through all facts finds."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics import athlete_names, careers, persons, queries
from analytics.versions import Version
from etl.arriving import put
from tests.analytics import hall
from tests.analytics.hall import Bracket, Event, Row


def made() -> duckdb.DuckDBPyConnection:
    """Two events; `joe` is in no entry list of the first, which has one; keys as the loader makes them."""
    con = hall.store(
        Event((Bracket((Row("João Luís@A Team", "Joe@B Team"),), {"João Luís@A Team": "registered"}),), "one"),
        Event((Bracket((Row("JOAO LUIS@C Team", "小野寺葵@A Team"),)),), "two"),
    )
    key = "lower(strip_accents({0}_athlete)) || '|' || replace(lower({0}_academy), ' ', '')"
    con.execute(f"update bout set red_key = {key.format('red')}, blue_key = {key.format('blue')}")
    con.execute("update bout set blue_key = 'id:9' where blue_athlete like '小%'")
    con.execute("update entry set athlete_key = 'joao luis|ateam'")
    con.execute("delete from place")  # computed with the keys as they were before
    con.execute("delete from athlete_name")
    con.execute("delete from athlete_name_load")
    return con


def of(con: duckdb.DuckDBPyConnection) -> list[Version]:
    return queries.counted(con)


@pytest.mark.parametrize("words", [[], ["joao"], ["luis", "cteam"], ["葵"], ["nobody"]])
def test_a_search_finds_the_names_that_a_look_through_all_finds(words: list[str]) -> None:
    con = made()
    looked = careers.athlete_names(con, of(con), words, 9)
    athlete_names.refresh(con, [1, 2])
    found = careers.athlete_names(con, of(con), words, 9)
    assert looked.items() <= found.items()
    assert set(found) - set(looked) <= {"joe"}  # fought, though the entry list has him not: he is found now


def test_persons_by_name_are_those_without_it(words: tuple[str, ...] = ("joao luis", "id:9")) -> None:
    con = made()
    persons.write(con, of(con), names=words)
    looked = con.execute("select * from person order by all").fetchall()
    athlete_names.refresh(con, [1, 2])
    assert athlete_names.known(con, [1, 2])
    persons.write(con, of(con), names=words)
    assert con.execute("select * from person order by all").fetchall() == looked
    assert len(looked) == 3


_TEXTS = st.text(st.sampled_from("ab|:é葵"), max_size=4)


@given(st.lists(_TEXTS, max_size=20), st.lists(_TEXTS, max_size=5))
def test_few_names_begin_the_keys_that_many_do(keys: list[str], names: list[str]) -> None:
    con = duckdb.connect()
    put(con, "athlete_name", "athlete_key varchar", [(key,) for key in keys])
    found = []
    for asked in (names, [*names, *map(str, range(20))]):
        which, values = athlete_names.beginning_with(asked)
        found.append(con.execute(f"select athlete_key from athlete_name where {which} order by 1", values).fetchall())
    assert found[0] == found[1] == sorted((key,) for key in keys if key.partition("|")[0] in names)


def test_names_that_come_again_keep_their_numbers() -> None:
    con = made()
    athlete_names.refresh(con, [1])
    first = con.execute(
        "select spelling, number, athlete_key, athlete, academy from athlete_name order by 1"
    ).fetchall()
    con.execute("delete from athlete_name_load")
    athlete_names.refresh(con, [1])  # everybody is held already
    athlete_names.refresh(con, [2])
    found = con.execute(
        "select spelling, number, athlete_key, athlete, academy from athlete_name order by 1"
    ).fetchall()
    assert found == first
    assert len(found) == 4  # João and JOAO of two academies, Joe, and one by identifier
    assert len({number for _, number, key, *_ in found if key.startswith("joao luis|")}) == 1


def test_a_build_adds_the_new_loads_alone_and_forgets_nobody() -> None:
    con = made()
    athlete_names.refresh(con, [1])
    both = con.execute("select * from athlete_name order by all").fetchall()
    assert {name for *_, name, _ in both} == {"joao luis", "joe", "小野寺葵"}
    athlete_names.refresh(con, [2])
    assert con.execute("select * from athlete_name order by all").fetchall() == both
