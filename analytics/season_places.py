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
    cur: duckdb.DuckDBPyConnection,
    scheme: Scheme,
    by: str,
    values: Sequence[Value],
    key: str | None = None,
    *,
    among: bool = False,
) -> tuple[int, int]:
    """Makes TEMP season_line: every place of `season_version` that counts, whose it is (`who`) and what it gave.

    Those of them that add up to a total are in season_kept. `values`: version, place, open class, points. `key`: of
    that competitor alone; `among`: of TEMP person and season_parted alone. Gives the places without a
    competitor, and those whose bouts nobody knows though asked for.
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
    # Of one alone nobody else's places are looked at: the counts of others are then of no use to anybody.
    only = _AMONG if among else "" if key is None else _ONLY[by]
    if key is not None:  # of athletes whom nobody but a ruling names it is the key within the event, and its version
        asked["own"] = key if by == "academy" else key.rpartition("@")[0]
    if among:
        cur.execute(_NEAR)
    places = _NEAR_PLACES if among else "place"
    cur.execute(_PLACES.format(who=_WHO[by], places=places, join=_JOIN[by], only=only), asked)
    row = cur.execute(
        "select count(*) filter (where who is null), count(*) filter (where unknown_bouts) from season_place"
    ).fetchone()
    assert row is not None  # noqa: S101 - counts always give a row
    unknown = " and not unknown_bouts" if scheme.unknown_bouts == "leave out" else ""
    cur.execute(f"create or replace temp view season_line as {_LINES}{unknown}")
    if key is not None:
        cur.execute(
            "create or replace temp table season_own as select * from season_line where who = $key", {"key": key}
        )
        cur.execute("create or replace temp view season_line as select * from season_own")
    some = 0 < scheme.best <= _MOST
    cur.execute("create or replace temp view season_kept as " + (_BEST.format(best=scheme.best) if some else _ALL))
    return int(row[0]), int(row[1])


def totals(cur: duckdb.DuckDBPyConnection, scheme: Scheme, year: int) -> list[tuple[Any, ...]]:
    """Per competitor of season_line: key, name, academy, results beyond those that count, points, the ties' values."""
    ties = "".join(f", {_TIES[tie]}" for tie in scheme.ties)
    return cur.execute(
        _TOTALS.format(ties=ties), {"year": year, "fewest": min(scheme.minimum_results, _MOST)}
    ).fetchall()


def lines(cur: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """The lines that count, the best of each competitor first, the newest before the others: `who`, then COLUMNS."""
    return cur.execute(f"select who, {COLUMNS} from season_kept order by who, {_ORDER}").fetchall()


def names(cur: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> dict[str, list[str]]:
    """The athletes in the lines that count of these competitors, by the best line of each."""
    return dict(cur.execute(_NAMES, {"keys": list(keys)}).fetchall())


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
_ONLY = {
    "athlete": "and (p.category_id in (select category_id from person) or p.athlete_key = $own)",
    "academy": "and p.academy_key = $own",
}
_NEAR = """
create or replace temp table season_near as
select distinct version_id, category_id from (
  select version_id, category_id from person union all select version_id, category_id from season_parted
)
"""
_NEAR_PLACES = """(
  select p.* from place as p join season_near as n on n.version_id = p.version_id and n.category_id = p.category_id
)"""
_AMONG = """
  and (w.person is not null or exists (
    select 1 from season_parted as n
    where n.category_id = p.category_id and n.person = p.athlete_key || '@' || p.version_id
  ))
"""

_LINES = """select * from season_place where who is not null and points <> 0"""
_ORDER = "points desc, start_date desc, event_id, category_id, athlete, place, athlete_key"
_ALL = "select * from season_line"
_MOST = 999_999  # so many the database finds the least of; nobody has more results
# Of hundreds of thousands of lines those before the edge are few: to put all of them in order would take a second.
_BEST = f"""
with edge as (select who, list_last(min(near, {{best}})) as edge from season_line group by 1),
ordered as (
  select l.*, row_number() over (partition by l.who order by {_ORDER}) as position
  from season_line as l join edge as e on e.who = l.who where l.near <= e.edge
)
select * exclude (position) from ordered where position <= {{best}}
"""
# Who competed under several names has the newest.
_TOTALS = """
with newest as (
  select who, count(*) as n, max({{d: start_date, e: event_id, c: -category_id, a: athlete, b: academy}}) as last
  from season_line group by 1
),
kept as (
  select who, count(*) as n, sum(points) as points{ties} from season_kept where $year is not null group by 1
)
select k.who, n.last.a, n.last.b, n.n - k.n, k.* exclude (who, n)
from kept as k join newest as n on n.who = k.who where k.n >= $fewest
"""
_NAMES = f"""
with own as (
  select who, athlete, row_number() over (partition by who order by {_ORDER}) as position
  from season_kept where who in (select unnest($keys::varchar[]))
),
first as (select who, athlete, min(position) as position from own group by 1, 2)
select who, list(athlete order by position) from first group by 1
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
create or replace temp table season_place as
with worth as (
  select version_id, place, is_open, cast(points as decimal(38, 8)) as points,
         dense_rank() over (order by cast(points as decimal(38, 8)) desc) as level
  from season_value
),
sides as (
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
select {who} as who, p.version_id, g.is_open, p.place, e.event_id, l.name, l.start_date,
       cast(extract(year from l.start_date) as integer) as season, p.category_id, c.gender, c.age_division, c.belt,
       c.weight_class, c.unread, p.athlete, p.athlete_key, p.academy,
       $bouts > 0 and k.category_id is null as unknown_bouts, g.points,
       -- more points, then the newer event, come before; 10,000,000 days are more than the calendar has
       g.level * 10000000 + (date '9999-12-31' - l.start_date) as near
from {places} as p
join season_version as v on v.version_id = p.version_id
join event_version as e on e.version_id = p.version_id
join source_load as l on l.load_id = e.load_id
join category as c on c.category_id = p.category_id
join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
join worth as g on g.version_id = p.version_id and g.place = p.place and g.is_open = coalesce(c.is_open, false)
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
  )) {only}
"""
