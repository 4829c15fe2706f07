"""What the checks of bouts and entries need of the rule sets (B, D, P), as temporary tables; `none` has no rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rulebook.technique import BLOWS
from rulebook.vocabulary import AgeDivision, Belt, Round, age_group, weight_rank

if TYPE_CHECKING:
    import duckdb

    from rulebook.ruleset import RuleSet

Sheets = Mapping[int, "RuleSet"]
Rows = Iterable[Sequence[object]]

_MOST_POINTS = 200  # scores above are not checked against D5
_MOST_PENALTIES = 20  # more are read as so many; no ladder is that long
_ROUND_UNKNOWN = ""

# Table -> its columns. A sheet is one distinct set of rules; versions share it.
_COLUMNS = {
    "in_rule_sheet": {
        "version_id": "integer",
        "sheet": "integer",
        "points_step": "integer",
        "advantages_step": "integer",
        "penalties_step": "integer",
        "level_points": "boolean",
        "level_advantages": "boolean",
        "level_penalties": "boolean",
        "score_tolerance": "integer",
        "most_of_academy": "integer",
        "one_belt": "boolean",
        "open_to_minors": "boolean",
        "too_light_for_open": "double",
    },
    "in_rule_division": {
        "sheet": "integer",
        "age_division": "varchar",
        "belt": "varchar",
        "match_seconds": "integer",
        "belt_allowed": "boolean",
    },
    "in_rule_rest": {
        "sheet": "integer",
        "age_division": "varchar",
        "belt": "varchar",
        "round": "varchar",
        "rest_seconds": "integer",
    },
    "in_rule_illegal": {
        "sheet": "integer",
        "age_division": "varchar",
        "belt": "varchar",
        "technique": "varchar",
        "derived": "boolean",
    },
    "in_rule_age": {"sheet": "integer", "age_division": "varchar", "youngest": "integer", "oldest": "integer"},
    "in_rule_ladder": {
        "sheet": "integer",
        "age_division": "varchar",
        "rule": "varchar",
        "penalties": "integer",
        "last_step": "integer",
        "given_points": "integer",
        "given_advantages": "integer",
    },
    "in_rule_impossible": {"sheet": "integer", "points": "integer"},
    "in_rule_decision": {"sheet": "integer", "decision": "varchar"},
    "in_rule_pick_round": {"sheet": "integer", "round": "varchar"},
    "in_rule_blow": {"sheet": "integer", "technique": "varchar"},
    "in_belt_part": {"belt": "varchar", "part": "varchar"},
}
TABLES = tuple(_COLUMNS)

_DIVISIONS = """
select distinct s.sheet, c.age_division, c.belt
from in_category as c join in_rule_sheet as s on s.version_id = c.version_id
order by 1, 2, 3
"""


def write(con: duckdb.DuckDBPyConnection, rules: Mapping[int, RuleSet]) -> None:
    """Make the in_rule_* tables of these versions (version_id -> rule set with the event's overrides)."""
    numbers: dict[int, int] = {}
    sheets: dict[int, RuleSet] = {}
    versions = []
    for version_id, ruleset in rules.items():
        if ruleset.computes:
            sheet = numbers.setdefault(id(ruleset), len(numbers) + 1)
            sheets[sheet] = ruleset
            versions.append((version_id, sheet, *_switches(ruleset)))
    _table(con, "in_rule_sheet", versions)
    divisions = con.execute(_DIVISIONS).fetchall()
    _table(con, "in_rule_division", _division_rows(sheets, divisions))
    _table(con, "in_rule_rest", _rest_rows(sheets, divisions))
    _table(con, "in_rule_illegal", _illegal_rows(sheets, divisions))
    _table(con, "in_rule_age", [(n, *row) for n, rules in sheets.items() for row in _ages(rules)])
    _table(con, "in_rule_ladder", [(n, *row) for n, rules in sheets.items() for row in _ladders(rules)])
    _table(
        con,
        "in_rule_impossible",
        [(n, points) for n, rules in sheets.items() for points in rules.impossible_points(_MOST_POINTS)],
    )
    _table(con, "in_rule_decision", [(n, form) for n, rules in sheets.items() for form in _decisions(rules)])
    _table(con, "in_rule_pick_round", [(n, name) for n, rules in sheets.items() for name in _pick_rounds(rules)])
    _table(con, "in_rule_blow", _blow_rows(sheets))
    belts = {belt for *_, belt in divisions}
    _table(con, "in_belt_part", [(belt, part) for belt in sorted(belts) for part in belt.split("+")])


def _table(con: duckdb.DuckDBPyConnection, name: str, rows: Rows) -> None:
    """One statement per table: a list for each column."""
    columns = _COLUMNS[name]
    listed = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
    con.execute(f"create or replace temp table {name} ({listed})")
    by_column = [list(column) for column in zip(*rows, strict=True)]
    if by_column:
        values = ", ".join(f"unnest(?::{kind}[])" for kind in columns.values())
        con.execute(f"insert into {name} select {values}", by_column)


def _switches(rules: RuleSet) -> list[object]:
    order = rules.texts("decisions.score_order")
    level = rules.texts("decisions.level_means")
    parts = ("points", "advantages", "penalties")
    open_to = rules.text("entries.minors_in_open")
    return [
        *(order.index(part) + 1 if part in order else None for part in parts),
        *(part in level for part in parts),
        rules.number("match.score_tolerance_seconds"),
        rules.number("entries.per_academy_and_category"),
        rules.flag("belts.one_per_event"),
        open_to != "not_stated",
        # The class below middle; a limit above that class's own admits middle weights.
        weight_rank("light", None, None, None) if open_to == "middle_and_heavier" else None,
    ]


def _division_rows(sheets: Sheets, divisions: Rows) -> list[Sequence[object]]:
    """Belts are limited for juveniles alone (B5)."""
    found: list[Sequence[object]] = []
    for sheet, age, belt in divisions:
        rules = sheets[_number(sheet)]
        allowed = None
        if age_group(str(age)) == "juvenile":
            known = {part.value for part in Belt}
            worn = set(str(belt).split("+"))
            allowed = worn <= set(rules.texts("belts.juvenile")) if worn <= known else None
        found.append((sheet, age, belt, rules.match_seconds(str(age), str(belt)), allowed))
    return found


def _rest_rows(sheets: Sheets, divisions: Rows) -> list[Sequence[object]]:
    rounds = [*(name.value for name in Round), _ROUND_UNKNOWN]
    return [
        (sheet, age, belt, name, sheets[_number(sheet)].rest_seconds(str(age), str(belt), name or None))
        for sheet, age, belt in divisions
        for name in rounds
    ]


def _illegal_rows(sheets: Sheets, divisions: Rows) -> list[Sequence[object]]:
    found: list[Sequence[object]] = []
    for sheet, age, belt in divisions:
        illegal = sheets[_number(sheet)].illegal_techniques(str(age), str(belt))
        found += [(sheet, age, belt, name, illegal.derived) for name in sorted(illegal.techniques or ())]
    return found


@cache
def _ages(rules: RuleSet) -> list[tuple[str, int, int | None]]:
    """Youngest and oldest age of each division (B1); a division without its number spans its numbered ones."""
    exact, least = dict(rules.table("ages.exact_years")), dict(rules.table("ages.minimum_years"))
    spans: dict[str, tuple[int, int | None]] = {name: (years, years) for name, years in exact.items()}
    spans |= {name: (years, None) for name, years in least.items()}
    for division in AgeDivision:
        numbered = [years for name, years in (exact | least).items() if age_group(name) == division.value]
        if division.value not in spans and numbered:
            spans[division.value] = (min(numbered), max(numbered) if division.value != "master" else None)
    return [(name, *span) for name, span in spans.items()]


@cache
def _ladders(rules: RuleSet) -> list[tuple[object, ...]]:
    """What so many penalties have given the opponent by then (P1-P4)."""
    found: list[tuple[object, ...]] = []
    for division in AgeDivision:
        steps, rule = rules.ladder(division.value), rules.ladder_rule(division.value)
        for count in range(1, _MOST_PENALTIES + 1) if steps else ():
            taken = steps[:count]
            points, advantages = sum(step.points for step in taken), sum(step.advantages for step in taken)
            found.append((division.value, rule, count, len(steps), points, advantages))
    return found


@cache
def _decisions(rules: RuleSet) -> list[str]:
    """Every decision the set knows in any way: v3 names no penalties among its forms, yet compares them (D1, D3)."""
    lists = ("decisions.forms", "decisions.outside", "decisions.score_order")
    named = {form for key in lists for form in rules.texts(key)}
    return sorted(named | {rules.text("decisions.level_board"), rules.text("decisions.accident_when_level")})


@cache
def _pick_rounds(rules: RuleSet) -> list[str]:
    """A new final is a final, a special semifinal a semifinal (D4)."""
    allowed = rules.texts("decisions.random_pick_rounds")
    return [name.value for name in Round if name.value.removeprefix("new-").removeprefix("special-") in allowed]


def _blow_rows(sheets: Sheets) -> list[tuple[int, str]]:
    ending = [n for n, rules in sheets.items() if rules.flag("decisions.head_trauma_ends_event")]
    return [(n, blow.value) for n in ending for blow in sorted(BLOWS)]


def _number(sheet: object) -> int:
    assert isinstance(sheet, int)  # noqa: S101 - the column's type
    return sheet
