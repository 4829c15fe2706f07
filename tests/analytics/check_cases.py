"""For each check a bout or entry that breaks the rule and one that just keeps it, worked by hand from rules.md."""

from __future__ import annotations

from tests.analytics.checked import Case, bout, entered, entry, of, submission

D3 = ("score_against_decision", 2, "decision", "D3")
D4 = ("score_against_decision", 2, "decision", "D4")
D1 = ("decision_not_in_rules", 2, "decision", "D1")
LEVEL = {"red_points": 2, "blue_points": 2}

DECISIONS = {
    "points-more": of(bout(red_points=4, blue_points=2)),
    "points-fewer": of(bout(red_points=2, blue_points=4), found=[D3]),
    "points-level": of(bout(**LEVEL), found=[D3]),
    "points-one-unknown": of(bout(red_points=2, blue_points=None)),
    "advantages-more": of(bout(decision="advantages", **LEVEL, red_advantages=2, blue_advantages=1)),
    "advantages-level": of(bout(decision="advantages", **LEVEL), found=[D3]),
    "advantages-points-not-level": of(bout(decision="advantages", red_advantages=1), found=[D3]),
    "advantages-board-unknown": of(bout(decision="advantages", red_points=None, blue_points=None, red_advantages=None)),
    "penalties-fewer": of(bout(decision="penalties", **LEVEL, blue_penalties=1)),
    "penalties-more": of(bout(decision="penalties", **LEVEL, red_penalties=1), found=[D3]),
    "penalties-advantages-not-level": of(
        bout(decision="penalties", **LEVEL, red_advantages=1, blue_penalties=1), found=[D3]
    ),
    "referee-level": of(bout(decision="referee_decision", **LEVEL)),
    "referee-penalties-not-level": of(bout(decision="referee_decision", **LEVEL, blue_penalties=1), found=[D3]),
    "pick-final-level": of(bout(decision="random_pick", **LEVEL, elapsed="1:00")),
    "pick-final-not-level": of(bout(decision="random_pick", elapsed="1:00"), found=[D4]),
    "pick-semifinal": of(
        bout(decision="random_pick", **LEVEL, round="semifinal"), found=[("random_pick_round", 2, "round", "D4")]
    ),
    "pick-round-unknown": of(bout(decision="random_pick", **LEVEL, round=None)),
    "pick-new-final": of(bout(decision="random_pick", **LEVEL, round="new-final")),
    "draw-2024": of(bout(decision="draw", winner=None, **LEVEL), found=[D1]),
    # v3: level means points and advantages; five forms, and penalties are compared all the same
    "draw-v3-penalties-apart": of(bout(decision="draw", winner=None, **LEVEL, red_penalties=1), ruleset="ibjjf-v3"),
    "draw-v3-not-level": of(bout(decision="draw", winner=None), ruleset="ibjjf-v3", found=[D4]),
    "v3-penalties": of(bout(decision="penalties", **LEVEL, blue_penalties=1), ruleset="ibjjf-v3"),
    "v3-referee": of(bout(decision="referee_decision", **LEVEL), ruleset="ibjjf-v3", found=[D1]),
    "v3-pick": of(bout(decision="random_pick", **LEVEL), ruleset="ibjjf-v3", found=[D1]),
    "v3-stoppage": of(submission(None) | {"decision": "stoppage"}, ruleset="ibjjf-v3", found=[D1]),
    "v3-both-hurt": of(submission(None) | {"decision": "stoppage", "winner": None}, ruleset="ibjjf-v3"),
    "decision-unknown": of(bout(decision=None, red_points=0, blue_points=4)),
    "close-out": of(submission(None) | {"decision": "close_out", "elapsed": None}),
    "one-point": of(bout(red_points=1), found=[("impossible_score", 2, "red_points", "D5")]),
    "five-points": of(bout(red_points=5, blue_points=3)),
    "one-point-ajp": of(bout(red_points=1, blue_penalties=1), ruleset="ajp-2026"),
}


def penalised(
    count: int, points: int | None, advantages: int | None, ruleset: str = "ibjjf-2024", **more: object
) -> Case:
    """Red has so many penalties; blue, with so many points and advantages, wins by points after the match time."""
    found = more.pop("found", ())
    line = bout(winner="blue", red_points=0, red_penalties=count, blue_points=points, blue_advantages=advantages)
    return of(line | more, found=found, ruleset=ruleset)  # type: ignore[arg-type]


def short(rule: str) -> list[tuple[str, int, str, str]]:
    return [("penalties_without_effect", 2, "red_penalties", rule)]


def long(rule: str) -> list[tuple[str, int, str, str]]:
    return [("penalties_against_ladder", 2, "red_penalties", rule)]


TEEN = {"age_division": "teen-3", "belt": "green", "elapsed": "4:00"}
OUT = {"decision": "disqualification", "red_dq": "technical", "elapsed": "3:00"}
PENALTIES = {
    # P1: mark, advantage, 2 points, disqualified
    "p1-one": penalised(1, 2, 0),
    "p1-two": penalised(2, 2, 1),
    "p1-two-without": penalised(2, 2, 0, found=short("P1")),
    "p1-two-unknown": penalised(2, 2, None),
    "p1-three": penalised(3, 2, 1),
    "p1-three-without": penalised(3, 0, 1, found=[*short("P1"), ("score_against_decision", 2, "decision", "D3")]),
    "p1-four": penalised(4, 2, 1, **OUT),
    "p1-four-goes-on": penalised(4, 2, 1, found=long("P1")),
    "p1-four-and-wins": penalised(
        4, 2, 1, **OUT | {"winner": "red", "red_dq": None, "blue_dq": "technical"}, found=long("P1")
    ),
    "p1-five": penalised(5, 2, 1, **OUT, found=long("P1")),
    "p1-decision-unknown": penalised(4, 2, 1, decision=None),
    "ladder-of-an-unknown-age": penalised(7, 2, 0, age_division="unknown"),
    # P2: mark, advantage, 2, 2, 2 points, disqualified
    "p2-five": penalised(5, 6, 1, **TEEN),
    "p2-five-without": penalised(5, 4, 1, **TEEN, found=short("P2")),
    "p2-six-goes-on": penalised(6, 6, 1, **TEEN, found=long("P2")),
    "p2-six": penalised(6, 6, 1, **TEEN | OUT),
    "p2-ajp": penalised(4, 4, 1, "ajp-2026", **TEEN),
    # P3: 1 point, 1 point and an advantage, 1 point and 2 points: 5 points and 1 advantage, disqualified
    "p3-three": penalised(3, 5, 1, "ajp-2026"),
    "p3-three-without": penalised(3, 4, 1, "ajp-2026", found=short("P3")),
    "p3-four": penalised(4, 5, 1, "ajp-2026", **OUT),
    "p3-four-goes-on": penalised(4, 5, 1, "ajp-2026", found=long("P3")),
    "p3-one-without": penalised(1, 0, 1, "ajp-2026", decision="advantages", found=short("P3")),
    # P4: warning, advantage, 2 points, disqualified, at every age
    "p4-two-without": penalised(2, 2, 0, "ibjjf-v3", found=short("P4")),
    "p4-four-teen-goes-on": penalised(4, 2, 1, "ibjjf-v3", **TEEN, found=long("P4")),
}

BEYOND = ("elapsed_beyond_match_time", 2, "elapsed", "B3")
EARLY = ("score_before_time", 2, "elapsed", "B3")


def pair(first: dict[str, object], second: dict[str, object], **more: object) -> Case:
    """Abe beats Baz at ten, then Cid."""
    found, ruleset = more.pop("found", ()), more.pop("ruleset", "ibjjf-2024")
    first = submission(round="semifinal", started_at="2026-05-02T10:00:00") | first
    second = submission(bout=2, round="semifinal", blue_athlete="Cid", blue_academy="West") | second
    # Four athletes: three would meet in two semifinals.
    other = submission(
        bout=3, red_athlete="Dan", red_academy="East", blue_athlete="Eli", blue_academy="Rio", round="round-of-16"
    )
    return of(first, second, other, found=found, ruleset=ruleset, **more)  # type: ignore[arg-type]


def rest(first: dict[str, object], start: str, round_: str, **more: object) -> Case:
    """Abe fights at ten and again at `start`."""
    return pair({"round": "quarterfinal"} | first, {"started_at": f"2026-05-02T{start}", "round": round_}, **more)


SHORT = ("short_rest", 3, "started_at", "B4")
TIMES = {
    "blue-six-minutes": of(bout(elapsed="6:00")),
    "blue-beyond": of(bout(elapsed="6:01"), found=[BEYOND]),
    "blue-ten-seconds-short": of(bout(elapsed="5:50")),
    "blue-eleven-seconds-short": of(bout(elapsed="5:49"), found=[EARLY]),
    "submission-early": of(submission(elapsed="0:09")),
    "master-2-black-beyond": of(submission(elapsed="5:01"), found=[BEYOND], age_division="master-2", belt="black"),
    "adult-black": of(submission(elapsed="10:00"), belt="black"),
    "combined-belts-differ": of(submission(elapsed="7:30"), belt="blue+purple"),
    "belt-unknown": of(submission(elapsed="30:00"), belt="unknown"),
    # B4: the first ends at 10:02; a blue belt rests 6 minutes, 12 before the final (v3: at most, so 6)
    "rest-kept": rest({}, "10:08:00", "semifinal"),
    "rest-short": rest({}, "10:07:59", "semifinal", found=[SHORT]),
    "rest-before-final-kept": rest({}, "10:14:00", "final"),
    "rest-before-final-short": rest({}, "10:13:59", "final", found=[SHORT]),
    "rest-before-final-v3": rest({}, "10:08:00", "final", ruleset="ibjjf-v3"),
    "rest-full-time-unknown": rest(
        {"decision": "points", "technique": None, "elapsed": None}, "10:11:59", "semifinal", found=[SHORT]
    ),
    "rest-end-unknown": rest({"elapsed": None}, "10:06:00", "semifinal"),
    "rest-end-unknown-short": rest({"elapsed": None}, "10:05:59", "semifinal", found=[SHORT]),
    "rest-after-walkover": rest({"decision": "walkover", "technique": None, "elapsed": None}, "10:01:00", "semifinal"),
    "rest-start-unknown": pair({"round": "quarterfinal"}, {}),
}

SLAM = {"decision": "loss_of_consciousness", "winner": "blue", "technique": "slam"}
ILLEGAL = ("illegal_technique", 2, "technique", "D8")
AGAIN = ("bout_after_head_trauma", 3, "red_athlete", "D6")
TECHNIQUES = {
    "toe-hold-blue": of(submission("toe_hold"), found=[ILLEGAL]),
    "toe-hold-brown": of(submission("toe_hold"), belt="brown"),
    "toe-hold-brown-black": of(submission("toe_hold"), belt="brown+black"),
    "toe-hold-fouled": of(submission("toe_hold") | OUT | {"winner": "blue"}),
    "wrist-lock-white": of(submission("wrist_lock"), found=[ILLEGAL], belt="white"),
    "wrist-lock-white-v3": of(submission("wrist_lock"), belt="white", ruleset="ibjjf-v3"),
    "omoplata-junior": of(submission("omoplata"), found=[ILLEGAL], age_division="junior-1", belt="grey"),
    "omoplata-teen": of(submission("omoplata"), age_division="teen-1", belt="grey"),
    "technique-unknown": of(submission(None)),
    "slam-and-again": pair(SLAM, {"round": "repechage"}, found=[ILLEGAL, AGAIN]),
    "slam-and-absent": pair(SLAM, {"round": "repechage", "decision": "walkover", "technique": None}, found=[ILLEGAL]),
    "slam-and-earlier": pair(SLAM | {"bout": 9}, {"round": "quarterfinal"}, found=[ILLEGAL]),
    "choke-and-again": pair(SLAM | {"technique": "rear_naked_choke"}, {"round": "repechage"}),
    "unconscious-unknown-how": pair(SLAM | {"technique": None}, {"round": "repechage"}),
}

CROWD = ("too_many_of_academy", 4, "academy", "B6")
BELTS = ("two_belts", 3, "belt", "B6")
ENTRIES = {
    "two-of-academy": entered(entry("Abe"), entry("Baz"), entry("Cid", "South")),
    "three-of-academy": entered(entry("Abe"), entry("Baz"), entry("Cid"), found=[CROWD]),
    "three-of-academy-spelled": entered(
        entry("Abe", "Mar Jiu-Jitsu"), entry("Baz", "MAR JJ"), entry("Cid", "mar jiu jitsu"), found=[CROWD]
    ),
    "two-of-academy-one-twice": Case(
        entries=(entry("Abe", birth_year=1999), entry("Abe", birth_year=1998), entry("Baz"))
    ),
    "three-without-academy": entered(entry("Abe", None), entry("Baz", None), entry("Cid", None)),
    "three-in-bouts": of(
        submission(blue_academy="North", round="semifinal"),
        submission(bout=2, red_athlete="Cid", blue_athlete="Dan", round="semifinal"),
        found=[("too_many_of_academy", None, "academy", "B6")],
    ),
    "two-belts": entered(entry(), entry(belt="purple", weight_class="open"), found=[BELTS]),
    "combined-belt": entered(entry(), entry(belt="blue+purple", weight_class="open")),
    "combined-belts-without-common": entered(entry(), entry(belt="purple+brown", weight_class="open"), found=[BELTS]),
    "two-belts-no-academy": entered(entry("Abe", None), entry("Abe", None, belt="purple")),
    "two-belts-one-unknown": entered(entry(), entry(belt="unknown")),
    "two-academies": entered(
        entry("Abe", "North", athlete_id="7"), entry("Abe", "South", athlete_id="7", weight_class="open"),
        entry("Abe", "North", athlete_id="7", weight_class="middle"),
        found=[("two_academies", 3, "academy", "contract 1")],
    ),
    "one-academy-spelled": entered(
        entry("Abe", "Mar JJ", athlete_id="7"), entry("Abe", "Mar Jiu-Jitsu", athlete_id="7", weight_class="open")
    ),
    "two-academies-two-athletes": entered(entry("Abe", "North"), entry("Abe", "South", weight_class="open")),
    "minor-in-open": entered(
        entry(age_division="juvenile-1", weight_class="open"), found=[("minor_in_open", 2, "weight_class", "B6")]
    ),
    "minor-in-open-v3": entered(
        entry(), entry(weight_class="heavy"), entry("Baz"), age_division="juvenile-1", ruleset="ibjjf-v3"
    ),
    "light-minor-in-open-v3": entered(
        entry(weight_class="open"), entry(weight_class="light"), age_division="juvenile-1", ruleset="ibjjf-v3",
        found=[("minor_in_open", 2, "weight_class", "B6")],
    ),
    "middle-minor-in-open-v3": entered(
        entry(weight_class="open"), entry(weight_class="middle"), age_division="juvenile-1", ruleset="ibjjf-v3"
    ),
    "minor-in-open-of-an-event-that-has-it": Case(
        entries=(entry(age_division="juvenile-1", weight_class="open"),), rules='{"minors_in_open": "all"}'
    ),
    "adult-in-open": entered(entry(weight_class="open")),
    "juvenile-brown": entered(
        entry(age_division="juvenile-2", belt="brown"), found=[("juvenile_belt", 2, "belt", "B5")]
    ),
    "juvenile-purple": entered(entry(age_division="juvenile-2", belt="purple")),
    "juvenile-purple-brown": entered(
        entry(age_division="juvenile-2", belt="purple+brown"), found=[("juvenile_belt", 2, "belt", "B5")]
    ),
    "adult-brown": entered(entry(belt="brown")),
}  # fmt: skip


def aged(division: str, year: int, *, fits: bool, ruleset: str = "ibjjf-2024") -> Case:
    found = [] if fits else [("age_against_birth_year", 2, "birth_year", "B1")]
    return entered(entry(age_division=division, birth_year=year), found=found, ruleset=ruleset)


AGES = {  # the year is 2026
    "teen-1-13": aged("teen-1", 2013, fits=True),
    "teen-1-12": aged("teen-1", 2014, fits=False),
    "teen-1-14": aged("teen-1", 2012, fits=False),
    "juvenile-16": aged("juvenile", 2010, fits=True),
    "juvenile-17": aged("juvenile", 2009, fits=True),
    "juvenile-18": aged("juvenile", 2008, fits=False),
    "adult-18": aged("adult", 2008, fits=True),
    "adult-17": aged("adult", 2009, fits=False),
    "adult-45": aged("adult", 1981, fits=True),
    "master-1-30": aged("master-1", 1996, fits=True),
    "master-1-29": aged("master-1", 1997, fits=False),
    "master-29": aged("master", 1997, fits=False),
    "master-50": aged("master", 1976, fits=True),
    "master-70": aged("master", 1956, fits=True),
    "master-7-60": aged("master-7", 1966, fits=False),
    "master-7-2018": aged("master-7", 1966, fits=True, ruleset="ibjjf-2018"),  # it ends at Master 6: not known
}

TWICE = ("athlete_twice_in_round", 3, "round", "M1")
ROUNDS = {
    "two-quarterfinals": pair({"round": "quarterfinal"}, {"round": "quarterfinal"}, found=[TWICE]),
    "quarterfinal-semifinal": pair({"round": "quarterfinal"}, {}),
    "two-semifinals-of-five": pair({}, {}, found=[TWICE]),
    "two-semifinals-of-three": of(
        submission(round="semifinal"),
        submission(bout=2, red_athlete="Baz", red_academy="South", blue_athlete="Cid", round="semifinal"),
    ),
    "round-robin": pair({"round": "round-robin"}, {"round": "round-robin"}),
}

SILENT = {  # rule set none: whatever stands there
    f"none-{n}": Case(case.bouts, case.entries, (), "none", more=case.more)
    for n, case in enumerate(
        [
            *DECISIONS.values(),
            *PENALTIES.values(),
            *TIMES.values(),
            *TECHNIQUES.values(),
            *ENTRIES.values(),
            *AGES.values(),
            *ROUNDS.values(),
        ]
    )
    if case.found
}

CASES: dict[str, Case] = {
    **DECISIONS, **PENALTIES, **TIMES, **TECHNIQUES, **ENTRIES, **AGES, **ROUNDS, **SILENT,
}  # fmt: skip
