"""Checks of bouts and entries against the rules: by hand, on invented events, and on what must be free of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from benchmarks.generate.event import Wish
from benchmarks.generate.run import generate
from etl import findings as loading
from rulebook import ruleset
from tests.analytics import checked
from tests.analytics.check_cases import CASES

ROOT = Path(__file__).resolve().parents[2]


@cache
def found() -> dict[str, list[checked.Found]]:
    """What each case gives; red and blue exchanged, under `NAME-mirrored`."""
    mirrored = {f"{name}-mirrored": case.mirrored() for name, case in CASES.items() if case.bouts}
    return checked.findings(CASES | mirrored)


@pytest.mark.parametrize("name", CASES)
def test_a_case_gives_its_findings_and_no_other(name: str) -> None:
    assert found()[name] == sorted(CASES[name].found, key=str)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.bouts])
def test_red_and_blue_exchanged_change_nothing(name: str) -> None:
    def plain(rows: list[checked.Found]) -> list[tuple[object, ...]]:
        return sorted((code, row, rule) for code, row, _, rule in rows)

    assert plain(found()[f"{name}-mirrored"]) == plain(found()[name])


def test_every_check_has_a_case_that_breaks_it_and_cites_its_rule() -> None:
    cited: dict[str, set[str | None]] = {}
    for case in CASES.values():
        for code, _, _, rule in case.found:
            cited.setdefault(code, set()).add(rule)
    assert {code: rules for code, rules in cited.items() if code in checked.CODES} == checked.CODES
    assert checked.CODES.keys() <= loading.CODES.keys()


def test_loading_itself_tells_an_athlete_entered_twice_or_on_both_sides(tmp_path: Path) -> None:
    entries = (checked.entry(birth_year=1999), checked.entry(birth_year=1998))
    himself = checked.submission(blue_athlete="Abe", blue_academy="North")
    paths = [checked.written(tmp_path, "open", checked.Case((himself,), entries))]
    found_here = {row[:3] for row in checked.loaded(tmp_path, paths)["open"]}
    assert found_here == {("athlete_on_both_sides", 2, "blue_athlete"), ("athlete_twice", 3, "athlete")}


def test_a_derived_list_says_so() -> None:
    cases = {set_: checked.of(checked.submission("toe_hold"), ruleset=set_) for set_ in ("ibjjf-2024", "ibjjf-v3")}
    rows = checked.computed(cases).execute("select event_id, reason from finding join source_load using (load_id)")
    assert {event: "derived" in reason for event, reason in rows.fetchall()} == {"ibjjf-2024": True, "ibjjf-v3": False}


def test_no_finding_repeats_a_birth_year_or_names_anyone() -> None:
    child = checked.entry("Zoroaster", age_division="teen-1", birth_year=1987)
    said = (
        checked.computed({"teen": checked.entered(child)}).execute("select code, value, reason from finding").fetchall()
    )
    assert [code for code, *_ in said] == ["age_against_birth_year"]
    assert not any(word in str(said) for word in ("Zoroaster", "1987", "39"))


def test_clean_invented_events_have_none_but_the_draw_of_m22(tmp_path: Path) -> None:
    """A draw is no form of the IBJJF sets (D1); contract and D4 let M22 be written so."""
    wish = Wish(
        bouts=900, out=tmp_path / "clean", events=8, seed=1, special_rate=0.4, times=True,
        rulesets=tuple(name for name in ruleset.names() if name != ruleset.NONE), academies=40,
    )  # fmt: skip
    generate(wish)
    events = checked.loaded(tmp_path, sorted(wish.out.glob("open-*")))
    said = [(code, reason) for rows in events.values() for code, *_, reason in rows]
    assert len(events) == 8
    assert [row for row in said if row[0] != "decision_not_in_rules"] == []
    drawn = set(checked.decisions(tmp_path))
    assert drawn <= {("draw", "semifinal")}


def test_what_was_spoiled_is_found_in_its_row(tmp_path: Path) -> None:
    wish = Wish(bouts=1500, out=tmp_path / "dirt", seed=4, special_rate=0.0, dirt_rate=0.2, rulesets=("ibjjf-2024",))
    generate(wish)
    (folder,) = wish.out.glob("open-*")
    rows = checked.loaded(tmp_path, [folder])[folder.name]
    lines = (wish.out / "dirt" / f"{folder.name}.csv").read_text(encoding="utf-8").splitlines()
    spoiled = {(kind, int(row)) for file, row, kind in (line.replace('"', "").split(",") for line in lines[1:])}
    for kind, code in (("wrong_decision", "score_against_decision"), ("impossible_score", "impossible_score")):
        wanted = {row for what, row in spoiled if what == kind}
        assert wanted, kind
        assert wanted <= {row for found_code, row, *_ in rows if found_code == code}, kind


def test_the_worked_examples_and_the_sample_break_no_rule(tmp_path: Path, shared: Path) -> None:
    paths = sorted((shared / "spec" / "examples").glob("*/event.toml")) + sorted(
        (ROOT / "data" / "sample").glob("*/event.toml")
    )
    events = checked.loaded(tmp_path, [path.parent for path in paths])
    assert len(events) == 26
    assert {event: rows for event, rows in events.items() if rows} == {}
