"""Athletes looked for by name, the athletes of an academy, ratings step by step: worked by hand."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from analytics import careers, queries, ratings, relations, results
from analytics.store import Store
from etl import pipeline
from etl.extract import EventOptions
from publishing import privacy
from tests.dashboard.running import HEADING, bundle

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
BLACK, TEEN = "male,adult,black,light", "male,teen-1,green,light"


@pytest.fixture(scope="module")
def cur(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """João wins a semifinal and loses the final; two minors fight, one of whom has a namesake among the adults."""
    folder = tmp_path_factory.mktemp("careers")
    bouts = (
        f"{BOUTS}{BLACK},1,semifinal,João Luís,A Team,Ben,B Team,red,submission\n"
        f"{BLACK},2,semifinal,Cid,C Team,Dan,A Team,red,points\n"
        f"{BLACK},3,final,João Luís,A Team,Cid,C Team,blue,points\n"
        f"{TEEN},4,final,Young Ada,A Team,Young Bob,B Team,red,points\n"
    )
    who = ("João Luís,A Team", "Ben,B Team", "Cid,C Team", "Dan,A Team")
    entries = "".join(f"{BLACK},{each}\n" for each in who)
    entries += f"{TEEN},Young Ada,A Team\n{TEEN},Young Bob,B Team\nmale,adult,blue,light,YOUNG BOB,C Team\n"
    made = bundle(folder / "cup", entries=entries, places="", bouts=bouts)
    pipeline.ingest(folder / "s.duckdb", [made], EventOptions(), relations.build)
    with Store.open(folder / "s.duckdb") as opened, opened.cursor() as found:
        yield found


@pytest.mark.parametrize(
    ("words", "names"), [(["joao"], ["joao luis"]), (["luis", "ateam"], ["joao luis"]), (["x"], [])]
)
def test_a_search_is_in_folded_names_and_academies(
    words: list[str], names: list[str], cur: duckdb.DuckDBPyConnection
) -> None:
    assert list(careers.athlete_names(cur, queries.counted(cur), words, 9)) == names


def test_a_search_without_words_gives_the_first_names(cur: duckdb.DuckDBPyConnection) -> None:
    of = queries.counted(cur)
    assert list(careers.athlete_names(cur, of, [], 3)) == ["ben", "cid", "dan"]
    assert list(careers.athlete_names(cur, of, [], 3, "dan")) == ["joao luis", "young ada", "young bob"]
    assert careers.athlete_names(cur, of, [], 3, "young bob") == {}


def test_the_athletes_of_an_academy_have_medals_and_bouts_and_are_adults(cur: duckdb.DuckDBPyConnection) -> None:
    found = careers.academy_athletes(cur, queries.counted(cur), "A Team", 9)
    rows = found[["athlete", "gold", "silver", "bronze", "bouts", "won", "lost", "athletes"]].to_numpy().tolist()
    assert rows == [["João Luís", 0, 1, 0, 2, 1, 1, 2], ["Dan", 0, 0, 1, 1, 0, 1, 2]]


def test_what_is_shown_of_some_names_is_what_is_shown_of_all(cur: duckdb.DuckDBPyConnection) -> None:
    of = queries.counted(cur)
    whole = privacy.shield(cur, of)
    for name in ("João Luís", "Ben", "Young Ada", "Young Bob", "YOUNG  BOB", "young-bob", "Nobody"):
        assert privacy.shield_of(cur, of, [name]).hides(name) == whole.hides(name)
    assert privacy.shield_of(cur, of, ["YOUNG BOB"]).hides("YOUNG BOB")  # an adult's, but a minor's too


def test_a_rating_step_by_step_ends_where_the_rating_stands(cur: duckdb.DuckDBPyConnection) -> None:
    of = queries.counted(cur)
    (rated,) = ratings.ratings(cur, of)
    trail = ratings.trails(results.of(cur, of))["gi"]
    assert trail.groupby("name").size().to_dict() == {"João Luís": 2, "Ben": 1, "Cid": 2, "Dan": 1}
    last = trail.groupby("name").last()
    now = rated.athletes.set_index("name")
    for name in now.index:
        assert last.loc[name, ["mu", "low", "high"]].tolist() == pytest.approx(
            now.loc[name, ["mu", "low", "high"]].tolist()
        )
    mu = trail[trail["name"] == "João Luís"]["mu"].tolist()
    assert mu[0] > mu[1]  # won, then lost
    assert not trail["name"].str.contains("Young").any()


def test_what_is_shown_of_some_names_is_the_same_where_the_source_has_identifiers(tmp_path: Path) -> None:
    """An adult's row is hidden where the identifier is a minor's elsewhere in the event, however written."""
    rows = (
        (TEEN, "Zoë Ångström-Lund", "1"), (BLACK, "ZOE ANGSTROM LUND", "2"), (BLACK, "Z. A. Lund", "1"),
        (TEEN, "小野寺 葵", "3"), (BLACK, "小野寺　葵", "4"),
        (BLACK, "Łukasz O'Neil", "5"), (TEEN, "łukasz o neil", "6"), (BLACK, "Grown Up", "7"),
    )  # fmt: skip
    made = bundle(tmp_path / "cup", entries="", places="")
    lines = "".join(f"{category},{name},A Team,{number}\n" for category, name, number in rows)
    (made / "entries.csv").write_text(f"{HEADING}athlete,academy,athlete_id\n{lines}", encoding="utf-8")
    pipeline.ingest(tmp_path / "s.duckdb", [made], EventOptions(), relations.build)
    with Store.open(tmp_path / "s.duckdb") as opened, opened.cursor() as cur:
        of = queries.counted(cur)
        whole = privacy.shield(cur, of)
        told = {name: privacy.shield_of(cur, of, [name]).hides(name) for _, name, _ in rows}
    assert told == {name: whole.hides(name) for _, name, _ in rows}
    assert [name for name, hidden in told.items() if not hidden] == ["Grown Up"]
