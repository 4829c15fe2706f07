"""How much of academy, method, technique, time and score a source knows: unknown is never zero; findings counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import once, queries

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

# Of what each is asked: a time is asked of bouts fought, a technique of submissions.
_FOUGHT = "coalesce(b.decision not in ('bye', 'walkover', 'close_out'), true)"


def counted(loads: str) -> str:
    """SELECT of load_id, n (the thing), known and total of each thing that rows of these loads tell, in one pass."""
    return f"""
  select load_id, 1 as n, count(academy) as known, count(*) as total from entry
  where load_id in (select load_id from source_load where has_entries and load_id in ({loads})) group by 1
  union all
  select load_id, 2, count(academy), count(*) from official_place where load_id in ({loads}) group by 1
  union all
  select load_id, unnest([3, 4, 5, 6, 7]),
    unnest([
      count(red_academy) filter (red_athlete is not null) + count(blue_academy) filter (blue_athlete is not null),
      count(decision) filter ({_FOUGHT}), count(technique) filter (decision = 'submission'),
      count(elapsed) filter ({_FOUGHT}), count(red_points + blue_points) filter ({_FOUGHT})
    ]),
    unnest([
      count(red_athlete) + count(blue_athlete), count(*) filter ({_FOUGHT}),
      count(*) filter (decision = 'submission'), count(*) filter ({_FOUGHT}), count(*) filter ({_FOUGHT})
    ])
  from bout as b where load_id in ({loads}) group by 1
"""


_COVERAGE = f"""
with asked as (select unnest(?::integer[]) as version_id),
sources as (
  select v.event_id as event, l.source, l.format, v.load_id, l.has_entries
  from asked as a join event_version as v on v.version_id = a.version_id join source_load as l on l.load_id = v.load_id
),
lacking as (select load_id from sources where load_id not in (select load_id from known_count)),
counted as (
  select load_id, thing as n, known, total from known_count where load_id in (select load_id from sources)
  union all
  {counted("select load_id from lacking")}
),
named as (
  select * from (values (1, 'academy', 'entries'), (2, 'academy', 'places'), (3, 'academy', 'sides of bouts'),
    (4, 'method', 'bouts fought'), (5, 'technique', 'submissions'), (6, 'time', 'bouts fought'),
    (7, 'score', 'bouts fought')) as t(n, what, of_what)
)
select s.event, s.source, s.format, f.what, f.of_what as "of", c.known, c.total
from sources as s join counted as c on c.load_id = s.load_id join named as f on f.n = c.n
where c.total > 0
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
    refused = once.ask(cur, "refused", lambda: dict(cur.execute(_REFUSED).fetchall()))
    return sum(int(refused.get(load) or 0) for load in {version.load_id for version in versions})


_REFUSED = "select load_id, sum(rows_rejected) from source_file group by load_id"


def places_without_academy(cur: duckdb.DuckDBPyConnection, versions: Sequence[Version]) -> int:
    """Medals of athletes whose academy nobody knows: they are in no row of a medal table."""
    row = cur.execute(
        "select count(*) from place where academy_key is null and version_id in (select unnest(?::integer[]))",
        [[version.version_id for version in versions]],
    ).fetchone()
    return 0 if row is None else int(row[0])
