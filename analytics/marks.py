"""What tells whether an answer about some events may have changed, so that a load of others need not forget it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from analytics import athlete_names
from etl import academies

if TYPE_CHECKING:
    import duckdb

# Decisions that make no version. Their rows are compared, not counted: a backup that is put back, and another decision
# after it, may give as many rows as before, and an answer kept would still name whoever opted out since.
_UNVERSIONED = ("opt_out", "athlete_alias", "same_event")
_VERSIONS = """
select v.event_id, v.version_id, v.recorded_at, l.sha256 from {of} as v
join source_load as l on l.load_id = v.load_id
"""
_STARTED = f"""
{_VERSIONS.format(of="counted_version")}
where extract(year from l.start_date) between ? and ? order by v.version_id
"""
# Keys of whatever is called so, or was once written so; $key is what it would have by itself.
_KEYS = """
select academy_key from academy_name where academy = $academy
union select academy_key from version_academy where spelling = $academy or academy_key = $key
"""
# Sums of numbers that one version gives each: of the same versions the same, whatever order they are read in.
_STANDING = """
with stands as (
  select version_id, spelling, academy_key from version_academy
  union all select version_id, academy, academy_key from academy_name
),
own as (
  select v.version_id, cast(hash(v.version_id, v.recorded_at, l.sha256) as hugeint) as number
  from counted_version as v join source_load as l on l.load_id = v.load_id
)
select s.spelling, s.academy_key, count(*), sum(o.number) from stands as s join own as o using (version_id)
group by 1, 2 order by 2, 1
"""
# Where it is prepared how everybody is written (analytics/athlete_names.py), in any event: more than are asked for.
_WRITTEN = f"""
with keys as ({_KEYS})
select athlete from place where academy_key in (from keys) and version_id in (select version_id from counted_version)
union select athlete from athlete_name
where academy in (select spelling from version_academy where academy_key in (from keys))
"""
_ATHLETES = f"""
with keys as ({_KEYS}),
spelled as (
  select v.load_id, v.version_id, s.spelling, s.academy_key
  from version_academy as s join counted_version as v using (version_id) where s.academy_key in (from keys)
)
select p.athlete from place as p join counted_version as v using (version_id)
where p.academy_key in (from keys)
union select b.red_athlete from bout as b
join spelled as s on s.load_id = b.load_id and s.spelling = b.red_academy
union select b.blue_athlete from bout as b
join spelled as s on s.load_id = b.load_id and s.spelling = b.blue_academy
"""


def of_events(cur: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Event -> a text that is another one after every version of it, and after every decision that makes no version."""
    decided = _decided(cur)
    rows = cur.execute(_VERSIONS.format(of="current_version")).fetchall()
    return {event: " ".join([*map(str, rest), decided]) for event, *rest in rows}


def of_years(cur: duckdb.DuckDBPyConnection, first: int, last: int) -> str:
    """The same of all events that count and start in these years: another one also where one comes or goes."""
    question = (
        f"{_VERSIONS.format(of='counted_version')} where extract(year from l.start_date) between ? and ? order by 2"
    )
    return _of_rows(cur.execute(question, [first, last]).fetchall(), _decided(cur))


class Academies:
    """The same for academies, read once for all of them."""

    def __init__(self, cur: duckdb.DuckDBPyConnection) -> None:
        self._decided = _decided(cur)
        self._keys: dict[str, set[str]] = defaultdict(set)  # by spelling
        self._marks: dict[str, list[str]] = defaultdict(list)
        for spelling, key, times, number in cur.execute(_STANDING).fetchall():
            self._keys[spelling].add(key)
            self._marks[key].append(f"{spelling} {times} {number}")

    def mark(self, academy: str) -> str:
        """Of all events that count and in which the academy of that name stands, under whatever spelling."""
        keys = self._keys.get(academy, set()) | {academies.key(academy) or academy}
        own = [f"{key}: {self._marks[key]}" for key in sorted(keys) if key in self._marks]
        return "; ".join([*own, self._decided])


def athletes_of(cur: duckdb.DuckDBPyConnection, academy: str) -> set[str]:
    """Everybody with a place or a bout for it in these events, as written, and some more: whom an answer may name."""
    of = [version for (version,) in cur.execute("select version_id from counted_version").fetchall()]
    question = _WRITTEN if athlete_names.known(cur, of) else _ATHLETES
    return {athlete for (athlete,) in cur.execute(question, _called(academy)).fetchall() if athlete is not None}


def _called(academy: str) -> dict[str, object]:
    return {"academy": academy, "key": academies.key(academy)}


def _of_rows(rows: list[tuple[object, ...]], decided: str) -> str:
    return "; ".join([*(" ".join(map(str, row)) for row in rows), decided])


def _decided(cur: duckdb.DuckDBPyConnection) -> str:
    return " ".join(
        str(number)
        for table in _UNVERSIONED
        for number in cur.execute(f"select count(*), bit_xor(hash(row_of)) from {table} as row_of").fetchall()[0]
    )
