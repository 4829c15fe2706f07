"""Roles of columns under headings nobody foresaw: told by values, or asked about; expected roles written by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from etl import proposal
from etl.errors import UnusableInput
from etl.proposal import Proposal
from etl.readings import place
from tests.etl.bundles import Stage

NAMES = ("Ana Abe", "Bea Baz", "Cia Cod", "Dea Dot", "Eva Eck")
TEAMS = ("Alpha", "Beta", "Alpha", "Gamma", "Beta")

# Values of one column, five rows each: the same five results throughout, as five countries write them.
SEX = {
    "en": "F F F F F", "M-F": "Female Male Male Female Male", "pt": "Feminino Feminino Masculino Masculino Masculino",
    "ja": "女子 女子 男子 男子 男子", "zh": "女 女 男 男 男", "it": "Femminile Maschile Maschile Maschile Femminile",
}  # fmt: skip
BELT = {
    "en": "Blue Blue Black Black Black", "pt": "Azul Azul Preta Preta Roxa", "ja": "青帯 青帯 黒帯 黒帯 紫帯",
    "zh": "藍帶 藍帶 黑帶 黑帶 紫帶", "it": "blu blu nera nera viola",
}  # fmt: skip
AGE = {
    "en": "Adult Adult Adult Adult Adult", "pt": "Adulto Adulto Adulto Adulto Adulto",
    "ja": "アダルト アダルト アダルト アダルト アダルト", "zh": "成人 成人 成人 成人 成人",
    "it": "Adulti Adulti Adulti Adulti Adulti",
}  # fmt: skip
KG = "-76kg -76kg -82kg -82kg +100kg"
ORDINALS = {
    "en": "1st 2nd 1st 2nd 3rd", "pt": "1º 2º 1º 2º 3º", "dot": "1. 2. 1. 2. 5.", "ja": "1位 2位 1位 2位 3位",
    "zh": "第一名 第二名 第一名 第二名 第三名", "figures": "1 2 1 2 3",
}  # fmt: skip
WHOLE = {
    "en": "Male Adult -76kg", "all": "Male / Adult / Blue / -76kg", "pt": "Adulto Masculino -76kg",
    "ja": "アダルト男子 -76kg",
    "zh": "成人男子 -76kg", "it": "Adulti Maschile -76kg",
}  # fmt: skip
G, A, B, W, P, WHO, TEAM, CAT = (
    "gender", "age_division", "belt", "weight_class", "place", "athlete", "academy", "category",
)  # fmt: skip


def five(text: str) -> tuple[str, ...]:
    return (text,) * 5


def split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


Column = tuple[str, tuple[str, ...], str | None]  # heading, its five texts, the role written by hand

# Every table: columns, and the headings somebody is asked about ("" = the whole table).
TABLES: dict[str, tuple[list[Column], set[str]]] = {
    "en apart": ([
        ("Sex", split(SEX["en"]), G), ("Div.", split(AGE["en"]), A), ("Colour", split(BELT["en"]), B),
        ("Kilos", split(KG), W), ("Result pos", split(ORDINALS["figures"]), P), ("Fighter", NAMES, WHO),
        ("Squad", TEAMS, TEAM),
    ], set()),
    "en combined, belt beside": ([
        ("Bracket", five(WHOLE["en"]), CAT), ("Colour", split(BELT["en"]), B),
        ("Finish", split(ORDINALS["figures"]), P),
        ("Competitor", NAMES, WHO), ("Dojo", TEAMS, TEAM),
    ], {"Finish", "Dojo"}),
    "en combined under a strange heading": ([
        ("Where they fought", five(WHOLE["all"]), CAT), ("Got", split(ORDINALS["en"]), P), ("Who", NAMES, WHO),
        ("From", TEAMS, TEAM),
    ], {"Who", "From"}),
    "en, M-F and Rank": ([
        ("M/F", split(SEX["M-F"]), G), ("Rank", split(BELT["en"]), B), ("Years", split(AGE["en"]), A),
        ("Kg", split(KG), W), ("Podium", split(ORDINALS["dot"]), P), ("Player", NAMES, WHO), ("Club name", TEAMS, TEAM),
    ], set()),
    "pt apart": ([
        ("M ou F", split(SEX["pt"]), G), ("Turma", split(AGE["pt"]), A), ("Cor", split(BELT["pt"]), B),
        ("Quilos", split(KG), W), ("Ficou em", split(ORDINALS["pt"]), P), ("Lutador", NAMES, WHO),
        ("Equipo", TEAMS, TEAM),
    ], set()),
    "pt combined, Graduation beside": ([
        ("Chaveamento", five(WHOLE["pt"]), CAT), ("Graduation", split(BELT["pt"]), B),
        ("Colocado", split(ORDINALS["pt"]), P),
        ("Atleta", NAMES, WHO), ("Time", TEAMS, None), ("Equipe", TEAMS, TEAM),
    ], set()),
    "ja apart": ([
        ("男女", split(SEX["ja"]), G), ("区分", split(AGE["ja"]), A), ("色", split(BELT["ja"]), B),
        ("キロ", split(KG), W),
        ("順", split(ORDINALS["ja"]), P), ("選手", NAMES, WHO), ("道場名", TEAMS, TEAM),
    ], set()),
    "ja combined": ([
        ("クラス", five(WHOLE["ja"]), CAT), ("色", split(BELT["ja"]), B), ("順", split(ORDINALS["figures"]), P),
        ("氏名", NAMES, WHO), ("所属", TEAMS, TEAM),
    ], set()),
    "zh apart": ([
        ("男或女", split(SEX["zh"]), G), ("年", split(AGE["zh"]), A), ("色", split(BELT["zh"]), B),
        ("公斤", split(KG), W),
        ("名", split(ORDINALS["zh"]), P), ("姓名", NAMES, WHO), ("道館", TEAMS, TEAM),
    ], set()),
    "zh combined": ([
        ("分組", five(WHOLE["zh"]), CAT), ("顏色", split(BELT["zh"]), B), ("排名", split(ORDINALS["figures"]), P),
        ("選手", NAMES, WHO), ("單位", TEAMS, TEAM),
    ], {"排名"}),
    "it apart": ([
        ("M o F", split(SEX["it"]), G), ("Fascia", split(AGE["it"]), A), ("Colore", split(BELT["it"]), B),
        ("Chili", split(KG), W), ("Arrivo", split(ORDINALS["pt"]), P), ("Nominativo", NAMES, WHO),
        ("Palestra", TEAMS, TEAM),
    ], set()),
    "it combined": ([
        ("Tabellone", five(WHOLE["it"]), CAT), ("Grado", split(BELT["it"]), B),
        ("Ordine", split(ORDINALS["figures"]), P),
        ("Lottatore", NAMES, WHO), ("Società", TEAMS, TEAM),
    ], {"Ordine", "Lottatore"}),
    "a heading that says another thing than its values": ([
        ("Belt", split(KG), W), ("Weight", split(BELT["en"]), B), ("Gender", split(AGE["en"]), A),
        ("Age", split(SEX["M-F"]), G),
        ("Result", split(ORDINALS["en"]), P), ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], set()),
    "F of nothing but women, or the final": ([
        ("X", split(SEX["en"]), G), ("Y", split(AGE["en"]), A), ("Z", split(BELT["en"]), B), ("V", split(KG), W),
        ("U", split(ORDINALS["en"]), P), ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {"X"}),
    "nothing said by headings at all": ([
        ("A1", NAMES, WHO), ("A2", TEAMS, TEAM), ("A3", split(ORDINALS["figures"]), P), ("A4", split(KG), W),
        ("A5", split(BELT["en"]), B), ("A6", split(AGE["en"]), A), ("A7", split(SEX["M-F"]), G),
    ], {"A1", "A2", "A3"}),
    "es apart": ([
        ("Sexo", split(SEX["pt"]), G), ("Edad", split(AGE["pt"]), A), ("Cinturón", split(BELT["pt"]), B),
        ("Kilos", split(KG), W), ("Puesto", split(ORDINALS["pt"]), P), ("Competidor", NAMES, WHO),
        ("Equipo", TEAMS, TEAM),
    ], set()),
    "countries beside the teams": ([
        ("Division", five(WHOLE["all"]), CAT), ("Pos", split(ORDINALS["figures"]), P), ("Fighter", NAMES, WHO),
        ("Of", ("BRA", "BRA", "BRA", "ITA", "ITA"), None), ("Crew", TEAMS, TEAM),
    ], {"Crew"}),
    "surname apart": ([
        ("Division", five(WHOLE["all"]), CAT), ("Pos", split(ORDINALS["figures"]), P),
        ("Name", tuple(n[:3] for n in NAMES), WHO),
        ("Family", tuple(n[4:] for n in NAMES), None), ("Team", TEAMS, TEAM),
    ], {"Family"}),
    "two columns of belts": ([
        ("Colour", split(BELT["en"]), B), ("Colour before", split(BELT["en"]), None),
        ("Division", five(WHOLE["en"]), CAT),
        ("Place", split(ORDINALS["en"]), P), ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {"Colour before"}),
    "two columns of numbers from 1": ([
        ("Division", five(WHOLE["all"]), CAT), ("Pos", split(ORDINALS["figures"]), P),
        ("Arena", split("1 1 2 2 3"), None),
        ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {"Arena"}),
    "numbers without sign": ([
        ("Division", five(WHOLE["all"]), CAT), ("Pos", split(ORDINALS["figures"]), P),
        ("Kilos", split("76 76 82 82 101"), None),
        ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {"Kilos"}),
    "years of nobody knows what": ([
        ("Division", five(WHOLE["all"]), CAT), ("Pos", split(ORDINALS["figures"]), P),
        ("yyyy", split("1990 1991 1990 1992 1993"), None), ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {"yyyy"}),
    "no place": ([
        ("Division", five(WHOLE["all"]), CAT), ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], {""}),
    "a mat that counts is no place": ([
        ("Mat", split(ORDINALS["figures"]), None), ("Got", split(ORDINALS["en"]), P),
        ("Division", five(WHOLE["all"]), CAT),
        ("Name", NAMES, WHO), ("Team", TEAMS, TEAM),
    ], set()),
}  # fmt: skip


def proposed(folder: Path, columns: list[Column]) -> Proposal:
    path = folder / "strange.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        out.writerow([heading for heading, _, _ in columns])
        out.writerows(zip(*(texts for _, texts, _ in columns), strict=True))
    return proposal.propose(path)


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_proposed_right_or_asked_about(name: str, tmp_path: Path) -> None:
    columns, asked = TABLES[name]
    found = proposed(tmp_path, columns)
    assert {one.heading: one.column for one in found.guesses} == {heading: role for heading, _, role in columns}
    assert {one.heading for one in found.questions} == asked


@pytest.mark.parametrize("name", [name for name in TABLES if "combined" in name or "apart" in name])
def test_what_is_proposed_reads_every_part(name: str, tmp_path: Path) -> None:
    found = proposed(tmp_path, TABLES[name][0])
    assert not set(found.preview.unread) - {"place_beyond_third", "unknown_column"}
    belts = {row[found.preview.columns.index("belt")] for row in found.preview.rows}
    assert belts <= {"blue", "purple", "black"}


def test_columns_in_any_order_have_the_same_roles(tmp_path: Path) -> None:
    columns, _ = TABLES["en apart"]
    for turned in range(len(columns)):
        found = proposed(tmp_path, columns[turned:] + columns[:turned])
        assert {one.heading: one.column for one in found.guesses} == {heading: role for heading, _, role in columns}


def test_a_cell_that_disagrees_with_the_category_beside_it_is_shown(tmp_path: Path) -> None:
    columns, _ = TABLES["two columns of belts"]
    whole = ("Division", five(WHOLE["all"]), CAT)  # blue, and the column says black of three
    found = proposed(tmp_path, [whole, *(one for one in columns if one[2] not in (CAT, None))])
    assert found.preview.unread["category_disagrees"] == ["Black"]


def test_two_opponents_are_no_athlete_and_academy(tmp_path: Path) -> None:
    columns = [("Phase of it", split("Final Semifinal Semifinal Final Semifinal"), None),
               ("One", NAMES, None), ("Other", NAMES[::-1], None)]  # fmt: skip
    with pytest.raises(UnusableInput, match="tell round, but not who came where or beat whom"):
        proposed(tmp_path, columns)


@pytest.mark.parametrize("text", ["1", "1º", "1ª", "1°", "1.", "1st", "1º.", "1er", "#1", "１", "第1位", "1.0"])
def test_ways_to_write_the_first_place(text: str) -> None:
    assert place(text) == ("1", None)


@pytest.mark.parametrize("text", ["4", "4º", "5th", "7.", "第4位", "9°", "4th place"])
def test_a_later_place_is_told_from_what_is_no_place(text: str) -> None:
    assert place(text) == (None, "place_beyond_third")


@pytest.mark.parametrize("text", ["-1", "−1", "–1", "0", "1.5", "0th", "-76kg", "x"])
def test_what_is_no_place(text: str) -> None:
    assert place(text) == (None, "unknown_place")


def test_without_a_profile_a_belt_beside_the_category_is_read_and_a_finish_is_a_place(tmp_path: Path) -> None:
    path = tmp_path / "known.csv"
    path.write_text("Category,Belt,Finish,Name,Team\nMale Adult -76kg,Blue,1,Ana Abe,Alpha\n"
                    "Male Adult -76kg,Black,2,Bea Baz,Beta\n", encoding="utf-8")  # fmt: skip
    staged = Stage(path, event_id="e", name="E", start="2026-05-02", uniform="gi")
    assert sorted(staged.rows("category", "belt", "weight_class")) == [("black", "-76 kg"), ("blue", "-76 kg")]
    assert staged.rows("official_place", "place", "athlete") == [(1, "Ana Abe"), (2, "Bea Baz")]


def test_a_weight_on_a_scale_beside_the_category_does_not_divide_it(tmp_path: Path) -> None:
    path = tmp_path / "scale.csv"
    path.write_text("Category,Weight,Place,Name,Team\nMale Adult Blue -76kg,74.3,1,Ana Abe,Alpha\n"
                    "Male Adult Blue -76kg,75.1,2,Bea Baz,Beta\n", encoding="utf-8")  # fmt: skip
    staged = Stage(path, event_id="e", name="E", start="2026-05-02", uniform="gi")
    assert staged.rows("category", "weight_class") == ["-76 kg"]
