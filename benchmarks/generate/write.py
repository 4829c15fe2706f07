"""Columns to files: one folder per event, one file per table, or Parquet by event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from benchmarks.generate.event import Event
from benchmarks.generate.fill import ALL_TECHNIQUES, DECISIONS, Bouts
from benchmarks.generate.mass import CASE_NAMES, Draw, opens
from benchmarks.generate.schedule import schedule
from benchmarks.generate.sport import Ints, match_time, weight_text
from benchmarks.generate.templates import DQS, ROUNDS, STATUSES, Templates
from benchmarks.generate.world import World

CLOCK = pa.array([f"{n // 60}:{n % 60:02}" for n in range(601)])
SECONDS = pa.array([str(n) for n in range(601)])


def words(names: list[str], codes: Ints) -> Any:
    """Return the names of codes, null for -1."""
    return pa.array(names, pa.string()).take(pa.array(codes.astype(np.int32), mask=codes < 0))


def numbers(values: Ints) -> Any:
    """Return small numbers, null for -1."""
    return pa.array(values.astype(np.int16), mask=values < 0)


def category_columns(event: Event, known: World, draw: Draw, category: Ints) -> dict[str, Any]:
    """Return the four category columns of rows in these categories."""
    keys = [known.keys[key] for key in draw.key]
    parts = {
        "gender": [key.gender for key in keys],
        "age_division": [key.age for key in keys],
        "belt": [key.belt for key in keys],
        "weight_class": [weight_text(key, event.uniform) for key in keys],
    }
    return {name: words(values, category) for name, values in parts.items()}


def _of(strings: Any, places: Ints) -> Any:
    return strings.take(pa.array(places, mask=places < 0))


def entries_table(event: Event, known: World, draw: Draw, status: Ints) -> Any:
    """One row per entry."""
    columns = category_columns(event, known, draw, draw.category_of)
    academy = known.academy_of[draw.athlete]
    columns |= {"athlete": _of(known.name, draw.athlete), "academy": _of(known.academy, academy)}
    columns["athlete_id"] = _of(known.identifier, draw.athlete if event.has_ids else np.full(len(academy), -1))
    # One birth year in sixteen is not known, the same athlete's always.
    unknown = draw.athlete % 16 == 5
    columns["birth_year"] = pa.array(known.birth_year[draw.athlete].astype(np.int16), mask=unknown)
    columns |= {"country": _of(known.country, academy), "status": words([*STATUSES], status)}
    return pa.table(columns)


def bouts_table(event: Event, known: World, draw: Draw, bouts: Bouts, *, times: bool) -> Any:
    """One row per bout, byes included where the event records them."""
    columns = category_columns(event, known, draw, bouts.category)
    columns["bout"] = pa.array(np.arange(1, len(bouts.category) + 1, dtype=np.int32))
    columns["round"] = words([*ROUNDS], bouts.round)
    athletes = {side: np.where(at < 0, -1, draw.athlete[at]) for side, at in (("red", bouts.red), ("blue", bouts.blue))}
    for side, athlete in athletes.items():
        columns[f"{side}_athlete"] = _of(known.name, athlete)
        columns[f"{side}_academy"] = _of(known.academy, np.where(athlete < 0, -1, known.academy_of[athlete]))
    columns["winner"] = words(["blue", "red"], bouts.red_won)
    columns["decision"] = words([*DECISIONS], bouts.decision)
    columns["technique"] = words([*ALL_TECHNIQUES], bouts.technique)
    for name in ("points", "advantages", "penalties"):
        for side in ("red", "blue"):
            columns[f"{side}_{name}"] = numbers(bouts.score[f"{side}_{name}"])
    columns["elapsed"] = _of(CLOCK if event.minutes else SECONDS, bouts.elapsed)
    columns |= {"red_dq": words([*DQS], bouts.red_dq), "blue_dq": words([*DQS], bouts.blue_dq)}
    for side, athlete in athletes.items():
        columns[f"{side}_athlete_id"] = _of(known.identifier, athlete if event.has_ids else np.full(len(athlete), -1))
    if times:
        columns |= _time_columns(event, known, draw, bouts)
    return pa.table(columns)


def _time_columns(event: Event, known: World, draw: Draw, bouts: Bouts) -> dict[str, Any]:
    seconds = np.array([match_time(known.keys[key]) for key in draw.key])[bouts.category]
    mat, begin = schedule(bouts.category, bouts.step, seconds, opens(known.keys)[draw.key])
    day = np.datetime64(event.start.isoformat(), "s") + np.timedelta64(9, "h")
    return {"mat": numbers(mat), "started_at": pa.array(day + begin.astype("timedelta64[s]"))}


def expected_table(event: Event, known: World, draw: Draw, templates: Templates) -> Any:
    """One row per place that the rules give, with its case; a category without places is one row without a place."""
    place = np.where(draw.struck[draw.category_of], templates.place_struck[draw.row], templates.place[draw.row])
    placed = np.flatnonzero(place > 0)
    category, athlete = draw.category_of[placed], draw.athlete[placed]
    none = np.setdiff1d(np.arange(len(draw.key)), category)
    blank = np.full(len(none), -1)
    where = np.concatenate([category, none])
    who = np.concatenate([athlete, blank])
    columns = category_columns(event, known, draw, where)
    columns["place"] = numbers(np.concatenate([place[placed], blank]))
    columns["athlete"] = _of(known.name, who)
    columns["academy"] = _of(known.academy, np.where(who < 0, -1, known.academy_of[who]))
    case = np.where(draw.struck, CASE_NAMES.index("M24"), templates.case[draw.template])
    columns["case"] = words([*CASE_NAMES], case[where])
    columns["unresolved"] = words(["yes"], np.where(templates.unresolved[draw.template][where], 0, -1))
    return pa.table(columns)


def write_csv(table: Any, path: Path) -> None:
    """Write a table as UTF-8 CSV, quoted where needed, null as an empty cell."""
    with path.open("wb") as sink:
        sink.write((",".join(table.column_names) + "\n").encode())
        options = pyarrow.csv.WriteOptions(include_header=False, batch_size=8192, quoting_style="needed")
        pyarrow.csv.write_csv(table, sink, options)


def write_event(out: Path, event: Event, tables: dict[str, Any], form: str) -> None:
    """Write one event's tables as a bundle, or as one Parquet per table below `event=ID`."""
    if form == "parquet":
        for name, table in tables.items():
            folder = out / name / f"event={event.id}"
            folder.mkdir(parents=True, exist_ok=True)
            pq.write_table(table, folder / "part-0.parquet")
        folder = out / "events"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{event.id}.toml").write_text(event.toml(), encoding="utf-8")
        return
    folder = out / event.id
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "event.toml").write_text(event.toml(), encoding="utf-8")
    for name, table in tables.items():
        write_csv(table, folder / f"{name}.csv")


def append_event(sinks: dict[str, Any], out: Path, event: Event, tables: dict[str, Any]) -> None:
    """Add one event to the single file of each table, its identifier in front."""
    options = pyarrow.csv.WriteOptions(include_header=False, batch_size=8192, quoting_style="needed")
    for name, table in tables.items():
        whole = table.add_column(0, "event", pa.array([event.id]).take(pa.array(np.zeros(len(table), dtype=np.int32))))
        if name not in sinks:
            sinks[name] = (out / f"{name}.csv").open("wb")
            sinks[name].write((",".join(whole.column_names) + "\n").encode())
        pyarrow.csv.write_csv(whole, sinks[name], options)
