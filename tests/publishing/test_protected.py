"""Whom a page protects: what is found when a version is computed equals what is found anew, whatever was recorded."""

from functools import cache

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import minors, protected, relations, versions
from analytics.minors import Person
from etl import athletes
from publishing import privacy
from publishing.privacy import Level
from tests.analytics import hall

NAMES = ("Ana Silva", "ANA SILVÁ", "Silva Ana", "Bea", "小野寺葵", "小野寺 葵", "Cya Lima Costa")
CLUBS = ("Alpha", "ALPHA", "Beta", None)
AGES = (("adult", False), ("juvenile-2", True), ("teen-1", True), ("nobody knows", None))

people = st.tuples(
    st.integers(0, len(NAMES) - 1),
    st.integers(0, len(CLUBS) - 1),
    st.sampled_from((None, None, None, 7, 8)),
    st.sampled_from((None, None, 2008, 2009)),
)
sources = st.sampled_from(("entry", "bout", "official_place"))
events = st.lists(st.tuples(sources, st.integers(0, len(AGES) - 1), people), max_size=8)
listed = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from((None, "alpha", "beta"))), max_size=2)
later = st.lists(st.tuples(st.sampled_from(("correction", "ruling")), st.integers(0, 3), people), max_size=2)


@cache
def tables() -> duckdb.DuckDBPyConnection:
    """Making the tables takes longer than what is tried on them."""
    con = duckdb.connect(config={"threads": 1})
    con.execute(hall.tables())
    return con


def drawn(found: list[list[tuple[str, int, tuple[int, int, int | None, int | None]]]]) -> duckdb.DuckDBPyConnection:
    """One event per list; of each the rows, in the categories of the four divisions."""
    con = tables()
    for (table,) in con.execute("select table_name from duckdb_tables() where not temporary").fetchall():
        con.execute(f"delete from {table}")
    con.execute("insert into academy_spelling values ('Alpha', 'alpha'), ('ALPHA', 'alpha'), ('Beta', 'beta')")
    for number, rows in enumerate(found, start=1):
        hall._add_event(con, number, hall.Event((), event_id=f"event-{number}"))
        for category, (age, young) in enumerate(AGES):
            con.execute(
                """insert into category (category_id, load_id, gender, age_division, belt, weight_class, unread,
                is_open, is_minor) values (?, ?, 'male', ?, 'blue', 'light', '', false, ?)""",
                [number * 10 + category, number, age, young],
            )
        for place, (table, category, who) in enumerate(rows):
            add(con, number, table, number * 10 + category, place, who)
    return con


def add(
    con: duckdb.DuckDBPyConnection,
    load: int,
    table: str,
    category: int,
    number: int,
    who: tuple[int, int, int | None, int | None],
) -> None:
    athlete, academy, key, born = named(who)
    if table == "entry":
        con.execute(
            "insert into entry (load_id, category_id, athlete, athlete_key, academy, birth_year, status) "
            "values (?, ?, ?, ?, ?, ?, 'registered')",
            [load, category, athlete, key, academy, born],
        )
    elif table == "bout":
        con.execute(
            "insert into bout (load_id, category_id, bout, blue_athlete, blue_key, blue_academy, winner, decision) "
            "values (?, ?, ?, ?, ?, ?, 'blue', 'walkover')",
            [load, category, number, athlete, key, academy],
        )
    else:
        con.execute(
            "insert into official_place (load_id, category_id, place, athlete, athlete_key, academy) "
            "values (?, ?, 1, ?, ?, ?)",
            [load, category, athlete, key, academy],
        )


def named(who: tuple[int, int, int | None, int | None]) -> tuple[str, str | None, str, int | None]:
    """Name, academy, key and year of birth of a drawn person."""
    name, club, identifier, born = who
    academy = CLUBS[club]
    key = athletes.key(NAMES[name], academy and academy.lower(), None if identifier is None else str(identifier))
    return NAMES[name], academy, key, born


def record(con: duckdb.DuckDBPyConnection, kind: str, category: int, version: int, who: tuple[int, ...]) -> None:
    """A correction or a ruling on event 1."""
    athlete, academy, key, _ = named((who[0], who[1], who[2], None))
    age = AGES[category][0]
    if kind == "correction":
        con.execute(
            """insert into correction (correction_id, event_id, version_id, gender, age_division, belt, weight_class,
            athlete, athlete_key, status, reason, recorded_by, recorded_at)
            values ((select count(*) from correction), 'event-1', ?, 'male', ?, 'blue', 'light', ?, ?, 'registered',
            'r', 'b', now()::timestamp)""",
            [version, age, athlete, key],
        )
    else:
        con.execute(
            """insert into ruling (ruling_id, event_id, version_id, gender, age_division, belt, weight_class, place,
            athlete, athlete_key, academy, recorded_by, recorded_at)
            values ((select count(*) from ruling), 'event-1', ?, 'male', ?, 'blue', 'light', 1, ?, ?, ?, 'b',
            now()::timestamp)""",
            [version, age, athlete, key, academy],
        )


def opt_out(con: duckdb.DuckDBPyConnection, names: list[tuple[str, str | None]]) -> None:
    for number, (name, club) in enumerate(names):
        con.execute(
            "insert into opt_out values (?, ?, ?, ?, 'me', timestamp '2026-06-01', null, null)",
            [number, name, club, club],
        )


def asked(con: duckdb.DuckDBPyConnection, names: list[str] | None = None) -> list[Person]:
    return minors.people(con, every(con), None if names is None else {athletes.normal(name) for name in names})


def every(con: duckdb.DuckDBPyConnection) -> list[versions.Version]:
    rows = con.execute("select distinct event_id from event_version order by 1").fetchall()
    return [version for (event,) in rows for version in versions.versions(con, event)]


def forget(con: duckdb.DuckDBPyConnection) -> None:
    """As a store that was brought up from an older layout: nothing is prepared."""
    con.execute("delete from protected_name")
    con.execute("delete from protected_version")


@settings(max_examples=15, deadline=None)
@given(st.lists(events, min_size=1, max_size=2), listed, later)
def test_what_was_found_beforehand_is_what_is_found_anew(found: list, names: list, recorded: list) -> None:  # type: ignore[type-arg]
    con = drawn(found)
    protected.refresh(con, [version.version_id for version in every(con)])
    opt_out(con, names)
    for kind, category, who in recorded:  # event 1 has a version more after each; the older ones are still asked about
        number = hall.later(con, kind)
        record(con, kind, category, number, who)
        protected.refresh(con, [number])
    beforehand, few = asked(con), shown(con)
    forget(con)
    assert beforehand == asked(con)
    assert few == shown(con)


def shown(con: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """What is published of each name alone, and of what all of them say together."""
    of = every(con)
    said = [f"{name} @ Alpha: out, {name[::-1]}" for name in NAMES] + list(NAMES)
    spoken = privacy.shield_for(con, of, said).answer(said)
    assert spoken == privacy.shield(con, of).answer(said)
    alone = [(name, privacy.shield_of(con, of, [name]).name(name, "Club")) for name in (NAMES[0], NAMES[6])]
    return [*alone, *zip(said, spoken, strict=True)]


def young(con: duckdb.DuckDBPyConnection) -> set[str]:
    return {one.athlete for one in asked(con) if one.under_18}


def test_a_name_that_a_later_ruling_brings_is_protected_in_the_older_versions_too() -> None:
    con = drawn([[("entry", 0, (3, 0, None, None))]])
    protected.refresh(con, [1])
    assert young(con) == set()
    number = hall.later(con, "ruling")
    record(con, "ruling", 2, number, (3, 0, None))
    protected.refresh(con, [number])
    assert protected.prepared(con, [1, number]) == {number}
    assert {(one.version_id, one.athlete) for one in asked(con)} == {(1, "Bea"), (number, "Bea")}


def test_whoever_goes_on_the_list_is_hidden_at_once_under_every_name_the_identifier_has() -> None:
    con = drawn([[("entry", 0, (0, 0, 7, None)), ("bout", 0, (6, 1, 7, None))]])
    protected.refresh(con, [1])
    assert not privacy.shield_of(con, every(con), ["Cya Lima Costa"]).hides("Cya Lima Costa")
    opt_out(con, [("ana silva", None)])
    assert privacy.shield_of(con, every(con), ["Cya Lima Costa"]).hides("Cya Lima Costa")
    con.execute("update opt_out set undone_at = timestamp '2026-06-02'")
    assert not privacy.shield_of(con, every(con), ["Cya Lima Costa"]).hides("Cya Lima Costa")


def test_a_build_writes_it_for_its_versions_and_for_the_current_ones_that_lack_it() -> None:
    con = drawn([[("entry", 1, (3, 0, None, None))], [("entry", 2, (0, 0, None, None))]])
    relations.build(con, [1, 2])
    assert protected.prepared(con, [1, 2]) == {1, 2}
    assert young(con) == {"Bea", "Ana Silva"}
    before = con.execute("select * from protected_name order by all").fetchall()
    forget(con)
    relations.build(con, [2])
    assert protected.prepared(con, [1, 2]) == {1, 2}
    assert con.execute("select * from protected_name order by all").fetchall() == before
    con.execute("delete from protected_version where version_id = 1")
    con.execute("delete from protected_name where version_id = 1")
    assert young(con) == {"Bea", "Ana Silva"}  # asked anew


@pytest.mark.parametrize("level", [Level.INITIALS, Level.ACADEMY, Level.SUPPRESSED])
def test_what_an_answer_says_is_shown_as_if_everybody_were_read(level: Level) -> None:
    rows = [("entry", 2, (number, 0, None, None)) for number in range(len(NAMES))]
    con = drawn([rows])
    protected.refresh(con, [1])
    of = every(con)
    said = {
        "rows": [{"athlete": name, "academy": "Alpha", "place": 1} for name in NAMES],
        "notes": ["silva ana won", "昨日、小野寺葵は", "Bea-trice and nobody else", "Lima Costa, Cya: late"],
    }
    assert privacy.shield_for(con, of, said, level).answer(said) == privacy.shield(con, of, level).answer(said)
    assert privacy.shield_for(con, of, said, Level.FULL).answer(said) == said


def test_versions_that_are_looked_through_apart_have_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten million bouts' names do not fit into little memory at once."""
    found: list[list[tuple[str, int, tuple[int, int, int | None, int | None]]]] = [
        [("entry", 0, (0, 0, None, None)), ("bout", 1, (1, 1, None, 2010))],
        [("entry", 3, (0, 1, None, None)), ("bout", 0, (1, 1, None, None))],
        [("bout", 2, (1, 0, None, 2012))],
    ]
    rows = []
    for together in (protected.TOGETHER, -1):
        monkeypatch.setattr(protected, "TOGETHER", together)
        con = drawn(found)
        assert protected.refresh(con, [1, 2, 3])
        rows.append(con.execute("from protected_name order by all").fetchall())
        assert con.execute("select count(*) from protected_version").fetchone() == (3,)
    assert rows[0] == rows[1] != []
    assert protected._batches([(1, 0), (2, 5), (3, -1)]) == [[1], [2], [3]]
