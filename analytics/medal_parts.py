"""The medal table of some categories only, or split by one part of the category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from etl.errors import UnknownName

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

# Part of a category -> what its values are ordered by.
PARTS = {"gender": "c.gender", "age_division": "c.age_rank", "belt": "c.belt_rank"}


def medals(
    cur: duckdb.DuckDBPyConnection, of: Sequence[Version], where: Mapping[str, str] | None = None, by: str | None = None
) -> pd.DataFrame:
    """As `queries.medals`, of categories with these parts; by a part a row per value (`part`) and academy."""
    where = where or {}
    for name in (*where, *([] if by is None else [by])):
        if name not in PARTS:
            raise UnknownName("part of a category", name, PARTS)
    part, order = ("''", "0") if by is None else (f"c.{by}", PARTS[by])
    only = "".join(f" and c.{name} = ${name}" for name in where)
    return cur.execute(
        f"""
        with asked as (select unnest($versions::integer[]) as version_id),
        shown as (
          select n.academy_key, n.academy, sum(n.times) as times
          from academy_name as n join asked as a on a.version_id = n.version_id group by 1, 2
        ),
        named as (
          select academy_key, academy from shown
          qualify row_number() over (partition by academy_key order by times desc, academy) = 1
        ),
        won as (
          select {part} as part, {order} as part_order, p.academy_key, p.place, r.counted,
                 coalesce(not r.contested, r.registered = 1, false) as uncontested
          from place as p
          join asked as a on a.version_id = p.version_id
          join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
          join category as c on c.category_id = p.category_id
          where true{only}
        )
        select w.part, n.academy, count(*) filter (where w.place = 1) as gold,
               count(*) filter (where w.place = 2) as silver, count(*) filter (where w.place = 3) as bronze,
               count(*) filter (where w.place = 1 and w.counted) as gold_counted,
               count(*) filter (where w.place = 2 and w.counted) as silver_counted,
               count(*) filter (where w.place = 3 and w.counted) as bronze_counted,
               count(*) filter (where w.uncontested) as uncontested, n.academy_key
        from won as w join named as n on n.academy_key = w.academy_key
        group by w.part, w.part_order, n.academy, n.academy_key
        order by w.part_order, w.part, gold desc, silver desc, bronze desc, n.academy
        """,
        {"versions": [version.version_id for version in of], **where},
    ).df()


def unsettled(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], where: Mapping[str, str]) -> int:
    """How many categories with these parts are open or need a ruling: no medal of them is known (A7)."""
    only = "".join(f" and c.{name} = ${name}" for name in where)
    row = cur.execute(
        f"""
        select count(*) from category_result as r join category as c on c.category_id = r.category_id
        where r.version_id in (select unnest($versions::integer[])) and r.state in ('open', 'needs_ruling'){only}
        """,
        {"versions": [version.version_id for version in of], **where},
    ).fetchone()
    return 0 if row is None else int(row[0])


def every_value(cur: duckdb.DuckDBPyConnection, of: Sequence[Version]) -> dict[str, list[str]]:
    """Part -> its values that a medal of these versions has, in order."""
    parts = ", ".join(f"c.{part}, {place} as {part}_place" for part, place in PARTS.items())
    rows = cur.execute(
        f"""
        with won as (select distinct category_id from place where version_id in (select unnest(?::integer[])))
        select distinct {parts} from category as c join won as w on w.category_id = c.category_id
        """,
        [[version.version_id for version in of]],
    ).fetchall()
    return {part: _ordered({row[2 * n : 2 * n + 2] for row in rows}) for n, part in enumerate(PARTS)}


def _ordered(found: set[tuple[Any, Any]]) -> list[str]:
    """Values by their places, those without one last."""
    return [value for value, _ in sorted(found, key=lambda one: (one[1] is None, one[1] or 0, one[0]))]
