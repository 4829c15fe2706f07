"""One person under two names, a minor under one of them; and two people under one name."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from analytics import ratings, relations
from analytics.store import Store
from etl import athlete_reviews, pipeline
from etl.extract import EventOptions
from publishing import athlete_page, rating_page, season_answer
from publishing.privacy import Level

HEADING = "gender,age_division,belt,weight_class,place,athlete,academy"


def event(folder: Path, name: str, start: str, *places: str) -> Path:
    made = folder / name
    made.mkdir()
    described = f'[event]\nid = "{name}"\nname = "{name}"\nstart = {start}\nruleset = "ibjjf-2024"\nuniform = "gi"\n'
    (made / "event.toml").write_text(described)
    (made / "placements.csv").write_text("\n".join([HEADING, *places]))
    return made


@pytest.fixture
def renamed(tmp_path: Path) -> Path:
    """Quim Invented Young of 2025, a juvenile, is the adult Quim Invented of 2026."""
    store = tmp_path / "s.duckdb"
    young = "male,juvenile-2,blue,light"
    adult = "male,adult,blue,light"
    one = event(tmp_path, "a", "2025-05-02", f"{young},1,Quim Invented Young,Alpha", f"{young},2,Rui Made,Beta")
    two = event(tmp_path, "b", "2026-05-02", f"{adult},1,Quim Invented,Alpha", f"{adult},2,Tom Grown,Beta")
    pipeline.ingest(store, [one, two], EventOptions(), relations.build)
    return store


def test_a_result_of_a_minor_is_on_no_page_of_the_adult(renamed: Path) -> None:
    with Store.open(renamed) as store:
        assert list(athlete_page.found(store, "quim")) == ["Quim Invented @ Alpha"]
    athlete_reviews.decide(renamed, "quim invented young|alpha|", "quim invented|alpha|", "office")
    with Store.open(renamed) as store:
        assert athlete_page.found(store, "quim") == {}
        assert athlete_page.found(store, "", asked="Quim Invented @ Alpha").keys() == {"Tom Grown @ Beta"}


def test_a_season_that_counts_it_does_not_name_the_adult(renamed: Path) -> None:
    athlete_reviews.decide(renamed, "quim invented young|alpha|", "quim invented|alpha|", "office")
    with Store.open(renamed) as store:
        ranking = season_answer.season(store, "two-year-decay", 2026, "athlete", Level.PUBLISHED)["ranking"]
    counted = [row for row in ranking if len(row["lines"]) == 2]
    assert len(counted) == 1, "the scheme counts both years"
    assert "Quim" not in str(counted)
    assert "Tom Grown" in str(ranking)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Two of the name Joe Made at Alpha, by their identifiers: 7 wins at black belt, 9 loses at white belt."""
    made, store = event(tmp_path, "a", "2026-05-02"), tmp_path / "s.duckdb"
    (made / "placements.csv").unlink()
    sides = ",".join(f"{side}_{name}" for side in ("red", "blue") for name in ("athlete", "academy", "athlete_id"))
    rows = [
        f"gender,age_division,belt,weight_class,bout,round,{sides},winner,decision",
        "male,adult,black,light,1,final,Joe Made,Alpha,7,Tom Grown,Beta,8,red,submission",
        "male,adult,white,light,2,final,Joe Made,Alpha,9,Max Found,Beta,10,blue,submission",
    ]
    (made / "bouts.csv").write_text("\n".join(rows))
    pipeline.ingest(store, [made], EventOptions(), relations.build)
    return store


def test_two_people_of_one_name_and_academy_have_no_rating_in_common(shared: Path) -> None:
    with Store.open(shared) as opened:
        assert set(rating_page.rated(opened).trails) == {"Tom Grown @ Beta", "Max Found @ Beta"}


def test_no_cursor_is_open_while_bouts_are_rated(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds, and after a load every other page would wait for that cursor to end."""
    run, running = ratings.run, list[int]()

    with Store.open(shared) as opened:

        def watched(bouts: Iterable[ratings.Bout]) -> ratings.History:
            newest = opened._open()._newest
            assert newest is not None
            running.append(newest.readers)
            return run(bouts)

        monkeypatch.setattr(ratings, "run", watched)
        assert rating_page.rated(opened).trails
    assert running == [0]


@pytest.mark.parametrize(
    ("who", "place", "opponent", "outcome"),
    [("Joe Made @ Alpha (1)", "Gold", "Tom Grown", "Won"), ("Joe Made @ Alpha (2)", "Silver", "Max Found", "Lost")],
)
def test_two_people_of_one_name_and_academy_have_a_page_each(
    who: str, place: str, opponent: str, outcome: str, shared: Path
) -> None:
    with Store.open(shared) as opened:
        assert list(athlete_page.found(opened, "joe")) == ["Joe Made @ Alpha (1)", "Joe Made @ Alpha (2)"]
        assert who in athlete_page.found(opened, "joe alpha", asked=who)
        page = athlete_page.athlete(opened, who)
    assert page.medals["place"].tolist() == [place]
    assert page.bouts[["opponent", "outcome"]].to_numpy().tolist() == [[opponent, outcome]]
    assert len(page.methods) == 1
    assert "Several people share this name" in page.facts[-1]


def test_an_address_that_could_mean_two_people_is_nobodys(shared: Path) -> None:
    with Store.open(shared) as opened:
        page = athlete_page.athlete(opened, "Joe Made @ Alpha")
    assert page.medals.empty
    assert page.bouts.empty


def test_people_of_one_name_without_academy_have_a_page_each(tmp_path: Path) -> None:
    """An academy that is not known equals no other; the earlier event's is the first; a name may end like a number."""
    adult = "male,adult,blue,light"
    late = event(tmp_path, "a", "2026-05-02", f"{adult},1,Joe Made,", f"{adult},2,Max Found (3),")
    early = event(tmp_path, "b", "2025-05-02", f"{adult},1,Rui Given,Beta", f"{adult},2,Joe Made,")
    pipeline.ingest(tmp_path / "s.duckdb", [late, early], EventOptions(), relations.build)
    with Store.open(tmp_path / "s.duckdb") as opened:
        assert list(athlete_page.found(opened, "joe")) == ["Joe Made (1)", "Joe Made (2)"]
        addresses = ("Joe Made (1)", "Joe Made (2)", "Max Found (3)")
        medals = [athlete_page.athlete(opened, who).medals["place"].tolist() for who in addresses]
        alone = athlete_page.athlete(opened, "Rui Given @ Beta")
    assert medals == [["Silver"], ["Gold"], ["Silver"]]
    assert not any("Several people" in fact for fact in alone.facts)


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("straße", "Hans Straße @ Ártico"),
        ("STRASSE", "Hans Straße @ Ártico"),
        ("artico", "Hans Straße @ Ártico"),
        ("ken", "Ｋｅｎ @ Größe"),
        ("ｋｅｎ grosse", "Ｋｅｎ @ Größe"),
        ("lukasz", None),  # the barred l is a letter of its own
    ],
)
def test_who_has_an_identifier_is_found_by_the_name_as_everybody_is(
    typed: str, who: str | None, tmp_path: Path
) -> None:
    made, store = event(tmp_path, "a", "2026-05-02"), tmp_path / "s.duckdb"
    adult = "male,adult,blue,light"
    rows = [f"{HEADING},athlete_id", f"{adult},1,Hans Straße,Ártico,7", f"{adult},2,Ｋｅｎ,Größe,8"]
    (made / "placements.csv").write_text("\n".join([*rows, f"{adult},3,Łukasz,Beta,9"]), encoding="utf-8")
    pipeline.ingest(store, [made], EventOptions(), relations.build)
    with Store.open(store) as opened:
        assert list(athlete_page.found(opened, typed)) == ([] if who is None else [who])


def test_those_who_are_hidden_take_nobodys_place_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(athlete_page, "MOST", 2)
    young = [f"male,juvenile-2,blue,light,{place},Ana Invented {place},Alpha" for place in range(1, 4)]
    grown = [f"male,adult,blue,light,{place},{name},Alpha" for place, name in enumerate(("Cid", "Bea", "Dan"), 1)]
    made, store = event(tmp_path, "a", "2026-05-02", *young, *grown), tmp_path / "s.duckdb"
    pipeline.ingest(store, [made], EventOptions(), relations.build)
    with Store.open(store) as opened:
        assert list(athlete_page.found(opened, "")) == ["Bea @ Alpha", "Cid @ Alpha"]
        assert list(athlete_page.found(opened, "alpha", asked="Dan @ Alpha"))[-1] == "Dan @ Alpha"
        assert athlete_page.found(opened, "ana") == {}
