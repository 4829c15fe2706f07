"""The page of quality: what was loaded, what was found and what is not known; nobody under 18 in any of it."""

from pathlib import Path

import pytest

from analytics.store import Store
from etl.findings import CODES
from publishing import quality_page
from tatame import cli
from tests.dashboard.running import HEADING, bundle, ingest, opened, words

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
ADULT, TEEN = "male,adult,black,light", "male,teen-1,green,light"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A bout whose winner cannot be read, and one of two minors without a decision."""
    bouts = (
        f"{BOUTS}{ADULT},1,final,Ana,A Team,Ben,B Team,sideways,points\n"
        f"{TEEN},2,final,Young Ada,A Team,Young Bob,B Team,red,\n"
    )
    entries = f"{ADULT},Ana,A Team\n{ADULT},Ben,\n{TEEN},Young Ada,A Team\n{TEEN},Young Bob,B Team\n"
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))


def test_an_event_has_its_source_without_the_folders_of_a_machine(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = opened(cup, monkeypatch, "quality").dataframe[0].value
    assert loaded[["name", "source", "version", "categories"]].to_numpy().tolist() == [["Cup", "cup", 1, 2]]
    assert str(cup.parent) not in loaded.to_csv()


def test_findings_are_counted_by_code_and_listed_with_their_row(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "quality", event="cup")
    counts, every = page.dataframe[1].value, page.dataframe[2].value
    rejected = counts[counts["severity"] == "rejected"]
    assert rejected[["code", "count", "file"]].to_numpy().tolist() == [["unknown_side", 1, "bouts.csv"]]
    assert (counts["meaning"] != "").all()
    assert every[["code", "row", "column", "value"]].iloc[0].tolist() == ["unknown_side", "2", "winner", "sideways"]


def test_what_is_not_known_is_counted(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "quality", event="cup")
    coverage = page.dataframe[3].value.set_index(["what", "of"])[["known", "total"]]
    assert coverage.loc[("Academy", "Entries")].tolist() == [3, 4]
    assert coverage.loc[("Method", "Bouts fought")].tolist() == [0, 1]


def test_no_minor_is_named(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Young" not in words(opened(cup, monkeypatch, "quality"))


def test_academies_that_may_be_one_wait_for_somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = f"{ADULT},Ana,Gracie Barra Lisboa\n{ADULT},Ben,Gracie Barra Lisbon\n"
    places = f"{ADULT},1,Ana,Gracie Barra Lisboa\n{ADULT},2,Ben,Gracie Barra Lisbon\n"
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=places))
    found = opened(store, monkeypatch, "quality").dataframe[-1].value
    assert {found["alias"].iloc[0], found["academy"].iloc[0]} == {"Gracie Barra Lisboa", "Gracie Barra Lisbon"}


def test_a_code_is_chosen_with_its_meaning_and_stands_in_the_address(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(cup, monkeypatch, "quality", event="cup", code="unknown_side")
    assert set(page.dataframe[2].value["code"]) == {"unknown_side"}
    assert CODES["unknown_side"] in words(page)
    assert page.query_params["code"] in ("unknown_side", ["unknown_side"])


def test_athletes_that_may_be_one_wait_for_somebody_and_minors_are_not_among_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = f"{ADULT},Ana Lima,A Team\nmale,adult,black,heavy,Ana Lima,B Team\n{ADULT},Ben,C Team\n"
    entries += f"{TEEN},Young Ada,A Team\nmale,teen-1,green,heavy,Young Ada,B Team\n{TEEN},Young Bob,C Team\n"
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=""))
    page = opened(store, monkeypatch, "quality")
    alike = page.dataframe[-1].value
    assert sorted([alike["alias"].iloc[0], alike["athlete"].iloc[0]]) == ["Ana Lima @ A Team", "Ana Lima @ B Team"]
    assert alike["score"].iloc[0] == 0.9  # of 1: shown as 90 %
    assert "Young" not in words(page)
    assert "1 pair more has somebody who is not named here." in words(page)


def test_pairs_found_before_an_opt_out_or_a_birth_year_name_nobody_whom_it_hides(tmp_path: Path) -> None:
    """The list may be the last one while a newer is made: who may be named is asked of the store of now."""
    entries = "".join(
        f"male,adult,black,{weight},{name},{club}\n"
        for name in ("Ana Lima", "Bea Sato", "Cid Reis")
        for weight, club in (("light", "A Team"), ("heavy", "B Team"))
    )
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=""))
    with Store.open(store, check_every=0) as opened_:
        before = quality_page.pairs(opened_)

        def shown() -> list[str]:
            found = quality_page.people(opened_, before)
            return [f"{one} = {other}" for one, other in found.rows[["alias", "athlete"]].itertuples(index=False)]

        everybody = [f"{name} @ A Team = {name} @ B Team" for name in ("Ana Lima", "Bea Sato", "Cid Reis")]
        assert sorted(shown()) == everybody
        assert cli.main(["privacy", "add", "Ana Lima @ A Team", "--by", "me", "--store", str(store)]) == 0
        assert sorted(shown()) == everybody[1:]
        young = f"{TEEN},Bea Sato,C Team\n{TEEN},Young Bob,D Team\n"
        kids = bundle(tmp_path / "kids", entries=young, places="", name="Kids")
        (kids / "event.toml").write_text((kids / "event.toml").read_text().replace('"cup"', '"kids"'))
        ingest(store, kids)
        assert shown() == everybody[2:]
        ingest(store, bundle(tmp_path / "again", entries=f"{ADULT},Dan,A Team\n", places=""))
        assert shown() == []


@pytest.mark.parametrize(("lang", "told"), [("en", False), ("ja", True)])
def test_another_language_says_where_the_full_reasons_are(
    cup: Path, monkeypatch: pytest.MonkeyPatch, lang: str, told: bool
) -> None:
    shown = words(opened(cup, monkeypatch, "quality", event="cup", lang=lang))
    assert (CODES["unknown_side"] in shown) is not told
    assert ("tatame findings" in shown) is told
