"""What a computation is about: the in_* tables of the versions being computed, with the switches of their rule sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from analytics import in_alias, rule_tables
from etl.errors import UserError
from rulebook import ruleset as rulesets
from rulebook.errors import RuleBookError
from rulebook.weights import ABOVE_ALL_LIMITS, WeightClass

if TYPE_CHECKING:
    import duckdb

    from rulebook.ruleset import RuleSet

    Reading = Callable[[RuleSet], object]

VIEWS = ("in_category", "in_bout")
TABLES = ("in_version", "in_correction", "in_official", in_alias.TABLE, *rule_tables.TABLES)

# Columns of in_version that come from the rule set: SQL type and how it is read; NULL under rule set `none`.
_SWITCHES: dict[str, tuple[str, Reading]] = {
    "three_second_chance": ("boolean", lambda r: r.flag("medals.three_second_chance")),
    "absent_semifinalist_keeps_third": ("boolean", lambda r: r.flag("medals.absent_semifinalist_keeps_third")),
    "double_disciplinary_final": ("varchar", lambda r: r.text("medals.double_disciplinary_final")),
    "disciplinary_strips_other_categories": (
        "boolean",
        lambda r: r.flag("medals.disciplinary_strips_other_categories"),
    ),
    "weigh_in_matters_in_open": ("boolean", lambda r: r.flag("medals.weigh_in_matters_in_open")),
    "semifinal_double_accident": ("varchar", lambda r: r.text("medals.semifinal_double_accident")),
    "struck_out_moves_up": ("boolean", lambda r: r.flag("medals.struck_out_moves_up")),
    "pair_double_disqualification": ("varchar", lambda r: r.text("medals.pair_double_disqualification")),
    "level_means_penalties": ("boolean", lambda r: "penalties" in r.texts("decisions.level_means")),
    "one_registered_counts": ("boolean", lambda r: r.flag("academy.one_registered_counts")),
    "one_academy_counts": ("boolean", lambda r: r.flag("academy.one_academy_counts")),
    "tiebreak_counts": ("varchar", lambda r: r.text("academy.tiebreak_counts")),
    "points_first": ("integer", lambda r: r.place_points(1)),
    "points_second": ("integer", lambda r: r.place_points(2)),
    "points_third": ("integer", lambda r: r.place_points(3)),
}
_VERSION_COLUMNS = {
    "version_id": "integer",
    "load_id": "integer",
    "event_id": "varchar",
    "start_date": "date",
    "uniform": "varchar",
    "ruleset": "varchar",
    "has_entries": "boolean",
    "computes": "boolean",
    "all_in_python": "boolean",  # every category goes through analytics/brackets, to compare the two readings
    **{name: kind for name, (kind, _) in _SWITCHES.items()},
}

_VERSIONS = """
select v.version_id, v.load_id, v.event_id, l.start_date, l.uniform, v.ruleset, l.has_entries, l.rule_overrides
from event_version as v join source_load as l on l.load_id = v.load_id
where v.version_id in (select unnest(?::integer[]))
order by v.version_id
"""

# Views: a store's bouts are read where they lie, pruned to the load by its run of rows.
_FACTS = f"""
create or replace temp view in_category as
select v.version_id, c.*,
  -- M19: in ultra heavy and the open class only the uniform check counts
  v.weigh_in_matters_in_open or not (
    coalesce(c.is_open, false) or c.weight_class = '{WeightClass.ULTRA_HEAVY}' or coalesce(
      c.gender <> 'female' and c.weight_class like '+%'
      and c.weight_rank > {ABOVE_ALL_LIMITS[0]} and c.weight_rank < {ABOVE_ALL_LIMITS[1]}, false
    )
  ) as weigh_in_matters
from in_version as v join category as c on c.load_id = v.load_id;
create or replace temp view in_bout as
select v.version_id, b.* from in_version as v join bout as b on b.load_id = v.load_id;
"""

# Decisions name a category by its four parts, which outlive a reload; each is in force between two versions.
# Where several categories have these parts (they differ in what could not be read) none is meant for sure.
_NAMED = """
  select version_id, gender, age_division, belt, weight_class, min(category_id) as category_id
  from in_category group by 1, 2, 3, 4, 5 having count(*) = 1
"""

_CORRECTIONS = f"""
create or replace temp table in_correction as
with named as ({_NAMED}),
in_force as (
  select v.version_id, k.category_id, c.athlete_key, c.status, c.correction_id, c.version_id as since_version,
         row_number() over (
           partition by v.version_id, k.category_id, c.athlete_key order by c.correction_id desc
         ) as latest
  from in_version as v
  join correction as c on c.event_id = v.event_id and c.version_id <= v.version_id
   and (c.undone_version_id is null or c.undone_version_id > v.version_id)
  join named as k on k.version_id = v.version_id and k.gender = c.gender and k.age_division = c.age_division
   and k.belt = c.belt and k.weight_class = c.weight_class
)
select version_id, category_id, athlete_key, status, correction_id, since_version from in_force where latest = 1
"""

# A ruling in force replaces the official places; one that gives no place at all is one row with place NULL.
_OFFICIAL = f"""
create or replace temp table in_official as
with named as ({_NAMED}),
in_force as (
  select v.version_id, k.category_id, r.place, r.athlete, r.athlete_key, r.academy, r.reason,
         r.version_id as since_version, r.ruling_id,
         max(r.ruling_id) over (partition by v.version_id, k.category_id) as latest
  from in_version as v
  join ruling as r on r.event_id = v.event_id and r.version_id <= v.version_id
   and (r.undone_version_id is null or r.undone_version_id > v.version_id)
  join named as k on k.version_id = v.version_id and k.gender = r.gender and k.age_division = r.age_division
   and k.belt = r.belt and k.weight_class = r.weight_class
),
ruled as (select * from in_force where ruling_id = latest)
select r.version_id, r.category_id, r.place, r.athlete, r.athlete_key, cast(null as varchar) as athlete_id, r.academy,
       'ruling' as source, r.reason, r.since_version, cast(null as integer) as file_row
from ruled as r
union all
select v.version_id, o.category_id, o.place, o.athlete, o.athlete_key, o.athlete_id, o.academy,
       'official' as source, null as reason, 0 as since_version, o.file_row
from in_version as v
join official_place as o on o.load_id = v.load_id
where v.computes
  and not exists (select 1 from ruled as r where r.version_id = v.version_id and r.category_id = o.category_id)
"""


# What of the in_* tables SQL alone can make once `in_version` stands: CREATE … AS statements.
STATEMENTS = (_FACTS, _CORRECTIONS, _OFFICIAL)


def create(
    con: duckdb.DuckDBPyConnection,
    version_ids: Sequence[int],
    ruleset: str | None = None,
    *,
    all_in_python: bool = False,
    by_association: bool = False,
    checks: bool = True,
    written_down: bool = False,
) -> dict[int, RuleSet]:
    """Makes the in_* tables of these versions, under another rule set where one is named; version -> its rules.

    By association: an academy that belongs to one becomes it, for points, ties and A4 alike. `checks`: also what checks
    of bouts and entries alone read. `written_down`: `in_bout` and `in_category` are tables, for looking a small event
    up in a large store costs more than computing on it.
    """
    rules = write_versions(con, version_ids, ruleset, all_in_python=all_in_python)
    for statements in STATEMENTS:
        con.execute(statements.replace("temp view", "temp table") if written_down else statements)
    in_alias.write(con, by_association=by_association)
    if checks:
        rule_tables.write(con, rules)
    return rules


def write_versions(
    con: duckdb.DuckDBPyConnection,
    version_ids: Sequence[int],
    ruleset: str | None = None,
    *,
    all_in_python: bool = False,
) -> dict[int, RuleSet]:
    """Makes `in_version` from `event_version` and `source_load`; version -> its rules."""
    rows = con.execute(_VERSIONS, [list(version_ids)]).fetchall()
    rules: dict[int, RuleSet] = {}
    seen: dict[tuple[str, str], RuleSet] = {}
    filled = []
    for *plain, overrides in rows:
        plain[5] = ruleset or plain[5]
        sheet = seen.setdefault((plain[5], overrides), rules_of(plain[5], overrides))
        rules[plain[0]] = sheet
        filled.append([*plain, sheet.computes, all_in_python, *switches(sheet)])
    _insert_versions(con, filled)
    return rules


@cache
def rules_of(name: str, overrides: str) -> RuleSet:
    """An event's own guidelines prevail over whatever rule set is asked for (ja 7.1)."""
    changes: Mapping[str, object] = json.loads(overrides)
    try:
        rules = rulesets.load(name)
        return rules.with_overrides(changes) if rules.computes else rules
    except RuleBookError as error:
        raise UserError(str(error)) from error


def switches(rules: RuleSet) -> list[object]:
    """What relations read of it in `in_version`; NULL each under rule set `none`."""
    return [read(rules) if rules.computes else None for _, read in _SWITCHES.values()]


def _insert_versions(con: duckdb.DuckDBPyConnection, rows: list[list[object]]) -> None:
    """One statement for all versions: a list for each column."""
    names = ", ".join(f"{name} {kind}" for name, kind in _VERSION_COLUMNS.items())
    con.execute(f"create or replace temp table in_version ({names})")
    if rows:
        lists = ", ".join(f"unnest(?::{kind}[])" for kind in _VERSION_COLUMNS.values())
        columns = [list(column) for column in zip(*rows, strict=True)]
        con.execute(f"insert into in_version select {lists}", columns)
