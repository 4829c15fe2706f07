"""The generated events hold what they promise, and the oracle does not depend on what must not matter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sizes import drawn

from . import oracle
from .bundle import CATEGORY, Event, read_bundle, write_bundle
from .comparison import differences
from .events import events, random_event
from .scoring import draw_order

pytestmark = pytest.mark.long

QUICK = settings(
    max_examples=drawn(20, 40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def test_every_special_case_and_every_kind_of_tie_comes_up() -> None:
    rules: Counter[str] = Counter()
    states: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    for seed in range(800):
        event = random_event(Random(seed))
        for result in oracle.places(event).values():
            rules.update(result.rules)
            states[result.state] += 1
        for award in oracle.awards(event):
            rows = oracle.standing(event, award)
            levels.update(row["reason"]["level"].split("_")[0] for row in rows if row["reason"])
            levels["recorded draw"] += any(
                row["reason"] == {"level": "draw"} and not row["draw_required"] for row in rows
            )
    giving_places = {1, 2, *range(4, 18), 20, 21, 22, 23, 24, 25}  # M3, M18, M19, M26, M27 name no place of their own
    assert {f"M{number}" for number in giving_places} <= set(rules)
    assert set(states) == {"decided", "open", "needs_ruling", "no_places"}
    assert {"points", "gold", "silver", "highest", "heaviest", "black", "top", "higher", "heavier"} <= set(levels)
    assert levels["draw"] and levels["recorded draw"]


def test_a_seed_gives_the_same_event_and_a_folder_the_same_answers(tmp_path: Path) -> None:
    for seed in range(60):
        event = random_event(Random(seed), f"event-{seed}")
        assert event == random_event(Random(seed), f"event-{seed}")
        again = read_bundle(write_bundle(event, tmp_path / f"event-{seed}"))
        assert oracle.places(again) == oracle.places(event)
        for award in oracle.awards(event):
            assert oracle.standing(again, award) == oracle.standing(event, award)


@QUICK
@given(events(), st.integers(0, 2**16))
def test_order_of_rows_and_colour_of_sides_do_not_matter(event: Event, seed: int) -> None:
    before = oracle.places(event)
    for table in ("entries", "bouts", "placements"):
        Random(seed).shuffle(event[table])
    for row in event["bouts"]:
        swap_sides(row)
    assert oracle.places(event) == before


def swap_sides(row: dict[str, str]) -> None:
    for what in {column.partition("_")[2] for column in row if column.startswith(("red_", "blue_"))}:
        row[f"red_{what}"], row[f"blue_{what}"] = row.get(f"blue_{what}", ""), row.get(f"red_{what}", "")
    row["winner"] = {"red": "blue", "blue": "red", "": ""}[row["winner"]]


@QUICK
@given(events())
def test_points_are_conserved(event: Event) -> None:
    """A1: over the academies the points of an award add up to those of its counted places."""
    for award in oracle.awards(event):
        tally = oracle.tally(event, award)
        given_out = sum({1: 9, 2: 3, 3: 1}[place] for podium in tally.counted for place, _, _ in podium.places)
        assert sum(oracle.points(event, award).values()) == given_out


def test_draw_order_is_the_digest_of_seed_and_academy() -> None:
    # By `printf 'seed\nSouth' | sha256sum` and the same for North.
    by_shell = {"South": "1493721b", "North": "31bdc252"}
    assert draw_order("seed", ["North", "South"]) == sorted(by_shell, key=lambda academy: by_shell[academy])


def test_the_comparison_sees_a_difference() -> None:
    event = random_event(Random(1))
    answer = as_answer(event)
    assert differences(event, answer) == []
    answer["placements"][0]["place"] += 1
    assert differences(event, answer)
    answer = as_answer(event)
    next(iter(answer["standings"].values()))["standings"][0]["points"] += 1
    assert differences(event, answer)
    answer = as_answer(event)
    answer["unresolved"].append(dict(zip(CATEGORY, next(iter(oracle.places(event))), strict=True)))
    assert differences(event, answer)


def as_answer(event: Event) -> dict[str, Any]:
    """The oracle's own answer in the product's shapes."""
    placements, unresolved = [], []
    for key, result in oracle.places(event).items():
        category = dict(zip(CATEGORY, key, strict=True))
        for place, athlete, academy in result.places:
            placements.append({**category, "place": place, "athlete": athlete, "academy": academy})
        if result.state in ("open", "needs_ruling"):
            unresolved.append(category)
    tables = {award["id"]: {"standings": oracle.standing(event, award)} for award in oracle.awards(event)}
    return {"placements": placements, "unresolved": unresolved, "standings": tables}
