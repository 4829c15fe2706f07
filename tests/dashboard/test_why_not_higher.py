"""Below a standing: the gap to the academy above and what would have closed it, the official list, medals unfought."""

from pathlib import Path

import pytest

from tests.dashboard.running import HEADING, bundle, in_address, ingest, opened, words

BLACK, PURPLE = "male,adult,black,light", "male,adult,purple,light"
BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A 12: gold and silver; C 9: gold; B 3: silver."""
    bouts = (
        f"{BOUTS}{BLACK},1,final,Ana,A Team,Ben,B Team,red,points\n{PURPLE},2,final,Eva,C Team,Fay,A Team,red,points\n"
    )
    entries = f"{BLACK},Ana,A Team\n{BLACK},Ben,B Team\n{PURPLE},Eva,C Team\n{PURPLE},Fay,A Team\n"
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))


def test_the_gap_is_told_with_its_categories_and_the_one_result_that_would_have_closed_it(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(cup, monkeypatch, academy="C Team", why="yes")
    said = words(page)
    assert "3 points less than A Team." in said
    gap = page.dataframe[-1].value
    assert gap[["category", "gain", "own", "other"]].to_numpy().tolist() == [
        ["Male · Adult · Black · Light", -9, "–", "Gold"],
        ["Male · Adult · Purple · Light", 6, "Gold", "Silver"],
    ]
    # B and C have 9 each then, and B's champion is a black belt (T1): C is second, A third with two silvers.
    closing = "If Ben had taken Gold from Ana in Male · Adult · Black · Light: rank 2 with 9 points; "
    assert f"{closing}A Team: rank 3 with 6 points." in said
    assert "nobody else moves" in said


def test_the_question_stands_in_the_address_and_is_not_asked_unasked(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(cup, monkeypatch, academy="C Team")
    assert "less than" not in words(page)
    page.toggle(key="why").set_value(True).run()
    assert not page.exception
    assert in_address(page, "why") == "yes"
    assert "3 points less than A Team." in words(page)


def test_the_first_has_nobody_above(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, academy="A Team", why="yes")
    assert "A Team is first: nobody stands above it." in words(page)


def test_a_gap_of_no_points_names_the_level(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Kita Grappling and Casa do Tatame have 26 each; 2 golds stand behind 3.
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all", academy="Kita Grappling", why="yes")
    assert "Level on points with Casa do Tatame; what separates them: Gold 2 : 3." in words(page)


def test_no_minor_is_named_in_what_would_have_closed_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    teen = "male,teen-1,green,light"
    entries = f"{teen},Young Ada,A Team\n{teen},Young Bob,B Team\n"
    bouts = f"{BOUTS}{teen},1,final,Young Ada,A Team,Young Bob,B Team,red,points\n"
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))
    said = words(opened(store, monkeypatch, academy="B Team", why="yes"))
    assert "had taken Gold from A Team" in said
    assert "Young" not in said


def test_the_official_list_stands_beside_the_computed_one(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, event="worlds-2024", award="adult-male")
    assert "Rows that agree with the official list: 10 of 10." in words(page)
    official = page.dataframe[-1].value
    # data/sample/worlds-2024/official_standings.csv
    assert official[["academy", "official_points", "points", "agrees"]].iloc[0].tolist() == [
        "Alliance",
        120,
        120,
        "yes",
    ]
    differing = opened(sample, monkeypatch, event="mat-open-2026", award="adult-female").dataframe[-1].value
    row = differing.set_index("academy").loc["Casa do Tatame"]
    # 19 published; 10 computed: the lone purple light gives no points (A3, categories.csv).
    assert row[["official_points", "points", "agrees"]].tolist() == [19, 10, "no"]
    assert "Female · Adult · Purple · Light, Gold" in row["why"]


def test_medals_nobody_fought_for_stand_apart_where_bouts_are_known(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = opened(sample, monkeypatch, event="mat-open-2026", award="all").dataframe[0].value
    # One registered at purple light (M2); Maré Alta closed out both places at Master 1 brown heavy (D2).
    unfought = known.set_index("academy")["uncontested"]
    assert unfought[unfought > 0].to_dict() == {"Casa do Tatame": 1, "Maré Alta Jiu-Jitsu": 2}
    assert "uncontested" not in opened(sample, monkeypatch, event="worlds-2024").dataframe[0].value


def test_a_draw_that_is_required_and_provisional_results_stand_above_the_table(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = opened(sample, monkeypatch, event="worlds-2024", award="adult-male")
    assert any("only a draw can separate them" in each.value for each in draw.info)
    provisional = opened(sample, monkeypatch, event="mat-open-2026", award="all")
    assert any("These results are provisional" in each.value for each in provisional.info)
