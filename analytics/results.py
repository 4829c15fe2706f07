"""What ratings are made of, read from a store: reading needs a cursor, rating, which takes seconds, needs none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analytics import records

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

_BOUTS = """
with sides as (
  select s.*, exists (
    select 1 from asked_young as y where y.version_id = s.version_id and y.athlete_key = s.athlete_key
  ) as young
  from asked_side as s
)
select l.uniform, v.event_id as event, l.name as event_name, s.person as winner, s.other_person as loser,
       s.young or o.young as young, s.outcome
from sides as s
join event_version as v on v.version_id = s.version_id
join source_load as l on l.load_id = v.load_id
join bout as b on b.load_id = v.load_id and b.bout = s.bout
left join sides as o on o.version_id = s.version_id and o.bout = s.bout and o.athlete_key = s.other_key
where s.outcome = 'won' or (s.outcome = 'none' and s.athlete_key = b.red_key)
order by l.start_date, v.event_id, s.bout
"""
_NAMES = """
select person as id, athlete as name, academy from person
qualify row_number() over (partition by person order by version_id desc, athlete, academy) = 1
"""


@dataclass(frozen=True)
class Results:
    """`found`: a row per bout, in order; `names`: a row per person."""

    found: pd.DataFrame
    names: pd.DataFrame


def of(cur: duckdb.DuckDBPyConnection, versions: Sequence[Version]) -> Results:
    """Of these versions."""
    records.write_sides(cur, versions)
    return Results(cur.execute(_BOUTS).df(), cur.execute(_NAMES).df())
