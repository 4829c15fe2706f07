"""Rule sets: values expected from rules.md and the rule documents, by identifier."""

from __future__ import annotations

import pytest

from rulebook.ruleset import DEFAULT, BadValue, RuleBookError, RuleSet, UnknownKey, UnknownRuleSet, diff, load, names
from rulebook.schema import specs

IBJJF = ["ibjjf-2018", "ibjjf-2024", "ibjjf-v3"]


@pytest.fixture(scope="module")
def default() -> RuleSet:
    return load(DEFAULT)


def test_the_four_rule_sets_are_shipped() -> None:
    assert names() == ["ajp-2026", "ibjjf-2018", "ibjjf-2024", "ibjjf-v3"]
    assert DEFAULT == "ibjjf-2024"


@pytest.mark.parametrize("name", ["ajp-2026", *IBJJF])
def test_every_value_carries_its_source(name: str) -> None:
    ruleset = load(name)
    for key in ruleset.flat:
        assert len(ruleset.source(key).text) > 3, key


def test_every_schema_row_names_a_rule_and_says_what_it_means() -> None:
    for row in specs().values():
        assert row.rule[0] in "ABDMPT", row
        assert len(row.meaning) > 10, row


@pytest.mark.parametrize(
    ("age", "belt", "minutes"),
    [
        ("mighty-mite-2", "grey", 2),
        ("pee-wee-3", "white", 3),
        ("junior-1", "yellow", 4),
        ("teen-3", "unknown", 4),
        ("juvenile", "blue", 5),
        ("adult", "white", 5),
        ("adult", "blue", 6),
        ("adult", "purple", 7),
        ("adult", "brown", 8),
        ("adult", "black", 10),
        ("master-1", "blue", 5),
        ("master-1", "purple+brown+black", 6),
        ("master-2", "black", 5),
        ("master-6", "unknown", 5),
    ],
)
@pytest.mark.parametrize("name", ["ajp-2026", *IBJJF])
def test_match_time_b3(name: str, age: str, belt: str, minutes: int) -> None:
    assert load(name).match_seconds(age, belt) == 60 * minutes


@pytest.mark.parametrize(
    ("age", "belt"), [("adult", "brown+black"), ("adult", "unknown"), ("unknown", "blue"), ("master", "blue")]
)
def test_match_time_is_not_guessed(default: RuleSet, age: str, belt: str) -> None:
    assert default.match_seconds(age, belt) is None
    assert default.rest_seconds(age, belt, "final") is None


def test_rest_b4(default: RuleSet) -> None:
    assert default.rest_seconds("adult", "black", "semifinal") == 600
    assert default.rest_seconds("adult", "black", "final") == 1200
    # v3: at most double before the final, so one match time is the least anyone can be held to
    assert load("ibjjf-v3").rest_seconds("adult", "black", "final") == 600


def test_master_7_only_where_the_rule_set_has_it() -> None:
    assert "master-7" not in load("ibjjf-2018").table("ages.minimum_years")
    assert load("ibjjf-2024").table("ages.minimum_years")["master-7"] == 61
    assert load("ibjjf-2024").table("ages.minimum_years")["master-6"] == 56
    assert load("ibjjf-2018").chain("T2")[-1].name == "top_belt_mighty-mite-1"
    assert "black_master-7" in [level.name for level in load("ibjjf-2024").chain("T2")]


@pytest.mark.parametrize("name", ["ajp-2026", *IBJJF])
def test_academy_points_a1(name: str) -> None:
    assert [load(name).place_points(place) for place in (1, 2, 3, 4, 0)] == [9, 3, 1, 0, 0]


ACTIONS = {"mount": 4, "back_mount": 4, "back_control": 4, "guard_pass": 3, "takedown": 2, "sweep": 2}
ACTIONS |= {"knee_on_belly": 2, "exit_from_submission": 2, "advantage": 0, "penalty": 0, "submission": 0}


@pytest.mark.parametrize(("action", "points"), ACTIONS.items())
def test_actions_d5(action: str, points: int) -> None:
    assert {load(name).action_points(action) for name in names()} == {points}


def test_an_unknown_action_is_refused(default: RuleSet) -> None:
    with pytest.raises(BadValue, match="takedown"):
        default.action_points("takedwn")


@pytest.mark.parametrize("name", IBJJF)
def test_one_point_is_impossible_in_ibjjf_d5(name: str) -> None:
    assert [points for points in range(30) if not load(name).possible_points(points)] == [1]


def test_one_point_is_possible_in_ajp_p3() -> None:
    assert all(load("ajp-2026").possible_points(points) for points in range(30))
    assert not load("ajp-2026").possible_points(-1)


def steps(name: str, age: str) -> list[tuple[int, int, bool]]:
    return [(step.points, step.advantages, step.disqualifies) for step in load(name).ladder(age)]


ORDINARY = [(0, 0, False), (0, 1, False), (2, 0, False), (0, 0, True)]
YOUNG = [*ORDINARY[:3], (2, 0, False), (2, 0, False), (0, 0, True)]


@pytest.mark.parametrize(
    ("name", "age", "ladder"),
    [
        ("ibjjf-2018", "adult", ORDINARY),  # P1
        ("ibjjf-2024", "juvenile-1", ORDINARY),
        ("ibjjf-2024", "juvenile", ORDINARY),
        ("ibjjf-2018", "teen-3", YOUNG),  # P2
        ("ibjjf-2024", "mighty-mite-1", YOUNG),
        ("ajp-2026", "master-1", [(1, 0, False), (1, 1, False), (3, 0, False), (0, 0, True)]),  # P3
        ("ajp-2026", "teen-1", YOUNG),  # inherited
        ("ibjjf-v3", "adult", ORDINARY),  # P4
        ("ibjjf-v3", "teen-1", ORDINARY),
        ("ibjjf-2024", "unknown", []),
    ],
)
def test_penalty_ladders(name: str, age: str, ladder: list[tuple[int, int, bool]]) -> None:
    assert steps(name, age) == ladder


def test_only_v3_begins_with_a_warning_p4() -> None:
    assert [name for name in names() if load(name).ladder("adult")[0].warning_only] == ["ibjjf-v3"]


def test_stalling_p5() -> None:
    assert [load(name).number("penalties.stalling_seconds") for name in names()] == [10, 20, 20, 20]
    assert [load(name).flag("penalties.stalling_warned_first") for name in names()] == [False, False, False, True]


def test_chains() -> None:
    assert [load(n).auto_chain(["adult", "adult"]) for n in names()] == ["T1", "T1", "T1", "T3"]
    assert [load(n).auto_chain(["adult", "master-1"]) for n in names()] == ["T2", "T2", "T2", "T3"]
    t1 = [level.name for level in load("ibjjf-2018").chain("T1")]
    assert t1 == ["gold", "silver", "highest_belt", "heaviest"]
    assert [level.name for level in load("ibjjf-v3").chain("T3")] == ["gold", "silver", "higher_rank", "heavier"]


def test_chain_t2_in_order(default: RuleSet) -> None:
    levels = default.chain("T2")
    assert [level.kind for level in levels] == ["gold", "silver"] + ["black"] * 8 + ["top_belt"] * 23
    assert [level.age for level in levels[2:10]] == ["adult", *(f"master-{n}" for n in range(1, 8))]
    young = ["juvenile-2", "juvenile-1", "juvenile", "teen-3", "teen-2", "teen-1", "junior-3", "junior-2", "junior-1"]
    young += ["pee-wee-3", "pee-wee-2", "pee-wee-1", "mighty-mite-3", "mighty-mite-2", "mighty-mite-1"]
    assert [level.age for level in levels[18:]] == young


def test_random_pick_d4() -> None:
    picks = {name: load(name).texts("decisions.random_pick_rounds") for name in names()}
    assert picks == {"ajp-2026": ("final",), "ibjjf-2018": ("final",), "ibjjf-2024": ("final",), "ibjjf-v3": ()}
    assert load("ibjjf-v3").text("decisions.accident_when_level") == "draw"


def test_inheritance_is_told() -> None:
    assert load("ajp-2026").source("academy.points").inherited_from == "ibjjf-2024"
    assert load("ajp-2026").source("penalties.young_ladder").inherited_from == "ibjjf-2024"
    assert load("ajp-2026").source("penalties.ladder").inherited_from is None
    assert load("ibjjf-v3").source("medals.three_second_chance").inherited_from == "ibjjf-2018"
    assert load("ibjjf-v3").source("chains.one_age").inherited_from is None
    assert load("ibjjf-2018").source("medals.three_second_chance").inherited_from is None


def test_v3_inherits_all_of_b_m_and_a_but_what_zh_states() -> None:
    v3 = load("ibjjf-v3")
    own = {key for key in v3.flat if v3.source(key).inherited_from is None}
    inherited = {
        key for key in v3.flat if key.partition(".")[0] in {"ages", "match_minutes", "medals", "academy", "awards"}
    }
    assert not own & inherited


def test_the_switches_of_m_shipped() -> None:
    for name in names():
        assert load(name).text("medals.double_disciplinary_final") == "loser_second"  # M15
        assert load(name).text("medals.pair_double_disqualification") == "by_kind"  # M25
        assert load(name).text("medals.semifinal_double_accident") == "both_third"  # M22
        assert load(name).flag("medals.weigh_in_matters_in_open") is False  # M19
        assert load(name).text("academy.tiebreak_counts") == "all"  # A6


def test_overrides_by_short_dotted_and_nested_name(default: RuleSet) -> None:
    short = default.with_overrides({"tiebreak_counts": "counted"})
    dotted = default.with_overrides({"academy.tiebreak_counts": "counted"})
    nested = default.with_overrides({"academy": {"tiebreak_counts": "counted"}})
    assert short.flat == dotted.flat == nested.flat
    assert short.overridden == ("academy.tiebreak_counts",)
    assert "guidelines" in short.source("academy.tiebreak_counts").text
    assert short.text("academy.tiebreak_counts") == "counted"
    assert default.text("academy.tiebreak_counts") == "all"
    assert short.fingerprint == dotted.fingerprint != default.fingerprint


def test_overriding_a_table_replaces_it(default: RuleSet) -> None:
    changed = default.with_overrides({"academy.points": {"1": 5, "2": 2}})
    assert [changed.place_points(place) for place in (1, 2, 3)] == [5, 2, 0]


@pytest.mark.parametrize(
    ("switches", "error", "says"),
    [
        ({"tiebreak_count": "all"}, UnknownKey, "tiebreak_counts"),
        ({"medals.tree_second_chance": True}, UnknownKey, "medals.three_second_chance"),
        ({"juvenile": ["white"]}, UnknownKey, "belts.juvenile"),  # short for several
        ({"tiebreak_counts": "al"}, BadValue, "all, counted"),
        ({"three_second_chance": 1}, BadValue, "true or false"),
        ({"academy.points": {"4": 1}}, BadValue, "first three"),
        ({"stalling_seconds": -1}, BadValue, "0 to 999"),
        ({"ladder": ["mark"]}, BadValue, "disqualified"),
        ({"T1": ["gold", "bronze"]}, BadValue, "bronze"),
    ],
)
def test_wrong_overrides_are_refused(
    default: RuleSet, switches: dict[str, object], error: type[RuleBookError], says: str
) -> None:
    with pytest.raises(error, match=says):
        default.with_overrides(switches)


def test_an_unknown_rule_set_names_the_nearest() -> None:
    with pytest.raises(UnknownRuleSet, match="ibjjf-2024"):
        load("ibjjf-2025")
    with pytest.raises(UnknownKey, match=r"academy\.points"):
        load(DEFAULT).value("academy.point")
    with pytest.raises(UnknownRuleSet, match="T1"):
        load(DEFAULT).chain("T4")


def test_diff_of_2018_and_2024() -> None:
    keys = [found.key for found in diff(load("ibjjf-2018"), load("ibjjf-2024"))]
    assert keys == ["ages.minimum_years", "chains.T2", "penalties.leaving_area_to"]
    assert diff(load("ibjjf-2018"), load("ibjjf-2018")) == []


def test_diff_with_none_shows_every_key(default: RuleSet) -> None:
    found = diff(load("none"), default)
    assert len(found) == len(default.flat)
    assert all(row.a is None for row in found)


def test_none_computes_nothing() -> None:
    none = load("none")
    assert not none.computes
    assert (none.match_seconds("adult", "blue"), none.ladder("adult"), none.place_points(1)) == (None, (), 0)
    assert none.possible_points(1)
    assert none.illegal_techniques("adult", "white").techniques is None
    with pytest.raises(UnknownKey):
        none.with_overrides({"tiebreak_counts": "all"})


def test_fingerprints_tell_rule_sets_apart() -> None:
    assert len({load(name).fingerprint for name in [*names(), "none"]}) == 5


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("academy.points", {"1": 10**30}),
        ("academy.points", {"1": -9}),
        ("academy.points", {"1": float("nan")}),
        ("match_minutes.adult", 2**31),
        ("match_minutes.adult", {"black": 10**20}),
        ("rest.factor", float("inf")),
        ("rest.factor", 1000),
        ("actions.mount", -1),
        ("ages.minimum_years", {"adult": 10**4000}),
        ("penalties.ladder", ["mark"] * 5000 + ["disqualified"]),
        ("chains.T1", ["gold", "silver", "gold"]),
    ],
)
def test_a_number_no_rule_book_could_mean_is_refused_where_it_is_read(key: str, value: object) -> None:
    with pytest.raises(BadValue, match=rf"^{key} = .*: expected ") as refused:
        load("ibjjf-2024").with_overrides({key: value})
    assert len(str(refused.value)) < 300
