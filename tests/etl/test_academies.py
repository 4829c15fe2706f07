"""Spellings of academies as published lists have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import academies


@pytest.mark.parametrize(
    "spellings",
    [
        ("Nova União", "Nova Uniao", "NOVA  UNIÃO", "Nova uniao"),
        ("Barbosa Jiu-Jitsu", "Barbosa JJ", "Barbosa Jj", "Barbosa J-J", "Barbosa Jiu Jitsu", "BARBOSA JIU-JITSU"),
        ("Godoi/Macaco", "Godoi Macaco", "Godoi / Macaco", "Godoi-Macaco"),
        ("UGF", "Ugf", "U.G.F"),
        ("DreamArt", "Dream Art"),
        ("Cia Paulista", "Cia / Paulista", "Cia. Paulista"),
    ],
)
def test_spellings_that_differ_in_case_accents_and_signs_are_one_academy(spellings: tuple[str, ...]) -> None:
    assert len({academies.key(spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alliance", "Alliance International"),
        ("Gracie Barra", "Gracie Barra JJ"),
        ("PSLPB Cicero Costha", "PSLPB Cicero Costha B"),
        ("Gracie Humaita", "Gracie Humaita Las Vegas"),
        ("ガード", "カート"),
    ],
)
def test_academies_that_official_lists_keep_apart_stay_apart(one: str, other: str) -> None:
    assert academies.key(one) != academies.key(other)


@pytest.mark.parametrize("text", [None, "", " ", "----", "????", "* * *"])
def test_no_name_is_no_academy(text: str | None) -> None:
    assert academies.key(text) is None


@given(st.text())
def test_a_key_is_its_own_key(text: str) -> None:
    key = academies.key(text)
    assert key is None or academies.key(key) == key
