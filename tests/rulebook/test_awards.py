"""Award presets and published headings (A9)."""

from __future__ import annotations

import pytest

from rulebook.ruleset import Award, UnknownRuleSet, load, names


@pytest.fixture(scope="module")
def presets() -> dict[str, Award]:
    return {award.id: award for award in load("ibjjf-2024").award_presets("ibjjf-championship")}


def test_the_nine_awards_in_order(presets: dict[str, Award]) -> None:
    assert list(presets) == [
        *("adult-male", "adult-female", "juvenile", "master", "novice"),
        *("mighty-mite", "pee-wee", "junior", "teen"),
    ]
    assert {award.chain for award in presets.values()} == {"auto"}


@pytest.mark.parametrize(
    ("category", "awards"),
    [
        (("male", "adult", "blue"), ["adult-male"]),
        (("female", "adult", "black"), ["adult-female"]),
        (("male", "adult", "white"), ["novice"]),
        (("female", "juvenile-1", "white"), ["novice"]),
        (("female", "juvenile", "blue"), ["juvenile"]),
        (("male", "master-7", "brown+black"), ["master"]),
        (("male", "master", "purple"), ["master"]),
        (("male", "master-2", "white"), ["novice"]),
        (("female", "teen-3", "white"), ["teen"]),
        (("male", "pee-wee-1", "grey+yellow"), ["pee-wee"]),
        (("male", "adult", "unknown"), []),
        (("unknown", "adult", "blue"), []),
    ],
)
def test_which_award_counts_a_category(
    presets: dict[str, Award], category: tuple[str, str, str], awards: list[str]
) -> None:
    assert [award.id for award in presets.values() if award.admits(*category)] == awards


def test_an_award_without_lists_admits_everything() -> None:
    assert Award("overall", "Overall").admits("unknown", "unknown", "unknown")


@pytest.mark.parametrize(
    ("heading", "award"),
    [
        ("Masculino", "adult-male"),
        ("Adult Male", "adult-male"),
        ("ADULTO MASCULINO", "adult-male"),
        ("Feminino", "adult-female"),
        ("Adult Female", "adult-female"),
        ("Juvenil", "juvenile"),
        ("Juvenile", "juvenile"),
        ("Estreantes", "novice"),
        ("Novice", "novice"),
        ("Masters", "master"),
        ("Master", "master"),
        ("Master & Senior", "master"),
        ("Master and Seniors", "master"),
        ("Infanto-Juvenil", "teen"),
        ("Infanto Juvenil", "teen"),
        ("Teen", "teen"),
        ("Infantil", "junior"),
        ("Junior", "junior"),
        ("Mirim", "pee-wee"),
        ("Pee Wee", "pee-wee"),
        ("Pré-Mirim", "mighty-mite"),
        ("Pre Mirim", "mighty-mite"),
        ("Mighty Mite", "mighty-mite"),
        ("Overall", None),
        ("categories", None),
    ],
)
def test_published_headings(heading: str, award: str | None) -> None:
    assert [load(name).list_award(heading) for name in names()] == [award] * 4


def test_no_heading_stands_for_two_awards() -> None:
    ruleset = load("ibjjf-2024")
    for key in ruleset.flat:
        if key.startswith("award_lists."):
            assert {ruleset.list_award(heading) for heading in ruleset.texts(key)} == {key.rpartition(".")[2]}


def test_an_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(UnknownRuleSet, match="ibjjf-championship"):
        load("ibjjf-2024").award_presets("ibjjf-championships")
