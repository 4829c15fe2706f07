"""Bouts that took place (contract 2), of the versions asked, with what may group them and the rules they were under."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from analytics import versions
from etl.errors import UnknownName
from rulebook import ruleset as rulesets

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version
    from rulebook.ruleset import RuleSet

FIELDS = (
    "event",
    "season",
    "uniform",
    "ruleset",
    "gender",
    "age_division",
    "belt",
    "weight_class",
    "open_class",
    "round",
)

# Ways to end before the limit (D1, D4): accidents that a draw or the referee's pick settles are stoppages.
CAUSES = ("submission", "loss_of_consciousness", "disqualification", "stoppage")
SCORE = ("points", "advantages", "penalties", "referee_decision")

_BOUTS = """
select v.version_id, v.event_id as event, cast(extract(year from l.start_date) as integer) as season, l.start_date,
       l.uniform, v.ruleset, c.gender, c.age_division, c.belt, c.weight_class,
       case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end as open_class,
       c.is_minor, coalesce(b.round, 'unknown') as round, b.* exclude (round)
from event_version as v
join source_load as l on l.load_id = v.load_id
join bout as b on b.load_id = v.load_id
join category as c on c.category_id = b.category_id
where v.version_id in ({versions}) and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')
"""


_CATEGORIES = """
select v.version_id, v.event_id as event, cast(extract(year from l.start_date) as integer) as season,
       l.uniform, v.ruleset, c.gender, c.age_division, c.belt, c.weight_class,
       case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end as open_class, c.category_id
from event_version as v
join source_load as l on l.load_id = v.load_id
join category as c on c.load_id = v.load_id
where v.version_id in ({versions})
"""
_ROUND = "coalesce(b.round, 'unknown')"
_TOOK_PLACE = "coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')"


class Chosen(list["Version"]):
    """Versions of whose bouts only those are meant that have these values: `bouts` of them has no others."""

    def __init__(self, of: Iterable[Version], where: Mapping[str, str]) -> None:
        super().__init__(of)
        self.where = {name: where[name] for name in fields(where)}


def asked(
    cur: duckdb.DuckDBPyConnection,
    event: str | None = None,
    as_of: datetime | None = None,
    where: Mapping[str, str] | None = None,
) -> list[Version]:
    """The version of one event, now or as of then; of every event that counts in the store where neither is named.

    `where`: only the bouts whose fields have these values.
    """
    whole = event is None and as_of is None
    of = versions.counted(cur) if whole else [versions.resolve(cur, event, as_of)]
    return Chosen(of, where) if where else of


def fields(given: Iterable[str]) -> tuple[str, ...]:
    """The fields to group by, each once; UnknownName names the nearest."""
    wanted = tuple(dict.fromkeys(field.strip().replace("-", "_") for field in given))
    for field in wanted:
        if field not in FIELDS:
            raise UnknownName("field to group by", field, FIELDS)
    return wanted


def bouts(of: Sequence[Version]) -> str:
    """SELECT of one row per bout that took place, and is meant (`Chosen`)."""
    return _meant(_BOUTS.format(versions=_listed(of)), _where(of))


def categories(of: Sequence[Version]) -> str:
    """SELECT of one row per category whose bouts may be meant, with every field of FIELDS but the round."""
    return _meant(
        _CATEGORIES.format(versions=_listed(of)), {name: value for name, value in _where(of).items() if name != "round"}
    )


def bouts_in(table: str, of: Sequence[Version], columns: Sequence[str], own: str = "b.decision, b.elapsed") -> str:
    """SELECT of these columns of a table of `categories`, or the round, and of `own` of each bout (`b`) that is meant.

    It is for counts: a row of ten million is joined with nothing but its category, or its load where that is enough.
    """
    listed = "".join(f"{_ROUND} as round, " if name == "round" else f"c.{name}, " for name in columns)
    chosen = [f"{_ROUND} = {_quoted(value)}" for name, value in _where(of).items() if name == "round"]
    of_load = {*columns} <= {"round"} and {*_where(of)} <= {"round"}
    loads = f"(select load_id from event_version where version_id in ({_listed(of)}))"
    source, by = (loads, "load_id") if of_load else (table, "category_id")
    conditions = " and ".join([_TOOK_PLACE, *chosen])
    return f"select {listed}{own} from {source} as c join bout as b on b.{by} = c.{by} where {conditions}"


def acted(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> Sequence[Version]:
    """Those of whose bouts scoring actions are known; of the same bouts where only some are meant."""
    loads = {load for (load,) in cur.execute("select distinct load_id from scoring_action").fetchall()}
    known = [version for version in of if version.load_id in loads]
    return Chosen(known, of.where) if isinstance(of, Chosen) else known


def _listed(of: Sequence[Version]) -> str:
    return ", ".join(str(int(version.version_id)) for version in of) or "null"


def _where(of: Sequence[Version]) -> Mapping[str, str]:
    return of.where if isinstance(of, Chosen) else {}


def _meant(text: str, where: Mapping[str, str]) -> str:
    if not where:
        return text
    conditions = " and ".join(f"cast({name} as varchar) = {_quoted(value)}" for name, value in where.items())
    return f"select * from ({text}) where {conditions}"


def _quoted(value: str) -> str:
    """A text as SQL writes it: these texts are put together before any value could be bound."""
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


def write_sheets(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> list[RuleSet]:
    """TEMP asked_sheet(version_id, sheet): versions under the same rules share a number, the place in the list."""
    sheets: dict[tuple[str, str], int] = {}
    rules: list[RuleSet] = []
    rows = []
    for version in of:
        key = (version.ruleset, version.rule_overrides)
        if key not in sheets:
            sheets[key] = len(rules)
            rules.append(version.rules)
        rows.append((version.version_id, sheets[key]))
    put(cur, "asked_sheet", {"version_id": "integer", "sheet": "integer"}, rows)
    return rules


def write_limits(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> None:
    """TEMP asked_limit(sheet, age_division, belt, seconds, tolerance): the match time (B3), NULL where not known."""
    rules = write_sheets(cur, of)
    rows = [
        (sheet, age, belt, rules[sheet].match_seconds(age, belt), rules[sheet].number("match.score_tolerance_seconds"))
        for sheet, age, belt in divisions(cur, of)
        if rules[sheet].computes
    ]
    columns = {
        "sheet": "integer",
        "age_division": "varchar",
        "belt": "varchar",
        "seconds": "integer",
        "tolerance": "integer",
    }
    put(cur, "asked_limit", columns, rows)


def divisions(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> list[tuple[int, str, str]]:
    """Sheet, age division and belt of every category of these versions; after `write_sheets`."""
    return cur.execute(
        """select distinct s.sheet, c.age_division, c.belt
        from event_version as v join asked_sheet as s on s.version_id = v.version_id
        join category as c on c.load_id = v.load_id
        where v.version_id in (select unnest(?::integer[])) order by 1, 2, 3""",
        [[version.version_id for version in of]],
    ).fetchall()


def put(cur: duckdb.DuckDBPyConnection, table: str, columns: dict[str, str], rows: Sequence[Sequence[object]]) -> None:
    """A temporary table of this cursor alone; one statement whatever the number of rows."""
    listed = ", ".join(f"{name} {kind}" for name, kind in columns.items())
    cur.execute(f"create or replace temp table {table} ({listed})")
    if rows:
        values = ", ".join(f"unnest(?::{kind}[])" for kind in columns.values())
        cur.execute(f"insert into {table} select {values}", [list(column) for column in zip(*rows, strict=True)])


def under(name: str) -> Callable[[Version], RuleSet]:
    """The rules of a version under another rule set; the event's own switches stay in force (ja 7.1)."""
    rulesets.load(name)  # refuses a name nobody shipped, naming the nearest
    return lambda version: version.under(name).rules
