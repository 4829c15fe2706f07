"""Who can hold no place in a category, and which of its places nobody holds: for those who read the result of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.weights import ABOVE_ALL_LIMITS, WeightClass

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb
    import pandas as pd

    from analytics.versions import Version

_MOST = 4  # places of a category of four or more (section M)

# As `in_entry` has it at a build: the status of the source, or that of the latest correction in force.
_PEOPLE = f"""
with asked as (
  select *, not $strict and ( -- M19, as in the scope of a build
    coalesce(is_open, false) or weight_class = '{WeightClass.ULTRA_HEAVY}' or coalesce(
      gender <> 'female' and weight_class like '+%'
      and weight_rank > {ABOVE_ALL_LIMITS[0]} and weight_rank < {ABOVE_ALL_LIMITS[1]}, false
    )) as uniform_alone
  from category where load_id = $load and ($category is null or category_id = $category)
),
side as (
  select category_id, red_key as athlete_key, red_athlete as athlete, red_academy as academy, red_dq as dq,
    blue_key is not null and coalesce(decision, '') not in ('bye', 'walkover')
      and coalesce(red_dq, '') not in ('no_show', 'weigh_in', 'uniform')
      and coalesce(blue_dq, '') not in ('no_show', 'weigh_in', 'uniform') as fought
  from bout where load_id = $load and red_key is not null
  union all
  select category_id, blue_key, blue_athlete, blue_academy, blue_dq,
    red_key is not null and coalesce(decision, '') not in ('bye', 'walkover')
      and coalesce(red_dq, '') not in ('no_show', 'weigh_in', 'uniform')
      and coalesce(blue_dq, '') not in ('no_show', 'weigh_in', 'uniform')
  from bout where load_id = $load and blue_key is not null
),
corrected as (
  select k.category_id, c.athlete_key, c.athlete, arg_max(c.status, c.correction_id) as status
  from correction as c join category as k using (gender, age_division, belt, weight_class)
  where k.load_id = $load and c.event_id = $event and c.version_id <= $version
    and (c.undone_version_id is null or c.undone_version_id > $version)
  group by 1, 2, 3
),
entered as (
  select e.category_id, e.athlete_key, e.athlete, e.academy, coalesce(c.status, e.status) as status
  from entry as e left join corrected as c on c.category_id = e.category_id and c.athlete_key = e.athlete_key
  where e.load_id = $load
  union all
  select c.category_id, c.athlete_key, c.athlete, null, c.status from corrected as c
  where not exists (
    select 1 from entry as e
    where e.load_id = $load and e.category_id = c.category_id and e.athlete_key = c.athlete_key
  )
),
person as (
  select category_id, athlete_key, min(athlete) as athlete, min(academy) as academy, bool_or(fought) as fought,
    coalesce(list(dq) filter (dq is not null), []) as dqs,
    coalesce(list(status) filter (status is not null), []) as statuses
  from (
    select category_id, athlete_key, athlete, academy, fought, dq, null as status from side
    union all select category_id, athlete_key, athlete, academy, false, null, status from entered
    union all
    select category_id, athlete_key, athlete, academy, false, null, null from official_place where load_id = $load
  )
  group by 1, 2
),
elsewhere as (
  select distinct p.category_id, p.athlete_key from person as p
  join person as o on o.athlete_key = p.athlete_key and o.category_id <> p.category_id
  where $strips and p.athlete_key not like '%|' -- a name without academy may be two people
    and (list_contains(o.dqs, 'disciplinary') or list_has_any(o.statuses, ['disciplinary', 'doping']))
),
said as (
  select p.*, a.gender, a.age_division, a.belt, a.weight_class, a.unread, a.age_rank, a.belt_rank, a.weight_rank,
    case
      when list_contains(p.dqs, 'disciplinary') then 'M18'
      when list_has_any(p.statuses, ['disciplinary', 'doping']) then 'M24'
      when e.athlete_key is not null then 'M18'
      when list_contains(list_concat(p.dqs, p.statuses), 'uniform') then 'M19'
      when list_contains(list_concat(p.dqs, p.statuses), 'weigh_in') and not a.uniform_alone then 'M19'
      when not p.fought and list_has_any(list_concat(p.dqs, p.statuses), ['no_show', 'withdrawn']) then 'M17'
    end as rule
  from person as p join asked as a using (category_id)
  left join elsewhere as e on e.category_id = p.category_id and e.athlete_key = p.athlete_key
)
select category_id, gender, age_division, belt, weight_class, unread, athlete, academy, rule
from said
where rule is not null and not exists (
  select 1 from place as h
  where h.version_id = $version and h.category_id = said.category_id and h.athlete_key = said.athlete_key
)
order by age_rank, gender, belt_rank, belt, weight_rank, weight_class, unread, rule desc, athlete, athlete_key
"""


def _flag(version: Version, name: str) -> bool:
    return version.rules.computes and version.rules.flag(f"medals.{name}")


_SETTLED = """
select c.gender, c.age_division, c.belt, c.weight_class, c.unread, r.rule, r.source, r.registered,
  coalesce(list(p.place order by p.place) filter (p.place is not null), []) as held
from category_result as r
join category as c on c.category_id = r.category_id
left join place as p on p.version_id = r.version_id and p.category_id = r.category_id
where r.version_id = ? and r.state = 'decided' and r.source in ('bouts', 'entries')
group by all
order by c.age_division, c.gender, c.belt, c.weight_class, c.unread
"""


def athletes(cur: duckdb.DuckDBPyConnection, version: Version, category_id: int | None = None) -> pd.DataFrame:
    """One row per athlete without a place whom a rule keeps from one: struck out or absent (M17, M18, M19, M24).

    For the federation's eyes: by M17 and M18 they are in no official record, so in nothing that is published.
    """
    values = {
        "load": version.load_id,
        "event": version.event_id,
        "version": version.version_id,
        "category": category_id,
        "strips": _flag(version, "disciplinary_strips_other_categories"),
        "strict": _flag(version, "weigh_in_matters_in_open"),
    }
    return cur.execute(_PEOPLE, values).df()


def vacancies(cur: duckdb.DuckDBPyConnection, version: Version) -> pd.DataFrame:
    """One row per place that stays vacant in a settled category, with the rule that settled it."""
    import pandas as pd

    found = cur.execute(_SETTLED, [version.version_id]).df()
    held, registered = found.pop("held"), found.pop("registered")
    places = [
        vacant(list(some), int(n), source) for some, n, source in zip(held, registered, found["source"], strict=True)
    ]
    column = pd.Series(places, index=found.index, dtype=object)
    return found.assign(place=column).explode("place").dropna(subset=["place"]).astype({"place": "int64"})


def vacant(held: Sequence[int], registered: int | None, source: str | None) -> list[int]:
    """Places that a category's bouts leave empty, each as often as it is; none of a list or ruling.

    Four or more hold four places, of which at most two are third; three hold three, two two (M1 to M4). Where a place
    is held more often than usual (M9, M12, M22) the sum decides; the number registered not known: nothing is said.
    """
    if registered is None or source not in ("bouts", "entries"):
        return []
    left = max(0, min(registered, _MOST) - len(held))
    free = [place for place in (1, 2) if place <= registered and place not in held]
    thirds = max(0, min(registered, _MOST) - 2 - held.count(3))
    return [*free, *[3] * min(thirds, max(0, left - len(free)))]
