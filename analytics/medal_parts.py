"""The medal table of some categories only, or split by one part of the category."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analytics import place_numbers
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
    prepared = place_numbers.known(cur, of)
    won = _prepared(where, by) if prepared else _facts(where, by)
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
        won as ({won})
        select w.part, n.academy, {_sum("w.place = 1")} as gold,
               {_sum("w.place = 2")} as silver, {_sum("w.place = 3")} as bronze,
               {_sum("w.place = 1 and w.counted")} as gold_counted,
               {_sum("w.place = 2 and w.counted")} as silver_counted,
               {_sum("w.place = 3 and w.counted")} as bronze_counted,
               {_sum("w.uncontested")} as uncontested, n.academy_key
        from won as w join named as n on n.academy_key = w.academy_key
        group by w.part, w.part_order, n.academy, n.academy_key
        order by w.part_order, w.part, gold desc, silver desc, bronze desc, n.academy
        """,
        {"versions": [version.version_id for version in of], **where},
    ).df()


def _sum(condition: str) -> str:
    return f"cast(coalesce(sum(w.n) filter (where {condition}), 0) as bigint)"


def _facts(where: Mapping[str, str], by: str | None) -> str:
    part, order = ("''", "0") if by is None else (f"c.{by}", PARTS[by])
    only = "".join(f" and c.{name} = ${name}" for name in where)
    return f"""
      select {part} as part, {order} as part_order, p.academy_key, p.place, r.counted,
             coalesce(not r.contested, r.registered = 1, false) as uncontested, count(*) as n
      from place as p
      join asked as a on a.version_id = p.version_id
      join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
      join category as c on c.category_id = p.category_id
      where true{only} group by all
    """


def _prepared(where: Mapping[str, str], by: str | None) -> str:
    """The same from the places in small numbers; a word has one rank wherever it stands."""
    own = "cast(0 as smallint)" if by is None else f"p.{by}"
    only = "".join(f" and p.{name} in {_CODE.format(field=name, word=f'${name}')}" for name in where)
    grouped = f"""
      select {own} as part, p.academy, p.place, p.counted, p.contested = {place_numbers.UNFOUGHT} as uncontested,
             count(*) as n
      from place_number as p join asked as a on a.version_id = p.version_id where true{only} group by all
    """
    part, order = ("''", "0") if by is None else ("b.word", "b.part_order")
    join = "" if by is None else f"join {_ranked(by)} as b on b.code = g.part"
    return f"""
      select {part} as part, {order} as part_order, k.word as academy_key, g.place, g.counted, g.uncontested, g.n
      from ({grouped}) as g join method_word as k on k.field = 'academy' and k.code = g.academy {join}
    """


_CODE = "(select code from method_word where field = '{field}' and word = {word})"


def _ranked(part: str) -> str:
    """A derived table of the numbers of a part's words, and what these are ordered by."""
    rank = PARTS[part].removeprefix("c.")
    return f"""(
      select w.code, w.word, c.part_order from method_word as w
      join (select {part} as word, min({rank}) as part_order from category group by 1) as c on c.word = w.word
      where w.field = '{part}'
    )"""


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
    question = _VALUES if place_numbers.known(cur, of) else _VALUES_OF_CATEGORIES
    rows = cur.execute(question, [[version.version_id for version in of]]).fetchall()
    return {part: _ordered({row[2 * n : 2 * n + 2] for row in rows}) for n, part in enumerate(PARTS)}


_VALUES_OF_CATEGORIES = f"""
with won as (select distinct category_id from place where version_id in (select unnest(?::integer[])))
select distinct {", ".join(f"c.{part}, {place} as {part}_place" for part, place in PARTS.items())}
from category as c join won as w on w.category_id = c.category_id
"""
_VALUES = f"""
with won as (
  select distinct {", ".join(PARTS)} from place_number where version_id in (select unnest(?::integer[]))
)
select {", ".join(f"w_{part}.word, w_{part}.part_order" for part in PARTS)}
from won as w {" ".join(f"join {_ranked(part)} as w_{part} on w_{part}.code = w.{part}" for part in PARTS)}
"""


def _ordered(found: set[tuple[Any, Any]]) -> list[str]:
    """Values by their places, those without one last."""
    return [value for value, _ in sorted(found, key=lambda one: (one[1] is None, one[1] or 0, one[0]))]
