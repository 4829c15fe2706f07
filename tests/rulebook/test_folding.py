"""Spellings folded: the quick way for Latin names is the way letter by letter."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook import text

MARKS = "\u0300\u0301\u0327\u3099\u0345"


def by_letter(given: str) -> str:
    """The definition, without the quick way."""
    return text._folded_by_letter(unicodedata.normalize("NFD", unicodedata.normalize("NFKC", given).casefold()))


@pytest.mark.parametrize("around", ["{}", "é{}x", "か{}", "{}\u0301", "1{}\u0327"])
def test_each_character_is_folded_by_its_definition(around: str) -> None:
    odd = [around.format(chr(number)) for number in range(0x3100) if not 0xD800 <= number < 0xE000]
    assert [one for one in odd if text._fold(one) != by_letter(one)] == []


@given(st.text(st.sampled_from("aZéßİıÆø 1.'-_\tガか漢ÿſ𝔄" + MARKS), max_size=9))
def test_a_name_is_folded_by_its_definition(name: str) -> None:
    assert text._fold(name) == by_letter(name)


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("José  GONÇALVES", "jose goncalves"),
        ("Nuñez-Ibáñez", "nunez ibanez"),
        ("D'Ávila Jr.", "d'avila jr."),
        ("がんばれ", "がんばれ"),  # its marks are part of the letter
        ("ＡＢＣ", "abc"),
        (" \u0301a", "\u0301a"),  # a mark on a blank stands alone
    ],
)
def test_accents_of_latin_letters_go(name: str, folded: str) -> None:
    assert text.normal(name) == folded
