"""Who in an event is under 18, or may be: what anything published must protect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version

_ADULT_YEARS = 18

# Ages of an exact division apart, only a birth year tells: a juvenile may enter an adult category (B6).
_SEEN = """
with competitors as (
  select category_id, athlete_key, birth_year from entry where load_id = $load
  union all select category_id, red_key, null from bout where load_id = $load and red_key is not null
  union all select category_id, blue_key, null from bout where load_id = $load and blue_key is not null
  union all select category_id, athlete_key, null from official_place where load_id = $load
  union all select category_id, athlete_key, null from place where version_id = $version
),
protected as (
  select distinct s.athlete_key
  from competitors as s join category as c on c.category_id = s.category_id
  where c.is_minor is distinct from false
     or cast(extract(year from $start) as integer) - s.birth_year < $adult
)
select distinct s.athlete_key, s.category_id
from competitors as s join protected as p on p.athlete_key = s.athlete_key
"""


@dataclass(frozen=True)
class Minors:
    """`athletes`: keys of those under 18 or of unknown age; `categories`: those in which one of them appears."""

    athletes: frozenset[str]
    categories: frozenset[int]


def of_event(cur: duckdb.DuckDBPyConnection, version: Version) -> Minors:
    """Under 18: in a division for minors, in one that cannot be read, or by birth year (B1), anywhere in the event."""
    values = {
        "load": version.load_id,
        "version": version.version_id,
        "start": version.start_date,
        "adult": _ADULT_YEARS,
    }
    rows = cur.execute(_SEEN, values).fetchall()
    unread = cur.execute(
        "select category_id from category where load_id = ? and is_minor is distinct from false", [version.load_id]
    ).fetchall()
    return Minors(
        frozenset(key for key, _ in rows), frozenset(number for _, number in rows) | {number for (number,) in unread}
    )
