"""Everywhere a version names somebody: entries, bouts, official places, its answers, and what people recorded since.

Corrections and rulings are those of the event, whatever version they came with: a name recorded later is one of its
athletes all the same.
"""

from __future__ import annotations

from typing import NamedTuple

# A juvenile may enter an adult category (B6): ages of an exact division apart, only a birth year tells.
ADULT_YEARS = 18

ASKED = """
select v.version_id, v.event_id, v.load_id, cast(extract(year from l.start_date) as integer) as year
from event_version as v join source_load as l on l.load_id = v.load_id
where v.version_id in (select unnest($versions::integer[]))
"""
_OF_DECISION = """join category as c on c.load_id = a.load_id and c.gender = d.gender
   and c.age_division = d.age_division and c.belt = d.belt and c.weight_class = d.weight_class"""


class _Source(NamedTuple):
    """Where names stand: what is joined to `asked as a`, and its columns."""

    rows: str
    category: str
    key: str
    athlete: str
    academy: str
    age: str = "cast(null as integer)"


_SOURCES = (
    _Source("entry as e on e.load_id = a.load_id", "e.category_id", "e.athlete_key", "e.athlete", "e.academy",
            "a.year - e.birth_year"),
    _Source("bout as b on b.load_id = a.load_id", "b.category_id", "b.red_key", "b.red_athlete", "b.red_academy"),
    _Source("bout as b on b.load_id = a.load_id", "b.category_id", "b.blue_key", "b.blue_athlete", "b.blue_academy"),
    _Source("official_place as o on o.load_id = a.load_id", "o.category_id", "o.athlete_key", "o.athlete", "o.academy"),
    _Source("place as p on p.version_id = a.version_id", "p.category_id", "p.athlete_key", "p.athlete", "p.academy"),
    _Source(f"correction as d on d.event_id = a.event_id {_OF_DECISION}", "c.category_id", "d.athlete_key", "d.athlete",
            "cast(null as varchar)"),
    _Source(f"ruling as d on d.event_id = a.event_id {_OF_DECISION}", "c.category_id", "d.athlete_key", "d.athlete",
            "d.academy"),
)  # fmt: skip


def everybody(also: str, *, keys: bool = False) -> str:
    """SELECT of version_id, category_id, athlete_key, athlete, academy, age of `asked as a`, a row per appearance.

    `also`: what comes after FROM: a join, or WHERE; `{key}`, `{category}`, `{athlete}` and `{age}` stand for the
    columns there. `keys`: version_id and athlete_key alone. Where nobody is known, athlete_key is NULL.
    """
    parts = []
    for one in _SOURCES:
        columns = f"a.version_id, {one.key} as athlete_key"
        if not keys:
            columns += f", {one.category} as category_id, {one.athlete} as athlete, {one.academy} as academy"
            columns += f", {one.age} as age"
        parts.append(
            f"select {columns} from asked as a join {one.rows} "
            + also.format(key=one.key, category=one.category, age=one.age, athlete=one.athlete)
        )
    return "\nunion all\n".join(parts)
