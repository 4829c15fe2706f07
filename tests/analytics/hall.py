"""Categories written by hand or read from a bundle's CSV files, put into a store in memory without any loading."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from analytics import relations
from rulebook import vocabulary
from tests.analytics.brackets.sheet import bouts as sheet_bouts

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("gender", "age_division", "belt", "weight_class")
_NUMBERS = [f"{side}_{kind}" for kind in ("points", "advantages", "penalties") for side in ("red", "blue")]

Podium = Sequence[tuple[int | None, str | None]]


@dataclass(frozen=True)
class Row:
    """A row of bouts.csv; an athlete is written `Name` or `Name@Academy`."""

    red: str | None
    blue: str | None
    winner: str | None = "red"
    round: str | None = None
    decision: str | None = "points"
    red_dq: str | None = None
    blue_dq: str | None = None
    bout: int = 0
    red_points: int | None = None
    blue_points: int | None = None


@dataclass(frozen=True)
class Bracket:
    """One category; `entries`: `Name@Academy` -> status, None where the source lists none."""

    bouts: tuple[Row, ...] = ()
    entries: dict[str, str] | None = None
    official: tuple[tuple[int, str], ...] = ()
    parts: tuple[str, str, str, str] = ("male", "adult", "blue", "light")
    registered: int | None = None
    counts: bool | None = None


@dataclass(frozen=True)
class Event:
    categories: tuple[Bracket, ...]
    event_id: str = "open-2026"
    ruleset: str = "ibjjf-2024"
    overrides: dict[str, Any] | None = None


def store(*events: Event, all_in_python: bool = False) -> duckdb.DuckDBPyConnection:
    """A store in memory with one load and one version per event, its answers computed together."""
    con = duckdb.connect(config={"threads": 1})
    con.execute(tables())
    add(con, events)
    relations.build(con, list(range(1, len(events) + 1)), all_in_python=all_in_python)
    return con


def add(con: duckdb.DuckDBPyConnection, events: Iterable[Event]) -> None:
    for n, event in enumerate(events, start=1):
        _add_event(con, n, event)


@cache
def tables() -> str:
    """The store's tables without their comments, which take most of the time."""
    files = sorted((ROOT / "etl" / "sql" / "schema").glob("*.sql"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return "\n".join(line for line in lines if not line.startswith("COMMENT ON"))


def _add_event(con: duckdb.DuckDBPyConnection, n: int, event: Event) -> None:
    listed = any(c.entries is not None for c in event.categories)
    con.execute(
        """insert into source_load (load_id, event_id, loaded_at, source, format, sha256, program_version, name,
        start_date, status, uniform, ruleset, rule_overrides, has_entries) values (?, ?, now()::timestamp, 'bundle',
        'bundle', repeat('0', 64), '0', ?, date '2026-05-02', 'unknown', 'gi', ?, ?, ?)""",
        [n, event.event_id, event.event_id, event.ruleset, json.dumps(event.overrides or {}), listed],
    )
    con.execute(
        """insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset,
        ruleset_fingerprint) values (?, ?, 1, ?, now()::timestamp, 'load', ?, '')""",
        [n, event.event_id, n, event.ruleset],
    )
    con.execute(
        """insert into award (load_id, award_id, position, name, genders, ages, belts, chain, is_default)
        values (?, 'overall', 1, 'Overall', [], [], [], 'auto', true)""",
        [n],
    )
    number = 0
    for k, bracket in enumerate(event.categories, start=1):
        number = _add_category(con, n, n * 1000 + k, bracket, number)


def _add_category(con: duckdb.DuckDBPyConnection, load: int, category: int, bracket: Bracket, number: int) -> int:
    gender, age, belt, weight = bracket.parts
    con.execute(
        """insert into category (category_id, load_id, gender, age_division, belt, weight_class, unread, is_open,
        is_minor, age_rank, belt_rank, registered, counts) values (?, ?, ?, ?, ?, ?, '', ?, false, ?, ?, ?, ?)""",
        [
            category, load, gender, age, belt, weight, vocabulary.is_open_class(weight), vocabulary.age_rank(age),
            vocabulary.belt_rank(belt), bracket.registered, bracket.counts,
        ],
    )  # fmt: skip
    for athlete, status in (bracket.entries or {}).items():
        name, academy = split(con, athlete)
        con.execute(
            "insert into entry (load_id, category_id, athlete, athlete_key, academy, status) values (?, ?, ?, ?, ?, ?)",
            [load, category, name, name.lower(), academy, status],
        )
    for place, athlete in bracket.official:
        name, academy = split(con, athlete)
        con.execute(
            """insert into official_place (load_id, category_id, place, athlete, athlete_key, academy)
            values (?, ?, ?, ?, ?, ?)""",
            [load, category, place, name, name.lower(), academy],
        )
    for row in bracket.bouts:
        number += 1
        _add_bout(con, load, category, replace(row, bout=row.bout or number))
    return number


def _add_bout(con: duckdb.DuckDBPyConnection, load: int, category: int, row: Row) -> None:
    (red, red_academy), (blue, blue_academy) = split(con, row.red), split(con, row.blue)
    con.execute(
        """insert into bout (load_id, category_id, bout, round, red_athlete, red_key, red_academy, blue_athlete,
        blue_key, blue_academy, winner, decision, red_dq, blue_dq, red_points, blue_points)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        [
            load, category, row.bout, row.round, red, red and red.lower(), red_academy, blue, blue and blue.lower(),
            blue_academy, row.winner, row.decision, row.red_dq, row.blue_dq, row.red_points, row.blue_points,
        ],
    )  # fmt: skip


def split(con: duckdb.DuckDBPyConnection, athlete: str | None) -> tuple[Any, str | None]:
    if athlete is None:
        return None, None
    name, _, academy = athlete.partition("@")
    if academy:
        con.execute("insert or ignore into academy_spelling values (?, ?)", [academy, academy.lower()])
    return name, academy or None


def podium(con: duckdb.DuckDBPyConnection, version: int = 1, table: str = "place") -> Podium:
    """(place, athlete), by place and name."""
    sql = f"select place, athlete from {table} where version_id = ? order by category_id, place, athlete"
    return con.execute(sql, [version]).fetchall()


def state(con: duckdb.DuckDBPyConnection, version: int = 1) -> list[tuple[Any, ...]]:
    """(state, rule) of each category."""
    return con.execute(
        "select state, rule from category_result where version_id = ? order by category_id", [version]
    ).fetchall()


# ---- bundles ----


def bundle(folder: Path) -> Event:
    """The event of a bundle's CSV files, as far as places need it."""
    head = tomllib.loads((folder / "event.toml").read_text(encoding="utf-8"))
    tables = {name: _rows(folder / f"{name}.csv") for name in ("entries", "bouts", "placements", "categories")}
    parts = dict.fromkeys(tuple(row[p] for p in PARTS) for rows in tables.values() for row in rows)
    return Event(
        tuple(_category(part, tables) for part in parts),
        head["event"]["id"],
        head["event"].get("ruleset", "ibjjf-2024"),
        head.get("rules"),
    )


def _category(parts: tuple[str, ...], tables: dict[str, list[dict[str, str | None]]]) -> Bracket:
    own = {name: [row for row in rows if tuple(row[p] for p in PARTS) == parts] for name, rows in tables.items()}
    gender, age, belt, weight = parts
    stated = own["categories"][0] if own["categories"] else {}
    return Bracket(
        tuple(_bout(row) for row in own["bouts"]),
        {_who(row): row.get("status") or "registered" for row in own["entries"]} if tables["entries"] else None,
        tuple((int(row["place"] or 0), _who(row)) for row in own["placements"]),
        (gender, age, belt, weight),
        int(stated["registered"] or 0) if stated.get("registered") else None,
        {"yes": True, "no": False}.get(stated.get("counts") or ""),
    )


def _bout(row: dict[str, str | None]) -> Row:
    number = {name: int(row[name] or 0) if row.get(name) else None for name in ("red_points", "blue_points")}
    return Row(
        _who(row, "red_"), _who(row, "blue_"), row["winner"], row["round"], row["decision"], row["red_dq"],
        row["blue_dq"], int(row["bout"] or 0), **number,
    )  # fmt: skip


def _who(row: dict[str, str | None], side: str = "") -> str:
    return f"{row[side + 'athlete']}@{row[side + 'academy'] or ''}"


def _rows(path: Path) -> list[dict[str, str | None]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [{key: value or None for key, value in row.items()} for row in csv.DictReader(lines)]


def shuffled(rows: Sequence[Row], order: Sequence[int]) -> tuple[Row, ...]:
    """The rows in another order, each keeping its bout number."""
    numbered = [replace(row, bout=row.bout or n) for n, row in enumerate(rows, start=1)]
    return tuple(numbered[n] for n in order)


# ---- what is recorded after loading ----


def later(con: duckdb.DuckDBPyConnection, kind: str = "correction", load: int | None = None) -> int:
    """A further version of event 1, on the same load unless another is named; `compute` gives its answers."""
    (last,) = con.execute("select max(version_id) from event_version").fetchall()
    con.execute(
        """insert into event_version
        select ?, event_id, (select max(version) + 1 from event_version), coalesce(?, load_id), now()::timestamp, ?,
        'reason', 'tester', ruleset, '' from event_version where version_id = 1""",
        [last[0] + 1, load, kind],
    )
    return int(last[0]) + 1


def correction(con: duckdb.DuckDBPyConnection, version: int, athlete: str, status: str, weight: str = "light") -> None:
    con.execute(
        """insert into correction (correction_id, event_id, version_id, gender, age_division, belt, weight_class,
        athlete, athlete_key, status, reason, recorded_by, recorded_at)
        values (?, 'open-2026', ?, 'male', 'adult', 'blue', ?, ?, ?, ?, 'reason', 'tester', now()::timestamp)""",
        [version, version, weight, athlete, athlete.lower(), status],
    )


def ruling(con: duckdb.DuckDBPyConnection, version: int, places: Podium) -> None:
    rows = places or [(None, None)]
    for place, athlete in rows:
        con.execute(
            """insert into ruling (ruling_id, event_id, version_id, gender, age_division, belt, weight_class, place,
            athlete, athlete_key, reason, recorded_by, recorded_at)
            values (?, 'open-2026', ?, 'male', 'adult', 'blue', 'light', ?, ?, ?, null, 'tester', now()::timestamp)""",
            [version, version, place, athlete, athlete and athlete.lower()],
        )


def compute(con: duckdb.DuckDBPyConnection, version: int) -> Podium:
    relations.build(con, [version])
    return podium(con, version)


def rows_of(text: str) -> tuple[Row, ...]:
    """`tests.analytics.brackets.sheet` notation, each athlete of the academy of his own letter."""
    return tuple(
        Row(
            b.red and f"{b.red}@{b.red}", b.blue and f"{b.blue}@{b.blue}", b.winner, b.round, b.decision, b.red_dq,
            b.blue_dq, b.number,
        )
        for b in (sheet_bouts(text) if text else ())
    )  # fmt: skip
