"""The page of an athlete: found whatever the accents, worked by hand, and nobody there who is not to be named."""

from pathlib import Path

import pytest

from tests.dashboard.running import HEADING, bundle, ingest, opened, words

BOUTS = f"{HEADING}bout,round,red_athlete,red_academy,blue_athlete,blue_academy,winner,decision\n"
BLACK, TEEN = "male,adult,black,light", "male,teen-1,green,light"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """João wins a semifinal and loses the final; two minors fight."""
    bouts = (
        f"{BOUTS}{BLACK},1,semifinal,João Luís,A Team,Ben,B Team,red,submission\n"
        f"{BLACK},2,semifinal,Cid,C Team,Dan,D Team,red,points\n"
        f"{BLACK},3,final,João Luís,A Team,Cid,C Team,blue,points\n"
        f"{TEEN},4,final,Young Ada,A Team,Young Bob,B Team,red,points\n"
    )
    entries = "".join(f"{BLACK},{who}\n" for who in ("João Luís,A Team", "Ben,B Team", "Cid,C Team", "Dan,D Team"))
    entries += f"{TEEN},Young Ada,A Team\n{TEEN},Young Bob,B Team\n"
    return ingest(tmp_path / "s.duckdb", bundle(tmp_path / "cup", entries=entries, places="", bouts=bouts))


@pytest.mark.parametrize("typed", ["joao", "LUÍS", "luis a team", "João"])
def test_an_athlete_is_found_by_any_part_of_the_name(typed: str, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "athlete", search=typed)
    assert page.selectbox(key="athlete").options == ["João Luís @ A Team"]
    assert page.dataframe[0].value["place"].tolist() == ["Silver"]
    bouts = page.dataframe[1].value
    assert bouts[["outcome", "opponent", "round"]].to_numpy().tolist() == [
        ["Lost", "Cid", "Final"],
        ["Won", "Ben", "Semifinal"],
    ]
    assert "2 bouts known: 1 won, 1 lost." in words(page)
    assert "Rating (gi): " in words(page)


def test_a_link_opens_the_athlete(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(cup, monkeypatch, "athlete", athlete="Cid @ C Team")
    assert page.selectbox(key="athlete").value == "Cid @ C Team"
    assert page.dataframe[0].value["place"].tolist() == ["Gold"]


def test_minors_are_not_found(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Nobody of that name" in words(opened(cup, monkeypatch, "athlete", search="young"))
    everybody = opened(cup, monkeypatch, "athlete")
    assert not any("Young" in name for name in everybody.selectbox(key="athlete").options)
