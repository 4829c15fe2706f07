"""What an academy won over events: how many medals of each kind, and the newest of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analytics import place_numbers
from analytics.careers import ASKED, KEYS, PARTS

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from analytics.versions import Version

_SHEETS = "asked as (select unnest($versions::integer[]) as version_id, unnest($sheets::integer[]) as sheet)"
_COUNTS = f"""
with {_SHEETS}, {KEYS}
select a.sheet as version_id, c.age_division, c.belt, p.place, r.counted,
       coalesce(r.contested, case when r.registered = 1 then false end) as contested, count(*) as n
from place as p
join asked as a on a.version_id = p.version_id
join keys as k on k.academy_key = p.academy_key
join category as c on c.category_id = p.category_id
join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
group by all order by all
"""
# The same from the places in small numbers.
_COUNTED = f"""
with {_SHEETS}, {KEYS},
own as (select code from method_word where field = 'academy' and word in (select academy_key from keys)),
won as (
  select a.sheet, p.age_division, p.belt, p.place, p.counted, p.contested, count(*) as n
  from place_number as p join asked as a on a.version_id = p.version_id
  where p.academy in (select code from own) group by all
)
select w.sheet as version_id, g.word as age_division, b.word as belt, cast(w.place as integer) as place, w.counted,
       case w.contested when {place_numbers.FOUGHT} then true when {place_numbers.UNFOUGHT} then false end as contested,
       w.n
from won as w
join method_word as g on g.field = 'age_division' and g.code = w.age_division
join method_word as b on b.field = 'belt' and b.code = w.belt
order by all
"""


def medals(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str, most: int) -> pd.DataFrame:
    """One row per medal of the academy, the newest `most`: the category, and whether it gave points."""
    return cur.execute(
        f"""
        with {ASKED}, {KEYS},
        events as (
          select v.version_id, v.event_id, l.name, l.start_date
          from asked as a join event_version as v on v.version_id = a.version_id
          join source_load as l on l.load_id = v.load_id
        ),
        won as (
          select p.version_id, count(*) as n from place as p
          join asked as a on a.version_id = p.version_id join keys as k on k.academy_key = p.academy_key group by 1
        ),
        before as (
          select version_id, sum(n) over (order by e.start_date desc, e.event_id) - n as n
          from won join events as e using (version_id)
        )
        select p.version_id, l.name, {PARTS}, p.place, p.athlete, p.academy, r.counted, p.rule
        from place as p
        join (select version_id from before where n < $most) as n on n.version_id = p.version_id
        join keys as k on k.academy_key = p.academy_key
        join category as c on c.category_id = p.category_id
        join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
        join events as l on l.version_id = p.version_id
        order by l.start_date desc, l.event_id, c.age_rank, c.gender, c.belt_rank, c.weight_rank, p.place, p.athlete
        limit $most
        """,
        {"versions": [version.version_id for version in of], "academy": academy, "most": most},
    ).df()


def counts(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], academy: str) -> pd.DataFrame:
    """How many medals (`n`) the academy has by place, age division, belt, whether they gave points and were fought for.

    `version_id` is one of those under the same rules; `contested` NULL: not known.
    """
    sheets: dict[tuple[str, str], int] = {}
    same = [sheets.setdefault((v.ruleset, v.rule_overrides), v.version_id) for v in of]
    question = _COUNTED if place_numbers.known(cur, of) else _COUNTS
    asked = {"versions": [version.version_id for version in of], "sheets": same, "academy": academy}
    return cur.execute(question, asked).df()
