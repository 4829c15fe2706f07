"""What is counted beforehand answers as the bouts themselves do, whatever has happened to the events since."""

from itertools import combinations
from random import Random

import duckdb
import pandas as pd
import pytest

from analytics import counting, prepared
from analytics.counting import FIELDS, Question
from analytics.prepared import CODED
from tests import sizes
from tests.analytics.fights import Event, Fight, add, drawn, store

OTHERS = [name for name in FIELDS if name != "athlete"]


@pytest.fixture(scope="module")
def counted() -> duckdb.DuckDBPyConnection:
    """Return a store counted beforehand; since then an event came again, one went, one came, one was corrected."""
    con = store(
        drawn("a", 300, 1, year=2024),
        drawn("b", 200, 2, year=2025, uniform="no-gi"),
        drawn("c", 250, 3, year=2025, ruleset="none"),
        drawn("d", 150, 4),
    )
    assert prepared.refresh(con, fewest=0)
    add(con, drawn("a", 280, 5, year=2024))
    add(con, drawn("e", 90, 6, uniform="unknown"))
    for event, kind, number in (("b", "removal", 90), ("d", "merge", 91)):
        con.execute(
            """insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset,
            ruleset_fingerprint) select ?, event_id, 2, load_id, now()::timestamp, ?, ruleset, '' from event_version
            where event_id = ?""",
            [number, kind, event],
        )
    # From this version on South is North.
    con.execute(
        "insert into version_academy select 91, spelling, replace(academy_key, 'south', 'north'), null, null, null "
        "from version_academy where version_id = 4"
    )
    con.execute(
        "insert into academy_name select 91, academy_key, academy, times from academy_name where version_id = 4"
    )
    return con


def answer(con: duckdb.DuckDBPyConnection, question: Question) -> list[tuple[object, ...]]:
    frame = counting.count(con, question)  # a cursor would not see what from_facts takes away
    return sorted(frame.astype(object).where(frame.notna(), None).itertuples(index=False, name=None), key=str)


def from_facts(con: duckdb.DuckDBPyConnection, question: Question) -> list[tuple[object, ...]]:
    con.begin()
    try:
        con.execute("delete from method_version")
        return answer(con, question)
    finally:
        con.rollback()


@pytest.mark.parametrize("of", ["decision", "technique"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
@pytest.mark.long
def test_it_answers_as_the_bouts_do(counted: duckdb.DuckDBPyConnection, number: int, of: str) -> None:
    asked = [*combinations(OTHERS, number)]
    for by in Random(of).sample(asked, min(len(asked), sizes.drawn(15, len(asked)))):
        question = Question(by, of)
        assert answer(counted, question) == from_facts(counted, question), by


@pytest.mark.parametrize(
    "where",
    [{"academy": "north"}, {"belt": "preta", "open_class": "no"}, {"event": "e"}, {"event": "c"}, {"outcome": "won"},
     {"academy": "unknown"}, {"season": "2025", "uniform": "gi"}, {"academy": "south", "outcome": "lost"}],
)  # fmt: skip
def test_it_is_filtered_as_the_bouts_are(counted: duckdb.DuckDBPyConnection, where: dict[str, str]) -> None:
    question = Question(("round",), where=where)
    assert answer(counted, question) == from_facts(counted, question)
    assert answer(counted, question)


def test_every_question_reads_the_prepared_table(counted: duckdb.DuckDBPyConnection) -> None:
    questions = [Question(by) for number in (0, 1, 3) for by in combinations(OTHERS, number)]
    before = [counting.count(counted, question)["n"].sum() for question in questions]
    counted.begin()
    try:
        counted.execute("delete from method_bout where rowid % 2 = 0")
        after = [counting.count(counted, question)["n"].sum() for question in questions]
    finally:
        counted.rollback()
    assert [less < more for less, more in zip(after, before, strict=True)] == [True] * len(questions)


def prepared_rows(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    """The prepared bouts in words, whatever their numbers."""
    numbered = {name: name for name in CODED if name != "academy"}
    words = [
        f"(select word from method_word where field = '{field}' and code = {column})"
        for column, field in {**numbered, "red_academy": "academy", "blue_academy": "academy"}.items()
    ]
    listed = ", ".join(words)
    return con.execute(f"select load_id, season, winner, {listed} from method_bout order by all").fetchall()


def made_anew(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    for table in prepared.TABLES:
        con.execute(f"delete from {table}")
    assert prepared.refresh(con, fewest=0)
    return prepared_rows(con)


def test_a_small_store_has_none_and_what_comes_later_is_added_to_what_is_there() -> None:
    con = store(drawn("a", 100, 1), drawn("b", 100, 2))
    assert not prepared.refresh(con)
    assert prepared.refresh(con, fewest=200)
    assert not prepared.refresh(con, fewest=200)
    first = con.execute("select rowid, * from method_bout").fetchall()
    add(con, drawn("c", 10, 3, uniform="unknown", ruleset="none"))
    assert prepared.refresh(con, fewest=10**9)
    assert con.execute("select rowid, * from method_bout").fetchall()[: len(first)] == first
    assert con.execute("select count(*) from method_version").fetchone() == (3,)
    assert con.execute("select table_name from duckdb_tables() where temporary").fetchall() == []
    assert prepared_rows(con) == made_anew(con)


def test_what_is_gone_is_taken_out(counted: duckdb.DuckDBPyConnection) -> None:
    counted.begin()
    try:
        assert prepared.refresh(counted)
        assert not prepared.refresh(counted)
        assert counted.execute("select load_id from method_version order by 1").fetchall() == [(3,), (4,), (5,), (6,)]
        assert prepared_rows(counted) == made_anew(counted)
    finally:
        counted.rollback()


@pytest.mark.parametrize(("spelling", "made"), [("south", False), ("north", True)])
def test_a_correction_makes_nothing_anew_unless_an_academy_is_another(spelling: str, made: bool) -> None:
    con = store(drawn("d", 150, 4))
    prepared.refresh(con, fewest=0)
    con.execute("update method_bout set season = 1")  # to tell what is made anew
    con.execute("insert into event_version by name select * replace (2 as version_id, 2 as version) from event_version")
    con.execute(
        "insert into version_academy by name select * replace (2 as version_id, replace(academy_key, 'south', ?) "
        "as academy_key) from version_academy",
        [spelling],
    )
    prepared.refresh(con)
    assert con.execute("from method_version").fetchall() == [(2, 1)]
    assert con.execute("select count(*) > 0 from method_bout where season <> 1").fetchone() == (made,)
    con.execute("update method_bout set season = 2026")
    assert prepared_rows(con) == made_anew(con)


def test_one_event_from_two_sources_counts_once() -> None:
    con = store(Event("a", [Fight()] * 3), Event("b", [Fight()] * 3))
    con.execute("insert into same_event values (1, 'b', 'a', 'recognised', 1, 'same', null, now()::timestamp, null)")
    assert counting.count(con.cursor(), Question())["n"].sum() == 3
    assert counting.count(con.cursor(), Question(event="b"))["n"].sum() == 3
    prepared.refresh(con, fewest=0)
    assert counting.count(con.cursor(), Question())["n"].sum() == 3


def test_the_parts_add_up_to_the_whole(counted: duckdb.DuckDBPyConnection) -> None:
    whole = counting.count(counted.cursor(), Question())["n"].sum()
    for name in OTHERS:
        sides = 2 if name == "academy" else 1
        assert counting.count(counted.cursor(), Question((name,)))["n"].sum() == sides * whole, name


def test_the_views_say_the_same(counted: duckdb.DuckDBPyConnection) -> None:
    rows = counted.execute(
        "select belt, decision, count(*) as n from current_bout where took_place group by 1, 2 order by 1, 2"
    ).df()
    own = counting.count(counted.cursor(), Question(("belt",))).sort_values(["belt", "decision"])
    pd.testing.assert_frame_equal(rows, own.reset_index(drop=True), check_dtype=False)
    (sides,) = counted.execute("select count(*) from current_side where academy_key = 'north'").fetchone() or (0,)
    assert sides == counting.count(counted.cursor(), Question(where={"academy": "North"}))["n"].sum()
