"""Places of whole events: official places, rulings, corrections, other categories, what counts (M18-M20, M24, A)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import pytest

from analytics import relations
from tests.analytics import hall
from tests.analytics.hall import Bracket, Event, rows_of

EIGHT = "QF A>B, QF C>D, QF E>F, QF G>H, SF A>C, SF E>G"
FINAL = f"{EIGHT}, F E>A"
FOUR = "SF A>B, SF C>D, F A>C"
BY_THE_BOUTS = [(1, "E"), (2, "A"), (3, "C"), (3, "G")]
A_STRUCK = [(1, "E"), (2, "C"), (3, "B"), (3, "G")]


def one(text: str = "", entries: str | None = None, **more: Any) -> Event:
    listed = None if entries is None else {f"{e[0]}@{e[0]}": e[2:] or "registered" for e in entries.split()}
    return Event((Bracket(rows_of(text), listed, **more),))


def result(con: duckdb.DuckDBPyConnection, columns: str, version: int = 1) -> list[tuple[Any, ...]]:
    sql = f"select {columns} from category_result where version_id = ? order by category_id"
    return con.execute(sql, [version]).fetchall()


def findings(con: duckdb.DuckDBPyConnection, version: int = 1) -> list[tuple[Any, ...]]:
    return con.execute(
        """select code, rule, reason from finding where version_id = ?
        and code in ('official_places_differ', 'two_golds', 'two_silvers') order by all""",
        [version],
    ).fetchall()


def test_a_later_correction_is_a_version_and_undoing_it_restores() -> None:
    con = hall.store(one(FINAL))
    second = hall.later(con)
    hall.correction(con, second, "A", "doping")
    assert hall.compute(con, second) == A_STRUCK
    assert hall.podium(con, 1) == BY_THE_BOUTS
    third = hall.later(con)
    con.execute("update correction set undone_version_id = ?", [third])
    assert hall.compute(con, third) == BY_THE_BOUTS
    assert hall.podium(con, second) == A_STRUCK


def test_the_last_correction_of_an_athlete_stands() -> None:
    con = hall.store(one(FINAL))
    for status in ("disciplinary", "registered"):
        hall.correction(con, hall.later(con), "A", status)
    assert hall.compute(con, 2) == A_STRUCK
    assert hall.compute(con, 3) == BY_THE_BOUTS


def test_m18_a_case_in_one_category_costs_the_place_in_another() -> None:
    light = Bracket(rows_of(FINAL))
    open_class = Bracket(rows_of("SF A>X, SF Y>Z!d, F A>Y"), parts=("male", "adult", "blue", "open"))
    heavy = Bracket(rows_of("SF Z>P, SF Q>R, F Z>Q"), parts=("male", "adult", "blue", "heavy"))
    event = Event((light, open_class, heavy))
    # Z, disqualified in the open class, loses the heavy gold: Q moves up from second, P from third
    heavy_struck = [(1, "Q"), (2, "P"), (3, "R")]
    assert hall.podium(hall.store(event)) == [*BY_THE_BOUTS, (1, "A"), (2, "Y"), (3, "X"), *heavy_struck]
    kept = replace(event, overrides={"disciplinary_strips_other_categories": False})
    assert hall.podium(hall.store(kept))[-4:] == [(1, "Z"), (2, "Q"), (3, "P"), (3, "R")]
    con = hall.store(event)
    second = hall.later(con)
    hall.correction(con, second, "A", "disciplinary")
    assert hall.compute(con, second) == [*A_STRUCK, (1, "Y"), (2, "X"), *heavy_struck]


def test_official_places_count_and_a_difference_names_both() -> None:
    con = hall.store(one(FINAL, official=((1, "A@A"), (2, "E@E"), (3, "C@C"), (3, "G@G"))))
    assert hall.podium(con) == [(1, "A"), (2, "E"), (3, "C"), (3, "G")]
    assert hall.podium(con, table="computed_place") == BY_THE_BOUTS
    assert result(con, "state, source, rule, counted") == [("decided", "official", "M20", True)]
    assert con.execute("select distinct rule, source from place").fetchall() == [("M20", "official")]
    assert [row[2] for row in findings(con)] == [
        "A: officially place 1, by the bouts place 2 (M1); the official one counts",
        "E: officially place 2, by the bouts place 1 (M1); the official one counts",
    ]


def test_official_places_that_agree_are_no_finding_but_both_are_kept() -> None:
    con = hall.store(one(FINAL, official=tuple((p, f"{a}@{a}") for p, a in BY_THE_BOUTS)))
    assert hall.podium(con, table="computed_place") == BY_THE_BOUTS
    assert findings(con) == []


def test_an_athlete_listed_at_two_places_needs_a_ruling_and_a_ruling_settles_it() -> None:
    con = hall.store(one(official=((1, "A@A"), (2, "A@A"), (3, "B@B"))))
    assert hall.podium(con) == []
    reason = "A is listed twice, at two places or under two academies."
    assert result(con, "state, source, rule, reason, counted") == [("needs_ruling", None, "M20", reason, False)]
    second = hall.later(con, "ruling")
    hall.ruling(con, second, [(1, "A"), (3, "B")])
    assert hall.compute(con, second) == [(1, "A"), (3, "B")]


def test_the_academy_shown_is_the_one_that_scores_where_an_athlete_is_entered_under_two() -> None:
    """As written Beta comes before Ártico, by key after it: neither decides, the first entry does."""
    for first, second in (("Ártico", "Beta"), ("Beta", "Ártico")):
        con = hall.store()
        hall.add(con, [one("F A>B")])
        con.execute("insert into academy_spelling values ('Ártico', 'artico'), ('Beta', 'beta')")
        for row, academy in enumerate((first, second), start=2):
            con.execute(
                """insert into entry (load_id, category_id, athlete, athlete_key, academy, status, file_row)
                values (1, 1001, 'A', 'a', ?, 'registered', ?)""",
                [academy, row],
            )
        relations.build(con, [1])
        gold = con.execute("select academy, academy_key from place where place = 1").fetchall()
        assert gold == [(first, {"Ártico": "artico", "Beta": "beta"}[first])]
        assert con.execute("select academy, points from standing where rank = 1").fetchall() == [(first, 9)]


def test_an_athlete_listed_under_two_academies_needs_a_ruling() -> None:
    con = hall.store(one(official=((1, "A@A"), (2, "C@C"), (2, "C@D"))))
    assert (hall.podium(con), hall.state(con)) == ([], [("needs_ruling", "M20")])


def test_an_athlete_written_twice_at_one_place_holds_it_once_and_is_no_second_silver() -> None:
    con = hall.store(one(official=((1, "A@A"), (2, "c@C"), (2, "C@C"))))
    assert (hall.podium(con), hall.state(con)) == ([(1, "A"), (2, "C")], [("decided", "M20")])
    assert findings(con) == []


def test_a1b_two_golds_count_as_listed() -> None:
    con = hall.store(one("", official=((1, "A@N"), (1, "B@N"), (3, "C@S"))))
    assert hall.podium(con) == [(1, "A"), (1, "B"), (3, "C")]
    assert [row[:2] for row in findings(con)] == [("two_golds", "A1b")]
    con = hall.store(one("", official=((1, "A@N"), (2, "B@N"), (2, "C@S"))))
    assert [row[:2] for row in findings(con)] == [("two_silvers", "A1b")]
    # bouts that give two seconds (M12) are no list
    con = hall.store(one(f"{EIGHT}, F A!t=E!t, NF C>G"))
    assert findings(con) == []


def test_a1b_a_ruling_with_two_silvers_is_told() -> None:
    con = hall.store(one(FINAL))
    second = hall.later(con, "ruling")
    hall.ruling(con, second, [(1, "C"), (2, "A"), (2, "E")])
    assert hall.compute(con, second) == [(1, "C"), (2, "A"), (2, "E")]
    found = [row for row in findings(con, second) if row[1] == "A1b"]
    assert found == [("two_silvers", "A1b", "the ruling names 2 silvers here; each counts as listed")]


def struck_by(con: duckdb.DuckDBPyConnection, version: int) -> list[tuple[Any, ...]]:
    sql = "select rule, severity, value, reason from finding where version_id = ? and code = 'ruled_athlete_struck'"
    return con.execute(sql, [version]).fetchall()


def test_m24_a_ruling_that_names_somebody_struck_out_counts_and_is_told() -> None:
    con = hall.store(one(FINAL))
    hall.correction(con, hall.later(con), "A", "doping")
    third = hall.later(con, "ruling")
    hall.ruling(con, third, [(1, "A"), (2, "E")])
    assert hall.compute(con, third) == [(1, "A"), (2, "E")]
    assert struck_by(con, third) == [
        (
            "M24",
            "warning",
            "male / adult / blue / light",
            "the ruling gives place 1 to A, who is struck out of this category; the ruling counts",
        )
    ]
    fourth = hall.later(con)  # corrected again after the ruling, he has lost the place: nothing to warn of
    hall.correction(con, fourth, "A", "disciplinary")
    assert (1, "A") not in hall.compute(con, fourth)
    assert struck_by(con, fourth) == []


def test_m18_a_ruling_that_names_somebody_struck_out_elsewhere_is_told() -> None:
    open_class = Bracket(rows_of("SF A>X, SF Y>Z, F A>Y"), parts=("male", "adult", "blue", "open"))
    con = hall.store(Event((Bracket(rows_of(FINAL)), open_class)))
    hall.correction(con, hall.later(con), "A", "disciplinary", weight="open")
    third = hall.later(con, "ruling")
    hall.ruling(con, third, [(1, "E"), (2, "A")])
    hall.compute(con, third)
    assert [row[:3] for row in struck_by(con, third)] == [("M18", "warning", "male / adult / blue / light")]
    assert struck_by(con, 1) == []


def test_a_ruling_settles_what_needs_one_and_can_give_no_place() -> None:
    con = hall.store(one(f"{EIGHT}, F A!t=E!t"))
    assert result(con, "state, rule, counted, not_counted_rule") == [("needs_ruling", "M12", False, "A7")]
    assert hall.podium(con) == []
    second = hall.later(con, "ruling")
    hall.ruling(con, second, [(1, "C"), (2, "A"), (2, "E"), (3, "G")])
    assert hall.compute(con, second) == [(1, "C"), (2, "A"), (2, "E"), (3, "G")]
    assert con.execute("select distinct rule, source, note, academy from place where athlete = 'C'").fetchall() == [
        ("M20", "ruling", "ruling", "C")
    ]
    third = hall.later(con, "ruling")
    hall.ruling(con, third, [])
    assert hall.compute(con, third) == []
    assert result(con, "state, source", third) == [("decided", "ruling")]


def test_a_correction_after_official_places_moves_up_those_he_beat() -> None:
    official = tuple((p, f"{a}@{a}") for p, a in BY_THE_BOUTS)
    con = hall.store(one(FINAL, official=official))
    second = hall.later(con)
    hall.correction(con, second, "A", "disciplinary")
    assert hall.compute(con, second) == A_STRUCK
    rows = con.execute("select athlete, rule, source from place where version_id = ? order by all", [second]).fetchall()
    assert rows == [
        ("B", "M24", "official"), ("C", "M24", "official"), ("E", "M20", "official"), ("G", "M20", "official"),
    ]  # fmt: skip
    con = hall.store(one("", official=official))
    second = hall.later(con)
    hall.correction(con, second, "A", "disciplinary")
    assert hall.compute(con, second) == []
    assert result(con, "state, rule, not_counted_rule", second) == [("needs_ruling", "M24", "A7")]


def test_a_ruling_after_the_correction_is_the_last_word() -> None:
    con = hall.store(one(FINAL))
    hall.correction(con, hall.later(con), "A", "disciplinary")
    third = hall.later(con, "ruling")
    hall.ruling(con, third, [(1, "E"), (2, "A")])
    assert hall.compute(con, third) == [(1, "E"), (2, "A")]


def test_a_source_that_lists_official_places_has_taken_its_own_statuses_into_account() -> None:
    """M20: only a correction recorded here changes announced places."""
    con = hall.store(
        one(FINAL, "A:disciplinary B C D E F G H", official=tuple((p, f"{a}@{a}") for p, a in BY_THE_BOUTS))
    )
    assert hall.podium(con) == BY_THE_BOUTS
    assert hall.podium(con, table="computed_place") == A_STRUCK


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        # A8: stated, listed, derived
        (one(FOUR, "A B C D E:no_show"), (5, False, True, None)),
        (one(FOUR), (4, True, True, None)),
        (one(FOUR, registered=9), (9, False, True, None)),
        (one("", official=((1, "A@N"), (2, "B@S"))), (2, True, True, None)),
        # A3: every entry counts as registered, whatever its status
        (one("", "A"), (1, False, False, "A3")),
        (one("F A>B!n", "A B:no_show"), (2, False, True, None)),
        (one("", official=((1, "A@N"),)), (1, True, False, "A3")),
        (one("", official=((1, "A@N"),), registered=4), (4, False, True, None)),
        (one("", official=((3, "A@N"),)), (1, True, False, "A3")),  # A8: those listed, whatever the place
        (one("", official=((2, "A@N"),), registered=2), (2, False, True, None)),
        (one("", official=((3, "A@N"),), counts=True), (1, True, True, None)),
        (one("", official=((1, "A@N"),), counts=True), (1, True, True, None)),
        (one(FOUR, counts=False), (4, True, False, "categories.csv")),
        # A4: all of one academy, as far as all are known
        (one("", official=((1, "A@N"), (2, "B@N"))), (2, True, False, "A4")),
        (one("", official=((1, "A@N"), (2, "B@N")), registered=8), (8, False, True, None)),
        (one("", official=((1, "A"), (2, "B"))), (2, True, True, None)),
        (one("", official=((1, "A@N"), (2, "B"))), (2, True, True, None)),
        # A7
        (one(EIGHT), (8, True, False, "A7")),
        (one(EIGHT, counts=True), (8, True, False, "A7")),
    ],
)
def test_what_counts(event: Event, expected: tuple[Any, ...]) -> None:
    con = hall.store(event)
    assert result(con, "registered, registered_derived, counted, not_counted_rule") == [expected]


def test_a3_and_a4_are_switches() -> None:
    con = hall.store(replace(one("", "A"), overrides={"one_registered_counts": True}))
    assert result(con, "counted") == [(True,)]
    pair = one("", official=((1, "A@N"), (2, "B@N")))
    assert result(hall.store(replace(pair, overrides={"one_academy_counts": True})), "counted") == [(True,)]


@pytest.mark.parametrize(
    ("text", "contested"),
    [("F A>B", True), ("F A>B wo", False), ("F A>B co", False), ("F A bye", False), ("F A!t=B!t", True), ("", None)],
)
def test_contested(text: str, contested: bool | None) -> None:
    assert result(hall.store(one(text, "A B")), "contested") == [(contested,)]


def test_open_and_no_places() -> None:
    assert result(hall.store(one(EIGHT)), "state, source") == [("open", None)]
    assert result(hall.store(one("", "A B")), "state") == [("open",)]
    assert result(hall.store(one("")), "state, rule") == [("no_places", None)]


@pytest.mark.parametrize("entries", ["A", "A B"])
def test_athletes_a_results_page_lists_without_a_place_are_no_entries(entries: str) -> None:
    """Neither a gold for one alone (M2) nor a category in progress: the source gives no places."""
    con = hall.store(one("", entries))
    con.execute("update source_load set has_entries = false")
    assert hall.compute(con, 1) == []
    assert result(con, "state, reason") == [("no_places", "The source has neither places nor bouts for it.")]


def test_a_lone_final_beside_two_who_registered_and_never_came_lacks_its_semifinals() -> None:
    assert hall.podium(hall.store(one("F A>B", "A B C"))) == [(1, "A"), (2, "B")]
    assert hall.state(hall.store(one("F A>B", "A B C:no_show D:uniform"))) == [("decided", "M3")]
    assert [row[0] for row in hall.state(hall.store(one("F A>B", "A B C D")))] == ["needs_ruling"]


def test_rule_set_none_computes_nothing() -> None:
    con = hall.store(replace(one(FINAL, official=((1, "A@A"),)), ruleset="none"))
    assert hall.podium(con) == []
    assert result(con, "state, counted, not_counted_rule, contested") == [("no_places", False, None, True)]
    assert con.execute("select count(*) from finding").fetchall() == [(0,)]


def test_what_if_shadows_the_stored_answers_in_one_cursor_only() -> None:
    con = hall.store(one("F A!t=B!t"))
    cursor, other = con.cursor(), con.cursor()
    relations.recompute(cursor, 1, "none")
    assert hall.podium(cursor) == []
    assert hall.podium(other) == [(2, "A"), (2, "B")]
    relations.recompute(cursor, 1, "ibjjf-v3")
    assert hall.podium(cursor) == [(2, "A"), (2, "B")]


def test_building_again_replaces_and_leaves_no_temporary_table() -> None:
    con = hall.store(one(FINAL))
    relations.build(con, [1])
    assert hall.podium(con) == BY_THE_BOUTS
    left = con.execute("select table_name from duckdb_tables() where temporary").fetchall()
    left += con.execute("select view_name from duckdb_views() where temporary and not internal").fetchall()
    assert left == []


def test_several_events_at_once_do_not_touch_each_other() -> None:
    """The same athletes in two events: a case in one is none in the other (M18)."""
    first = one(FINAL)
    second = replace(one("SF A>B, SF C>D!d, F A>C"), event_id="other-2026")
    con = hall.store(first, second)
    assert hall.podium(con, 1) == BY_THE_BOUTS
    assert hall.podium(con, 2) == [(1, "A"), (2, "C"), (3, "B")]
