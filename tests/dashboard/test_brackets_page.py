"""The page of brackets: what waits comes first, every medal has its rule, names are text and no minor's."""

from pathlib import Path

import pytest

from tests.dashboard.running import HEADING, NASTY, bundle, in_address, ingest, opened, words

BOUTS = (
    f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,"
    "winner,decision,red_points,blue_points,elapsed\n"
)


def test_the_category_that_needs_a_ruling_is_offered_first(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, "brackets", event="mat-open-2026")
    assert page.selectbox(key="category").options[0] == "Female · Adult · White · Light (needs a ruling)"
    assert page.selectbox(key="category").value == "female / adult / white / light"
    # Both finalists technically disqualified and no new final fought: M12.
    assert any("Needs a ruling" in each.value and "M12" in each.value for each in page.text)


def test_every_place_of_a_decided_category_has_its_rule_and_every_bout_its_decision(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, "brackets", event="mat-open-2026", category="male / adult / blue / light")
    places, bouts = page.dataframe[0].value, page.dataframe[1].value
    assert places["place"].tolist() == ["Gold", "Silver", "Bronze", "Bronze"]
    assert set(places["rule"]) == {"M1"}
    assert bouts["round"].iloc[0] == "Final"
    assert (bouts["how"] != "").all()
    assert in_address(page, "category") == "male / adult / blue / light"


def test_places_of_an_official_list_say_where_they_are_from(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, "brackets", event="worlds-2024")
    assert set(page.dataframe[0].value["source"]) == {"the official list"}
    assert "No bout of this category is known." in words(page)


def test_names_are_text_and_minors_are_shown_by_their_academy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adult, teen = "male,adult,black,light", "male,teen-1,green,light"
    bouts = (
        f'{BOUTS}{adult},1,final,"{NASTY}",A Team,Ben,B Team,red,points,4,2,5:00\n'
        f"{teen},2,final,Young Ada,A Team,Young Bob,B Team,red,points,2,0,4:00\n"
    )
    entries = f'{adult},"{NASTY}",A Team\n{adult},Ben,B Team\n{teen},Young Ada,A Team\n{teen},Young Bob,B Team\n'
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))
    page = opened(store, monkeypatch, "brackets", category="male / adult / black / light")
    assert page.dataframe[1].value["winner"].tolist() == [NASTY]
    assert page.dataframe[1].value["how"].tolist() == ["points 4:2, 5:00"]
    assert not any("Bold" in str(each.value) for each in [*page.markdown, *page.header, *page.info])
    young = opened(store, monkeypatch, "brackets", category="male / teen-1 / green / light")
    assert young.dataframe[0].value["athlete"].tolist() == ["A Team", "B Team"]
    assert "Young" not in words(young) + young.code[0].value


def test_the_rules_behind_the_places_are_told(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, "brackets", event="mat-open-2026", category="male / adult / blue / light")
    said = [each.value for each in page.text]
    assert any(value.startswith("M1: Ordinary bracket") for value in said)
