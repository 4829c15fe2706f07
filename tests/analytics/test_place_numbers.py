"""What was prepared for questions over many events answers them as the places and facts do, whatever came since."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
import pandas as pd
import pytest

from analytics import (
    academy_field,
    academy_won,
    athlete_names,
    careers,
    coverage,
    medal_parts,
    persons,
    place_numbers,
    prepared,
    queries,
    relations,
)
from tests.analytics import hall
from tests.analytics.hall import Bracket, Event, Row

Ask = Callable[[duckdb.DuckDBPyConnection], pd.DataFrame]


def final(red: str, blue: str, parts: tuple[str, str, str, str], *, listed: bool = True) -> Bracket:
    """The two of them, one bout."""
    entries = dict.fromkeys((red, blue), "registered") if listed else None
    return Bracket((Row(red, blue, round="final"),), entries, parts=parts)


LIGHT, OPEN, WOMEN = (
    ("male", "adult", "blue", "light"),
    ("male", "adult", "blue", "open"),
    ("female", "master-1", "black", "light"),
)


def events() -> tuple[Event, ...]:
    """Of bouts with entries, of bouts alone, and of an official list; one medal nobody fought for."""
    alone = Bracket((), {"Fay@C Team": "registered"}, parts=("female", "adult", "brown", "light"))
    return (
        Event((final("Ana@A Team", "Bea@B Team", LIGHT), final("Ana@A Team", "Cya@A Team", OPEN), alone), "one"),
        Event((final("Bea@B Team", "Dot@C Team", WOMEN, listed=False),), "two"),
        Event((Bracket((), official=((1, "Cya@A Team"), (2, "Eve@B Team"), (3, "Gil")), parts=LIGHT),), "three"),
    )


def made() -> duckdb.DuckDBPyConnection:
    """Three events, computed; nothing of them is prepared."""
    return hall.store(*events())


def prepare(con: duckdb.DuckDBPyConnection) -> None:
    prepared.refresh(con, fewest=0)
    athlete_names.refresh(con, [], fewest=0)
    assert place_numbers.refresh(con)


def person(con: duckdb.DuckDBPyConnection, names: list[str] | None) -> pd.DataFrame:
    persons.write(con, queries.counted(con), names=names)
    return con.execute("select * from person order by all").df()


def names(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Every third of the names that keys begin with."""
    rows = con.execute("select distinct split_part(athlete_key, '|', 1) from athlete_name order by 1").fetchall()
    return [name for (name,) in rows[::3]]


ASKED: dict[str, Ask] = {
    "medals": lambda con: queries.medals(con, queries.counted(con)),
    "entries": lambda con: academy_field.entered(con, queries.counted(con)).sort_values("academy_key"),
    "counts": lambda con: academy_won.counts(con, queries.counted(con), "A Team"),
    "coverage": coverage.coverage,
    "athletes": lambda con: careers.academy_athletes(con, queries.counted(con), "A Team", 9),
    "medals by belt": lambda con: medal_parts.medals(con, queries.counted(con), by="belt"),
    "medals of women": lambda con: medal_parts.medals(con, queries.counted(con), {"gender": "female"}, "age_division"),
    "medals of a part": lambda con: medal_parts.medals(con, queries.counted(con), {"belt": "blue", "gender": "male"}),
    "values": lambda con: pd.DataFrame(
        [[part, "; ".join(values)] for part, values in medal_parts.every_value(con, queries.counted(con)).items()]
    ),
    "persons": lambda con: person(con, None),
    "persons of some names": lambda con: person(con, names(con)),
}


def alike(one: pd.DataFrame, other: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(one.reset_index(drop=True), other.reset_index(drop=True), check_dtype=False)


def test_it_answers_as_places_and_facts_do() -> None:
    con = made()
    before = {name: ask(con) for name, ask in ASKED.items()}
    assert all(len(found) for found in before.values())
    prepare(con)
    assert place_numbers.known(con, queries.counted(con))
    assert athlete_names.standing(con, [1, 2, 3])
    for name, ask in ASKED.items():
        alike(ask(con), before[name])


def test_a_medal_is_of_the_academy_that_entered_whatever_the_place_names() -> None:
    """Ana entered one for North, whose official list has her for West; two has an entry of West, with a silver."""
    entries = dict.fromkeys(("Ana@North", "Gil"), "registered")
    one = Event((Bracket((), entries, official=((1, "Ana@West"), (2, "Gil"))),), "one")
    con = hall.store(one, Event((Bracket((), {"Bea@West": "registered"}, official=((2, "Bea@West"),)),), "two"))
    facts = entered(con)
    assert facts == [("north", 1, 1), ("west", 1, 1)]
    prepare(con)
    assert entered(con) == facts


def entered(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    """Academy, entries, medals of those."""
    found = academy_field.entered(con, queries.counted(con)).sort_values("academy_key")
    return list(found[["academy_key", "entries", "entered_medals"]].itertuples(index=False, name=None))


def test_an_event_that_goes_is_taken_out() -> None:
    con = made()
    prepare(con)
    con.execute(
        "insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset, "
        "ruleset_fingerprint) select 90, event_id, 2, load_id, now()::timestamp, 'removal', ruleset, '' "
        "from event_version where event_id = 'one'"
    )
    found = {name: ask(con) for name, ask in ASKED.items()}
    assert place_numbers.refresh(con)
    kept = con.execute("select distinct version_id from place_number order by 1").fetchall()
    assert kept == [(2,), (3,)]
    for name, ask in ASKED.items():
        alike(ask(con), found[name])


def test_a_small_store_has_nothing_prepared() -> None:
    con = made()
    assert not place_numbers.refresh(con)
    for table in (*place_numbers.TABLES, "known_count", "athlete_stand", "place_number_version", "athlete_stand_load"):
        assert con.execute(f"select count(*) from {table}").fetchone() == (0,)


@pytest.mark.parametrize("again", [1, 2])
def test_preparing_again_changes_nothing(again: int) -> None:
    con = made()
    prepare(con)
    tables = (*place_numbers.TABLES, "known_count", "athlete_stand", "athlete_name")
    before = {table: con.execute(f"select * from {table} order by all").fetchall() for table in tables}
    for _ in range(again):
        assert not relations.prepare(con)
    assert {table: con.execute(f"select * from {table} order by all").fetchall() for table in tables} == before
