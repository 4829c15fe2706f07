"""Records of the invented event, counted by hand from its CSV files, and of small events written here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analytics import fought, records, relations
from analytics.records import Records
from analytics.store import Store
from etl import pipeline
from etl.errors import UnknownName
from etl.extract import EventOptions
from tests.analytics.facts import bout, store

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "sample" / "mat-open-2026"
JUVENILE = ("male", "juvenile-2", "blue", "light")


@pytest.fixture(scope="module")
def cur(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    file = tmp_path_factory.mktemp("records") / "s.duckdb"
    pipeline.ingest(file, [SAMPLE], EventOptions(), relations.build)
    with Store.open(file) as opened, opened.cursor() as cursor:
        yield cursor


@pytest.fixture(scope="module")
def academies(cur: Any) -> Records:
    return records.records(cur, fought.asked(cur))


@pytest.fixture(scope="module")
def athletes(cur: Any) -> Records:
    return records.records(cur, fought.asked(cur), "athlete")


def row(found: Records, name: str) -> dict[str, Any]:
    (one,) = found.rows[found.rows["name"] == name].to_dict("records")
    return one  # type: ignore[return-value]


def test_the_record_of_an_academy_is_a_count_by_hand(academies: Records) -> None:
    # Casa do Tatame fought in 4, 6, 11, 13, 17, 22, 24, 26, 27, 31, 33; won 4, 11, 24, 26, 31, 33; nobody won 13; 21 is
    # a walkover. Gold: Castrel (alone), Grimandi, Moreal; silver: Prado (M12), Montalti; bronze: Pasquil, Bellandi.
    casa = row(academies, "Casa do Tatame")
    assert {name: casa[name] for name in ("bouts", "wins", "losses", "no_winner", "among_themselves")} == {
        "bouts": 11, "wins": 6, "losses": 4, "no_winner": 1, "among_themselves": 0,
    }  # fmt: skip
    assert [casa[name] for name in ("entries", "medals", "gold", "silver", "bronze")] == [8, 7, 3, 2, 2]
    assert [casa[kind] for kind in records.MEDALS] == [6, 1, 0, 0, 0]


def test_medals_of_a_close_out_are_apart(academies: Records) -> None:
    assert row(academies, "Maré Alta Jiu-Jitsu")["close_out"] == 2  # Salinas Cruzeiro and Pedralva
    assert sum(academies.rows["close_out"]) == 2


def test_methods_of_wins_and_losses(academies: Records) -> None:
    own = academies.methods[academies.methods["name"] == "Casa do Tatame"]
    counted = {(line["outcome"], line["method"]): (line["count"], line["n"]) for line in own.to_dict("records")}
    # Won: 4 and 26 by submission, 11, 24, 31 on points, 33 on advantages.
    # Lost: 6 on penalties, 17 and 27 on points, 22 by submission.
    assert counted == {
        ("won", "submission"): (2, 6), ("won", "points"): (3, 6), ("won", "advantages"): (1, 6),
        ("lost", "penalties"): (1, 4), ("lost", "points"): (2, 4), ("lost", "submission"): (1, 4),
    }  # fmt: skip


def test_opposition_is_what_the_opponents_did_against_others(athletes: Records) -> None:
    # Marrão met Valdane (no other bout), Salgar (won his other one) and Aramaki (won both others).
    ivo = row(athletes, "Ivo Marrão")
    assert (ivo["met"], ivo["rated"], ivo["opposition"]) == (3, 2, 1.0)


def test_raw_and_shrunk_stand_side_by_side(academies: Records) -> None:
    rate = academies.rates[academies.rates["rate"] == "wins_per_bout"]
    assert rate["shrunk"].is_monotonic_decreasing
    best = rate.iloc[0]
    assert (best["name"], best["count"], best["n"], best["raw"]) == ("Maré Alta Jiu-Jitsu", 6, 8, 0.75)
    assert best["raw_low"] < best["shrunk"] < best["raw"]


def test_nobody_is_in_a_rate_without_a_trial(academies: Records, athletes: Records) -> None:
    for found in (academies, athletes):
        assert (found.rates["n"] > 0).all()
        assert (found.rates["count"] <= found.rates["n"]).all()
        assert set(found.priors) == set(records.RATES)


def test_wins_and_losses_of_all_are_the_bouts_with_a_winner(academies: Records, athletes: Records) -> None:
    # 33 bouts; 19 a close-out, 21 a walkover; 13, 23 and 30 without a winner.
    for found in (academies, athletes):
        assert found.rows["bouts"].sum() == 62
        assert found.rows["wins"].sum() == found.rows["losses"].sum() == 28
    assert academies.coverage == {"sides": 62, "unknown": 0, "under_18": 0, "events": 1, "with_entries": 1}


def test_bouts_within_an_academy_are_neither_won_nor_lost() -> None:
    con = store([bout(red="Ana@North", blue="Bia@North"), bout(red="Ana@North", blue="Cy@South")], answers=True)
    found = records.records(con, fought.asked(con))
    north = row(found, "North")
    assert (north["bouts"], north["among_themselves"], north["wins"], north["losses"]) == (3, 2, 1, 0)
    assert row(found, "South")["met"] == 1


def test_under_18s_are_no_athletes_and_their_academies_are_academies() -> None:
    con = store(
        [bout(red="Kid@North", blue="Boy@South", parts=JUVENILE), bout(red="Ana@North", blue="Bia@South")], answers=True
    )
    young, clubs = (records.records(con, fought.asked(con), who) for who in ("athlete", "academy"))
    assert set(young.rows["name"]) == {"Ana", "Bia"}
    assert set(young.rates["name"]) | set(young.methods["name"]) == {"Ana", "Bia"}
    assert young.coverage["under_18"] == 2
    assert row(clubs, "North")["wins"] == 2


def test_without_entries_there_is_no_rate_of_them() -> None:
    con = store([bout(red="Ana@North", blue="Bia@South", round="final")], answers=True)
    found = records.records(con, fought.asked(con))
    assert found.rows["medals"].sum() == 2
    assert not found.rates["rate"].isin(["medals_per_entry", "contested_per_entry"]).any()
    assert found.coverage["with_entries"] == 0


def test_a_medal_of_somebody_not_entered_is_no_medal_of_an_entry() -> None:
    con = store([bout(red="Ana@North", blue="Bia@South", round="final")], answers=True)
    con.execute("update source_load set has_entries = true")
    con.execute(
        "insert into entry (load_id, category_id, athlete, athlete_key, academy, status) "
        "select load_id, category_id, 'Bia', blue_key, 'South', 'registered' from bout"
    )
    found = records.records(con, fought.asked(con))
    own = found.rates[found.rates["rate"] == "medals_per_entry"]
    assert own[["name", "count", "n"]].to_numpy().tolist() == [["South", 1, 1]]
    assert row(found, "North")["medals"] == 1


def test_a_medal_without_a_bout_of_ones_own_is_not_contested() -> None:
    con = store(
        [
            bout(red="Ana@North", blue="Bia@South", round="semifinal"),
            bout("walkover", red="Cy@East", blue="Di@West", round="semifinal", blue_dq="no_show"),
            bout(red="Ana@North", blue="Cy@East", round="final"),
        ],
        [bout("walkover", red="Eve@North", blue="Fay@South", blue_dq="weigh_in", round="final")],
        answers=True,
    )
    found = records.records(con, fought.asked(con), "athlete")
    kinds = {
        one["name"]: next(kind for kind in records.MEDALS if one[kind])
        for one in found.rows.to_dict("records")
        if one["medals"]
    }
    assert kinds == {"Ana": "contested", "Bia": "contested", "Cy": "contested", "Eve": "walkover"}


def test_another_kind_of_record_is_answered_with_what_there_is() -> None:
    con = store([bout()], answers=True)
    with pytest.raises(UnknownName, match="athlete"):
        records.records(con, fought.asked(con), "athlet")
