"""Events of a few bouts written as rows, in a store in memory; what is not named is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import duckdb

from analytics import relations
from rulebook import vocabulary
from tests.analytics import hall

Bout = dict[str, Any]
LIGHT = ("male", "adult", "blue", "light")


def bout(decision: str | None = "points", winner: str | None = "red", /, **more: Any) -> Bout:
    """One row of bouts.csv; `red` and `blue` are `Name@Academy`, `parts` the category."""
    return {"decision": decision, "winner": winner, **more}


def store(*events: Sequence[Bout], ruleset: str = "ibjjf-2024", answers: bool = False, **head: Any) -> Any:
    """One event per list of bouts, `e1`, `e2` …, a day after another; bouts are numbered from 1 in each event."""
    con = duckdb.connect(config={"threads": 1})
    con.execute(hall.tables())
    for number, bouts in enumerate(events, start=1):
        _event(con, number, bouts, ruleset, head)
    if answers:
        relations.build(con, list(range(1, len(events) + 1)))
    return con


def _event(
    con: duckdb.DuckDBPyConnection, load: int, bouts: Iterable[Bout], ruleset: str, head: dict[str, Any]
) -> None:
    uniforms = head.get("uniforms", ["gi"])
    con.execute(
        """insert into source_load (load_id, event_id, loaded_at, source, format, sha256, program_version, name,
        start_date, status, uniform, ruleset, rule_overrides, has_entries) values (?, ?, timestamp '2026-06-01',
        'bundle', 'bundle', repeat('0', 64), '0', ?, date '2026-05-01' + ?::integer, 'official', ?, ?, ?, false)""",
        [
            load,
            f"e{load}",
            f"Event {load}",
            load,
            uniforms[(load - 1) % len(uniforms)],
            ruleset,
            head.get("overrides", "{}"),
        ],
    )
    con.execute(
        """insert into event_version (version_id, event_id, version, load_id, recorded_at, kind, ruleset,
        ruleset_fingerprint) values (?, ?, 1, ?, timestamp '2026-06-01', 'load', ?, '')""",
        [load, f"e{load}", load, ruleset],
    )
    con.execute(
        """insert into award (load_id, award_id, position, name, genders, ages, belts, chain, is_default)
        values (?, 'overall', 1, 'Overall', [], [], [], 'auto', true)""",
        [load],
    )
    known: dict[tuple[str, ...], int] = {}
    for number, row in enumerate(bouts, start=1):
        parts = row.get("parts", LIGHT)
        if parts not in known:
            known[parts] = load * 1000 + len(known)
            _category(con, load, known[parts], parts)
        _bout(con, load, known[parts], number, row)


def _category(con: duckdb.DuckDBPyConnection, load: int, category: int, parts: tuple[str, ...]) -> None:
    gender, age, belt, weight = parts
    con.execute(
        """insert into category (category_id, load_id, gender, age_division, belt, weight_class, unread, is_open,
        is_minor, age_rank, belt_rank) values (?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?)""",
        [
            category, load, gender, age, belt, weight, vocabulary.is_open_class(weight), vocabulary.is_minor(age),
            vocabulary.age_rank(age), vocabulary.belt_rank(belt),
        ],
    )  # fmt: skip


def _bout(con: duckdb.DuckDBPyConnection, load: int, category: int, number: int, row: Bout) -> None:
    values: dict[str, Any] = {"load_id": load, "category_id": category, "bout": number, "file_row": number + 1}
    for side in ("red", "blue"):
        name, academy = hall.split(con, row.get(side, f"{side}{number}@{side}"))
        values |= {f"{side}_athlete": name, f"{side}_academy": academy}
        values[f"{side}_key"] = None if name is None else f"{name.lower()}|{(academy or '').lower()}"
    values |= {key: value for key, value in row.items() if key not in ("red", "blue", "parts", "actions")}
    names = ", ".join(values)
    con.execute(f"insert into bout ({names}) values ({', '.join('?' * len(values))})", list(values.values()))
    for place, (at, side, action) in enumerate(row.get("actions", ()), start=1):
        con.execute("insert into scoring_action values (?, ?, ?, ?, ?, ?)", [load, number, at, side, action, place])
