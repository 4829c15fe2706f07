"""An identifier that several people share identifies nobody; one person under several spellings keeps it."""

from pathlib import Path

import pytest

from etl import identifiers
from tests.etl.bundles import BOUT, ENTRY, Stage, folder


def bout(number: int, red: tuple[str, str], blue: tuple[str, str]) -> dict[str, str]:
    ids = {"red_athlete_id": red[1], "blue_athlete_id": blue[1]}
    return {**BOUT, "bout": str(number), "red_athlete": red[0], "blue_athlete": blue[0], **ids}


def test_the_sign_for_no_identifier_makes_nobody_one_person(tmp_path: Path) -> None:
    bouts = [
        bout(1, ("Abe Lincoln", "-1"), ("Baz Luhrmann", "-1")),
        bout(2, ("Cy Young", "7"), ("Dee Brown", "-1")),
        bout(3, ("Cy Youngs", "7"), ("Abe Lincoln", "-1")),
    ]
    staged = Stage(folder(tmp_path / "b", bouts=bouts))
    rows = staged.rows("bout", "red_key", "red_athlete_id", "blue_key", "blue_athlete_id")
    assert rows == [
        ("abe lincoln|north", None, "baz luhrmann|south", None),
        ("id:7", "7", "dee brown|south", None),
        ("id:7", "7", "abe lincoln|south", None),
    ]
    found = [row for row in staged.findings() if row[0] == "identifier_shared"]
    assert found == [("identifier_shared", 2, "red_athlete_id", "-1")], "once, at its first row"
    assert staged.rows("finding", "code").count("athlete_on_both_sides") == 0


def test_a_shared_identifier_in_one_table_is_none_in_the_others(tmp_path: Path) -> None:
    entries = [{**ENTRY, "athlete_id": "5"}, {**ENTRY, "athlete": "Zoe", "academy": "South", "athlete_id": "6"}]
    staged = Stage(folder(tmp_path / "b", entries=entries, bouts=[bout(1, ("Yan", "5"), ("Zoe", "6"))]))
    assert sorted(staged.rows("entry", "athlete", "athlete_id")) == [("Abe", None), ("Zoe", "6")]
    assert staged.rows("bout", "red_key", "blue_key") == [("yan|north", "id:6")]


@pytest.mark.parametrize(
    ("names", "one"),
    [
        (["José Aldo", "JOSE ALDO"], True),
        (["Leandro Lo", "Leandro Lo Pereira do Nascimento"], True),
        (["Maria Souza", "Maria Lima"], True),  # a name may change; the source says that she is one
        (["Elvira Karppinen", "Elvira Karpinnen"], True),
        (["Talita Treta", "Mario Rinaldi"], False),
        (["Ana Lima", "Ana Souza", "Rui Costa"], False),
        ([f"Ana Silva {n}" for n in range(10, 40)], False),  # nobody is spelled in thirty ways
        (["A. Silva", "A. Souza"], False),  # an initial is no word
    ],
)
def test_which_names_may_be_one_person(names: list[str], one: bool) -> None:
    assert identifiers.is_one_person(names) is one
