"""What tells whether an answer about some events may have changed, so that a load of others need not forget it."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
_WHERE_IT_STANDS = f"""
{_VERSIONS.format(of="counted_version")}
where v.version_id in (select version_id from version_academy where academy_key in ({_KEYS}))
order by v.version_id
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


def of_academy(cur: duckdb.DuckDBPyConnection, academy: str) -> str:
    """The same of all events that count and in which the academy of that name stands, under whatever spelling."""
    return _of_rows(cur.execute(_WHERE_IT_STANDS, _called(academy)).fetchall(), _decided(cur))


def athletes_of(cur: duckdb.DuckDBPyConnection, academy: str) -> list[str]:
    """Everybody with a place or a bout for it in these events, as written: whom an answer about it may name."""
    rows = cur.execute(_ATHLETES, _called(academy)).fetchall()
    return sorted(athlete for (athlete,) in rows if athlete is not None)


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
