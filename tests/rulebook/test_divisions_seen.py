"""Every division string seen in published IBJJF lists, 1994 to 2025, with the value read off it by hand."""

from __future__ import annotations

import pytest

from rulebook.spelling import read, read_category

AGES: dict[str | None, list[str]] = {
    "adult": ["Adult", "ADULT", "Adulto", "adult"],
    "master": ["Master"],
    "master-1": ["Master 1"],
    "master-2": ["Master 2"],
    "master-3": ["Master 3"],
    "master-4": ["Master 4"],
    "master-5": ["Master 5"],
    "master-6": ["Master 6"],
    "master-7": ["Master 7"],
    "juvenile": ["Juvenile", "JUVENILE"],
    "juvenile-1": ["Juvenile 1", "Juvenil 1", "16 Anos Juvenil"],
    "juvenile-2": ["Juvenile 2", "Juvenil 2", "17 Anos Juvenil"],
    "teen-1": ["Teen 1", "13 Anos", "13 anos"],
    "teen-2": ["Teen 2", "14 Anos", "14 anos"],
    "teen-3": ["Teen 3", "15 Anos", "15 anos"],
    "junior-1": ["Junior 1", "10 Anos", "10 anos"],
    "junior-2": ["Junior 2", "11 Anos", "11 anos"],
    "junior-3": ["Junior 3", "12 Anos", "12 anos"],
    "pee-wee-1": ["Pee-Wee 1", "Pee Wee 1", "7 Anos", "7 anos"],
    "pee-wee-2": ["Pee-Wee 2", "Pee Wee 2", "8 Anos", "8 anos"],
    "pee-wee-3": ["Pee-Wee 3", "Pee Wee 3", "9 Anos", "9 anos"],
    "mighty-mite-1": ["Mighty Mite 1", "Mighty-Mite 1", "4 Anos"],
    "mighty-mite-2": ["Mighty Mite 2", "Mighty-Mite 2", "5 Anos", "5 anos"],
    "mighty-mite-3": ["Mighty Mite 3", "Mighty-Mite 3", "6 Anos", "6 anos"],
    None: ["mm", ""],
}
GENDERS: dict[str | None, list[str]] = {
    "male": ["Male", "Masculino", "MALE", "male"],
    "female": ["Female", "Feminino", "FEMALE", "Feminio", "female", "F"],
}
BELTS: dict[str | None, list[str]] = {
    "white": ["White", "Branca"],
    "grey": ["Grey", "Gray", "Cinza", "CINZA"],
    "yellow": ["Yellow", "Amarela"],
    "orange": ["Orange", "Laranja"],
    "green": ["Green", "Verde"],
    "blue": ["Blue", "Azul", "BLUE"],
    "purple": ["Purple", "Roxa", "PURPLE"],
    "brown": ["Brown", "Marrom", "BROWN"],
    "black": ["Black", "Preta", "BLACK"],
    "brown+black": ["Brown Black"],
    "purple+brown+black": ["Purple Brown Black", "PURPLE BROWN BLACK"],
    "grey+yellow": ["AMARELA-CINZA", "YELLOW-GREY"],
    "orange+green": ["VERDE-LARANJA", "GREEN-ORANGE"],
    None: ["Azul Estreante", "mm"],
}
WEIGHTS: dict[str | None, list[str]] = {
    "rooster": ["Rooster", "ROOSTER", "Galo", "Rooster (126.50lb)", "Galo (57.50kg)", "Rooster (57.50kg)"],
    "light-feather": [
        "Light-Feather",
        "Light Feather",
        "LIGHT FEATHER",
        "Pluma",
        "Pluma (64.00kg)",
        "Light-Feather (141.00lb)",
        "Light-Feather (64.00kg)",
    ],
    "feather": ["Feather", "FEATHER", "Pena", "Pena (70.00kg)", "Feather (154.50lb)", "Feather (70.00kg)"],
    "light": ["Light", "LIGHT", "Leve", "Leve (76.00kg)", "Light (168.00lb)", "Light (76.00kg)"],
    "middle": ["Middle", "MIDDLE", "Medio", "Médio", "Médio (82.30kg)", "Middle (181.50lb)", "Middle (82.30kg)"],
    "medium-heavy": [
        "Medium-Heavy",
        "Medium Heavy",
        "MEDIUM HEAVY",
        "Meio Pesado",
        "Meio-Pesado",
        "MeioPesado",
        "Meio-Pesado (88.30kg)",
        "Medium-Heavy (195.00lb)",
        "Medium-Heavy (88.30kg)",
    ],
    "heavy": ["Heavy", "HEAVY", "Pesado", "Pesado (94.30kg)", "Heavy (208.00lb)", "Heavy (94.30kg)"],
    "super-heavy": [
        "Super-Heavy",
        "Super Heavy",
        "SUPER HEAVY",
        "super Heavy",
        "Super Pesado",
        "Super Pesado (100.50kg)",
        "Super-Heavy (222.00lb)",
        "Super-Heavy (100.50kg)",
    ],
    "ultra-heavy": ["Ultra-Heavy", "Ultra Heavy", "ULTRA HEAVY", "Pesadíssimo", "Pesadissimo"],
    "open": ["Open Class", "OPEN CLASS", "Absoluto"],
    "open-light": ["Open Class Light", "Absoluto Leve"],
    "open-heavy": ["Open Class Heavy", "Absoluto Pesado"],
    None: ["Super Feather"],
}


def rows(table: dict[str | None, list[str]]) -> list[tuple[str, str | None]]:
    return [(text, value) for value, texts in table.items() for text in texts]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [("age_division", *row) for row in rows(AGES)]
    + [("gender", *row) for row in rows(GENDERS)]
    + [("belt", *row) for row in rows(BELTS)]
    + [("weight_class", *row) for row in rows(WEIGHTS)],
)
def test_every_string_seen(kind: str, text: str, value: str | None) -> None:
    assert read(kind, text) == value


@pytest.mark.parametrize(
    ("text", "gender", "age", "belt", "weight", "rest"),
    [
        ("Juvenile 1 / Male / Blue / Light-Feather", "male", "juvenile-1", "blue", "light-feather", ""),
        ("Masculino / Adulto / Azul / Galo (57.50kg)", "male", "adult", "blue", "rooster", ""),
        ("ADULT / BLUE / MALE / LIGHT FEATHER", "male", "adult", "blue", "light-feather", ""),
        ("Adult / Purple Brown Black / Female / Light", "female", "adult", "purple+brown+black", "light", ""),
        ("15 Anos / Masculino / Amarela / Médio", "male", "teen-3", "yellow", "middle", ""),
        ("16 Anos Juvenil / Feminio / Azul / Pena", "female", "juvenile-1", "blue", "feather", ""),
        ("Adulto / Masculino / Azul Estreante / Absoluto Pesado", "male", "adult", "blue", "open-heavy", "Estreante"),
        ("Adult / Male / Black / Open Class Light", "male", "adult", "black", "open-light", ""),
        ("Master 1 / F / Female / Light", "female", "master-1", "unknown", "light", "F"),
        ("Adult / mm / Male / Light", "male", "adult", "unknown", "light", "mm"),
        ("Adult / Male / Blue / Super Feather", "male", "adult", "blue", "unknown", "Super Feather"),
        ("Adult Male Blue Super Feather", "male", "adult", "unknown", "unknown", "Blue Super Feather"),
        ("Adult / Male / Female / Blue / Light", "unknown", "adult", "blue", "light", "Male / Female"),
        ("Pee-Wee 3 / Male / AMARELA-CINZA / Leve", "male", "pee-wee-3", "grey+yellow", "light", ""),
        ("ADULTS JIU-JITSU MALE -62 KG", "male", "adult", "unknown", "-62 kg", "JIU-JITSU"),
        ("MASTER 2  JIU-JITSU MALE -69 KG", "male", "master-2", "unknown", "-69 kg", "JIU-JITSU"),
        ("アダルト / 男子 / 黒帯 / ライトフェザー級", "male", "adult", "black", "light-feather", ""),
        ("マスター2女子紫帯ルースター級", "female", "master-2", "purple", "rooster", ""),
        ("成人組/女子/藍帶/無差別", "female", "adult", "blue", "open", ""),
        ("Adulti / Femminile / Cintura Viola / Medio", "female", "adult", "purple", "middle", ""),
        ("", "unknown", "unknown", "unknown", "unknown", ""),
        ("88KG", "unknown", "unknown", "unknown", "-88 kg", ""),
        ("Adult / Male / Brown / Light / Heavy", "male", "adult", "brown", "unknown", "Light / Heavy"),
        ("Adult / Male / Brown / Light / -76 kg", "male", "adult", "brown", "light", ""),
    ],
)
def test_categories_are_read_by_vocabulary(text: str, gender: str, age: str, belt: str, weight: str, rest: str) -> None:
    found = read_category(text)
    assert (found.gender, found.age_division, found.belt, found.weight_class) == (gender, age, belt, weight)
    assert found.rest == rest
