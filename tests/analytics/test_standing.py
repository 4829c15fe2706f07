"""Points, chains, ranks and reasons on places written by hand; expected: rules.md, its worked examples, hand work."""

from __future__ import annotations

from typing import Any

import pytest

from analytics import awarded, queries
from tests.analytics.podium import Award, Category, Podium, compute, standing, won


def table(*categories: Category, award: Award | None = None, **more: Any) -> list[tuple[Any, ...]]:
    award = award or Award()
    return standing(compute(Podium(categories, (award,), **more)), award.award_id)


def test_t1_goes_down_to_the_heaviest_class() -> None:
    """Worked example t1-chain: three golds' worth of ties, one level each."""
    rows = table(
        won("North South", weight="light"),
        won("South North", weight="heavy"),
        won("East West", belt="brown", weight="ultra-heavy"),
        won("West East", belt="purple", weight="light"),
        award=Award("adult-male", ("male",), ("adult",)),
    )
    assert rows == [
        (1, "South", 12, "heaviest", 1, 0),
        (2, "North", 12, "highest_belt", 1, 0),
        (3, "East", 12, "draw", None, None),
        (3, "West", 12, None, None, None),
    ]


def test_t2_compares_black_belts_by_age_then_the_top_belt_of_each_age() -> None:
    """Worked example t2-chain."""
    rows = table(
        won("North South", belt="purple"),
        won("South North", age="master-2"),
        won("East West", age="juvenile-2", belt="purple"),
        won("West East", age="juvenile-1", belt="purple"),
        award=Award("all-male", ("male",)),
    )
    assert rows == [
        (1, "South", 12, "black_master-2", 1, 0),
        (2, "North", 12, "top_belt_adult", 1, 0),
        (3, "East", 12, "top_belt_juvenile-2", 1, 0),
        (4, "West", 12, None, None, None),
    ]


def test_official_places_with_two_silvers_count_as_listed() -> None:
    """Worked example official-places-settle; A1b."""
    places = ((1, "Baz", "South"), (2, "Abe", "North"), (2, "Cruz", "East"), (3, "Dias", "West"))
    podium = Podium((Category(places, belt="blue", source="official"),))
    con = compute(podium)
    assert standing(con) == [
        (1, "South", 9, "points", 9, 3),
        (2, "East", 3, "draw", None, None),
        (2, "North", 3, "points", 3, 1),
        (4, "West", 1, None, None, None),
    ]
    assert con.execute("select place, points, rule from award_place order by place").fetchall() == [
        (1, 9, "A1"), (2, 3, "A1b"), (2, 3, "A1b"), (3, 1, "A1"),
    ]  # fmt: skip


def test_two_silvers_from_bouts_are_ordinary() -> None:
    places = ((1, "C", "South"), (2, "A", "North"), (2, "B", "East"), (3, "D", "West"))
    con = compute(Podium((Category(places),)))
    assert {rule for (rule,) in con.execute("select rule from award_place").fetchall()} == {"A1"}


def test_t3_compares_belts_then_weights_from_the_top_down() -> None:
    """By hand. Kappa and Lima: both one black champion; at brown nobody; at purple Lima. Mike and November: the same
    belts (blue, white); nobody of them at heavy; at light Mike."""
    rows = table(
        won("Kappa x1", belt="black", weight="light"),
        won("Lima x2", belt="black", weight="feather"),
        won("Kappa x3", belt="blue", weight="ultra-heavy"),
        won("Lima x4", belt="purple", weight="rooster"),
        won("Mike x5", belt="blue", weight="light"),
        won("November x6", belt="blue", weight="feather"),
        won("Mike x7", belt="white", weight="open"),
        won("November x8", belt="white", weight="feather"),
        rules="ibjjf-v3",
    )
    assert rows[:4] == [
        (1, "Lima", 18, "higher_rank", 1, 0),
        (2, "Kappa", 18, "higher_rank", 1, 0),
        (3, "Mike", 18, "heavier", 1, 0),
        (4, "November", 18, "points", 18, 3),
    ]


def test_medals_without_points_in_the_columns_are_counted() -> None:
    """A3, A6: South's lone gold; y's is in no standing, for y has no point."""
    categories = (
        won("North South"),
        won("South", weight="feather", uncounted="A3"),
        won("y", weight="heavy", uncounted="A3"),
    )
    con = compute(Podium(categories))
    version = queries.resolve(con)
    for award in ("overall", None):
        found = awarded.uncounted_medals(con, version, award, awarded.categories(con, version, award))
        assert found == {"overall": 1}


def test_categories_and_places_are_the_same_asked_at_once() -> None:
    """With a category that has no place, one not decided, and two golds that nobody fought for."""
    categories = (
        won("North South"),
        won("South", weight="feather", uncounted="A3"),
        won("", weight="heavy", state="open"),
        won("", weight="rooster", state="no_places"),
        Category(((1, "C", "South"), (2, "A", None), (2, "B", "East")), belt="brown"),
    )
    con = compute(Podium(categories))
    version = queries.resolve(con)
    both = awarded.categories_and_places(con, version, "overall")
    assert both == (awarded.categories(con, version, "overall"), awarded.places(con, version, "overall"))
    assert len(both[0]) == 5 and len(both[1]) == 6


def test_medals_of_uncounted_categories_break_ties_and_give_no_points() -> None:
    """A3, A5, A6: South's lone gold gives nothing but a gold at the level `gold`."""
    categories = (won("North x"), won("South y", weight="heavy"), won("South", weight="feather", uncounted="A3"))
    assert table(*categories)[0] == (1, "South", 9, "gold", 2, 1)


def test_switch_counted_takes_those_medals_out_of_the_chain() -> None:
    categories = (won("North x"), won("South y", belt="brown"), won("South", weight="feather", uncounted="A3"))
    rows = table(*categories, overrides={"tiebreak_counts": "counted"})
    assert rows[0] == (1, "North", 9, "highest_belt", 1, 0)


@pytest.mark.parametrize("state", ["open", "needs_ruling", "no_places"])
def test_a_category_not_decided_counts_nowhere(state: str) -> None:
    """A7; and its belt is not the highest one either."""
    categories = (won("North x", belt="brown"), won("South y", belt="blue"), won("", state=state))
    assert table(*categories)[0] == (1, "North", 9, "highest_belt", 1, 0)


def test_auto_looks_at_counted_categories_only() -> None:
    """A lone juvenile (A3) does not make the award one over several age divisions: T1, not T2."""
    juvenile = won("z", age="juvenile-1", belt="blue", uncounted="A3")
    con = compute(Podium((won("North x", belt="brown"), won("South y", belt="brown", weight="heavy"), juvenile)))
    assert con.execute("select distinct chain from award_chain").fetchall() == [("T1",)]
    assert standing(con)[0] == (1, "South", 9, "heaviest", 1, 0)


def test_open_class_is_no_weight() -> None:
    """B8, T1: the open class's champion does not win at `heaviest`, and open is not the heaviest contested."""
    rows = table(won("North x", weight="open"), won("South y", weight="rooster"))
    assert rows[0] == (1, "South", 9, "heaviest", 1, 0)


def test_where_every_class_is_a_limit_limits_are_compared() -> None:
    """B8: a class given only as a limit ranks by that limit; women's -70 kg is a higher class of their chart."""
    assert table(won("North x", weight="-77 kg"), won("South y", gender="female", weight="-70 kg")) == [
        (1, "North", 9, "heaviest", 1, 0),
        *((2, "South", 9, "points", 9, 3), (3, "x", 3, "draw", None, None), (3, "y", 3, None, None, None)),
    ]
    rows = table(won("North x", weight="+94 kg"), won("South y", weight="-94 kg"), won("z", weight="open"))
    assert rows[0] == (1, "North", 9, "heaviest", 1, 0)


def test_one_limit_is_one_class_of_all_ages() -> None:
    """T3, B8: the juveniles' -76 kg is no heavier than the adults', though it is a higher class of their chart."""
    both = won("North x", weight="-76 kg"), won("South y", age="juvenile-1", weight="-76 kg")
    assert [row[:4] for row in table(*both, award=Award(chain="T3"))[:2]] == [
        (1, "North", 9, "draw"),
        (1, "South", 9, "points"),
    ]


def test_beside_named_classes_a_limit_ranks_by_its_chart() -> None:
    """B8: women's -70 kg is above their light (64 kg) and below their medium heavy (74 kg)."""
    for weight, heavier in (("light", "South"), ("medium-heavy", "North")):
        rows = table(won("North x", gender="female", weight=weight), won("South y", gender="female", weight="-70 kg"))
        assert rows[0][1:4] == (heavier, 9, "heaviest")


def test_a_combined_belt_ranks_and_belongs_by_its_highest() -> None:
    """B7, contract 1: `white+blue` is a blue belt's category, `purple+brown+black` a black belt's."""
    awards = Award("novice", belts=("white",)), Award("rest", belts=("blue", "purple", "black"))
    categories = (won("North", belt="purple+brown+black"), won("South", belt="white+blue"), won("East", belt="white"))
    con = compute(Podium(categories, awards))
    assert [row[1] for row in standing(con, "novice")] == ["East"]
    assert [row[1:4] for row in standing(con, "rest")] == [("North", 9, "highest_belt"), ("South", 9, None)]


def test_a_category_without_a_place_is_nowhere_the_highest_belt() -> None:
    """Everybody out by status: decided, empty. The brown belts' champion wins at `highest_belt`."""
    rows = table(won("North x", belt="brown"), won("South y", belt="blue"), Category((), belt="black"))
    assert rows[0] == (1, "North", 9, "highest_belt", 1, 0)


def test_an_unknown_academy_gives_its_points_to_nobody() -> None:
    category = Category(((1, "Ann", None), (2, "Bea", "North")))
    assert table(category) == [(1, "North", 3, None, None, None)]


def test_a_draw_breaks_the_tie_it_was_drawn_for() -> None:
    """T: ranks of their own, the level stays `draw`."""
    rows = table(won("A B"), won("B A", belt="black", weight="light"), draws=(("overall", ("B", "A")),))
    assert rows == [(1, "B", 12, "draw", 1, 2), (2, "A", 12, None, None, None)]


@pytest.mark.parametrize("drawn", [("A", "B"), ("A", "B", "C", "x"), ("A", "x", "B")])
def test_a_draw_of_other_academies_breaks_nothing(drawn: tuple[str, ...]) -> None:
    categories = [won(f"{a} x{n}", weight="open") for n, a in enumerate("ABC")]
    con = compute(Podium(tuple(categories), draws=(("overall", drawn),)))
    assert [row[0] for row in standing(con)][:3] == [1, 1, 1]
    assert con.execute("select file, code from draw_without_tie_finding").fetchall() == [("draw 1", "draw_without_tie")]


def test_the_first_draw_recorded_stands() -> None:
    """Drawing again until one likes the result must not work."""
    rows = table(won("A B"), won("B A"), draws=(("overall", ("B", "A")), ("overall", ("A", "B"))))
    assert [row[1] for row in rows] == ["B", "A"]


def test_a_draw_of_one_award_leaves_the_others_alone() -> None:
    podium = Podium((won("A B"), won("B A")), (Award("one"), Award("two")), draws=(("one", ("B", "A")),))
    con = compute(podium)
    assert [row[0] for row in standing(con, "one")] == [1, 2]
    assert con.execute("select rank, draw_required from standing where award_id = 'two'").fetchall() == [
        (1, True),
        (1, True),
    ]


def test_events_do_not_mix() -> None:
    con = compute(Podium((won("A B"),)), Podium((won("B A"), won("B C")), rules="ibjjf-v3"))
    assert [row[:3] for row in standing(con, version=1)] == [(1, "A", 9), (2, "B", 3)]
    assert [row[:3] for row in standing(con, version=2)] == [(1, "B", 18), (2, "A", 3), (2, "C", 3)]


def test_an_academy_shows_its_most_frequent_spelling() -> None:
    """Two against one, then a tie of spellings that the code point decides: `Gracie` before `gracie`."""
    con = compute(Podium((won("gracie Gracie"), won("ALLIANCE Alliance Alliance"))))
    names = con.execute("select academy from academy_name order by academy").fetchall()
    assert names == [("Alliance",), ("Gracie",)]
