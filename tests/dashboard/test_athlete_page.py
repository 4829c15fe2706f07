"""The page of an athlete: found whatever the accents, worked by hand, and nobody there who is not to be named."""

import time
from pathlib import Path

import pandas as pd
import pytest

from analytics.store import CHECK_SECONDS
from dashboard import figures
from dashboard.kept import Kept
from publishing.rating_page import Rated
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


def test_a_rating_is_drawn_once_and_anew_for_new_results_and_keeps_no_others_rows(
    cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept[figures.Drawn](200)
    monkeypatch.setattr(figures, "_drawn", kept)

    def drawn(who: str) -> list[tuple[object, ...]]:
        opened(cup, monkeypatch, "athlete", athlete=who)
        return [each.made_of for each in kept._values.values()]

    drawn("Cid @ C Team")
    (made_of,) = drawn("Cid @ C Team")
    frame = made_of[0]
    assert isinstance(frame, pd.DataFrame)
    assert frame["name"].tolist() == ["Cid"] * 2
    assert not any(isinstance(value, Rated) for value in made_of)
    assert len(drawn("Ben @ B Team")) == 2
    (tmp_path / "more").mkdir()
    bouts = f"{BOUTS}{BLACK},1,final,Cid,C Team,Ben,B Team,red,points\n"
    more = bundle(tmp_path / "more" / "open", entries="", places="", bouts=bouts, name="Open")
    described = (more / "event.toml").read_text().replace('id = "cup"', 'id = "open"').replace("2026-05", "2026-06")
    (more / "event.toml").write_text(described)
    ingest(cup, more)
    time.sleep(CHECK_SECONDS + 0.1)
    newest = drawn("Cid @ C Team")[-1][0]
    assert isinstance(newest, pd.DataFrame)
    assert newest["event"].tolist() == ["Cup", "Cup", "Open"]
