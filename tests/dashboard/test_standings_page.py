"""The first page, run without a browser: on the sample, on no store, on an empty one, on a broken one, on odd names."""

import shutil
import time
from pathlib import Path

import pytest

import etl.load
from analytics import relations
from analytics.store import CHECK_SECONDS, Store
from etl import decisions
from etl.errors import UnknownName
from publishing import standing_page
from tests.dashboard.running import HEADING, NASTY, bundle, ingest, opened, words


def test_the_standing_of_a_deep_link_has_a_reason_on_every_row_but_the_last(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, event="worlds-2024", award="adult-male")
    table = page.dataframe[0].value
    # The first rows of the federation's own list: data/sample/worlds-2024/official_standings.csv.
    assert table[["academy", "points"]].head(4).to_numpy().tolist() == [
        ["Alliance", 120],
        ["AOJ", 60],
        ["Fratres Brazilian Jiu-Jitsu", 58],
        ["DreamArt", 57],
    ]
    assert table["reason"].iloc[0] == "120 points against 60"
    assert (table["reason"].iloc[:-1] != "").all()
    assert table["reason"].iloc[-1] == ""
    shared = table[table["rank"].str.endswith("=")]
    assert not shared.empty
    assert "draw required" in shared["reason"].iloc[0]
    assert "derived" in words(page)  # A8: there is no list of entries


def test_the_medals_behind_an_academy_add_up_and_say_why_they_count(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all", academy="Casa do Tatame")
    standing, medals = page.dataframe[0].value, page.dataframe[-1].value
    assert medals["points"].sum() == standing.set_index("academy")["points"]["Casa do Tatame"]
    lone = medals[
        medals["category"] == "Female · Adult · Purple · Light"
    ]  # one registered: A3, and categories.csv says no
    assert lone[["place", "points", "counted"]].to_numpy().tolist() == [["Gold", 0, "no"]]
    assert "medal, no points" in lone["rule"].iloc[0]


def test_an_unresolved_category_and_provisional_results_are_told(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all")
    said = words(page)
    assert "provisional" in said
    assert "Not settled, counted nowhere (A7): 1" in [each.label for each in page.expander]
    assert "Female · Adult · White · Light, needs a ruling" in said
    assert "(M12)" in said


def test_choosing_an_academy_shows_its_medals_and_stands_in_the_address(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all")
    first = page.dataframe[-1].value
    page.selectbox(key="academy").set_value("Harbour Mat Club").run()
    assert not page.dataframe[-1].value.equals(first)
    assert page.query_params["academy"] in ("Harbour Mat Club", ["Harbour Mat Club"])
    assert any(each.value.startswith("Harbour Mat Club: 17 points") for each in page.text)


def test_changing_the_event_leaves_no_award_or_academy_of_the_other(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all", academy="Harbour Mat Club")
    page.selectbox(key="event").set_value("worlds-2024").run()
    assert not page.exception
    assert "Harbour Mat Club" not in words(page)


@pytest.mark.parametrize("key", ["event", "award", "academy"])
def test_an_address_that_names_nothing_there_is_says_so_and_shows_something(
    key: str, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = {"event": "mat-open-2026", "award": "all", key: "<i>no such</i>"}
    page = opened(sample, monkeypatch, **address)
    assert any("<i>no such</i>" in each.value for each in page.text)
    assert not page.dataframe[0].value.empty


def test_no_store_is_said_with_what_to_do_and_none_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(tmp_path / "none.duckdb", monkeypatch)
    assert "no store" in page.info[0].value
    assert "tatame ingest" in page.code[0].value
    assert list(tmp_path.iterdir()) == []


def test_an_empty_store_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with etl.load.writing(tmp_path / "empty.duckdb", create=True):
        pass
    page = opened(tmp_path / "empty.duckdb", monkeypatch)
    assert "no event yet" in page.info[0].value
    assert "tatame ingest" in page.code[0].value


def test_what_is_no_store_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.duckdb").write_text("shopping list")
    page = opened(tmp_path / "notes.duckdb", monkeypatch)
    assert page.error
    assert "notes.duckdb cannot be read stands in the log" in words(page)


def test_a_new_load_is_seen_by_the_open_page(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Path(shutil.copy(sample, tmp_path / "live.duckdb"))
    page = opened(store, monkeypatch, event="mat-open-2026", award="all")
    before = page.dataframe[0].value
    places = [(1, "Ida Norrgren"), (2, "Bruna Assunçal")]
    decisions.rule(store, "mat-open-2026", "female adult white light", places, "as ruled", "Jo", relations.build)
    time.sleep(CHECK_SECONDS + 0.1)  # the reader looks no more often
    page.run()
    assert not any("Not settled" in each.label for each in page.expander)
    after = page.dataframe[0].value.set_index("academy")["points"]
    gained = after - before.set_index("academy")["points"]
    assert gained[gained != 0].to_dict() == {"Harbour Mat Club": 9, "Ponte Nova BJJ": 3}


def test_names_that_are_markup_are_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = "male,adult,black,light"
    places = f'{row},1,"{NASTY}","{NASTY} Team"\n{row},2,Ben,Other\n'
    entries = f'{row},"{NASTY}","{NASTY} Team"\n{row},Ben,Other\n'
    store = ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=places, name=NASTY))
    page = opened(store, monkeypatch)
    assert page.dataframe[0].value["academy"].iloc[0] == f"{NASTY} Team"
    assert page.dataframe[-1].value["athlete"].iloc[0] == NASTY
    # Markdown and HTML are read in these elements; names must be in none of them.
    rendered = [*page.markdown, *page.header, *page.title, *page.info, *page.error, *page.caption]
    assert not any("Bold" in str(each.value) for each in rendered)
    assert not any("Bold" in each.label for each in page.expander)


def test_no_name_of_a_minor_reaches_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    teen, adult = "male,teen-1,green,light", "male,adult,black,light"
    who = {f"{teen}": ("Young Ada", "Young Bob"), f"{adult}": ("Grown Cid", "Grown Dan")}
    entries = "".join(f"{c},{a},A Team\n{c},{b},B Team\n" for c, (a, b) in who.items())
    places = "".join(f"{c},1,{a},A Team\n{c},2,{b},B Team\n" for c, (a, b) in who.items())
    page = opened(ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places=places)), monkeypatch)
    for academy in page.selectbox(key="academy").options:
        page.selectbox(key="academy").set_value(academy).run()
        assert "Young" not in words(page)
        assert "Grown" in words(page)
        assert "Athletes under 18" in words(page)


def test_a_rule_set_without_points_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = "male,adult,black,light"
    folder = bundle(tmp_path / "cup", entries=f"{row},Ana,A\n", places="", more='ruleset = "none"\n')
    page = opened(ingest(tmp_path / "s.duckdb", folder), monkeypatch)
    assert "No academy has a point" in words(page)
    assert "Rule set none" in words(page)


def test_another_rule_set_is_a_what_if_and_says_so(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all", ruleset="ibjjf-v3")
    assert "What if: computed under ibjjf-v3" in words(page)
    page.selectbox(key="ruleset").set_value("").run()
    assert not page.exception
    assert "What if: computed" not in words(page)
    assert "ruleset" not in page.query_params


def test_associations_can_be_ranked(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(sample, monkeypatch, event="mat-open-2026", award="all", unit="association")
    own = opened(sample, monkeypatch, event="mat-open-2026", award="all")
    # Nobody belongs to an association: each academy stands for itself.
    assert page.dataframe[0].value["points"].tolist() == own.dataframe[0].value["points"].tolist()


def test_a_version_that_changed_a_standing_shows_who_moved_and_the_one_before_can_be_seen(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Path(shutil.copy(sample, tmp_path / "live.duckdb"))
    before = opened(store, monkeypatch, event="mat-open-2026", award="all")
    assert "moved" not in before.dataframe[0].value
    first = before.selectbox(key="as_of").options
    places = [(1, "Ida Norrgren"), (2, "Bruna Assunçal")]
    decisions.rule(store, "mat-open-2026", "female adult white light", places, "as ruled", "Jo", relations.build)
    time.sleep(CHECK_SECONDS + 0.1)
    page = opened(store, monkeypatch, event="mat-open-2026", award="all")
    moved = page.dataframe[0].value.set_index("academy")["moved"]
    assert "(17 → 26)" in moved["Harbour Mat Club"]  # gold: 9 more (A1)
    versions = page.selectbox(key="as_of").options
    assert len(versions) == len(first) + 1
    with Store.open(store) as opened_store:
        earliest = list(standing_page.versions(opened_store, "mat-open-2026"))[-1]
    again = opened(store, monkeypatch, event="mat-open-2026", award="all", as_of=earliest)
    assert again.dataframe[0].value["points"].tolist() == before.dataframe[0].value["points"].tolist()


def test_an_award_that_an_earlier_version_lacked_is_said_and_nothing_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event loaded again with another award: the time picker offers the version before it."""
    row = "male,adult,black,light"
    places = f"{row},1,Ana,A Team\n{row},2,Ben,B Team\n"
    store = tmp_path / "s.duckdb"
    for name in ("first", "second"):
        award = f'[[award]]\nid = "{name}"\nname = "The {name}"\n'
        folder = bundle(tmp_path / name, entries="", places="", more=award)
        (folder / "entries.csv").unlink()
        (folder / "placements.csv").write_text(f"{HEADING}place,athlete,academy\n{places}")
        ingest(store, folder)
    with Store.open(store) as opened_store:
        earliest = list(standing_page.versions(opened_store, "cup"))[-1]
        assert standing_page.awards(opened_store, "cup", earliest) == ("first",)
    page = opened(store, monkeypatch, event="cup", award="second", as_of=earliest)
    assert not page.error
    assert "This award did not exist at that time." in words(page)
    page.selectbox(key="as_of").set_value("").run()
    assert page.dataframe[0].value["points"].tolist() == [9, 3]


def test_a_question_about_what_is_gone_is_no_broken_store(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise UnknownName("award", "overall", ["adults"])

    gone.__module__, gone.__qualname__ = "publishing.standing_page", "standing"
    monkeypatch.setattr(standing_page, "standing", gone)
    store = Path(shutil.copy(sample, tmp_path / "s.duckdb"))  # of which no answer is kept yet
    page = opened(store, monkeypatch, event="mat-open-2026", award="all")
    assert not page.error
    assert "is not in the store, or not any more" in words(page)
