"""The page of how bouts are won: counts worked by hand, filters in the address, a comparison that says what follows."""

import shlex
from pathlib import Path

import pandas as pd
import pytest

from analytics.store import Store
from publishing import method_page
from tatame import cli
from tests.dashboard.running import HEADING, bundle, in_address, ingest, opened, words

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision,technique\n"
BLACK, BLUE = "male,adult,black,light", "male,adult,blue,light"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Blue: one submission, one on points, one of unknown decision; black: one submission."""
    bouts = (
        f"{BOUTS}{BLUE},1,semifinal,Ana,A,Ben,B,red,submission,armbar\n{BLUE},2,semifinal,Cid,C,Dan,D,red,points,\n"
        f"{BLUE},3,final,Ana,A,Cid,C,red,,\n{BLACK},4,final,Eli,E,Fay,F,blue,submission,triangle\n"
    )
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries="", places="", bouts=bouts))


def test_shares_are_of_bouts_with_a_known_decision(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "methods", event="cup", by="belt")
    rows = page.dataframe[0].value[["group", "method", "count", "n", "share"]].to_numpy().tolist()
    assert sorted(rows) == [
        ["Black", "submission", 1, 1, 1.0],
        ["Blue", "on points", 1, 2, 0.5],
        ["Blue", "submission", 1, 2, 0.5],
    ]
    assert "Shares are of 3 bouts with a known decision; 4 took place, 1 without one." in words(page)


def test_a_long_table_has_its_first_groups_and_says_how_all_are_had(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method_page, "PART", 2)
    page = opened(cup, monkeypatch, "methods", event="cup", by="academy", gender="male")
    assert {*page.dataframe[0].value["group"]} == {"A", "B"}  # the first two of A to F
    command = (
        "tatame methods --event cup --of decision --by academy --where gender=male --store s.duckdb --out methods.csv"
    )
    assert (
        f"The table and what is downloaded have the first 2 of 6 groups; the program writes all of them, where this "
        f"store is: {command}"
    ) in words(page)
    assert "Its file also has, with count 0, the ways in which no bout of a group was won." in words(page)
    monkeypatch.chdir(cup.parent)
    assert cli.main(shlex.split(command)[1:]) == 0
    written = pd.read_csv("methods.csv")
    assert {*written["academy"]} == {*"ABCDEF"}
    shown = written[(written["count"] > 0) & written["academy"].isin(["A", "B"])]
    assert shown["count"].tolist() == page.dataframe[0].value["count"].tolist()
    assert (written["count"] == 0).any(), "which the page leaves out"
    assert "the first" not in words(opened(cup, monkeypatch, "methods", event="cup", by="belt"))
    monkeypatch.setattr(method_page, "PART", 1)
    with Store.open(cup) as store:
        notes = " ".join(method_page.shares(store, "cup", "belt", "technique", ()).notes)
    assert "--of technique --by belt" in notes
    assert "count 0" not in notes, "of techniques the program has no such rows either"


def test_a_filter_keeps_its_bouts_and_stands_in_the_address(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "methods", event="cup", by="round")
    page.selectbox(key="belt").set_value("black").run()
    assert not page.exception
    assert page.dataframe[0].value[["group", "method", "n"]].to_numpy().tolist() == [["Final", "submission", 1]]
    assert in_address(page, "belt") == "black"
    again = opened(cup, monkeypatch, "methods", event="cup", by="round", belt="black")
    assert again.dataframe[0].value.equals(page.dataframe[0].value)


def test_two_groups_are_compared_in_sentences_that_claim_no_more_than_they_can(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(cup, monkeypatch, "methods", event="cup", by="belt", a="blue", b="black")
    said = next(each.value for each in page.text if each.value.startswith("submission: "))
    assert said.startswith("submission: Blue 50.0 % of 2, Black 100.0 % of 1. ")
    assert "too few to tell" in said


@pytest.mark.parametrize("figure", ["shares", "table", "rounds", "techniques"])
def test_every_figure_is_drawn(figure: str, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "methods", event="cup", figure=figure, lang="ja")
    assert len(page.get("plotly_chart")) == 1


@pytest.fixture
def timed(tmp_path: Path) -> Path:
    """Blue (6 minutes, B3): submissions at 1:00 and 4:00, two on points 2:0 and 4:2; black: one on points 2:0."""
    head = BOUTS.replace("technique", "technique,elapsed,red_points,blue_points")
    bouts = (
        f"{head}{BLUE},1,semifinal,Ana,A,Ben,B,red,submission,armbar,1:00,,\n"
        f"{BLUE},2,semifinal,Cid,C,Dan,D,red,points,,6:00,2,0\n{BLUE},3,final,Ana,A,Cid,C,red,points,,6:00,4,2\n"
        f"male,adult,blue,heavy,4,final,Gus,G,Hal,H,red,submission,armbar,4:00,,\n"
        f"{BLACK},5,final,Eli,E,Fay,F,blue,points,,10:00,0,2\n"
    )
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries="", places="", bouts=bouts))


def test_times_are_of_one_match_time_with_those_still_fought(timed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(timed, monkeypatch, "methods", event="cup", figure="times")
    assert page.selectbox(key="limit").options == ["6:00 min (4 bouts)", "10:00 min (1 bout)"]
    rows = page.dataframe[0].value[["method", "count", "n", "share"]].to_numpy().tolist()
    assert rows == [["submission", 2, 4, 0.5]]  # two of four had ended so by the limit; nothing else ended before it
    spec = page.get("plotly_chart")[0].proto.spec
    assert all(f'"{n}"' in spec for n in (4, 3, 2))  # at risk: 4, after 1:00 3, after 4:00 2
    assert "5 of 5 bouts are used" in words(page)


def test_scores_have_margins_and_the_filters_of_the_page(timed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(timed, monkeypatch, "methods", event="cup", figure="scores")
    assert page.dataframe[0].value[["method", "count", "n"]].to_numpy().tolist() == [["on points", 3, 3]]
    blue = opened(timed, monkeypatch, "methods", event="cup", figure="scores", belt="blue")
    assert blue.dataframe[0].value[["method", "count", "n"]].to_numpy().tolist() == [["on points", 2, 2]]
    assert in_address(blue, "belt") == "blue"


def test_times_and_scores_say_that_none_is_known(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The one bout of black belts, a submission, has no time and no score; a bout on points has reached its limit (B3).
    for figure, said in (
        ("times", "No time of these bouts is known."),
        ("scores", "No score of these bouts is known."),
    ):
        assert said in words(opened(cup, monkeypatch, "methods", figure=figure, belt="black"))


def test_techniques_are_of_submissions(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "methods", event="cup", figure="techniques")
    assert sorted(page.dataframe[0].value["method"]) == ["armbar", "triangle"]


def test_an_event_without_bouts_says_so(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No bout of these is known." in words(opened(sample, monkeypatch, "methods", event="worlds-2024"))
