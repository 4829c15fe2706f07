"""Bouts written by hand or drawn at random, put into a store in memory: no brackets, no places, only how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import duckdb
import numpy as np
import pandas as pd

from etl import academies
from rulebook import vocabulary
from tests.analytics.hall import tables


@dataclass(frozen=True)
class Fight:
    decision: str | None = "points"
    technique: str | None = None
    belt: str = "blue"
    gender: str = "male"
    age_division: str = "adult"
    weight_class: str = "light"
    round: str | None = None
    red_athlete: str | None = "Ari"
    blue_athlete: str | None = "Ben"
    red_academy: str | None = None
    blue_academy: str | None = None
    winner: str | None = "red"


@dataclass(frozen=True)
class Event:
    event_id: str
    fights: Sequence[Fight]
    year: int = 2026
    uniform: str = "gi"
    ruleset: str = "ibjjf-2024"


PARTS = ["gender", "age_division", "belt", "weight_class"]


def store(*events: Event) -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(config={"threads": 1})
    con.execute(tables())
    for event in events:
        add(con, event)
    return con


def add(con: duckdb.DuckDBPyConnection, event: Event) -> int:
    """Add a version of an event with a load of its own, and return its number."""
    (n,) = con.execute("select count(*) + 1 from event_version").fetchone() or (1,)
    con.execute(
        """insert into source_load (load_id, event_id, loaded_at, source, format, sha256, program_version, name,
        start_date, status, uniform, ruleset, rule_overrides, has_entries) values (?, ?, now()::timestamp, 's',
        'bundle', repeat('0', 64), '0', ?, make_date(?, 5, 2), 'unknown', ?, ?, '{}', false)""",
        [n, event.event_id, event.event_id, event.year, event.uniform, event.ruleset],
    )
    con.execute(
        """insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset,
        ruleset_fingerprint) select ?, ?, count(*) + 1, ?, now()::timestamp, 'load', ?, '' from event_version
        where event_id = ?""",
        [n, event.event_id, n, event.ruleset, event.event_id],
    )
    _add_bouts(con, n, pd.DataFrame([asdict(fight) for fight in event.fights]))
    _add_academies(con, n, event.fights)
    return int(n)


def _add_bouts(con: duckdb.DuckDBPyConnection, n: int, rows: pd.DataFrame) -> None:
    categories = rows[PARTS].drop_duplicates().reset_index(drop=True)
    categories["category_id"] = n * 100_000 + categories.index + 1
    categories["load_id"], categories["unread"] = n, ""
    categories["is_open"] = [
        None if name == "unknown" else vocabulary.is_open_class(name) for name in categories["weight_class"]
    ]
    con.execute("insert into category by name select * from categories")
    bouts = rows.merge(categories[[*PARTS, "category_id"]], on=PARTS).drop(columns=PARTS)
    bouts["load_id"], bouts["bout"] = n, range(1, len(bouts) + 1)
    for side in ("red", "blue"):
        bouts[f"{side}_key"] = bouts[f"{side}_athlete"].str.lower()
    con.execute("insert into bout by name select * from bouts")


def _add_academies(con: duckdb.DuckDBPyConnection, n: int, fights: Sequence[Fight]) -> None:
    for name in sorted({name for fight in fights for name in (fight.red_academy, fight.blue_academy) if name}):
        con.execute("insert into version_academy values (?, ?, ?, null, null, null)", [n, name, academies.key(name)])
        con.execute("insert into academy_name values (?, ?, ?, 1)", [n, academies.key(name), name])


def drawn(event_id: str, n: int, seed: int, **same: object) -> Event:
    """Return an event of `n` random bouts, unknown values among them."""
    rng = np.random.default_rng(seed)

    def one(*values: str | None) -> str | None:
        return values[int(rng.integers(len(values)))]

    fights = [
        Fight(
            decision=(decision := one("submission", "submission", "points", "advantages", "bye", "walkover", None)),
            technique=one("armbar", "triangle", None) if decision == "submission" else None,
            belt=str(one("white", "blue", "black", "unknown")),
            gender=str(one("male", "female")),
            age_division=str(one("adult", "master-1")),
            weight_class=str(one("light", "open", "unknown")),
            round=one("final", "semifinal", None),
            red_athlete=one("Ari", "Cal", "Eno"),
            blue_athlete=one("Ben", "Dov", None),
            red_academy=one("North", "South", None),
            blue_academy=one("North", "East"),
            winner=one("red", "blue", None),
        )
        for _ in range(n)
    ]
    return Event(event_id, fights, **same)  # type: ignore[arg-type]
