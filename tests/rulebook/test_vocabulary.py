"""Orders of belts and ages, expected from B2 and B7."""

from __future__ import annotations

import pytest

from rulebook.vocabulary import AgeDivision, Belt, age_group, age_of_years, age_rank, belt_rank, is_minor


def test_belts_low_to_high() -> None:
    order = ["white", "grey", "yellow", "orange", "green", "blue", "purple", "brown", "black"]
    assert [belt_rank(belt) for belt in order] == list(range(1, 10))
    assert len(Belt) == 9


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("purple+brown+black", 9),
        ("grey+yellow", 3),
        ("brown+purple", 8),
        ("blue+unknown", None),
        ("", None),
        (None, None),
    ],
)
def test_a_combined_belt_ranks_by_its_highest(text: str | None, rank: int | None) -> None:
    assert belt_rank(text) == rank


def test_ages_youngest_first_with_unnumbered_juvenile_below_juvenile_1() -> None:
    order = [
        "mighty-mite-3",
        "pee-wee-1",
        "junior-3",
        "teen-1",
        "teen-3",
        "juvenile",
        "juvenile-1",
        "juvenile-2",
        "adult",
        "master-1",
        "master-7",
    ]
    ranks = [age_rank(age) for age in order]
    assert None not in ranks
    assert ranks == sorted(ranks, key=lambda rank: rank or 0)
    assert age_rank("unknown") is None


@pytest.mark.parametrize(
    ("years", "division"),
    [
        (4, "mighty-mite-1"),
        (6, "mighty-mite-3"),
        (7, "pee-wee-1"),
        (10, "junior-1"),
        (12, "junior-3"),
        (13, "teen-1"),
        (15, "teen-3"),
        (16, "juvenile-1"),
        (17, "juvenile-2"),
        (18, None),
        (3, None),
    ],
)
def test_exact_ages(years: int, division: str | None) -> None:
    assert age_of_years(years) == division


def test_minors_are_everyone_below_adult() -> None:
    adults = {age for age in AgeDivision if is_minor(age) is False}
    assert adults == {"adult", "master", *(f"master-{n}" for n in range(1, 8))}
    assert is_minor("unknown") is None


@pytest.mark.parametrize(
    ("age", "group"),
    [
        ("master-3", "master"),
        ("pee-wee-1", "pee-wee"),
        ("juvenile", "juvenile"),
        ("adult", "adult"),
        ("x", None),
        (None, None),
    ],
)
def test_groups(age: str | None, group: str | None) -> None:
    assert age_group(age) == group
