"""The order of weight classes (B8), expected from weights.csv read by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.vocabulary import WeightClass, is_open_class, weight_limit_kg, weight_rank
from rulebook.weights import limits_kg

MEN = ("male", "adult", "gi")
KIDS = ("male", "teen-1", "gi")


def test_named_classes_rank_light_to_heavy() -> None:
    order = [
        "rooster",
        "light-feather",
        "feather",
        "light",
        "middle",
        "medium-heavy",
        "heavy",
        "super-heavy",
        "ultra-heavy",
    ]
    assert [weight_rank(name, *MEN) for name in order] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("weight", ["open", "open-light", "open-heavy", "unknown", "", None, "Super Feather"])
def test_open_and_unreadable_have_no_rank(weight: str | None) -> None:
    assert weight_rank(weight, *MEN) is None


@pytest.mark.parametrize(
    ("limit", "who", "same_as"),
    [
        ("-76 kg", MEN, "light"),
        ("-57.5 kg", MEN, "rooster"),
        ("-100.5 kg", MEN, "super-heavy"),
        ("-73.5 kg", ("male", "master-3", "no-gi"), "light"),
        ("-64 kg", ("female", "adult", "gi"), "light"),
        ("-69 kg", ("male", "juvenile-2", "gi"), "light"),
        ("-76 kg", ("male", "adult", "unknown"), "light"),
    ],
)
def test_a_limit_of_the_chart_ranks_as_its_class(limit: str, who: tuple[str, str, str], same_as: str) -> None:
    assert weight_rank(limit, *who) == weight_rank(same_as, *who)


def test_a_limit_between_two_classes_stands_between_them() -> None:
    # -79.15 kg is half way from light (76) to middle (82.3)
    assert weight_rank("-79.15 kg", *MEN) == pytest.approx(4.5)


def test_over_a_limit_stands_just_above_it_and_below_the_next_class() -> None:
    under, over = weight_rank("-100.5 kg", *MEN), weight_rank("+100.5 kg", *MEN)
    assert under is not None and over is not None
    assert under < over < 9


def test_kids_have_no_chart_and_rank_among_themselves() -> None:
    assert weight_rank("-36.2 kg", *KIDS) == pytest.approx(136.2)
    assert weight_rank("-50 kg", "mixed", "adult", "gi") == 150
    assert weight_rank("-50 kg", "male", "unknown", "gi") == 150


@given(
    st.integers(1, 3000), st.integers(1, 3000), st.sampled_from(["male", "female"]), st.sampled_from(["gi", "no-gi"])
)
def test_a_heavier_limit_never_ranks_lower(a: int, b: int, gender: str, uniform: str) -> None:
    low, high = sorted((a, b))
    ranks = [weight_rank(f"-{tenths / 10} kg", gender, "adult", uniform) for tenths in (low, high)]
    assert ranks[0] is not None and ranks[1] is not None
    assert (ranks[0] < ranks[1]) == (low < high)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("-76 kg", (76.0, False)),
        ("+100 kg", (100.0, True)),
        ("−76,5kg", (76.5, False)),
        ("76 kg", None),
        ("light", None),
        ("-155 lb", None),
        (None, None),
    ],
)
def test_limits_are_read(text: str | None, limit: tuple[float, bool] | None) -> None:
    assert weight_limit_kg(text) == limit


def test_women_end_at_super_heavy() -> None:
    assert list(limits_kg("gi", "female", "adult-master"))[-1] == "super-heavy"
    assert len(limits_kg("no-gi", "male", "juvenile")) == 9
    assert limits_kg("gi", "male", "teen") == {}


def test_open_classes() -> None:
    assert [w for w in WeightClass if is_open_class(w)] == ["open", "open-light", "open-heavy"]
