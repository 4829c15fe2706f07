"""Wins and losses by method, medals by entry and by bout, and the opposition met, of academies and athletes.

A medal is contested where its athlete fought a bout in the category; else it is of a close-out, a walkover or no bout
at all; where the source has no bouts of the category it is not known. Rates come raw and shrunk (`shrinkage`).
Athletes over events are persons (`analytics.persons`); under-18s and those of unknown age are no athletes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import fought, intervals, persons, shrinkage
from etl.errors import UnknownName
from rulebook import ruleset

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.shrinkage import Prior
    from analytics.versions import Version

OF = ("academy", "athlete")
MEDALS = ("contested", "no_bout", "walkover", "close_out", "unknown")
# Rate -> what is counted, of what.
RATES = {
    "medals_per_entry": ("entered_medals", "entries"),
    "contested_per_entry": ("entered_contested", "entries"),
    "contested_per_bout": ("contested", "bouts"),
    "wins_per_bout": ("wins", "decided"),
}
# One row per athlete of a bout that took place.
_SIDES = """
create or replace temp table asked_side as
with bouts as ({bouts}),
sides as (
  select version_id, category_id, bout, decision, red_key as athlete_key, blue_key as other_key,
         case winner when 'red' then 'won' when 'blue' then 'lost' else 'none' end as outcome
  from bouts where red_key is not null
  union all
  select version_id, category_id, bout, decision, blue_key, red_key,
         case winner when 'blue' then 'won' when 'red' then 'lost' else 'none' end
  from bouts where blue_key is not null
)
select s.*, p.person, p.academy_key, o.person as other_person, o.academy_key as other_academy_key
from sides as s
join person as p on p.version_id = s.version_id and p.category_id = s.category_id and p.athlete_key = s.athlete_key
left join person as o on o.version_id = s.version_id and o.category_id = s.category_id and o.athlete_key = s.other_key
"""
# Who is under 18 in an event, or may be, in any of its categories (B1, B6); persons are parted there, the source's key
# is not: a juvenile in an adult category stays one.
_YOUNG = """
create or replace temp table asked_young as
select distinct p.version_id, p.athlete_key from person as p
join category as c on c.category_id = p.category_id
join event_version as v on v.version_id = p.version_id
join source_load as l on l.load_id = v.load_id
where c.is_minor is distinct from false or cast(extract(year from l.start_date) as integer) - p.birth_year < $adult
"""
_ADULT = """and not exists (
  select 1 from asked_young as y where y.version_id = s.version_id and y.athlete_key = s.athlete_key
)"""
_BOUTS = """
with own as (
  select s.{id} as id, s.*, coalesce(s.{id} = s.other_{id}, false) as among_themselves
  from asked_side as s where s.{id} is not null {adult}
)
select id, cast(count(*) as bigint) as bouts,
       cast(count(*) filter (where among_themselves) as bigint) as among_themselves,
       cast(count(*) filter (where outcome = 'none') as bigint) as no_winner,
       cast(count(*) filter (where outcome = 'won' and not among_themselves) as bigint) as wins,
       cast(count(*) filter (where outcome = 'lost' and not among_themselves) as bigint) as losses
from own group by 1
"""
_METHODS = """
select s.{id} as id, s.outcome, coalesce(s.decision, 'unknown') as method, cast(count(*) as bigint) as count
from asked_side as s
where s.{id} is not null and s.outcome <> 'none' {adult}
group by 1, 2, 3 order by 1, 2 desc, 4 desc, 3
"""
# An opponent's bouts against this academy or athlete are left out: a good one makes its own opponents look bad.
_OPPOSITION = """
with met as (
  select s.{id} as id, s.other_person as other, count(*) as times,
         count(*) filter (where s.outcome = 'lost') as won, count(*) filter (where s.outcome <> 'none') as decided
  from asked_side as s
  where s.{id} is not null and s.other_person is not null and s.{id} is distinct from s.other_{id} {adult}
  group by 1, 2
),
overall as (
  select person, count(*) filter (where outcome = 'won') as won, count(*) filter (where outcome <> 'none') as decided
  from asked_side group by 1
)
select m.id, cast(sum(m.times) as bigint) as met,
       cast(coalesce(sum(m.times) filter (where o.decided > m.decided), 0) as bigint) as rated,
       sum(m.times * (o.won - m.won) / (o.decided - m.decided)) filter (where o.decided > m.decided)
         / nullif(sum(m.times) filter (where o.decided > m.decided), 0) as opposition
from met as m join overall as o on o.person = m.other group by 1
"""
# Who did not start or was struck out entered all the same. Entries derived from places would all have medals (A8).
_ENTRIES = """
select s.{id} as id, cast(count(distinct (e.version_id, e.category_id, e.athlete_key)) as bigint) as entries
from (
  select v.version_id, e.category_id, e.athlete_key from event_version as v join entry as e on e.load_id = v.load_id
  where v.version_id in ({versions})
) as e
join person as s on s.version_id = e.version_id and s.category_id = e.category_id and s.athlete_key = e.athlete_key
where s.{id} is not null {adult} group by 1
"""
_MEDALS = """
with listed as (
  select b.load_id, b.category_id, k.athlete_key, b.decision,
         b.decision in ('bye', 'walkover', 'close_out') as unfought
  from bout as b
  join lateral (select unnest([b.red_key, b.blue_key]) as athlete_key) as k on true
  where b.load_id in (select load_id from event_version where version_id in ({versions})) and k.athlete_key is not null
),
entered as (
  select distinct load_id, category_id, athlete_key from entry
  where load_id in (select load_id from event_version where version_id in ({versions}))
),
own as (
  select load_id, category_id, athlete_key, bool_or(not coalesce(unfought, false)) as fought,
         bool_or(decision = 'close_out') as close_out, bool_or(decision = 'walkover') as walkover
  from listed group by 1, 2, 3
),
won as (
  select s.{id} as id, m.place, e.athlete_key is not null as entered,
    case
      when o.fought then 'contested'
      when o.close_out then 'close_out'
      when o.walkover then 'walkover'
      when r.contested is not null or r.registered = 1 then 'no_bout'
      else 'unknown'
    end as kind
  from place as m
  join event_version as v on v.version_id = m.version_id
  join category_result as r on r.version_id = m.version_id and r.category_id = m.category_id
  join person as s on s.version_id = m.version_id and s.category_id = m.category_id and s.athlete_key = m.athlete_key
  left join entered as e on e.load_id = v.load_id and e.category_id = m.category_id and e.athlete_key = m.athlete_key
  left join own as o on o.load_id = v.load_id and o.category_id = m.category_id and o.athlete_key = m.athlete_key
  where m.version_id in ({versions}) and s.{id} is not null {adult}
)
select id, cast(count(*) as bigint) as medals, cast(count(*) filter (where place = 1) as bigint) as gold,
       cast(count(*) filter (where place = 2) as bigint) as silver,
       cast(count(*) filter (where place = 3) as bigint) as bronze, {kinds},
       cast(count(*) filter (where entered) as bigint) as entered_medals,
       cast(count(*) filter (where entered and kind = 'contested') as bigint) as entered_contested
from won group by 1
"""

_NAMES = {
    "academy": """
      select academy_key as id, academy as name, null as academy from (
        select academy_key, academy, sum(times) as times
        from academy_name where version_id in ({versions}) group by 1, 2
      ) qualify row_number() over (partition by academy_key order by times desc, academy) = 1
    """,
    "athlete": """
      select person as id, athlete as name, academy from person
      qualify row_number() over (partition by person order by version_id desc, athlete, academy) = 1
    """,
}
_COVERAGE = """
select cast(count(*) as bigint) as sides, cast(count(*) filter (where s.{id} is null) as bigint) as unknown,
       cast(count(*) filter (where exists (
         select 1 from asked_young as y where y.version_id = s.version_id and y.athlete_key = s.athlete_key
       )) as bigint) as under_18
from asked_side as s
"""


@dataclass(frozen=True)
class Records:
    """What the academies or athletes of some versions did.

    `rows`: one for each: id, name, academy (of athletes), bouts, among_themselves, no_winner, wins, losses, medals by
    place and by how they were won (MEDALS), entries and the medals of those entered (`entered_*`: a source may not
    list all), met, rated and opposition: the share of their other bouts that the opponents met won (`rated` of
    `met` had others). `methods`: id, name, outcome, method, count, n (of that outcome), share, low, high. `rates`:
    rate, id, name, count, n, raw, raw_low, raw_high (Wilson), shrunk, low, high; the best shrunk first. `priors`: rate
    -> what groups are like, None where too few tell. `coverage`: sides of bouts, of unknown academy or athlete, of
    under-18s (left out of athletes); events, and how many of them tell their entries.
    """

    of: str
    rows: pd.DataFrame
    methods: pd.DataFrame
    rates: pd.DataFrame
    priors: dict[str, Prior | None]
    coverage: dict[str, int]


def records(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], who: str = "academy") -> Records:
    """The records of every academy, or of every athlete over 18, in these versions."""
    if who not in OF:
        raise UnknownName("kind of record", who, OF)
    write_sides(cur, of)
    listed = ", ".join(str(version.version_id) for version in of) or "null"
    identity = "academy_key" if who == "academy" else "person"
    kinds = ", ".join(f"cast(count(*) filter (where kind = '{kind}') as bigint) as {kind}" for kind in MEDALS)

    def ask(question: str) -> pd.DataFrame:
        adult = "" if who == "academy" else _ADULT
        return cur.execute(question.format(id=identity, adult=adult, versions=listed, kinds=kinds)).df()

    rows = _joined(ask(_NAMES[who]), [ask(_ENTRIES), ask(_BOUTS), ask(_MEDALS), ask(_OPPOSITION)])
    rates, priors = _rates(rows)
    coverage = {str(name): int(value) for name, value in ask(_COVERAGE).iloc[0].items()}
    coverage |= {"events": len(of), "with_entries": sum(version.has_entries for version in of)}
    return Records(who, rows, _methods(ask(_METHODS), rows), rates, priors, coverage)


def write_sides(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> None:
    """TEMP asked_side, one row per athlete of a bout that took place; asked_young, who is under 18 in which event."""
    persons.write(cur, of)
    cur.execute(_SIDES.format(bouts=fought.bouts(of)))
    adult = ruleset.load(ruleset.DEFAULT).table("ages.minimum_years")["adult"]
    cur.execute(_YOUNG, {"adult": adult})


def _joined(names: pd.DataFrame, parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Everybody who entered, fought or was placed; what one has none of is 0, an opposition nobody knows NaN."""
    found = names
    for part in parts:
        found = found.merge(part, on="id", how="left")
    found = found[found[["entries", "bouts", "medals"]].notna().any(axis=1)].copy()
    numbers = [name for name in found.columns if name not in ("id", "name", "academy", "opposition")]
    found[numbers] = found[numbers].fillna(0).astype("int64")
    return found.sort_values(
        ["gold", "silver", "bronze", "wins", "name"], ascending=[False] * 4 + [True], ignore_index=True
    )


def _methods(found: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """Of an athlete's or academy's wins, and of the losses, the share of each method among those that are known."""
    known = found["count"].where(found["method"] != "unknown", 0)
    shown = found.assign(n=known.groupby([found["id"], found["outcome"]]).transform("sum"))
    shown = shown.merge(rows[["id", "name"]], on="id", how="inner")
    counted = shown["count"].where(shown["method"] != "unknown")
    shown["share"] = (counted / shown["n"]).where(shown["n"] > 0)
    shown["low"], shown["high"] = intervals.wilson(counted, shown["n"])
    return shown


def _rates(rows: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, Prior | None]]:
    import pandas as pd

    whole = rows.assign(decided=rows["wins"] + rows["losses"])
    parts, priors = [], {}
    for rate, (count, number) in RATES.items():
        tried = whole[whole[number] > 0]
        own = pd.DataFrame({"id": tried["id"], "name": tried["name"], "count": tried[count], "n": tried[number]})
        found = shrinkage.shrink(own["count"], own["n"])
        priors[rate] = found.prior
        own = own.assign(
            raw=found.raw,
            raw_low=found.raw_low,
            raw_high=found.raw_high,
            shrunk=found.rate,
            low=found.low,
            high=found.high,
        )
        own.insert(0, "rate", rate)
        parts.append(own.sort_values(["shrunk", "raw", "n", "name"], ascending=[False, False, False, True]))
    return pd.concat(parts, ignore_index=True), priors
