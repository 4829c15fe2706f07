"""Staged rows made by hand: what `etl.transform.stage` would leave in the TEMP tables for a small event."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from importlib import resources
from typing import Any

import duckdb

from etl.transform import Staged


@dataclass
class Sheet:
    """One category: its four parts, who is entered, and who beat whom (names; the academy of X is `Academy X`)."""

    parts: tuple[str, str, str, str] = ("male", "adult", "black", "light")
    entries: list[tuple[str, str | None]] = field(default_factory=list)
    bouts: list[tuple[str, str]] = field(default_factory=list)
    places: list[tuple[int, str]] = field(default_factory=list)


def key(athlete: str, academy: str | None) -> str:
    return f"{athlete.casefold()}|{'' if academy is None else academy.casefold()}"


def stage(
    con: duckdb.DuckDBPyConnection,
    sheets: list[Sheet],
    *,
    event: str = "open-2026",
    content: str = "a",
    draws: list[tuple[str, str, int, str]] | None = None,
    ruleset: str = "ibjjf-2024",
    overrides: str = "{}",
) -> Staged:
    """Fills the staged tables; `content` stands for the bytes of the source (one letter: its SHA-256 repeated)."""
    con.execute((resources.files("etl") / "sql" / "stage" / "tables.sql").read_text(encoding="utf-8"))
    row = 1
    for number, sheet in enumerate(sheets, start=1):
        _insert(con, "category", number, *sheet.parts, "", 20, "adult", 9, 4.0, False, False, None, None)
        academies = dict(sheet.entries)
        for athlete, academy in sheet.entries:
            row += 1
            _insert(con, "entry", number, athlete, key(athlete, academy), None, academy, None, None, "registered", row)
        for winner, loser in sheet.bouts:
            row += 1
            names = [
                name
                for who in (winner, loser)
                for name in (who, key(who, academies.get(who)), academies.get(who), None)
            ]
            _insert(con, "bout", number, row, None, *names, "red", "points", *[None] * 12, row, None)
        for place, athlete in sheet.places:
            _insert(
                con,
                "official_place",
                number,
                place,
                athlete,
                key(athlete, academies.get(athlete)),
                None,
                academies.get(athlete),
                row,
            )
        for academy in {academy for academy in academies.values() if academy}:
            _insert(con, "academy_spelling", academy, academy.casefold())
    for award, tie, position, academy in draws or []:
        _insert(
            con,
            "draw",
            award,
            tie,
            position,
            academy,
            academy.casefold(),
            "seed",
            "0" * 64,
            "2026-05-03T18:00:00+00:00",
            "B",
        )
    con.execute(
        "CREATE OR REPLACE TEMP TABLE staged_academy_spelling AS SELECT DISTINCT * FROM staged_academy_spelling"
    )
    _insert(con, "award", "overall", 1, "Overall", [], [], [], "auto", True)
    _insert(con, "file", "bouts.csv", content * 64, row, row, 0, 0)
    return Staged(
        event, "Open 2026", date(2026, 5, 2), None, None, None, None, None, "unknown", "gi", ruleset, overrides, True,
        "bundle", content * 64, "open",
    )  # fmt: skip


def _insert(con: duckdb.DuckDBPyConnection, table: str, *values: Any) -> None:
    con.execute(f"INSERT INTO staged_{table} VALUES ({', '.join('?' * len(values))})", list(values))


FOUR = Sheet(
    entries=[("Ana", "Alpha"), ("Bea", "Beta"), ("Cris", "Gamma"), ("Dora", "Delta")],
    bouts=[("Ana", "Bea"), ("Cris", "Dora"), ("Cris", "Ana")],
)
OTHER = Sheet(
    parts=("female", "master-1", "blue", "feather"), entries=[("Eva", "Alpha"), ("Fay", "Beta")], bouts=[("Eva", "Fay")]
)
