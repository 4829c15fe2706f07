"""Categories with their places, written by hand, put through the award relations alone (no bouts, no loading)."""

from __future__ import annotations

import graphlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from analytics import standings
from rulebook import ruleset, vocabulary

ROOT = Path(__file__).resolve().parents[2]
RELATIONS = (
    "award_division",
    "award_category",
    "award_place",
    "award_chain",
    "award_total",
    "award_level",
    "academy_written",
    "version_academy",
    "academy_name",
    "draw_in_force",
    "standing_order",
    "standing",
    "draw_without_tie_finding",
)


@dataclass(frozen=True)
class Category:
    """`places`: (place, athlete, academy); `uncounted`: the rule that took the points."""

    places: tuple[tuple[int, str, str | None], ...]
    gender: str = "male"
    age: str = "adult"
    belt: str = "black"
    weight: str = "light"
    uncounted: str | None = None
    state: str = "decided"
    source: str = "bouts"
    without_place: tuple[tuple[str, str], ...] = ()


def won(academies: str, **kwargs: Any) -> Category:
    """`won("North South East West")`: gold, silver and two bronzes in that order; `-` leaves a place vacant."""
    found = enumerate(academies.split())
    return Category(tuple((min(n + 1, 3), f"{a} athlete {n}", a) for n, a in found if a != "-"), **kwargs)


@dataclass(frozen=True)
class Award:
    award_id: str = "overall"
    genders: tuple[str, ...] = ()
    ages: tuple[str, ...] = ()
    belts: tuple[str, ...] = ()
    chain: str = "auto"


@dataclass(frozen=True)
class Podium:
    """One event; `draws`: per draw the award and the academies in drawn order."""

    categories: tuple[Category, ...]
    awards: tuple[Award, ...] = (Award(),)
    rules: str = "ibjjf-2024"
    overrides: dict[str, Any] = field(default_factory=dict)
    draws: tuple[tuple[str, tuple[str, ...]], ...] = ()


@cache
def _tables() -> str:
    """The store's tables without their comments, which take most of the time."""
    files = sorted((ROOT / "etl" / "sql" / "schema").glob("*.sql"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return "\n".join(line for line in lines if not line.startswith("COMMENT ON"))


@cache
def _sql() -> dict[str, str]:
    """Relation -> its SELECT, each after those it reads."""
    texts = {name: (ROOT / "analytics" / "sql" / f"{name}.sql").read_text(encoding="utf-8") for name in RELATIONS}
    with duckdb.connect() as con:
        reads = {name: con.get_table_names(text) & texts.keys() for name, text in texts.items()}
    return {name: texts[name] for name in graphlib.TopologicalSorter(reads).static_order()}


def compute(*podiums: Podium) -> duckdb.DuckDBPyConnection:
    """Every relation over these events at once; version 1 is the first of them."""
    con = duckdb.connect(config={"threads": 1})
    con.execute(_tables())
    con.execute(
        """create temp table in_version (version_id integer, load_id integer, event_id varchar, start_date date,
        uniform varchar, ruleset varchar, computes boolean, has_entries boolean,
        points_first integer, points_second integer, points_third integer, tiebreak_counts varchar);
        create temp view in_category as select load_id as version_id, * from category;
        create temp view in_bout as select load_id as version_id, * from bout;
        create temp view in_entry as select load_id as version_id, *, false as derived from entry;
        create temp table in_official (version_id integer, category_id bigint, place integer, athlete varchar,
        athlete_key varchar, athlete_id varchar, academy varchar, source varchar);
        create temp table in_alias (version_id integer, alias_key varchar, academy_key varchar, association varchar,
        association_key varchar, shown varchar)"""
    )
    for version, podium in enumerate(podiums, start=1):
        _fill(con, version, podium)
    standings.write_chain_levels(con, {v: _rules(p) for v, p in enumerate(podiums, start=1)})
    for name, text in _sql().items():
        con.execute(f"create temp table {name} as {text}")
    return con


def _rules(podium: Podium) -> ruleset.RuleSet:
    rules = ruleset.load(podium.rules)
    return rules.with_overrides(podium.overrides)


def _fill(con: duckdb.DuckDBPyConnection, version: int, podium: Podium) -> None:
    rules = _rules(podium)
    points = [rules.place_points(place) for place in (1, 2, 3)]
    con.execute(
        "insert into in_version values (?, ?, ?, date '2026-05-02', 'gi', ?, true, true, ?, ?, ?, ?)",
        [version, version, f"event-{version}", podium.rules, *points, rules.text("academy.tiebreak_counts")],
    )
    overrides = json.dumps(podium.overrides)
    con.execute(
        """insert into source_load values (?, ?, timestamp '2026-05-03', 'by hand', 'bundle', repeat('0', 64), '0', ?,
        date '2026-05-02', null, null, null, null, null, 'official', 'gi', ?, ?, true)""",
        [version, f"event-{version}", f"Event {version}", podium.rules, overrides],
    )
    con.execute(
        "insert into event_version values (?, ?, 1, ?, timestamp '2026-05-03', 'load', null, null, ?, '')",
        [version, f"event-{version}", version, podium.rules],
    )
    for n, award in enumerate(podium.awards, start=1):
        con.execute(
            "insert into award values (?, ?, ?, ?, ?, ?, ?, ?, false)",
            [version, award.award_id, n, award.award_id, award.genders, award.ages, award.belts, award.chain],
        )
    for n, category in enumerate(podium.categories, start=1):
        _add(con, version, version * 100_000 + n, category)
    for n, (award_id, academies) in enumerate(podium.draws, start=1):
        for position, academy in enumerate(academies, start=1):
            con.execute(
                """insert into draw (draw_id, event_id, version_id, award_id, position, academy, academy_key, origin,
                seed, digest, drawn_at, recorded_by)
                values (?, ?, ?, ?, ?, ?, ?, 'operator', 'seed', 'digest', '2026-05-03', 'tester')""",
                [n, f"event-{version}", version, award_id, position, academy, academy.lower()],
            )


def _add(con: duckdb.DuckDBPyConnection, version: int, number: int, category: Category) -> None:
    v = vocabulary
    con.execute(
        "insert into category values (?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, null, null)",
        [
            number, version, category.gender, category.age, category.belt, category.weight,
            v.age_rank(category.age), v.age_group(category.age), v.belt_rank(category.belt),
            v.weight_rank(category.weight, category.gender, category.age, "gi"), v.is_open_class(category.weight),
            v.is_minor(category.age),
        ],
    )  # fmt: skip
    counted = category.state == "decided" and category.uncounted is None
    con.execute(
        "insert into category_result values (?, ?, ?, ?, 'M1', null, 4, false, ?, ?, true)",
        [version, number, category.state, category.source, counted, category.uncounted],
    )
    for place, athlete, academy in category.places:
        key = academy.lower() if academy else None
        con.execute(
            "insert into place values (?, ?, ?, ?, ?, null, ?, ?, 'M1', ?, null)",
            [version, number, place, athlete, athlete, academy, key, category.source],
        )
    everybody = [(athlete, academy) for _, athlete, academy in category.places] + list(category.without_place)
    for athlete, academy in everybody:
        con.execute(
            "insert into entry values (?, ?, ?, ?, null, ?, null, null, 'registered', null)",
            [version, number, athlete, athlete, academy],
        )
        if academy:
            con.execute("insert or ignore into academy_spelling values (?, ?)", [academy, academy.lower()])


def standing(con: duckdb.DuckDBPyConnection, award: str = "overall", version: int = 1) -> list[tuple[Any, ...]]:
    """(rank, academy, points, level, own, next) in order."""
    return con.execute(
        """select rank, academy, points, reason_level, reason_own, reason_next
        from standing where award_id = ? and version_id = ? order by position""",
        [award, version],
    ).fetchall()
