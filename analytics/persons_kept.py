"""Everybody in some versions of a small file: found once as long as it is open, for all who ask about one or all.

Who somebody is rests on all rows that name him, whoever else is asked about: those of a few names are rows of
everybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from analytics import athlete_names, once

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_ROWS = 100_000  # that name somebody: everybody's take a quarter of a second then, and five megabytes
_MOST = 4  # sets of versions, of each file
_NAMING = """
select load_id, count(*) from (
  select load_id from entry union all select load_id from bout union all select load_id from official_place
) group by load_id
"""


def fits(cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int], load_ids: Sequence[int]) -> bool:
    """Whether this cursor reads a file of which something is kept, and these versions are small enough."""
    if not once.is_shared(cur) or athlete_names.standing(cur, version_ids):
        return False
    rows: dict[int, int] = once.ask(cur, "rows", lambda: dict(cur.execute(_NAMING).fetchall()))
    return sum(rows.get(load, 0) for load in load_ids) <= _ROWS


def write(
    cur: duckdb.DuckDBPyConnection, version_ids: Sequence[int], names: Sequence[str] | None, make: Callable[[], None]
) -> None:
    """TEMP person of everybody in these versions, or of these names alone; `make` makes that of everybody."""
    cur.abort()  # a result that was half read lets no table be handed over; any statement would end it
    sets: dict[tuple[int, ...], pa.Table] = once.ask(cur, "persons", dict)
    key = tuple(sorted(version_ids))
    if (everybody := sets.get(key)) is None:
        make()
        everybody = sets[key] = cur.sql("select * from person").to_arrow_table()
        for old in list(sets)[:-_MOST]:
            sets.pop(old, None)
    only = "" if names is None else "where split_part(athlete_key, '|', 1) in (select unnest($names::varchar[]))"
    cur.register("everybody_kept", everybody)
    try:
        asked = {} if names is None else {"names": list(names)}
        cur.execute(f"create or replace temp table person as select * from everybody_kept {only}", asked)
    finally:
        cur.unregister("everybody_kept")
