"""Who and what a category is where the source leaves it in doubt: names without academy, incomplete entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from analytics import relations
from analytics.store import Store
from etl import pipeline
from etl.extract import EventOptions
from rulebook import vocabulary
from tests.analytics import hall, podium
from tests.analytics.hall import Bracket, Event, Row


def test_m18_a_name_without_academy_may_be_two_people_and_a_finding_asks_for_more() -> None:
    thrown_out = Row("Z|", "Y@Y", "blue", "final", "disqualification", red_dq="disciplinary")
    open_class = Bracket((thrown_out,), parts=("male", "adult", "blue", "open"))
    heavy = Bracket((Row("Z|", "Q@Q", round="final"),), parts=("male", "adult", "blue", "heavy"))
    official = Bracket(official=((1, "Z|"), (2, "P@P")), parts=("male", "adult", "blue", "middle"))
    con = hall.store(Event((open_class, heavy, official)))
    asked = "select value, rule from finding where code = 'identity_unknown' and version_id = ? order by value"
    assert hall.podium(con) == [(1, "Y"), (1, "Z|"), (2, "Q"), (1, "Z|"), (2, "P")]
    assert con.execute(asked, [1]).fetchall() == [("male / adult / blue / heavy", "M18")]
    second = hall.later(con)
    hall.correction(con, second, "Z|", "disciplinary", weight="open")
    assert hall.compute(con, second) == hall.podium(con, 1)
    assert con.execute(asked, [second]).fetchall() == [
        ("male / adult / blue / heavy", "M18"),
        ("male / adult / blue / middle", "M18"),
    ]


def test_a3_a4_who_holds_a_place_was_registered_though_no_entry_lists_him() -> None:
    two_of_a = {"A1@A": "registered", "A2@A": "registered"}
    first_unlisted = Bracket(entries=two_of_a, official=((1, "B@B"), (2, "A1@A")))
    listed = Bracket(entries=two_of_a, official=((1, "A2@A"), (2, "A1@A")), parts=("male", "adult", "blue", "heavy"))
    lone = {"S@S": "registered"}
    places = ((1, "Z@Z"), (2, "S@S"))
    lone_entry = Bracket(entries=lone, official=places, parts=("male", "adult", "brown", "light"))
    stated = Bracket(entries=lone, official=places, parts=("male", "adult", "brown", "heavy"), registered=1)
    con = hall.store(Event((first_unlisted, listed, lone_entry, stated)))
    columns = "registered, registered_derived, counted, not_counted_rule"
    assert con.execute(f"select {columns} from category_result order by category_id").fetchall() == [
        (3, True, True, None),
        (2, False, False, "A4"),
        (2, True, True, None),
        (1, False, False, "A3"),
    ]


@pytest.mark.parametrize(
    ("gender", "weight", "places"),
    [
        ("male", "+100.5 kg", [(1, "A"), (2, "B")]),
        ("male", "-100.5 kg", [(2, "B")]),
        ("male", "+94.3 kg", [(2, "B")]),
        ("female", "+79.3 kg", [(2, "B")]),  # super heavy: the women's chart has no ultra heavy
        ("female", "+90 kg", [(2, "B")]),
    ],
)
def test_m19_the_limit_above_all_is_ultra_heavy(gender: str, weight: str, places: list[tuple[int, str]]) -> None:
    """weights.csv: super heavy of adult men in gi ends at 100.5 kg, heavy of adult women at 79.3 kg."""
    entries = {"A@A": "weigh_in", "B@B": "registered"}
    final = Row("A@A", "B@B", round="final")
    con = hall.store(Event((Bracket((final,), entries, parts=(gender, "adult", "blue", weight)),)))
    con.execute("update category set weight_rank = ?", [vocabulary.weight_rank(weight, gender, "adult", "gi")])
    assert hall.compute(con, 1) == places


def test_t_an_unknown_age_division_does_not_make_an_award_one_of_several_ages() -> None:
    unknown = podium.won("West East", age="unknown", weight="heavy")
    con = podium.compute(podium.Podium((podium.won("North South"), podium.won("South North", belt="brown"), unknown)))
    assert con.execute("select distinct chain from award_chain").fetchall() == [("T1",)]
    two = podium.won("West East", age="master-1", weight="heavy")
    con = podium.compute(podium.Podium((podium.won("North South"), podium.won("South North", belt="brown"), two)))
    assert con.execute("select distinct chain from award_chain").fetchall() == [("T2",)]


PARTS = "gender,age_division,belt,weight_class"
BLACK = "male,adult,black,light"


@pytest.mark.parametrize(
    ("semifinal", "final", "academy"),
    [("Zulu", "Alpha", None), ("Alpha", "ALPHA", "alpha"), ("", "Zulu", "zulu"), ("", "", None)],
)
@pytest.mark.parametrize("listed", [True, False])
def test_a_an_athlete_without_an_academy_of_his_own_is_of_that_which_all_his_bouts_name_else_of_none(
    semifinal: str, final: str, academy: str | None, listed: bool, tmp_path: Path
) -> None:
    """Which of two is his nobody has said, so neither has the points; in the list of entries or not."""
    made = tmp_path / "cup"
    made.mkdir()
    (made / "event.toml").write_text(
        '[event]\nid = "cup"\nname = "Cup"\nstart = 2026-05-02\nruleset = "ibjjf-2024"\nuniform = "gi"\n'
    )
    entries = ("Joe Made,,7", "Tom Grown,Beta,8", "Max Found,Gama,9", "Rui Given,Delta,10")
    rows = [f"{PARTS},athlete,academy,athlete_id", *(f"{BLACK},{each}" for each in entries[not listed :])]
    (made / "entries.csv").write_text("\n".join(rows))
    sides = ",".join(f"{side}_{name}" for side in ("red", "blue") for name in ("athlete", "academy", "athlete_id"))
    bouts = (
        f"1,semifinal,Joe Made,{semifinal},7,Tom Grown,Beta,8,red,points",
        "2,semifinal,Max Found,Gama,9,Rui Given,Delta,10,red,points",
        f"3,final,Joe Made,{final},7,Max Found,Gama,9,red,points",
    )
    rows = [f"{PARTS},bout,round,{sides},winner,decision", *(f"{BLACK},{each}" for each in bouts)]
    (made / "bouts.csv").write_text("\n".join(rows))
    pipeline.ingest(tmp_path / "s.duckdb", [made], EventOptions(), relations.build)
    with Store.open(tmp_path / "s.duckdb") as store, store.cursor() as cur:
        gold = cur.execute("select athlete, academy_key from place where place = 1").fetchall()
        first = cur.execute("select distinct points from standing where academy_key = $1", [academy]).fetchall()
        alpha = cur.execute("select max(points) from standing where academy_key = 'alpha'").fetchone()
    assert gold == [("Joe Made", academy)]
    assert first == ([] if academy is None else [(9,)])
    assert alpha in ({(None,), (0,)} if academy != "alpha" else {(9,)})
