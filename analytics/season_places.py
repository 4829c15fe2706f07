"""The places that a season's ranking counts, and their sums: those of `season_version` that a scheme admits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from etl.arriving import put

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme


Value = tuple[int, int, bool, str]

COLUMNS = (
    "version_id, is_open, place, event_id, name, start_date, season, category_id, gender, age_division, belt, "
    "weight_class, unread, place, athlete, athlete_key, academy"
)


def write(
    cur: duckdb.DuckDBPyConnection, scheme: Scheme, by: str, values: Sequence[Value], key: str | None = None
) -> tuple[int, int]:
    """Makes TEMP season_line: every place of `season_version` that counts, whose it is (`who`) and what it gave.

    `values`: version, place, open class, points. `position`: 1 = the one that counts first of its competitor's, the
    best before the newest. `key`: of that competitor alone. Gives the places without a competitor, and those
    whose bouts nobody knows though the scheme asks.
    """
    put(cur, "season_value", "version_id integer, place integer, is_open boolean, points varchar", values)
    asked = {
        "genders": list(scheme.genders),
        "ages": list(scheme.ages),
        "belts": list(scheme.belts),
        "awards": list(scheme.awards),
        "counted": scheme.counted_only,
        "bouts": scheme.minimum_bouts,
    }
    places = _PLACES.format(who=_WHO[by], join=_JOIN[by])
    cur.execute(f"create or replace temp table season_place as {places}", asked)
    row = cur.execute(
        "select count(*) filter (where who is null), count(*) filter (where unknown_bouts) from season_place"
    ).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    cur.execute(_LINES, {"leave_out": scheme.unknown_bouts == "leave out", "key": key})
    return int(row[0]), int(row[1])


def totals(cur: duckdb.DuckDBPyConnection, scheme: Scheme, year: int) -> list[tuple[Any, ...]]:
    """Per competitor of season_line: key, name, academy, results beyond those that count, points, the ties' values."""
    ties = "".join(f", {_TIES[tie]}" for tie in scheme.ties)
    return cur.execute(
        _TOTALS.format(ties=ties), {"best": scheme.best, "year": year, "fewest": scheme.minimum_results}
    ).fetchall()


def lines(cur: duckdb.DuckDBPyConnection, scheme: Scheme, keys: Sequence[str] | None = None) -> list[tuple[Any, ...]]:
    """The lines that count of these competitors, or of all, in order: `who`, then COLUMNS."""
    only = "true" if keys is None else "who in (select unnest($keys::varchar[]))"
    values: dict[str, object] = {"best": scheme.best} | ({} if keys is None else {"keys": list(keys)})
    return cur.execute(
        f"select who, {COLUMNS} from season_line where ($best = 0 or position <= $best) and {only} "
        "order by who, position",
        values,
    ).fetchall()


def names(cur: duckdb.DuckDBPyConnection, scheme: Scheme, keys: Sequence[str]) -> dict[str, list[str]]:
    """The athletes in the lines that count of these competitors, by the best line of each."""
    return dict(cur.execute(_NAMES, {"best": scheme.best, "keys": list(keys)}).fetchall())


def academy_names(cur: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The most frequent spelling of each academy over the events that count here."""
    rows = cur.execute(
        "select academy_key, academy from academy_name join season_version using (version_id) "
        "group by 1, 2 qualify row_number() over (partition by academy_key order by sum(times) desc, academy) = 1"
    ).fetchall()
    return dict(rows)


_WHO = {"athlete": "coalesce(w.person, p.athlete_key || '@' || p.version_id)", "academy": "p.academy_key"}
_JOIN = {
    "athlete": "left join person as w on w.version_id = p.version_id and w.category_id = p.category_id "
    "and w.athlete_key = p.athlete_key",
    "academy": "",
}

_LINES = """
create or replace temp table season_line as
with worth as (select version_id, place, is_open, cast(points as decimal(38, 8)) as points from season_value),
given as (
  select p.who, p.version_id, v.event_id, l.name, l.start_date,
         cast(extract(year from l.start_date) as integer) as season, p.category_id, p.gender, p.age_division, p.belt,
         p.weight_class, p.unread, p.place, p.athlete, p.athlete_key,
         p.academy, p.is_open, w.points
  from season_place as p
  join worth as w on w.version_id = p.version_id and w.place = p.place and w.is_open = p.is_open
  join event_version as v on v.version_id = p.version_id
  join source_load as l on l.load_id = v.load_id
  where p.who is not null and w.points <> 0 and not (p.unknown_bouts and $leave_out)
    and ($key::varchar is null or p.who = $key)
)
select *, row_number() over (
  partition by who order by points desc, start_date desc, event_id, category_id, athlete, place, athlete_key
) as position from given
"""
# Who competed under several names has the newest.
_TOTALS = """
with newest as (
  select who, count(*) as n, max({{d: start_date, e: event_id, c: -category_id, a: athlete, b: academy}}) as last
  from season_line group by 1
),
kept as (
  select who, count(*) as n, sum(points) as points{ties}
  from season_line where $best = 0 or position <= $best or $year is null group by 1
)
select k.who, n.last.a, n.last.b, n.n - k.n, k.* exclude (who, n)
from kept as k join newest as n on n.who = k.who where k.n >= $fewest
"""
_NAMES = """
with kept as (
  select who, athlete, min(position) as first from season_line
  where ($best = 0 or position <= $best) and who in (select unnest($keys::varchar[])) group by 1, 2
)
select who, list(athlete order by first) from kept group by 1
"""
_TIES = {
    "season": "coalesce(sum(points) filter (where season = $year), 0) as season",
    "best": "max(points) as best",
    "events": "count(distinct event_id) as events",
    "gold": "count(*) filter (where place = 1) as gold",
    "silver": "count(*) filter (where place = 2) as silver",
    "bronze": "count(*) filter (where place = 3) as bronze",
}

# A belt list means the highest of a combined belt, which is written last (contract 1).
_PLACES = """
with sides as (
  select load_id, category_id, red_key as athlete_key, decision from bout
  union all select load_id, category_id, blue_key, decision from bout
),
fought as (
  select category_id, athlete_key,
         count(*) filter (where coalesce(decision not in ('bye', 'walkover', 'close_out'), true)) as n
  from sides where $bouts > 0 and athlete_key is not null
    and load_id in (select load_id from event_version join season_version using (version_id)) group by 1, 2
),
known as (select distinct category_id from fought)
select p.version_id, {who} as who, coalesce(c.is_open, false) as is_open,
       $bouts > 0 and k.category_id is null as unknown_bouts, p.category_id, c.gender, c.age_division, c.belt,
       c.weight_class, c.unread, p.place, p.athlete, p.athlete_key, p.academy
from place as p
join season_version as v on v.version_id = p.version_id
join category as c on c.category_id = p.category_id
join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
left join known as k on k.category_id = p.category_id
left join fought as f on f.category_id = p.category_id and f.athlete_key = p.athlete_key
{join}
where (len($genders::varchar[]) = 0 or list_contains($genders::varchar[], c.gender))
  and (len($ages::varchar[]) = 0 or list_contains($ages::varchar[], c.age_division))
  and (len($belts::varchar[]) = 0 or list_contains($belts::varchar[], split_part(c.belt, '+', -1)))
  and (r.counted or not $counted)
  and (k.category_id is null or coalesce(f.n, 0) >= $bouts)
  and (len($awards::varchar[]) = 0 or exists (
    select 1 from award as a
    where a.load_id = c.load_id and list_contains($awards::varchar[], a.award_id)
      and (len(a.genders) = 0 or list_contains(a.genders, c.gender))
      and (len(a.ages) = 0 or list_contains(a.ages, c.age_division))
      and (len(a.belts) = 0 or list_contains(a.belts, split_part(c.belt, '+', -1)))
  ))
"""
