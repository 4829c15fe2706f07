"""A canonical bundle as plain dictionaries, read from and written to a folder."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

Row = dict[str, str]
CategoryKey = tuple[str, str, str, str]
Event = dict[str, Any]

CATEGORY = ("gender", "age_division", "belt", "weight_class")
TABLES: dict[str, tuple[str, ...]] = {
    "entries": (*CATEGORY, "athlete", "academy", "athlete_id", "status"),
    "bouts": (
        *CATEGORY,
        *("bout", "round", "red_athlete", "red_academy", "blue_athlete", "blue_academy", "winner", "decision"),
        *("technique", "red_points", "blue_points", "red_advantages", "blue_advantages", "red_penalties"),
        *("blue_penalties", "elapsed", "red_dq", "blue_dq", "red_athlete_id", "blue_athlete_id"),
    ),
    "placements": (*CATEGORY, "place", "athlete", "academy", "athlete_id"),
    "categories": (*CATEGORY, "registered", "counts"),
    "draws": ("award", "tie", "position", "academy", "seed", "drawn_at", "recorded_by"),
}


class Date(str):
    """A calendar date, written without quotation marks in event.toml."""

    __slots__ = ()


def category_of(row: Row) -> CategoryKey:
    return (row["gender"], row["age_division"], row["belt"], row["weight_class"])


def read_bundle(folder: Path) -> Event:
    """The event of a folder: "event", "award", "rules" of event.toml, and a list of rows per table (absent = empty)."""
    head = tomllib.loads((folder / "event.toml").read_text(encoding="utf-8"))
    event: Event = {"event": head["event"], "award": head.get("award", []), "rules": head.get("rules", {})}
    for table in TABLES:
        path = folder / f"{table}.csv"
        event[table] = []
        if path.exists():
            with path.open(encoding="utf-8-sig", newline="") as lines:
                event[table] = [{k: (v or "").strip() for k, v in row.items()} for row in csv.DictReader(lines)]
    return event


def write_bundle(event: Event, folder: Path) -> Path:
    """Writes event.toml and every table that has rows; columns empty in all rows are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(_toml(event), encoding="utf-8")
    for table, columns in TABLES.items():
        rows = event[table]
        if not rows:
            continue
        used = [c for c in columns if not c.endswith("athlete_id") or any(row.get(c) for row in rows)]
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, used, restval="", extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return folder


def _toml(event: Event) -> str:
    parts = ["[event]", *(f"{k} = {_value(v)}" for k, v in event["event"].items())]
    for award in event["award"]:
        parts += ["", "[[award]]", *(f"{k} = {_value(v)}" for k, v in award.items())]
    if event["rules"]:
        parts += ["", "[rules]", *(f"{k} = {_value(v)}" for k, v in event["rules"].items())]
    return "\n".join(parts) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, Date):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
