"""Directions that hold for any places: more never hurts, equal is equal, points are conserved, names do not matter."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analytics.podium import Category, Podium, compute, standing
from tests.sizes import drawn

pytestmark = pytest.mark.long

ACADEMIES = "Alpha", "Bravo", "Carlos", "Delta", "Echo"
POINTS = {1: 9, 2: 3, 3: 1}  # A1

academies = st.sampled_from(ACADEMIES)
places = st.lists(st.sampled_from((1, 2, 3, 3)), max_size=4, unique_by=lambda place: place).flatmap(
    lambda found: st.tuples(*[st.tuples(st.just(p), st.just(f"athlete {n}"), academies) for n, p in enumerate(found)])
)
categories = st.builds(
    Category,
    places,
    gender=st.sampled_from(("male", "female")),
    age=st.sampled_from(("adult", "master-1", "juvenile-2", "master")),
    belt=st.sampled_from(("white", "blue", "brown", "black", "purple+brown+black")),
    weight=st.sampled_from(("light", "heavy", "ultra-heavy", "open", "-76 kg", "unknown")),
    uncounted=st.sampled_from((None, None, None, "A3")),
)
events = st.lists(categories, min_size=1, max_size=7).map(tuple)
rule_sets = st.sampled_from(("ibjjf-2024", "ibjjf-v3"))
chains = settings(max_examples=drawn(8, 25))


def ranks(rows: list[tuple[object, ...]]) -> dict[object, int]:
    return {row[1]: int(str(row[0])) for row in rows}


@chains
@given(events, academies, rule_sets)
def test_one_more_gold_never_lowers_a_rank(event: tuple[Category, ...], academy: str, rules: str) -> None:
    """An added category wins golds for one academy; nobody else gains, so nobody passes it."""
    more = Category(((1, "someone new", academy),), belt=event[0].belt, weight=event[0].weight, age=event[0].age)
    con = compute(Podium(event, rules=rules), Podium((*event, more), rules=rules))
    before, after = ranks(standing(con)), ranks(standing(con, version=2))
    assert after[academy] <= before.get(academy, 99)


@chains
@given(events, rule_sets)
def test_points_are_conserved(event: tuple[Category, ...], rules: str) -> None:
    """A1, A3, A7: what the academies have together is what the counted places give."""
    total = sum(POINTS[place] for category in event if category.uncounted is None for place, _, _ in category.places)
    assert sum(row[2] for row in standing(compute(Podium(event, rules=rules)))) == total


@chains
@given(events, rule_sets)
def test_an_academy_in_the_same_places_everywhere_shares_its_rank(event: tuple[Category, ...], rules: str) -> None:
    """Every category twice, once with Alpha and Zulu exchanged: the two differ in nothing, so a draw is required."""
    swap = {"Alpha": "Zulu", "Zulu": "Alpha"}
    mirrored = tuple(replace(c, places=tuple((p, who, swap.get(str(a), a)) for p, who, a in c.places)) for c in event)
    rows = standing(compute(Podium(event + mirrored, rules=rules)))
    found = ranks(rows)
    assert found.get("Alpha") == found.get("Zulu")
    if "Alpha" in found:
        shared = [row for row in rows if row[0] == found["Alpha"]]
        assert [row[3] for row in shared[:-1]] == ["draw"] * (len(shared) - 1)
        assert {row[1] for row in shared} >= {"Alpha", "Zulu"}


@chains
@given(events, rule_sets)
def test_ranks_go_1_2_2_4_and_reasons_hold(event: tuple[Category, ...], rules: str) -> None:
    rows = standing(compute(Podium(event, rules=rules)))
    for position, row in enumerate(rows, start=1):
        assert row[0] == next(p for p, other in enumerate(rows, start=1) if other[0] == row[0]) <= position
    for own, below in itertools.pairwise(rows):
        assert (own[3] == "draw") == (own[0] == below[0])
        assert (own[3] == "points") == (own[2] > below[2])
        assert own[3] == "draw" or own[4] > own[5]
    assert not rows or rows[-1][3:] == (None, None, None)


@chains
@given(events, st.permutations(ACADEMIES), rule_sets)
def test_renaming_only_renames(event: tuple[Category, ...], others: list[str], rules: str) -> None:
    """Only the order within a shared rank may follow the names."""
    name = dict(zip(ACADEMIES, others, strict=True))
    renamed = tuple(replace(c, places=tuple((p, who, name[str(a)]) for p, who, a in c.places)) for c in event)
    con = compute(Podium(event, rules=rules), Podium(renamed, rules=rules))
    before = {(row[0], name[row[1]], row[2]) for row in standing(con)}
    assert before == {row[:3] for row in standing(con, version=2)}


@chains
@given(events, st.randoms(use_true_random=False))
def test_the_order_of_categories_never_matters(event: tuple[Category, ...], random: object) -> None:
    shuffled = list(event)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    con = compute(Podium(event), Podium(tuple(shuffled)))
    assert standing(con) == standing(con, version=2)
