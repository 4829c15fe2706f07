"""How much of academy, method, technique, time and score a source knows: unknown is never zero; findings counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import queries

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

# Of what each is asked: a time is asked of bouts fought, a technique of submissions.
_FOUGHT = "coalesce(b.decision not in ('bye', 'walkover', 'close_out'), true)"
_COVERAGE = f"""
with asked as (select unnest(?::integer[]) as version_id),
sources as (
  select v.event_id as event, l.source, l.format, v.load_id, l.has_entries
  from asked as a join event_version as v on v.version_id = a.version_id join source_load as l on l.load_id = v.load_id
),
facts as (
  select load_id, 1 as n, 'academy' as what, 'entries' as of_what, academy is not null as known from entry
  where load_id in (select load_id from sources where has_entries)
  union all
  select load_id, 2 as n, 'academy' as what, 'places' as of_what, academy is not null as known from official_place
  union all
  select load_id, 3 as n, 'academy' as what, 'sides of bouts' as of_what, red_academy is not null as known from bout
  where red_athlete is not null
  union all
  select load_id, 3 as n, 'academy' as what, 'sides of bouts' as of_what, blue_academy is not null as known from bout
  where blue_athlete is not null
  union all
  select load_id, 4 as n, 'method' as what, 'bouts fought' as of_what, decision is not null as known from bout as b
  where {_FOUGHT}
  union all
  select load_id, 5 as n, 'technique' as what, 'submissions' as of_what, technique is not null as known from bout
  where decision = 'submission'
  union all
  select load_id, 6 as n, 'time' as what, 'bouts fought' as of_what, elapsed is not null as known from bout as b
  where {_FOUGHT}
  union all
  select load_id, 7 as n, 'score' as what, 'bouts fought' as of_what,
    red_points is not null and blue_points is not null as known
  from bout as b where {_FOUGHT}
)
select s.event, s.source, s.format, f.what, f.of_what as "of", count(*) filter (f.known) as known, count(*) as total
from sources as s join facts as f on f.load_id = s.load_id
group by s.event, s.source, s.format, f.n, f.what, f.of_what
order by s.event, f.n
"""
_COUNTS = """
with asked as (select unnest(?::integer[]) as version_id)
select v.event_id as event, f.file, f.severity, f.code, min(f.rule) as rule, count(*) as count, min(f.row) as first_row
from finding as f
join event_version as v on v.load_id = f.load_id
join asked as a on a.version_id = v.version_id
where f.version_id is null or f.version_id = v.version_id
group by 1, 2, 3, 4
order by 1, 2, 3, 6 desc, 4
"""


def coverage(cur: duckdb.DuckDBPyConnection, event: str | None = None) -> pd.DataFrame:
    """One row per source and thing that may be known of it; a thing no row could have is no row."""
    return cur.execute(_COVERAGE, [_asked(cur, event)]).df()


def finding_counts(cur: duckdb.DuckDBPyConnection, event: str | None = None) -> pd.DataFrame:
    """One row per event, file and code of a finding, with how many there are and the first of their rows."""
    return cur.execute(_COUNTS, [_asked(cur, event)]).df()


def _asked(cur: duckdb.DuckDBPyConnection, event: str | None) -> list[int]:
    asked = [queries.resolve(cur, event)] if event is not None else queries.current(cur)
    return [version.version_id for version in asked]


def rejected_rows(cur: duckdb.DuckDBPyConnection, versions: Sequence[Version]) -> int:
    """Rows refused in the loads of these versions: what they would have said is in no answer (A3 and A8 count less)."""
    loads = sorted({version.load_id for version in versions})
    row = cur.execute(
        "select coalesce(sum(rows_rejected), 0) from source_file where load_id in (select unnest(?::integer[]))",
        [loads],
    ).fetchone()
    return 0 if row is None else int(row[0])
