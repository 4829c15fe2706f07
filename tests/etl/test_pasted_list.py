"""Rankings as people paste them: lines of text with and without ranks, points and headings, and tables."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl import pasted_list
from etl.errors import UnusableInput
from etl.pasted_list import Line


@pytest.mark.parametrize(
    ("text", "rank", "academy", "points"),
    [
        ("1 Alliance 97", 1, "Alliance", 97),
        ("1. Alliance 97", 1, "Alliance", 97),
        ("1) Alliance: 97 points", 1, "Alliance", 97),
        ("1º - Alliance - 97 pontos", 1, "Alliance", 97),
        ("2o Alliance 97", 2, "Alliance", 97),
        ("  3\tAlliance\t97  ", 3, "Alliance", 97),
        ("1 – Alliance – 97 pts.", 1, "Alliance", 97),
        ("12 Checkmat 2 45", 12, "Checkmat 2", 45),
        ("10th Planet 30", None, "10th Planet", 30),
        ("4 Gracie Barra", 4, "Gracie Barra", None),
        ("Gracie Humaitá ..... 12", None, "Gracie Humaitá", 12),
        ("１位　柔術道場　１２点", 1, "柔術道場", 12),
        ("3 台北柔術 7 分", 3, "台北柔術", 7),
        ("2 oss team 5", 2, "oss team", 5),
    ],
)
def test_a_line_is_read_in_the_ways_people_write_one(
    text: str, rank: int | None, academy: str, points: int | None
) -> None:
    assert pasted_list.parse(text).lists == {None: [Line(1, academy, rank, points)]}


def test_a_line_without_a_number_heads_what_stands_below_it() -> None:
    found = pasted_list.parse("Worlds 2024\nAdult Male\n1 A 9\n2 B 3\n\nFeminino\n1 C 4\nsee you next year")
    assert {heading: [line.academy for line in lines] for heading, lines in found.lists.items()} == {
        "Adult Male": ["A", "B"],
        "Feminino": ["C"],
    }
    assert found.unread == [(1, "Worlds 2024"), (8, "see you next year")]


@pytest.mark.parametrize(
    "text",
    [
        'rank,academy,points\n1,"North, Inc",9\n2,East,3\n',
        '\ufeffPos;Academia;Pontos\r\n1;"North, Inc";9\r\n2;East;3',
        "順位\t道場\t得点\n1\tNorth, Inc\t9\n2\tEast\t3",
    ],
)
def test_a_table_with_a_heading_is_read_by_it(text: str) -> None:
    assert pasted_list.parse(text).lists == {None: [Line(2, "North, Inc", 1, 9), Line(3, "East", 2, 3)]}


def test_a_table_may_name_awards_and_what_is_no_number_is_not_one() -> None:
    found = pasted_list.parse("award,rank,academy,points\nmaster,1,A,9\nmaster,x,B,3\nmaster,3,,1\n\nnovice,1,C,\n")
    assert found.lists == {"master": [Line(2, "A", 1, 9)], "novice": [Line(6, "C", 1, None)]}
    assert [row for row, _ in found.unread] == [3, 4]


def test_a_file_without_a_ranking_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n", encoding="utf-8")
    for name in ("a.txt", "none.txt"):
        with pytest.raises(UnusableInput):
            pasted_list.read(tmp_path / name)


def test_a_list_in_another_encoding_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("1 Escola de Jiu-Jitsu São João 9".encode("cp1252"))
    assert pasted_list.read(tmp_path / "a.txt").lists == {None: [Line(1, "Escola de Jiu-Jitsu São João", 1, 9)]}


@given(st.lists(st.sampled_from(("1 A 9", "B 3", "Title", "", "x,y", "rank;academy", "3 C")), max_size=8))
def test_every_line_is_used_or_kept_or_heads_others(lines: list[str]) -> None:
    found = pasted_list.parse("\n".join(lines))
    used = [line.row for each in found.lists.values() for line in each] + [row for row, _ in found.unread]
    assert len(used) == len(set(used))
    assert set(used) <= {number for number, line in enumerate(lines, start=1) if line}
