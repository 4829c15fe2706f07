"""Spellings: each language, each vocabulary, no text with two meanings."""

from __future__ import annotations

import itertools
import unicodedata
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook import lexicon, vocabulary
from rulebook.spelling import KINDS, LANGUAGES, limit_in_kg, nearest, normal, read, read_category, spellings, squashed

ENUMS: dict[str, type[StrEnum]] = {
    "gender": vocabulary.Gender,
    "belt": vocabulary.Belt,
    "weight_class": vocabulary.WeightClass,
    "decision": vocabulary.Decision,
    "round": vocabulary.Round,
    "disqualification": vocabulary.Disqualification,
    "entry_status": vocabulary.EntryStatus,
    "side": vocabulary.Side,
    "uniform": vocabulary.Uniform,
    "action": vocabulary.Action,
}


@pytest.mark.parametrize(("kind", "enum"), ENUMS.items())
def test_every_word_has_a_spelling_in_five_languages(kind: str, enum: type[StrEnum]) -> None:
    listed = spellings(kind)
    assert set(listed) == {word.value for word in enum}
    for value, languages in listed.items():
        assert all(languages.get(language) for language in LANGUAGES), value


def test_ages_and_places_are_complete() -> None:
    assert set(spellings("place")) == {"1", "2", "3"}
    groups = {vocabulary.age_group(age) for age in vocabulary.AgeDivision}
    assert set(spellings("age_division")) == groups
    for kind in ("place", "age_division"):
        assert all(languages.get(lang) for languages in spellings(kind).values() for lang in LANGUAGES)


@pytest.mark.parametrize("kind", KINDS)
def test_no_spelling_has_two_meanings(kind: str) -> None:
    meanings: dict[str, set[str]] = {}
    for value, languages in spellings(kind).items():
        for words in languages.values():
            for word in words:
                meanings.setdefault(squashed(word), set()).add(value)
    assert {word: values for word, values in meanings.items() if len(values) > 1} == {}


@pytest.mark.parametrize("kind", KINDS)
def test_every_listed_spelling_and_every_canonical_word_is_read(kind: str) -> None:
    for value, languages in spellings(kind).items():
        assert read(kind, value) == value
        for words in languages.values():
            assert {read(kind, word) for word in words} <= {value}, words


@pytest.mark.parametrize("age", list(vocabulary.AgeDivision))
def test_canonical_ages_are_read(age: vocabulary.AgeDivision) -> None:
    assert read("age_division", age) == age
    assert read("age_division", age.upper().replace("-", " ")) == age


def test_the_parts_of_a_category_share_no_spelling() -> None:
    kinds = ("gender", "age_division", "belt", "weight_class", "qualifier")
    for one, other in itertools.combinations(kinds, 2):
        assert not set(lexicon.index(one)) & set(lexicon.index(other)), (one, other)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("belt", "黒帯", "black"),
        ("belt", "青帯", "blue"),
        ("belt", "茶帯", "brown"),
        ("belt", "藍帶", "blue"),
        ("belt", "棕帶", "brown"),
        ("belt", "faixa preta", "black"),
        ("belt", "Cintura Marrone", "brown"),
        ("belt", "茶・黒帯", "brown+black"),
        ("belt", "roxa e marrom", "purple+brown"),
        ("belt", "Black/Brown", "brown+black"),
        ("belt", "blue pink", None),
        ("age_division", "マスター２", "master-2"),
        ("age_division", "ジュブナイルII", "juvenile-2"),
        ("age_division", "ティーン III", "teen-3"),
        ("age_division", "大師三", "master-3"),
        ("age_division", "15歳", "teen-3"),
        ("age_division", "18 anos", None),
        ("age_division", "16 Anos Adulto", None),
        ("age_division", "Master 8", None),
        ("age_division", "Adult 1", None),
        ("age_division", "Mirim 2", "pee-wee-2"),
        ("weight_class", "中量級", "middle"),
        ("weight_class", "ヘビー級", "heavy"),
        ("weight_class", "piuma", "feather"),
        ("weight_class", "pluma", "light-feather"),
        ("weight_class", "MEDIO", "middle"),
        ("weight_class", "ABS", "open"),
        ("weight_class", "O100KG", "+100 kg"),
        ("weight_class", "U77KG", "-77 kg"),
        ("weight_class", "-73", "-73 kg"),
        ("weight_class", "125", None),
        ("weight_class", "Light (heavy)", None),
        ("place", "1º", "1"),
        ("place", "2ª", "2"),
        ("place", "3°", "3"),
        ("place", "準優勝", "2"),
        ("place", "冠軍", "1"),
        ("place", "Campeã", "1"),
        ("place", "Primeiro lugar", "1"),
        ("place", "PRIMEIRA COLOCADA", "1"),
        ("place", "Segundo Lugar", "2"),
        ("place", "vice", "2"),
        ("place", "Terceiro lugar", "3"),
        ("place", "Terceira Colocada", "3"),
        ("place", "Silver medal", "2"),
        ("place", "Vicecampionessa", "2"),
        ("place", "第三位", "3"),
        ("place", "None", None),
        ("place", "4", None),
        ("decision", "DESQUALIFICATION", "disqualification"),
        ("decision", "INJURY", "stoppage"),
        ("decision", "Verbal tap", "submission"),
        ("decision", "無作為判定", "random_pick"),
        ("decision", "失去知覺", "loss_of_consciousness"),
        ("decision", "vantaggi", "advantages"),
        ("decision", "score", None),
        ("decision", "N/A", None),
        ("round", "4F", "quarterfinal"),
        ("round", "8F", "round-of-16"),
        ("round", "SF", "semifinal"),
        ("round", "Quartas de Final", "quarterfinal"),
        ("round", "準々決勝", "quarterfinal"),
        ("round", "準決賽", "semifinal"),
        ("round", "R1", None),
        ("disqualification", "Disqualified by no show", "no_show"),
        ("disqualification", "Desqualificado por no show", "no_show"),
        ("disqualification", "Disqualified by overweight", "weigh_in"),
        ("disqualification", "Disqualified by acima do peso", "weigh_in"),
        ("disqualification", "Disqualified by technical desc.", "technical"),
        ("disqualification", "Disqualified by desc técnica", "technical"),
        ("disqualification", "Disqualified by disciplinary desc.", "disciplinary"),
        ("disqualification", "Disqualified by desc disciplinar", "disciplinary"),
        ("disqualification", "Disqualified by withdraw", None),
        ("entry_status", "Disqualified by withdraw", "withdrawn"),
        ("entry_status", "Desqualificado por retirada", "withdrawn"),
        ("entry_status", "Overweight", "weigh_in"),
        ("side", "赤", "red"),
        ("side", "green", None),
        ("uniform", "ノーギ", "no-gi"),
        ("uniform", "No-Gi", "no-gi"),
        ("uniform", "NoGi", "no-gi"),
        ("action", "raspagem", "sweep"),
        ("action", "膝騎", "knee_on_belly"),
    ],
)
def test_examples(kind: str, text: str, value: str | None) -> None:
    assert read(kind, text) == value


@pytest.mark.parametrize("text", ["", "  ", None])
@pytest.mark.parametrize("kind", KINDS)
def test_blank_is_not_known(kind: str, text: str | None) -> None:
    assert read(kind, text) is None


def test_an_unknown_vocabulary_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="weight_class"):
        read("weight", "light")


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("-76 kg", "-76 kg"),
        ("-76.50kg", "-76.5 kg"),
        ("−82,3 KG", "-82.3 kg"),
        ("66KG", "-66 kg"),
        ("+99KG", "+99 kg"),
        ("O99KG", "+99 kg"),
        ("-100", "-100 kg"),
        ("66", None),
        ("U15", None),
        ("U77", None),
        ("-155 lb", None),
        ("light", None),
    ],
)
def test_limits(text: str, limit: str | None) -> None:
    assert limit_in_kg(text) == limit


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Meio-Pesado ", "meio pesado"),
        ("Médio", "medio"),
        ("ＭＡＳＴＥＲ　２", "master 2"),
        ("1º", "1o"),
        ("Light_Feather", "light feather"),
        ("ガード", "ガード"),  # the voiced mark is no accent
        ("Straße", "strasse"),
        ("Łódź", "łodz"),
    ],
)
def test_normal(text: str, folded: str) -> None:
    assert normal(text) == folded


@given(st.text())
def test_normal_is_idempotent(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@given(st.text(alphabet="áéíõçãüñôABCxyz -_"))
def test_normal_ignores_composition_case_and_hyphens(text: str) -> None:
    assert normal(unicodedata.normalize("NFD", text)) == normal(text)
    assert normal(text.upper()) == normal(text)
    assert normal(text.replace("-", " ")) == normal(text)


PARTS = (
    ["Male", "Feminino", "男子"],
    ["Adult", "Master 2", "15 Anos", "ジュブナイルII"],
    ["Blue", "Preta", "Brown Black", "藍帶"],
    ["Light", "Meio-Pesado (88.30kg)", "Open Class Heavy", "-76 kg"],
)


@given(st.tuples(*map(st.sampled_from, PARTS)), st.permutations(range(4)))
def test_the_order_of_the_parts_does_not_matter(parts: tuple[str, ...], order: list[int]) -> None:
    assert read_category(" / ".join(parts[n] for n in order)) == read_category(" / ".join(parts))
    assert read_category(" / ".join(parts)).rest == ""


@given(st.text())
def test_any_text_is_read_or_kept(text: str) -> None:
    found = read_category(text)
    if found.rest == "" and any(sign.isalnum() for sign in text):
        assert {found.gender, found.age_division, found.belt, found.weight_class} != {"unknown"}


def test_nearest_ignores_case_and_accents() -> None:
    assert nearest("GRACIE HUMAITÁ", ["Gracie Barra", "Gracie Humaita", "Alliance"])[0] == "Gracie Humaita"
    assert nearest("zzz", ["Gracie Barra"]) == []
    assert len(nearest("a1", ["a2", "a3", "a4", "a5"], n=2)) == 2
