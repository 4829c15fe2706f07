"""The pages of an academy and of several: worked by hand on a small event, minors by their academy, names as text."""

from pathlib import Path

import pytest

from publishing import academy_page
from tests.dashboard.running import HEADING, NASTY, bundle, ingest, opened, words

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
BLACK, TEEN = "male,adult,black,light", "male,teen-1,green,light"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Ana of the oddly named team submits Ben in a final; two minors fight another."""
    bouts = (
        f'{BOUTS}{BLACK},1,final,Ana,"{NASTY}",Ben,B Team,red,submission\n'
        f'{TEEN},2,final,Young Ada,"{NASTY}",Young Bob,B Team,blue,points\n'
    )
    entries = f'{BLACK},Ana,"{NASTY}"\n{BLACK},Ben,B Team\n{TEEN},Young Ada,"{NASTY}"\n{TEEN},Young Bob,B Team\n'
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))


def test_an_academy_has_its_standing_its_medals_and_its_bouts(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "academy", event="cup", academy="B Team")
    standings, medals, methods, people = (table.value for table in page.dataframe)
    # A1: 9 + 3 each; T2: only the other has a black-belt champion in Adult.
    assert standings[["rank", "points", "gold", "silver"]].to_numpy().tolist() == [["2", 12, 1, 1]]
    rows = medals[["place", "athlete", "rule"]].to_numpy().tolist()
    assert sorted(rows) == [["Gold", "B Team", "M3"], ["Silver", "Ben", "M3"]]
    assert methods[["outcome", "method", "count", "n"]].to_numpy().tolist() == [
        ["Won", "on points", 1, 1],
        ["Lost", "submission", 1, 1],
    ]
    assert people[["athlete", "silver", "bouts", "won", "lost"]].to_numpy().tolist() == [["Ben", 1, 1, 0, 1]]
    assert "2 bouts known: 1 won, 1 lost." in words(page)
    assert "Of 2 medals of categories whose bouts are known, 0 are of one in which nobody fought." in words(page)


def test_no_minor_is_named_and_a_name_is_no_markup(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "academy", academy=NASTY)
    assert "Young" not in words(page)
    assert "Ana" in words(page)
    rendered = [*page.markdown, *page.header, *page.subheader, *page.info, *page.caption]
    assert not any("Bold" in str(each.value) for each in rendered)


def test_academies_stand_side_by_side_and_in_the_address(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "compare", academies=["B Team", NASTY])
    side = page.dataframe[0].value
    assert side[["academy", "gold", "silver", "bouts", "wins", "losses"]].to_numpy().tolist() == [
        ["B Team", 1, 1, 2, 1, 1],
        [NASTY, 1, 1, 2, 1, 1],
    ]
    assert page.query_params["academies"] == ["B Team", NASTY]


def test_one_academy_is_not_compared(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "compare", academies=["B Team", "No Such Team"])
    assert "Choose two academies or more." in words(page)
    assert "Not in the store, and left out: No Such Team." in words(page)
    assert not page.dataframe


def test_an_academy_of_which_nobody_is_known_has_a_page(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = academy_page.careers.academy_athletes
    monkeypatch.setattr(academy_page.careers, "academy_athletes", lambda *asked: known(*asked).head(0))
    assert not opened(cup, monkeypatch, "academy", event="cup", academy="B Team").error
