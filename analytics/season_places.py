"""The places that a season's ranking may count, read from the store: those of `season_version` that a scheme admits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

    from analytics.scheme import Scheme


def rows(cur: duckdb.DuckDBPyConnection, scheme: Scheme, by: str) -> list[tuple[Any, ...]]:
    """One row per place: version, whose it is by `by`, open class, whether nobody knows its bouts, the place."""
    return cur.execute(
        _PLACES.format(who=_WHO[by], join=_JOIN[by]),
        {
            "genders": list(scheme.genders),
            "ages": list(scheme.ages),
            "belts": list(scheme.belts),
            "awards": list(scheme.awards),
            "counted": scheme.counted_only,
            "bouts": scheme.minimum_bouts,
        },
    ).fetchall()


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
order by p.version_id, p.category_id, p.place, p.athlete, p.athlete_key
"""
