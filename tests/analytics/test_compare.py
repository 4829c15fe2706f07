"""Published rankings against computed ones: each kind of difference made by hand, and the one cause that fits."""

from __future__ import annotations

import duckdb

from analytics import queries
from analytics.compare import Cause, Comparison, compare
from tests.analytics.podium import Award, Category, Podium, compute, won

ADULT = Award("adult-male", ("male",), ("adult",), ("blue", "purple", "brown", "black"))


def compared(categories: tuple[Category, ...], published: list[tuple[int | None, str, int | None]]) -> Comparison:
    con = compute(Podium(categories, (ADULT,)))
    publish(con, published)
    return compare(con, queries.resolve(con), "adult-male")


def publish(con: duckdb.DuckDBPyConnection, published: list[tuple[int | None, str, int | None]]) -> None:
    for row, (rank, academy, points) in enumerate(published, start=2):
        con.execute(
            "insert into official_standing values (1, 'adult-male', 'Masculino', ?, ?, ?, ?)",
            [rank, academy, points, row],
        )


def only_cause(comparison: Comparison) -> Cause:
    (cause,) = [cause for row in comparison.rows for cause in row.causes]
    return cause


def test_equal_points_agree_whatever_the_spelling() -> None:
    found = compared((won("North South"),), [(1, "NORTH", 9), (2, "South ", 3)])
    assert (found.agree, found.of) == (2, 2)
    assert [(row.rank, row.points, row.agrees) for row in found.rows] == [(1, 9, True), (2, 3, True)]


def test_a_row_without_points_is_neither_right_nor_wrong() -> None:
    found = compared((won("North South"),), [(1, "North", None), (2, "South", 3)])
    assert (found.agree, found.of) == (1, 1)
    assert found.rows[0].agrees is None


def test_a_lone_gold_that_the_list_counted() -> None:
    """A3."""
    found = compared((won("North South"), won("North", weight="heavy", uncounted="A3")), [(1, "North", 18)])
    cause = only_cause(found)
    assert (found.agree, found.of) == (0, 1)
    assert (cause.kind, cause.points, cause.rules) == ("counted_anyway", 9, ("A3",))
    assert [place.weight_class for place in cause.places] == ["heavy"]


def test_an_unsettled_category_is_named_before_other_names() -> None:
    """A7: North fought in heavy, which awaits a ruling; "North BJJ" has the missing 9 points but is only a guess."""
    waiting = Category((), weight="heavy", state="needs_ruling", without_place=(("Nia", "North"), ("Eve", "East")))
    categories = (won("North South"), waiting, won("North-BJJ", weight="middle"))
    found = compared(categories, [(1, "North", 18), (2, "South", 9)])
    north, south = found.rows
    first = north.causes[0]
    assert (first.kind, first.points) == ("unsettled", 9)
    assert [(each.weight_class, each.state) for each in first.categories] == [("heavy", "needs_ruling")]
    assert "unsettled" not in [cause.kind for cause in south.causes], "South has nobody in it"


def test_a_category_of_one_academy_that_the_list_counted() -> None:
    """A4: 9 and 3 together."""
    found = compared((won("North South"), won("North North", weight="heavy", uncounted="A4")), [(1, "North", 21)])
    assert (only_cause(found).kind, only_cause(found).rules, len(only_cause(found).places)) == (
        "counted_anyway",
        ("A4",),
        2,
    )


def test_a_white_belt_category_that_the_list_included() -> None:
    """Three points of a white belt; the women's three are of no concern to a men's list."""
    categories = (won("North South"), won("West North", belt="white"), won("West North", gender="female"))
    cause = only_cause(compared(categories, [(1, "North", 12)]))
    assert (cause.kind, [place.belt for place in cause.places]) == ("outside_award", ["white"])


def test_an_academy_under_two_names() -> None:
    categories = (
        won("Northside South"),
        won("Northside-Rio South", weight="heavy"),
        won("Elsewhere South", weight="middle"),
    )
    cause = only_cause(compared(categories, [(1, "Northside", 18), (2, "South", 9)]))
    assert (cause.kind, cause.points, cause.academy) == ("other_name", 9, "Northside-Rio")


def test_places_the_list_left_out() -> None:
    cause = only_cause(compared((won("North South"), won("West North", weight="heavy")), [(1, "North", 9)]))
    assert (cause.kind, cause.points, [place.weight_class for place in cause.places]) == ("left_out", -3, ["heavy"])


def test_a_difference_that_nothing_makes_up_has_no_cause() -> None:
    found = compared((won("North South"),), [(1, "North", 14)])
    assert (found.rows[0].agrees, found.rows[0].causes) == (False, ())


def test_academies_missing_from_the_list_are_named_down_to_its_last_row() -> None:
    found = compared((won("North South East"),), [(1, "North", 9), (3, "East", 1)])
    assert [(one.academy, one.rank, one.points) for one in found.unlisted] == [("South", 2, 3)]


def test_nothing_published_nothing_compared() -> None:
    found = compared((won("North South"),), [])
    assert (found.rows, found.agree, found.of, found.unlisted) == ((), 0, 0, ())
