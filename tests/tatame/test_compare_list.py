"""`tatame compare --list`: a pasted ranking against the computed one, with what would account for each difference."""

import json
from pathlib import Path

import pytest

import tatame
from tatame import cli

from . import bundles

# M1 gives North 9, East 3, South and West 1; the list counts the lone gold that A3 takes away, and two names are one.
LONE = "male,adult,black,open"
ENTRIES = (
    f"{bundles.HEAD},athlete,academy",
    f"{LONE},Ivo Ilha,East",
    *(f"{bundles.LIGHT},{who}" for who in ("Ari Alho,North", "Ben Brito,South", "Cal Costa,East", "Dov Dias,West")),
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    bundle = bundles.write(tmp_path, bouts=bundles.BOUT_ROWS[:3])
    (bundle / "entries.csv").write_text("\n".join(ENTRIES) + "\n", encoding="utf-8")
    tatame.ingest(tmp_path / "t.duckdb", bundle)
    return tmp_path / "t.duckdb"


def compare(store: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[dict], str]:
    listed = store.parent / "list.txt"
    listed.write_text(text, encoding="utf-8")
    capsys.readouterr()
    status = cli.main(["compare", "--list", str(listed), "--format", "json", "--store", str(store), *more])
    out, err = capsys.readouterr()
    return status, json.loads(out) if out else [], err


def test_a_lone_gold_that_the_list_counts_is_named(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, [answer], err = compare(store, "1. NORTH 9\n2. East 12\n3. Sauth 1", capsys)
    assert (status, err, answer["agree"], answer["of"]) == (0, "", 1, 3)
    north, east, sauth = answer["rows"]
    assert north["agrees"]
    [cause] = east["causes"]
    assert (cause["kind"], cause["rules"], cause["points"]) == ("counted_anyway", ["A3"], 9)
    assert [(place["weight_class"], place["athlete"]) for place in cause["places"]] == [("open", "Ivo Ilha")]
    assert [(each["kind"], each["academy"]) for each in sauth["causes"]] == [("other_name", "South")]


def test_what_is_no_line_is_told_with_its_number(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, [answer], err = compare(store, "Overall\n1 North 9\nsee you", capsys)
    assert (status, answer["agree"]) == (1, 1)
    assert "line 3: no line of a list of this event: see you" in err


def test_an_award_that_the_event_does_not_have_is_refused(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, answers, err = compare(store, "1 North 9", capsys, "--award", "novice")
    assert (status, answers) == (2, [])
    assert "no award is called 'novice'" in err


def test_headings_choose_the_award_by_any_published_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = bundles.write(tmp_path, bouts=bundles.BOUT_ROWS[:3])
    toml = (bundle / "event.toml").read_text(encoding="utf-8") + 'awards = "ibjjf-championship"\n'
    (bundle / "event.toml").write_text(toml, encoding="utf-8")
    tatame.ingest(tmp_path / "t.duckdb", bundle)
    status, answers, _ = compare(tmp_path / "t.duckdb", "Adulto Masculino\n1 North 9\nMasters\n1 West 4", capsys)
    assert status == 0
    assert [(each["award"], each["agree"], each["of"]) for each in answers] == [("adult-male", 1, 1), ("master", 0, 1)]
    status, _, err = compare(tmp_path / "t.duckdb", "1 North 9", capsys)
    assert status == 2
    assert "--award" in err


@pytest.fixture(scope="module")
def awards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("awards")
    bundle = bundles.write(folder, bouts=bundles.BOUT_ROWS[:3])
    toml = (bundle / "event.toml").read_text(encoding="utf-8") + 'awards = "ibjjf-championship"\n'
    (bundle / "event.toml").write_text(toml, encoding="utf-8")
    tatame.ingest(folder / "t.duckdb", bundle)
    return folder / "t.duckdb"


@pytest.mark.parametrize(
    ("text", "award", "stray"),
    [
        ("1. North 9\nEast three\n2. East 3\n3. South 1", ("--award", "adult-male"), 2),
        ("Adult Male\n1. North 9\nEast three\n2. East 3\n3. South 1", (), 3),
        ("Open 2026\n1. North 9\nEast three\n2. East 3\n3. South 1", ("--award", "adult-male"), 3),
    ],
)
def test_below_a_line_that_is_no_heading_the_list_goes_on(
    text: str, award: tuple[str, ...], stray: int, awards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, [answer], err = compare(awards, text, capsys, *award)
    assert (status, answer["agree"], answer["of"]) == (1, 3, 3)
    assert f"line {stray}: no line of a list of this event: East three" in err


def test_below_an_unknown_heading_a_list_that_starts_anew_is_another(
    awards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Adult Male\n1 North 9\n2 East 3\nBeach Championship\n1 West 30\n2 South 20"
    status, [answer], err = compare(awards, text, capsys, "--award", "adult-male")
    assert (status, answer["agree"], answer["of"]) == (1, 2, 2)
    assert "line 5" in err
    assert "line 6" in err
