"""Texts cut to the room they have: Chinese and Japanese letters are as wide as they are high, Latin ones half that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing import lettering


@pytest.mark.parametrize(("text", "wide"), [("", 0), ("Atos", 28), ("道場", 28), ("Carpe 青山", 70), ("São", 21)])
def test_a_wide_letter_counts_twice(text: str, wide: float) -> None:
    assert lettering.width(text, 14) == wide


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Alliance", "Alliance"),
        ("Alliance Team", "Alliance…"),
        ("道場桜花館", "道場桜花館"),
        ("台北柔術館学", "台北柔術…"),
    ],
)
def test_what_is_too_long_is_cut_with_a_sign(text: str, cut: str) -> None:
    assert lettering.cut(text, 50, 10) == cut


@given(st.text(), st.integers(10, 300))
def test_what_is_cut_fits_and_is_how_the_text_begins(text: str, room: int) -> None:
    found = lettering.cut(text, room, 10)
    assert found == text or (lettering.width(found, 10) <= room and text.startswith(found[:-1]))
