"""How bouts end, counted beforehand: the groupings of `method_count`, when they are counted anew, which one answers.

The table is counted over a set of versions that it names. Questions add the current versions it lacks and take off
those no longer current, straight from the facts: it is never out of date and needs no upkeep at a correction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

import duckdb

OF_EVENT = ("season", "uniform", "ruleset")
OF_CATEGORY = ("gender", "age_division", "belt", "weight_class")
OF_BOUT = (*OF_CATEGORY, "round")

FEWEST = 200_000  # bouts; below it the facts themselves answer in no time
STALE = 0.1  # share of the bouts that may be missing or too many before everything is counted anew


@dataclass(frozen=True)
class Grouping:
    """Fields counted by; `technique`: by technique too, else by decision alone; `outcome`: sides by outcome too."""

    fields: tuple[str, ...]
    technique: bool
    outcome: bool = True

    @property
    def name(self) -> str:
        """As in the column `fields`."""
        return ",".join((*self.fields, "technique") if self.technique else self.fields)

    @property
    def of_sides(self) -> bool:
        """Whether a bout counts once for each side."""
        return "academy" in self.fields

    def answers(self, fields: Collection[str], technique: bool) -> bool:
        """Whether these fields can be read off it; the open class is known from the weight class."""
        known = {*self.fields, *OF_EVENT} if "event" in self.fields else {*self.fields}
        if self.of_sides and self.outcome:
            known.add("outcome")
        if "weight_class" in known:
            known.add("open_class")
        sides = "academy" in fields or "outcome" in fields
        return set(fields) <= known and (self.technique or not technique) and self.of_sides == sides


# Every pair of fields of a bout lies in one of these four: fewer passes over both sides of every bout than ten pairs.
_COVERING = (
    ("gender", "age_division", "belt"),
    ("gender", "age_division", "weight_class"),
    ("gender", "age_division", "round"),
    ("belt", "weight_class", "round"),
)


def _groupings() -> Iterable[Grouping]:
    """The first that answers is read: of those that answer much the same, the smaller comes first."""
    yield Grouping(("event",), True)
    for two in combinations(OF_BOUT, 2):
        yield Grouping(("event", *two), False)
    for three in combinations(OF_BOUT, 3):
        yield Grouping((*OF_EVENT, *three), True)
    for one in OF_BOUT:
        yield Grouping((*OF_EVENT, "academy", one), False)
    yield Grouping((*OF_EVENT, "academy"), True)
    for three in _COVERING:
        # Won and lost apart these would be as many rows as bouts in a store of a million: that is asked by one field.
        yield Grouping(("academy", *three), False, outcome=False)
    yield Grouping(("event", "academy"), False)


GROUPINGS = tuple(_groupings())


def choose(fields: Collection[str], technique: bool) -> Grouping | None:
    """The grouping that answers a question over the whole store; None: only the facts do."""
    return next((each for each in GROUPINGS if each.answers(fields, technique)), None)


def refresh(con: duckdb.DuckDBPyConnection, fewest: int = FEWEST, stale: float = STALE) -> bool:
    """Counts anew where too little is covered, in the caller's transaction; whether it did."""
    current, missing = _one(con, _COVERAGE)
    if current < fewest or missing <= stale * current:
        return False
    con.execute("delete from method_count")
    con.execute("delete from method_count_version")
    for statement in CODES:
        con.execute(statement)
    for grouping in GROUPINGS:
        con.execute(counted(grouping))
    con.execute("insert into method_count_version select version_id, load_id from counted_version")
    con.execute("drop view counted_side")
    for table in _CODED:
        con.execute(f"drop table {table}")
    return True


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[int, int]:
    row = con.execute(sql).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    return int(row[0]), int(row[1] or 0)


# Bouts of the current loads, and how many the table lacks or has too many.
_COVERAGE = """
with sizes as (select load_id, count(*) as n from bout group by 1),
now_loads as (select distinct load_id from counted_version),
counted_loads as (select distinct load_id from method_count_version)
select coalesce(sum(case when c.load_id is not null then s.n end), 0),
       coalesce(sum(case when (c.load_id is null) <> (m.load_id is null) then s.n end), 0)
from sizes as s
left join now_loads as c on c.load_id = s.load_id
left join counted_loads as m on m.load_id = s.load_id
"""

_EVENTS = "select load_id, cast(extract(year from start_date) as integer) as season, uniform, ruleset from source_load"
_NOW = "load_id in (select load_id from counted_version)"
_TOOK_PLACE = "coalesce(decision, '') not in ('bye', 'walkover', 'close_out')"


def _words(name: str, column: str, source: str, code: str = "smallint") -> str:
    """Numbers for the words of a column."""
    return f"""create temp table coded_{name} as
    select cast(row_number() over (order by {column}) as {code}) as code, {column}
    from (select distinct {column} {source})
    """


# Small numbers in place of words: thirty groupings over ten million bouts take a third of the time. CREATE … AS each.
CODES = (
    *(_words(name, name, f"from category where {_NOW}") for name in ("gender", "age_division", "belt")),
    _words(
        "weight_class",
        "weight_class, open_class",
        f"""from (select weight_class,
        case when is_open then 'yes' when not is_open then 'no' else 'unknown' end as open_class
        from category where {_NOW})""",
    ),
    _words("round", "round", f"from (select coalesce(round, 'unknown') as round from bout where {_NOW})"),
    _words("decision", "decision", f"from bout where {_NOW} and {_TOOK_PLACE}"),
    _words("technique", "technique", f"from bout where {_NOW} and {_TOOK_PLACE}"),
    _words("event", "season, uniform, ruleset", f"from ({_EVENTS} where {_NOW})"),
    _words(
        "academy",
        "academy_key",
        """from (select '' as academy_key union select academy_key from version_academy
        where version_id in (select version_id from counted_version))""",
        "integer",
    ),
    f"""create temp table coded_category as
    select k.category_id, g.code as gender, a.code as age_division, b.code as belt, w.code as weight_class
    from category as k
    join coded_gender as g on g.gender = k.gender
    join coded_age_division as a on a.age_division = k.age_division
    join coded_belt as b on b.belt = k.belt
    join coded_weight_class as w on w.weight_class = k.weight_class
     and w.open_class = case when k.is_open then 'yes' when not k.is_open then 'no' else 'unknown' end
    where k.{_NOW}""",
    f"""create temp table coded_load as
    select l.load_id, e.code as event from ({_EVENTS}) as l
    join coded_event as e on e.season = l.season and e.uniform = l.uniform and e.ruleset = l.ruleset
    where l.{_NOW}""",
    """create temp table coded_spelling as
    select v.load_id, s.spelling, a.code as academy
    from counted_version as v
    join version_academy as s on s.version_id = v.version_id
    join coded_academy as a on a.academy_key = s.academy_key""",
    """create temp table coded_bout as
    select b.load_id, l.event, c.gender, c.age_division, c.belt, c.weight_class, r.code as round,
           d.code as decision, t.code as technique, b.winner, ra.academy as red, ba.academy as blue
    from bout as b
    join coded_load as l on l.load_id = b.load_id
    join coded_category as c on c.category_id = b.category_id
    join coded_round as r on r.round = coalesce(b.round, 'unknown')
    join coded_decision as d on coalesce(d.decision, '') = coalesce(b.decision, '')
    join coded_technique as t on coalesce(t.technique, '') = coalesce(b.technique, '')
    left join coded_spelling as ra on ra.load_id = b.load_id and ra.spelling = b.red_academy
    left join coded_spelling as ba on ba.load_id = b.load_id and ba.spelling = b.blue_academy""",
    """create temp view counted_side as
    with unknown as (select code from coded_academy where academy_key = '')
    select s.* exclude (red, blue, winner), coalesce(s.red, u.code) as academy,
           case winner when 'red' then 1 when 'blue' then 2 else 3 end as outcome
    from coded_bout as s cross join unknown as u
    union all
    select s.* exclude (red, blue, winner), coalesce(s.blue, u.code) as academy,
           case winner when 'blue' then 1 when 'red' then 2 else 3 end as outcome
    from coded_bout as s cross join unknown as u""",
)
_CODED = (
    "coded_gender", "coded_age_division", "coded_belt", "coded_weight_class", "coded_round", "coded_decision",
    "coded_technique", "coded_event", "coded_academy", "coded_category", "coded_load", "coded_spelling", "coded_bout",
)  # fmt: skip


def counted(grouping: Grouping) -> str:
    """INSERT of one grouping: counted in codes, put into words when few rows are left."""
    codes = [name for name in (*OF_BOUT, "academy") if name in grouping.fields]
    by_load = "event" in grouping.fields
    stratum = ["load_id"] if by_load else ["event"] if "season" in grouping.fields else []
    codes += ["decision", *(["technique"] if grouping.technique else [])]
    keys = [*stratum, *codes, *(["outcome"] if grouping.of_sides and grouping.outcome else [])]
    columns = {name: f"w_{name}.{name}" for name in codes if name != "academy"}
    if "academy" in codes:
        columns["academy_key"] = "w_academy.academy_key"
    if "outcome" in keys:
        columns["outcome"] = "case x.outcome when 1 then 'won' when 2 then 'lost' else 'none' end"
    if "weight_class" in codes:
        columns["open_class"] = "w_weight_class.open_class"
    if stratum:
        columns |= {name: f"e.{name}" for name in OF_EVENT} | ({"load_id": "x.load_id"} if by_load else {})
    joins = [f"join coded_{name} as w_{name} on w_{name}.code = x.{name}" for name in codes]
    joins += [f"join ({_EVENTS}) as e on e.load_id = x.load_id"] if by_load else []
    joins += ["join coded_event as e on e.code = x.event"] if stratum and not by_load else []
    return f"""
    insert into method_count (fields, n, {", ".join(columns)})
    select '{grouping.name}', x.n, {", ".join(columns.values())}
    from (
      select {", ".join(keys)}, count(*) as n
      from {"counted_side" if grouping.of_sides else "coded_bout"}
      group by {", ".join(str(n) for n in range(1, len(keys) + 1))}
    ) as x
    {" ".join(joins)}
    """
