"""Places that stay vacant and who can hold none: expected values from section M of the rules, worked by hand."""

from pathlib import Path

import pytest

import tatame
from analytics import left_out
from tatame import cli
from tests.tatame import bundles

ROWS = (
    f"{bundles.LIGHT},1,quarterfinal,Ari,North,Eno,South,red,points,4,2,,",
    f"{bundles.LIGHT},2,quarterfinal,Ben,South,Fil,East,red,points,4,2,,",
    f"{bundles.LIGHT},3,quarterfinal,Cal,East,Gil,West,red,disqualification,,,,disciplinary",
    f"{bundles.LIGHT},4,quarterfinal,Dov,West,Hal,North,red,walkover,,,,uniform",
    f"{bundles.LIGHT},5,semifinal,Ari,North,Ben,South,red,points,4,2,,",
    f"{bundles.LIGHT},6,semifinal,Cal,East,Dov,West,red,points,4,2,,",
    f"{bundles.LIGHT},7,final,Ari,North,Cal,East,red,points,4,2,,",
    f"{bundles.HEAVY},8,final,Gil,West,Ida,North,red,points,4,2,,",
)
LIGHT = ("Ari,North", "Eno,South", "Ben,South", "Fil,East", "Cal,East", "Gil,West", "Dov,West", "Hal,North")
ENTRIES = (
    *(f"{bundles.LIGHT},{who},registered" for who in LIGHT),
    *(f"{bundles.LIGHT},{who}" for who in ("Jon,East,no_show", "Kai,West,weigh_in")),
    *(f"{bundles.HEAVY},{who},registered" for who in ("Gil,West", "Ida,North")),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Gil is out for discipline in light (M18: his gold in heavy goes too, Ida moves up); Ari was doped (M24)."""
    folder = tmp_path_factory.mktemp("left-out")
    bundle = bundles.write(folder, bouts=ROWS)
    entries = "\n".join((f"{bundles.HEAD},athlete,academy,status", *ENTRIES)) + "\n"
    (bundle / "entries.csv").write_text(entries, encoding="utf-8")
    path = folder / "t.duckdb"
    tatame.ingest(path, bundle)
    light = ["--category", "adult/male/light/black", "--athlete", "Ari", "--status", "doping"]
    assert cli.main(["correct", *light, "--reason", "R", "--by", "B", "--store", str(path)]) == 0
    return str(path)


def test_who_can_hold_no_place_is_told_with_the_rule(store: str) -> None:
    with tatame.open(store) as opened:
        found = opened.placements()
    assert sorted((row["weight_class"], row["athlete"], row["rule"]) for row in found["without_place"]) == [
        ("heavy", "Gil", "M18"),
        ("light", "Ari", "M24"),
        ("light", "Gil", "M18"),
        ("light", "Hal", "M19"),
        ("light", "Jon", "M17"),
        ("light", "Kai", "M19"),
    ]
    # M24: Ari beat Ben in the semifinal and Eno in the quarterfinal; he won the final over Cal. Cal 1, Ben 2, Eno 3.
    assert [(row["weight_class"], row["place"]) for row in found["vacant"]] == [("heavy", 2)]


def test_people_are_told_so_in_tables(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["placements", "--format", "table", "--store", store]) == 0
    shown = capsys.readouterr().out
    assert "Vacant places: 1" in shown
    assert "Struck out, without a place: 5" in shown  # Jon only did not come
    assert cli.main(["bracket", "--category", "adult/male/heavy/black", "--format", "table", "--store", store]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[lines.index("Places") :][:3] == ["Places", "1. Ida (North), M24", "2. vacant, M24"]
    assert lines[lines.index("Without a place") + 1] == "Gil (West), M18"


@pytest.mark.parametrize("privacy", ["full", "suppressed"])
def test_nobody_is_told_so_in_what_is_published(privacy: str, store: str, capsys: pytest.CaptureFixture[str]) -> None:
    """M17, M18: no entry in the official record."""
    with tatame.open(store) as opened:
        assert "without_place" not in opened.placements(privacy=privacy)
    given = ["bracket", "--category", "adult/male/heavy/black", "--store", store, "--privacy", privacy]
    assert cli.main([*given, "--format", "table"]) == 0
    assert "Without a place" not in capsys.readouterr().out
    assert cli.main([*given, "--format", "json"]) == 0
    assert "without_place" not in capsys.readouterr().out


def test_a_release_names_none_of_them(store: str, tmp_path: Path) -> None:
    assert cli.main(["publish", str(tmp_path / "release"), "--formats", "json,csv", "--store", store]) == 0
    files = [file for file in (tmp_path / "release").rglob("*") if file.is_file()]
    assert files
    assert not any(b"without_place" in file.read_bytes() for file in files)


@pytest.mark.parametrize(
    ("held", "registered", "vacant"),
    [
        ([1, 2, 3, 3], 8, []),  # M1
        ([1], 1, []),  # M2
        ([1, 2], 2, []),  # M3
        ([1], 2, [2]),  # M3, the other absent; M13 of two
        ([1, 2, 3], 3, []),  # M4
        ([1, 2, 3, 3], 4, []),  # M7
        ([1, 2], 4, [3, 3]),  # M8
        ([1, 2, 3, 3, 3, 3], 8, []),  # M9
        ([1, 2, 3], 8, [3]),  # M11 without a quarterfinal, M21, M24, M26, M27
        ([1, 2, 2, 3], 8, []),  # M12
        ([1, 3, 3], 3, [2]),  # M22 of three
        ([2, 2], 2, [1]),  # M25, technical
        ([], 2, [1, 2]),  # M25, disciplinary
        ([2], 2, [1]),  # M25, one of each
        ([1, 3], 8, [2, 3]),  # second and one third place vacant
    ],
)
def test_vacant_places(held: list[int], registered: int, vacant: list[int]) -> None:
    assert left_out.vacant(held, registered, "bouts") == vacant
    assert left_out.vacant(held, registered, "official") == []  # a list is as it is (M20)
