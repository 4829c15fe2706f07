"""Why an academy stands where it stands, and what would have changed it; numbers worked by hand."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pytest
from hypothesis import given, settings

from analytics import queries
from analytics.closing import Closing
from analytics.explain import Gap, against, explain
from etl.errors import UnknownName, UserError
from tests.analytics.podium import Award, Category, Podium, compute, standing, won
from tests.properties.test_standings import events, rule_sets
from tests.sizes import drawn

NORTH_21_SOUTH_12 = (
    won("North South", weight="light"),
    won("North East", weight="heavy"),
    won("South North", weight="feather"),
)


def gap(categories: tuple[Category, ...], own: str, other: str | None = None, **more: object) -> Gap:
    con = compute(Podium(categories, **more))  # type: ignore[arg-type]
    return against(con, queries.resolve(con), "overall", own, other)


def told(closing: Closing) -> list[tuple[str, str | None, int | None, int]]:
    return [(c.category.weight_class, c.loser.academy, c.from_place, c.to_place) for c in closing.changes]


def test_every_place_is_listed_and_the_counted_ones_add_up() -> None:
    con = compute(Podium((*NORTH_21_SOUTH_12, won("South", weight="open", uncounted="A3"))))
    found = explain(con, queries.resolve(con), "overall", "South")
    assert [(line.weight_class, line.place, line.points, line.counted, line.rule) for line in found.lines] == [
        ("feather", 1, 9, True, "A1"),
        ("light", 2, 3, True, "A1"),
        ("open", 1, 0, False, "A3"),
    ]
    assert found.points == 12 == sum(line.points for line in found.lines)
    assert found.row is not None and (found.row.rank, found.row.points) == (2, 12)
    assert found.above is not None and (found.above.level, found.above.own, found.above.other) == ("points", 12, 21)
    assert found.below is not None and (found.below.row.academy, found.below.other) == ("East", 3)


def test_an_athlete_listed_twice_is_two_lines_not_four() -> None:
    """The lines of each academy add up to its points: 9 + 3 + 1 + 1 of South."""
    twice = Category(((1, "Ana", "North"), (2, "Cid", "South"), (3, "Bea", "South"), (3, "Bea", "South")))
    con = compute(Podium((twice, won("South East", weight="heavy"))))
    for academy, points, *_ in con.execute("select academy, points from standing").fetchall():
        found = explain(con, queries.resolve(con), "overall", academy)
        assert found.points == points == sum(line.points for line in found.lines if line.counted)
    south = explain(con, queries.resolve(con), "overall", "South")
    assert [(line.weight_class, line.place, line.points) for line in south.lines] == [
        ("light", 2, 3),
        ("light", 3, 1),
        ("light", 3, 1),
        ("heavy", 1, 9),
    ]


def test_neighbours_level_on_points_show_every_level_that_somebody_reached() -> None:
    """T1 example: South and North are separated by the heaviest class."""
    categories = (
        won("North South", weight="light"),
        won("South North", weight="heavy"),
        won("East West", belt="brown", weight="ultra-heavy"),
        won("West East", belt="purple", weight="light"),
    )
    con = compute(Podium(categories))
    above = explain(con, queries.resolve(con), "overall", "north").above
    assert above is not None and (above.row.academy, above.level, above.own, above.other) == ("South", "heaviest", 0, 1)
    assert [(level.level, level.own, level.other) for level in above.levels] == [
        ("gold", 1, 1),
        ("silver", 1, 1),
        ("highest_belt", 1, 1),
        ("heaviest", 0, 1),
    ]


def test_the_gap_lies_where_one_gained_and_the_other_did_not() -> None:
    found = gap(NORTH_21_SOUTH_12, "South", "North")
    assert (found.points, found.separation.level, found.separation.own, found.separation.other) == (
        -9,
        "points",
        12,
        21,
    )
    assert [(d.category.weight_class, d.points) for d in found.differences] == [
        ("heavy", -9),
        ("feather", 6),
        ("light", -6),
    ]


def test_a_medal_without_points_that_broke_the_tie_is_in_the_gap() -> None:
    """A3, A6: level on 9 points, South's lone gold in feather puts it above."""
    categories = (won("North x"), won("South y", weight="heavy"), won("South", weight="feather", uncounted="A3"))
    found = gap(categories, "South", "North")
    assert (found.separation.level, found.separation.own, found.separation.other) == ("gold", 2, 1)
    assert [(d.category.weight_class, d.points) for d in found.differences] == [
        ("heavy", 9),
        ("light", -9),
        ("feather", 0),
    ]
    (lone,) = found.differences[-1].own
    assert (lone.place, lone.points, lone.counted, lone.rule) == (1, 0, False, "A3")
    behind_on_points = gap((*categories, won("North", weight="middle")), "South", "North")
    assert [d.category.weight_class for d in behind_on_points.differences if not d.points] == []


def test_a_final_won_against_the_academy_above_gives_six_and_takes_six() -> None:
    """21:12; the light final the other way makes it 15:18. Nothing else does it alone: South has one silver."""
    (closing,) = gap(NORTH_21_SOUTH_12, "South").closings
    assert told(closing) == [("light", "North", 2, 1)]
    assert (closing.changes[0].own_gain, closing.changes[0].other_gain) == (6, -6)
    assert closing.other is not None
    assert (closing.own.rank, closing.own.points, closing.other.points) == (1, 18, 15)


def test_a_bronze_turned_gold_gives_eight() -> None:
    """North 18, South 9 + 1 + 1: 10 once a bronze is silver (2 more), 19 with a gold (8 more); 19 > 18 alone."""
    categories = (
        won("North x", weight="light"),
        won("North y", weight="heavy"),
        won("South z", weight="feather"),
        won("a b South", weight="middle"),
        won("c d South", weight="rooster"),
    )
    found = gap(categories, "South")
    assert found.points == -7
    assert {
        (len(c.changes), c.changes[0].from_place, c.changes[0].to_place, c.changes[0].gain) for c in found.closings
    } == {(1, 3, 1, 8)}


def test_as_many_changes_as_it_takes_and_no_fewer() -> None:
    """54:15. The three finals lost to North, won, are worth 12 each: 3 to go; one of the others, 6: four changes."""
    categories = (
        *(won("North x", weight=weight) for weight in ("light", "heavy", "middle")),
        *(won("y South", weight=weight) for weight in ("feather", "rooster")),
        *(won("North South", age="master-1", weight=weight) for weight in ("light", "heavy", "middle")),
    )
    found = gap(categories, "South", "North")
    assert found.points == 15 - 54
    (closing,) = found.closings
    assert sorted(change.gain for change in closing.changes) == [6, 12, 12, 12]
    assert closing.other is not None
    assert (closing.own.points, closing.other.points) == (15 + 24, 54 - 18)


def test_level_on_points_the_chain_is_what_must_change() -> None:
    """North and South 12 each, South ahead by the heaviest class: a win anywhere else gives points as well."""
    categories = (won("North South", weight="light"), won("South North", weight="heavy"))
    found = gap(categories, "North")
    assert (found.points, found.separation.level, found.separation.own, found.separation.other) == (0, "heaviest", 0, 1)
    assert told(found.closings[0]) == [("heavy", "South", 2, 1)]


def test_an_athlete_without_a_place_may_have_taken_a_bronze() -> None:
    """East 1, West 0; West's athlete lost earlier on: with East's bronze 1:0."""
    category = Category(((1, "a", "A"), (2, "b", "B"), (3, "e", "East")), without_place=(("w", "West"),))
    found = gap((category,), "West")
    assert found.other.academy.academy == "East"
    assert told(found.closings[0]) == [("light", "East", None, 3)]
    assert found.closings[0].other is None


def test_nothing_closes_a_gap_too_wide() -> None:
    categories = tuple(won("North x", weight=weight) for weight in ("light", "heavy", "middle"))
    assert gap((*categories, won("North y South", belt="blue")), "South", "North").closings == ()


def test_under_a_recorded_draw_the_loser_is_told_what_would_have_helped() -> None:
    found = gap((won("A B"), won("B A")), "A", draws=(("overall", ("B", "A")),))
    assert (found.separation.level, found.behind and found.behind.academy) == ("draw", "A")
    assert found.closings[0].own.rank == 1


def test_names_are_found_normalised_or_the_nearest_is_named() -> None:
    con = compute(Podium((won("Gracie-Barra Alliance"),), (Award("adult-male"),)))
    version = queries.resolve(con)
    with pytest.raises(UnknownName, match="Alliance"):
        explain(con, version, "adult-male", "Aliance")
    with pytest.raises(UnknownName, match="adult-male"):
        explain(con, version, "adult-mal", "Alliance")
    with pytest.raises(UserError, match="first of adult-male"):
        against(con, version, "adult-male", "Gracie-Barra")


def exchanged(categories: tuple[Category, ...], closing: Closing) -> tuple[Category, ...]:
    """The event with the changes of a closing set made by hand: two athletes of a category change places."""
    found = list(categories)
    for change in closing.changes:
        number = change.category.category_id % 100_000 - 1
        names = {
            change.mover.athlete: (change.loser.athlete, change.loser.academy),
            change.loser.athlete: (change.mover.athlete, change.mover.academy),
        }
        places = tuple((place, *names.get(who, (who, academy))) for place, who, academy in found[number].places)
        found[number] = replace(found[number], places=places)
    return tuple(found)


def _ranks(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    return {row[1]: row[0] for row in standing(con)}


@pytest.mark.long
@settings(max_examples=drawn(8, 25))
@given(events, rule_sets)
def test_closing_sets_close_the_gap_when_made_by_hand(event: tuple[Category, ...], rules: str) -> None:
    """And the lines behind every academy add up to its points."""
    con = compute(Podium(event, rules=rules))
    ranked = standing(con)
    version = queries.resolve(con)
    for row in ranked:
        assert explain(con, version, "overall", row[1]).points == row[2]
    if len(ranked) < 2:
        return
    found = against(con, version, "overall", ranked[-1][1], ranked[0][1])
    for closing in found.closings:
        after = _ranks(compute(Podium(exchanged(event, closing), rules=rules)))
        own, other = after[found.own.academy.academy], after.get(found.other.academy.academy, 99)
        assert own < other or (closing.only_a_draw and own == other)
