"""Bundles with one oddity each, through the whole pipeline into one store, and what the checks say of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import duckdb

from analytics import relations
from etl import academies, athletes, pipeline
from etl.extract import EventOptions
from rulebook import vocabulary
from tests.analytics.hall import tables
from tests.etl import bundles

EVENT = '[event]\nid = "{id}"\nname = "{id}"\nstart = 2026-05-02\nuniform = "gi"\nruleset = "{ruleset}"\n'

# Code -> the rules it may cite.
CODES = {
    "score_against_decision": {"D3", "D4"},
    "impossible_score": {"D5"},
    "penalties_against_ladder": {"P1", "P2", "P3", "P4"},
    "penalties_without_effect": {"P1", "P2", "P3", "P4"},
    "elapsed_beyond_match_time": {"B3"},
    "score_before_time": {"B3"},
    "short_rest": {"B4"},
    "too_many_of_academy": {"B6"},
    "two_belts": {"B6"},
    "minor_in_open": {"B6"},
    "age_against_birth_year": {"B1"},
    "juvenile_belt": {"B5"},
    "illegal_technique": {"D8"},
    "bout_after_head_trauma": {"D6"},
    "random_pick_round": {"D4"},
    "decision_not_in_rules": {"D1"},
    "athlete_twice_in_round": {"M1"},
    "two_academies": {"contract 1"},
}
WHEN_LOADING = {"athlete_on_both_sides", "athlete_twice"}

TABLES = ("source_load", "event_version", "category", "academy_spelling", "entry", "bout")
FOUND = "select {columns} from finding join source_load using (load_id) where list_contains(?, code) order by all"
NOW = datetime(2026, 5, 2, 9)  # noqa: DTZ001 - the store holds UTC without a zone

Line = Mapping[str, object]
Found = tuple[str, int | None, str | None, str | None]


def bout(**changes: object) -> dict[str, object]:
    """One final of adult blue belts (match time 6 minutes), red against blue, won by 2 points to 0 at the end."""
    line: dict[str, object] = {
        **bundles.CATEGORY, "bout": 1, "round": "final", "red_athlete": "Abe", "red_academy": "North",
        "blue_athlete": "Baz", "blue_academy": "South", "winner": "red", "decision": "points", "technique": None,
        "red_points": 2, "blue_points": 0, "red_advantages": 0, "blue_advantages": 0, "red_penalties": 0,
        "blue_penalties": 0, "elapsed": "6:00",
    }  # fmt: skip
    return line | changes


def submission(technique: str | None = "armbar", **changes: object) -> dict[str, object]:
    """A win by submission after two minutes, no board kept."""
    board = {f"{side}_{kind}": None for side in ("red", "blue") for kind in ("points", "advantages", "penalties")}
    return bout(decision="submission", technique=technique, elapsed="2:00", **board) | changes


def entry(athlete: str = "Abe", academy: str | None = "North", **changes: object) -> dict[str, object]:
    """One entry of adult blue belts."""
    return {**bundles.CATEGORY, "athlete": athlete, "academy": academy, **changes}


@dataclass(frozen=True)
class Case:
    """One event; `found`: code, row, column and rule of each finding it must give, no other."""

    bouts: tuple[Line, ...] = ()
    entries: tuple[Line, ...] = ()
    found: tuple[Found, ...] = ()
    ruleset: str = "ibjjf-2024"
    rules: str = "{}"  # what the event's own guidelines change, as JSON
    more: Mapping[str, object] = field(default_factory=dict)  # for every row

    def mirrored(self) -> Case:
        """The same event, red and blue exchanged."""
        lines = ({_other(k): _other(v) if k == "winner" else v for k, v in line.items()} for line in self.bouts)
        return replace(self, bouts=tuple(lines))


def _other(text: Any) -> Any:
    """`red_points` -> `blue_points`, `red` -> `blue`."""
    side, line, rest = (text or "").partition("_")
    return {"red": "blue", "blue": "red"}.get(side, side) + line + rest or None


def of(*bouts: Line, found: Iterable[Found] = (), ruleset: str = "ibjjf-2024", **more: object) -> Case:
    """A case of bouts alone; `more` stands in every row."""
    return Case(tuple(bouts), found=tuple(found), ruleset=ruleset, more=more)


def entered(*entries: Line, found: Iterable[Found] = (), ruleset: str = "ibjjf-2024", **more: object) -> Case:
    """A case of entries alone; `more` stands in every row."""
    return Case(entries=tuple(entries), found=tuple(found), ruleset=ruleset, more=more)


def computed(cases: Mapping[str, Case]) -> duckdb.DuckDBPyConnection:
    """One store in memory with every case as it stands, not read from files, its answers computed together."""
    con = duckdb.connect(config={"threads": 1})
    con.execute(tables())
    rows = dict[str, list[dict[str, object]]]((table, []) for table in TABLES)
    for load_id, (name, case) in enumerate(cases.items(), start=1):
        _add(rows, load_id, name, case)
    for table, lines in rows.items():
        _insert(con, table, lines)
    relations.build(con, list(range(1, len(cases) + 1)))
    return con


def findings(cases: Mapping[str, Case]) -> dict[str, list[Found]]:
    """Name -> what was found, sorted."""
    con = computed(cases)
    found = con.execute(FOUND.format(columns='event_id, code, "row", "column", rule'), [sorted(CODES)]).fetchall()
    by_event: dict[str, list[Found]] = {name: [] for name in cases}
    for event, *finding in found:
        by_event[event].append(tuple(finding))
    return {name: sorted(found, key=str) for name, found in by_event.items()}


def _add(rows: dict[str, list[dict[str, object]]], load_id: int, name: str, case: Case) -> None:
    """An event's rows; a row stands in the file where it stands in the case."""
    rows["source_load"].append(
        {
            "load_id": load_id, "event_id": name, "loaded_at": NOW, "source": name, "format": "bundle",
            "sha256": "0" * 64, "program_version": "0", "name": name, "start_date": NOW.date(), "status": "unknown",
            "uniform": "gi", "ruleset": case.ruleset, "rule_overrides": case.rules, "has_entries": bool(case.entries),
        }
    )  # fmt: skip
    rows["event_version"].append(
        {
            "version_id": load_id, "event_id": name, "version": 1, "load_id": load_id, "recorded_at": NOW,
            "kind": "load", "ruleset": case.ruleset, "ruleset_fingerprint": "",
        }
    )  # fmt: skip
    known: dict[tuple[object, ...], int] = {}
    for table, lines in (("bout", case.bouts), ("entry", case.entries)):
        for number, plain in enumerate(lines, start=2):
            line = {**plain, **case.more}
            parts = tuple(line.pop(part) for part in bundles.CATEGORY)
            if parts not in known:
                known[parts] = load_id * 100 + len(known)
                rows["category"].append(
                    {"load_id": load_id, "category_id": known[parts], **_category(*map(str, parts))}
                )
            for side in ("red_", "blue_") if table == "bout" else ("",):
                _identify(line, side, rows["academy_spelling"])
            if isinstance(line.get("elapsed"), str):
                minutes, _, seconds = str(line["elapsed"]).partition(":")
                line["elapsed"] = 60 * int(minutes) + int(seconds)
            rows[table].append(
                {"status": "registered", "load_id": load_id, "category_id": known[parts], "file_row": number, **line}
            )


def _category(gender: str, age: str, belt: str, weight: str) -> dict[str, object]:
    return {
        "gender": gender, "age_division": age, "belt": belt, "weight_class": weight, "unread": "",
        "age_rank": vocabulary.age_rank(age), "age_group": vocabulary.age_group(age),
        "belt_rank": vocabulary.belt_rank(belt), "weight_rank": vocabulary.weight_rank(weight, gender, age, "gi"),
        "is_open": vocabulary.is_open_class(weight), "is_minor": vocabulary.is_minor(age),
    }  # fmt: skip


def _identify(line: dict[str, object], side: str, spellings: list[dict[str, object]]) -> None:
    name, academy, identifier = (line.get(f"{side}{part}") for part in ("athlete", "academy", "athlete_id"))
    academy_key = academies.key(str(academy)) if academy else None
    line[f"{side}key" if side else "athlete_key"] = athletes.key(str(name), academy_key, identifier and str(identifier))
    if academy_key and {"spelling": academy, "academy_key": academy_key} not in spellings:
        spellings.append({"spelling": academy, "academy_key": academy_key})


def _insert(con: duckdb.DuckDBPyConnection, table: str, lines: list[dict[str, object]]) -> None:
    """All rows of a table at once; what a row does not have is NULL."""
    kinds = {str(name): str(kind) for name, kind, *_ in con.execute(f"describe {table}").fetchall()}
    listed = [[line.get(name) for line in lines] for name in kinds]
    values = ", ".join(f"unnest(?::{kind}[])" for kind in kinds.values())
    con.execute(f"insert into {table} select {values}", listed)


def written(folder: Path, name: str, case: Case) -> Path:
    """The case as a bundle."""
    tables = {
        table: [{k: "" if v is None else str(v) for k, v in (line | case.more).items()} for line in map(dict, lines)]
        for table, lines in (("bouts", case.bouts), ("entries", case.entries))
        if lines
    }
    return bundles.folder(folder / name, EVENT.format(id=name, ruleset=case.ruleset), **tables)


def loaded(folder: Path, paths: list[Path]) -> dict[str, list[tuple[str, int | None, str | None, str | None, str]]]:
    """Event -> code, row, column, rule and reason of what the checks found in it."""
    store = folder / "checks.duckdb"
    pipeline.ingest(store, paths, EventOptions(), relations.build)
    with duckdb.connect(str(store), read_only=True) as con:
        events = [event for (event,) in con.execute("select event_id from current_version").fetchall()]
        rows = con.execute(
            FOUND.format(columns='event_id, code, "row", "column", rule, reason'), [sorted(CODES.keys() | WHEN_LOADING)]
        ).fetchall()
    return {event: [row[1:] for row in rows if row[0] == event] for event in events}


def decisions(folder: Path) -> list[tuple[str, str]]:
    """Decision and round of each bout whose decision the rule set does not know, in the store that `loaded` left."""
    with duckdb.connect(str(folder / "checks.duckdb"), read_only=True) as con:
        return con.execute(
            """select b.decision, b.round from finding as f
            join bout as b on b.load_id = f.load_id and b.file_row = f."row" where f.code = 'decision_not_in_rules'"""
        ).fetchall()
