"""What people recorded for an event after loading: corrections, rulings and draws, by the number that undoes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Decision:
    """`kind`: correction, ruling or draw; `undone`: version that no longer has it, None = in force.

    A draw has an award and no category; a ruling that gives nobody a place has no subject.
    """

    kind: str
    number: int
    version: int
    undone: int | None
    category: tuple[str, str, str, str] | None
    award: str | None
    subject: str | None
    recorded_by: str
    recorded_at: datetime


def decisions(cur: duckdb.DuckDBPyConnection, event: str) -> list[Decision]:
    """Every decision on an event, in the order of recording, those undone or replaced included."""
    rows = cur.execute(_DECISIONS, {"event": event}).fetchall()
    return [_decision(*row) for row in rows]


def _decision(kind: str, number: int, version: int, undone: int | None, *rest: Any) -> Decision:
    gender, age_division, belt, weight_class, award, subject, by, at = rest
    category = None if gender is None else (gender, age_division, belt, weight_class)
    return Decision(kind, number, version, undone, category, award, subject, by, at)


_DECISIONS = """
with said as (
  select 'correction' as kind, correction_id as number, version_id, undone_version_id, gender, age_division, belt,
         weight_class, cast(null as varchar) as award_id, athlete || ': ' || status as subject, 1 as position,
         recorded_by, recorded_at
  from correction where event_id = $event
  union all
  select 'ruling', ruling_id, version_id, undone_version_id, gender, age_division, belt, weight_class, null,
         place || ' ' || athlete, coalesce(place, 0), recorded_by, recorded_at
  from ruling where event_id = $event
  union all
  select 'draw', d.draw_id, d.version_id, d.undone_version_id, null, null, null, null, d.award_id, d.academy,
         d.position, d.recorded_by, v.recorded_at
  from draw as d join event_version as v on v.version_id = d.version_id where d.event_id = $event
)
select s.kind, s.number, any_value(v.version), any_value(u.version), any_value(s.gender), any_value(s.age_division),
       any_value(s.belt), any_value(s.weight_class), any_value(s.award_id),
       string_agg(s.subject, ', ' order by s.position, s.subject), any_value(s.recorded_by), any_value(s.recorded_at)
from said as s
join event_version as v on v.version_id = s.version_id
left join event_version as u on u.version_id = s.undone_version_id
group by s.kind, s.number
order by any_value(s.version_id), s.kind, s.number
"""
