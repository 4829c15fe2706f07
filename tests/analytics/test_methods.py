"""Shares of methods: the published figures of the ADCC file, plain hand counts, unknown that stays unknown."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import academy_field, counting, method_clusters, method_parts, methods, prepared
from analytics.counting import Question
from etl.errors import UnknownName, UserError
from tests import sizes
from tests.analytics.fights import Event, Fight, drawn, store

ADCC = {
    "POINTS": "points",
    "SUBMISSION": "submission",
    "DECISION": "referee_decision",
    "INJURY": "stoppage",
    "DESQUALIFICATION": "disqualification",
}
FAMILIES = {"RNC": "rear_naked_choke", "Armbar": "armbar", "Heel hook": "heel_hook", "Kimura": "kimura", "N/A": None}


@pytest.fixture(scope="module")
def adcc(shared: Path) -> duckdb.DuckDBPyConnection:
    """Return the ADCC bouts as one event a year, of no rule set; only five names of techniques are read here."""
    file = shared / "real" / "adcc" / "adcc_historical_data.csv"
    if not file.is_file():
        pytest.skip("the ADCC results (../shared/real/adcc) are not on this machine")
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text, delimiter=";"))
    return store(
        *(
            Event(f"adcc-{year}", [fight(row) for row in rows if row["year"] == year], int(year), "no-gi", "none")
            for year in sorted({row["year"] for row in rows})
        )
    )


def fight(row: dict[str, str]) -> Fight:
    decision = "penalties" if row["adv_pen"] == "PEN" else ADCC[row["win_type"]]
    return Fight(
        decision,
        FAMILIES.get(row["submission"]),
        gender="male" if row["sex"] == "M" else "female",
        belt="unknown",
        weight_class="open" if row["weight_class"] == "ABS" else row["weight_class"],
        red_athlete=row["winner_name"],
        blue_athlete=row["loser_name"],
    )


def counts(frame: pd.DataFrame) -> dict[str, int]:
    return {method: count for method, count in zip(frame["method"], frame["count"], strict=True) if count}


def test_adcc_has_its_published_shares(adcc: duckdb.DuckDBPyConnection) -> None:
    frame = methods.shares(adcc, Question())
    assert counts(frame) == {
        "submission": 402, "points": 491, "penalties": 29, "referee_decision": 97, "stoppage": 8, "disqualification": 1,
    }  # fmt: skip
    won = frame.set_index("method").loc["submission"]
    assert (round(won["share"], 3), round(won["low"], 3), round(won["high"], 3)) == (0.391, 0.362, 0.421)
    assert (won["n"], won["bouts"], won["unknown"], won["coverage"]) == (1028, 1028, 0, 1.0)


def test_adcc_by_gender_is_a_plain_count(adcc: duckdb.DuckDBPyConnection, shared: Path) -> None:
    with (shared / "real" / "adcc" / "adcc_historical_data.csv").open(encoding="utf-8", newline="") as text:
        plain = Counter((row["sex"], row["win_type"]) for row in csv.DictReader(text, delimiter=";"))
    frame = methods.shares(adcc, Question(("gender",))).set_index(["gender", "method"])
    assert frame.loc[("female", "submission"), "count"] == plain["F", "SUBMISSION"]
    assert frame.loc[("male", "submission"), "count"] == plain["M", "SUBMISSION"]
    assert frame.loc[("male", "submission"), "n"] == sum(n for (sex, _), n in plain.items() if sex == "M")


def test_adcc_techniques_are_of_submissions_and_a_blank_one_is_unknown(adcc: duckdb.DuckDBPyConnection) -> None:
    frame = methods.shares(adcc, Question(of="technique")).set_index("method")
    assert frame.loc["rear_naked_choke", "count"] == 99
    assert frame.loc["armbar", "count"] == 68
    # 99 + 68 + 32 + 13 read here; the rest of 402 is not known to this conversion.
    assert (frame["n"].iloc[0], frame["bouts"].iloc[0], frame["unknown"].iloc[0]) == (212, 402, 190)
    assert frame.loc["armbar", "share"] == pytest.approx(68 / 212)
    assert frame.loc["armbar", "least"] == pytest.approx(68 / 402)
    assert frame.loc["armbar", "most"] == pytest.approx((68 + 190) / 402)
    families = methods.shares(adcc, Question(of="family")).set_index("method")["count"]
    assert families.to_dict() == {"choke": 99, "arm_lock": 68, "shoulder_lock": 13, "leg_lock": 32, "other": 0}


RECORDS = {
    **{"Points": "points", "Pts": "points", "Adv": "advantages", "Pen": "penalties", "DQ": "disqualification"},
    **{"Referee Decision": "referee_decision"},
    **dict.fromkeys(("Armbar", "RNC", "Choke from back"), "submission"),
}


def test_the_shares_of_the_athlete_records_are_a_plain_count(shared: Path) -> None:
    file = shared / "real" / "athlete-records" / "all_merged.csv"
    if not file.is_file():
        pytest.skip("the athlete records (../shared/real/athlete-records) are not on this machine")
    with file.open(encoding="utf-8", newline="") as text:
        rows = [row for row in csv.DictReader(text) if row["year"] in ("2018", "2019")]
    con = store(
        *(
            Event(
                year,
                [Fight(RECORDS.get(row["method"].split(":")[0])) for row in rows if row["year"] == year],
                int(year),
            )
            for year in ("2018", "2019")
        )
    )
    frame = methods.shares(con, Question(("season",)))
    for year in ("2018", "2019"):
        words = [row["method"].split(":")[0] for row in rows if row["year"] == year]
        own = frame[frame["season"] == int(year)].set_index("method")
        known = sum(word in RECORDS for word in words)
        assert own.loc["points", "count"] == words.count("Points") + words.count("Pts") > 0
        assert own.loc["submission", "count"] == sum(words.count(word) for word in ("Armbar", "RNC", "Choke from back"))
        assert own.loc["points", "share"] == (words.count("Points") + words.count("Pts")) / known
        assert own.loc["points", "unknown"] == len(words) - known


MIXED = Event(
    "open",
    [
        *[Fight("submission", "armbar", belt="black")] * 3,
        *[Fight("submission", "cross_choke", belt="black")] * 2,
        Fight("submission", None, belt="black"),
        *[Fight("points", belt="black")] * 2,
        *[Fight(None, belt="black")] * 2,
        Fight("bye", belt="black", blue_athlete=None),
        Fight("walkover", belt="black"),
        Fight("close_out", belt="black"),
        *[Fight("points", belt="unknown")] * 4,
        Fight("points", belt="white"),
    ],
)


def test_shares_worked_by_hand() -> None:
    frame = methods.shares(store(MIXED), Question(("belt",)))
    assert list(dict.fromkeys(frame["belt"])) == ["white", "black", "unknown"]  # by rank (B7), unknown last
    black = frame[frame["belt"] == "black"].set_index("method")
    # 13 rows, 3 of which are no bouts; of 10 bouts 2 have no known decision: 6 of 8 by submission.
    assert black.loc["submission", ["count", "n", "bouts", "unknown"]].tolist() == [6, 8, 10, 2]
    assert black.loc["submission", "share"] == 6 / 8
    assert black.loc["submission", ["coverage", "least", "most"]].tolist() == [0.8, 0.6, 0.8]
    assert black["share"].sum() == pytest.approx(1)
    assert black.loc["draw", ["count", "share", "low"]].tolist() == [0, 0, 0]
    assert black.loc["draw", "high"] > 0.3  # of 8 bouts none is not never


def test_the_joint_intervals_are_wider_than_each_alone() -> None:
    frame = methods.shares(store(drawn("a", 200, 1)), Question())
    assert (frame["joint_low"] <= frame["low"]).all()
    assert (frame["joint_high"] > frame["high"]).all()


def test_a_group_without_a_known_method_has_no_share() -> None:
    frame = methods.shares(store(Event("a", [Fight(None)] * 3)), Question()).set_index("method")
    row = frame.loc["submission"]
    assert (row["n"], row["bouts"], row["coverage"], row["least"], row["most"]) == (0, 3, 0, 0, 1)
    assert row[["share", "low", "high", "joint_low", "joint_high"]].isna().all()


def test_an_academy_counts_its_side_and_an_unknown_academy_is_a_group() -> None:
    con = store(
        Event(
            "a",
            [
                Fight("submission", red_academy="North", blue_academy="South"),
                Fight("points", red_academy="north ", blue_academy=None, winner="blue"),
                Fight("points", red_academy="North", blue_academy="North"),
            ],
        )
    )
    frame = methods.shares(con, Question(("academy",)))
    bouts = frame.drop_duplicates("academy").set_index("academy")["bouts"].to_dict()
    assert sorted(bouts.values()) == [1, 1, 4]
    assert bouts["South"] == bouts["unknown"] == 1
    won = methods.shares(con, Question(("outcome",), where={"academy": "NORTH"}))
    assert won.drop_duplicates("outcome").set_index("outcome")["bouts"].to_dict() == {"lost": 2, "won": 2}


def test_an_athlete_is_found_in_any_spelling() -> None:
    con = store(Event("a", [Fight("submission", red_athlete="João Silva", blue_athlete="Ben")] * 2 + [Fight("points")]))
    frame = methods.shares(con, Question(where={"athlete": "joao silva"})).set_index("method")
    assert frame.loc["submission", ["count", "bouts"]].tolist() == [2, 2]


@pytest.mark.parametrize(
    ("by", "where", "of", "what"),
    [
        (("belts",), {}, "decision", "Did you mean belt"),
        ((), {"belts": "x"}, "decision", "Did you mean belt"),
        ((), {}, "decisions", "Did you mean decision"),
        ((), {"academy": "Nroth"}, "decision", "Did you mean North"),
        ((), {"belt": "blak"}, "decision", "Did you mean black"),
        ((), {"event": "opem"}, "decision", "Did you mean open"),
    ],
)
def test_what_is_not_known_is_refused_naming_the_nearest(
    by: tuple[str, ...], where: dict[str, str], of: str, what: str
) -> None:
    con = store(Event("open", [Fight(belt="black", red_academy="North")]))
    with pytest.raises(UnknownName, match=what):
        counting.count(con, Question(by, of, where))


def test_a_belt_that_nobody_asked_about_has_is_no_slip() -> None:
    con = store(Event("open", [Fight(belt="black")]))
    with pytest.raises(UserError, match="nothing asked about has the belt 'white'; there is: black"):
        counting.count(con, Question((), "decision", {"belt": "branca"}))


@settings(max_examples=sizes.drawn(4, 8))
@given(st.integers(0, 1000), st.sampled_from(["belt", "gender", "round", "season", "open_class"]))
@pytest.mark.long
def test_groups_add_up_and_the_order_of_rows_does_not_matter(seed: int, by: str) -> None:
    event = drawn("a", 40, seed)
    con, turned = store(event), store(Event("a", list(reversed(event.fights))))
    frame, again = (methods.shares(each, Question((by,))) for each in (con, turned))
    pd.testing.assert_frame_equal(frame, again)
    whole = methods.shares(con, Question())
    assert frame.groupby("method")["count"].sum().to_dict() == dict(zip(whole["method"], whole["count"], strict=True))


def test_events_and_athletes_that_go_together_widen_the_interval() -> None:
    # Two events: all by submission, all by points. Between events everything differs.
    con = store(Event("a", [Fight("submission")] * 20), Event("b", [Fight("points")] * 20))
    question = Question()
    frame = methods.shares(con, question)
    robust = method_clusters.with_robust(con, question, frame, "event").set_index("method").loc["submission"]
    assert robust["clusters"] == 2
    assert robust["robust_low"] < 0.05 < robust["low"] < robust["high"] < 0.95 < robust["robust_high"]


def test_bouts_of_one_pair_of_athletes_go_together() -> None:
    con = store(
        Event("a", [*[Fight("submission")] * 20, *[Fight("points", red_athlete="Cal", blue_athlete="Dov")] * 20])
    )
    frame = method_clusters.with_robust(con, Question(), methods.shares(con, Question()), "athlete")
    row = frame.set_index("method").loc["submission"]
    assert row["clusters"] == 4
    assert row["robust_low"] < 0.1 < row["low"]


def test_bouts_of_athletes_who_fight_once_are_independent() -> None:
    fights = [Fight("submission" if n < 12 else "points", red_athlete=f"R{n}", blue_athlete=f"B{n}") for n in range(30)]
    con = store(Event("a", fights))
    frame = method_clusters.with_robust(con, Question(), methods.shares(con, Question()), "athlete")
    row = frame.set_index("method").loc["submission"]
    assert row["clusters"] == 60
    assert (row["robust_low"], row["robust_high"]) == pytest.approx((row["low"], row["high"]), abs=0.01)


def test_the_same_seed_gives_the_same_bootstrap() -> None:
    con = store(*(drawn(f"e{n}", 30, n) for n in range(5)))
    frame = methods.shares(con, Question())
    one, two = (method_clusters.with_robust(con, Question(), frame, "bootstrap", seed=3) for _ in range(2))
    pd.testing.assert_frame_equal(one, two)


def test_an_academy_has_the_name_it_has_in_the_event_asked_for() -> None:
    """What is told of one event rests on no other: there an academy without a medal may be written otherwise."""
    lost = Fight(red_academy="North", blue_academy="Gracie Barra")
    con = store(Event("a", [lost]), Event("b", [replace(lost, blue_academy="GRACIE BARRA")] * 3))
    con.execute("update academy_name set times = 5 where academy = 'GRACIE BARRA'")
    for prepare in (False, True):
        if prepare:
            assert prepared.refresh(con, fewest=0)
        named = {
            event: set(academy_field.outcomes(con.cursor(), event)["academy"].astype(str)) for event in ("a", "b", None)
        }
        assert named == {
            "a": {"North", "Gracie Barra"},
            "b": {"North", "GRACIE BARRA"},
            None: {"North", "GRACIE BARRA"},
        }
        first = method_parts.part(con.cursor(), Question(("academy",), event="a"))
        assert set(first.frame["academy"]) == {"North", "Gracie Barra"}
