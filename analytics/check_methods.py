"""The bouts prepared for questions about methods against the facts they were made of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

_TOGETHER = 500_000  # bouts compared at once: nearly each is a row of its own
_WORDED = ("uniform", "ruleset", "gender", "age_division", "belt", "weight_class", "open_class", "round")
_FACTS = """
  select b.load_id, extract(year from l.start_date) as season, l.uniform, l.ruleset, c.gender, c.age_division, c.belt,
    c.weight_class, case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end as open_class,
    coalesce(b.round, 'unknown') as round, b.decision, b.technique, b.winner,
    ra.academy_key as red, ba.academy_key as blue, count(*) as n
  from method_version as v
  join source_load as l on l.load_id = v.load_id
  join bout as b on b.load_id = v.load_id
  join category as c on c.category_id = b.category_id
  left join version_academy as ra on ra.version_id = v.version_id and ra.spelling = b.red_academy
  left join version_academy as ba on ba.version_id = v.version_id and ba.spelling = b.blue_academy
  where coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out') and b.load_id in ({loads})
  group by all
"""
_JOINS = "\n  ".join(f"join method_word as w_{x} on w_{x}.field = '{x}' and w_{x}.code = m.{x}" for x in _WORDED)
_PREPARED = f"""
  select m.load_id, m.season, {", ".join(f"w_{name}.word as {name}" for name in _WORDED)},
    d.word as decision, t.word as technique, case m.winner when 1 then 'red' when 2 then 'blue' end as winner,
    ra.word as red, ba.word as blue, count(*) as n
  from method_bout as m
  {_JOINS}
  left join method_word as d on d.field = 'decision' and d.code = m.decision
  left join method_word as t on t.field = 'technique' and t.code = m.technique
  left join method_word as ra on ra.field = 'academy' and ra.code = m.red_academy
  left join method_word as ba on ba.field = 'academy' and ba.code = m.blue_academy
  where m.load_id in ({{loads}})
  group by all
"""
_BOUTS = "concat_ws(', ', gender, age_division, belt, weight_class, round, decision, technique)"


def selects(cur: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """SELECTs of place and detail, some loads each: a row for bouts of one kind that the two have unlike often."""
    sizes = cur.execute(
        "select v.load_id, count(b.load_id) from method_version as v left join bout as b on b.load_id = v.load_id "
        "group by 1 order by 1"
    ).fetchall()
    numbered = zip(sizes, accumulate(n for _, n in sizes), strict=True)
    for _, batch in groupby(numbered, lambda each: each[1] // _TOGETHER):
        yield _differing(", ".join(str(load) for (load, _), _ in batch))


def _differing(loads: str) -> str:
    place = "select 'method_bout' as place, 'load ' || load_id || ', '"
    return (
        f"with facts as ({_FACTS.format(loads=loads)}), prepared as ({_PREPARED.format(loads=loads)}) "
        f"{place} || n || ' of {{}}: ' || {_BOUTS} as detail from (from prepared except all from facts) "
        f"union all {place} || n || ' of {{}}: ' || {_BOUTS} from (from facts except all from prepared)"
    ).format("those prepared, not the facts", "the facts, not those prepared")
