"""Counts by any fields from `method_bout`: one pass over small numbers, put into words when few rows are left."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analytics import once
from analytics.prepared import CODED

if TYPE_CHECKING:
    import duckdb

    from analytics.versions import Version


Only = Mapping[str, Sequence[int]]  # field -> the numbers it may have


@dataclass(frozen=True)
class Held:
    """The loads that the table may answer for, and those in it that it may not: their version is no longer current."""

    loads: Collection[int]
    stale: Collection[int]


def held(cur: duckdb.DuckDBPyConnection, of: Sequence[Version], *, by_version: bool) -> Held | None:
    """What of these versions is prepared: bouts are a load's, academies a version's. None = nothing."""
    wanted = {(one.load_id, one.version_id if by_version else None) for one in of}
    rows = once.ask(cur, "method_version", lambda: cur.execute(_PRESENT).fetchall())
    present = {(load, version if by_version else None) for load, version in rows}
    fresh = present & wanted
    return Held({load for load, _ in fresh}, {load for load, _ in present - fresh}) if fresh else None


_PRESENT = "select load_id, version_id from method_version"


def select(
    cur: duckdb.DuckDBPyConnection,
    found: Held,
    columns: Sequence[str],
    where: Mapping[str, Sequence[str]],
    only: Only | None = None,
) -> str:
    """SELECT of these columns, in words, and `n`; `where` narrows what is read, the caller's conditions still hold."""
    codes = {name: CODES.get(name, name) for name in columns}
    narrowed = _narrowed(cur, found, where, only or {})
    packed = _packed(cur, [*dict.fromkeys(codes.values())])
    return f"""
    select {", ".join(f"{_worded(name)} as {name}" for name in columns)}, x.n
    from (
      select {packed.unpacked}, n from (
        select {packed.grouped}, count(*) as n from ({_sides(sorted({*codes.values(), *narrowed}), narrowed, only)})
        {_where(narrowed)}
        group by {packed.by}
      )
    ) as x
    {" ".join(_joined(name) for name in columns)}
    """


def values(
    cur: duckdb.DuckDBPyConnection,
    found: Held,
    names: Sequence[str],
    where: Mapping[str, Sequence[str]],
    only: Only,
) -> list[tuple[tuple[int, ...], int]]:
    """The numbers that fields have together among these bouts, each with how many; of a side's field sides of bouts."""
    codes, narrowed = [CODES.get(name, name) for name in names], _narrowed(cur, found, where, only)
    sides = _sides(sorted({*codes, *narrowed}), narrowed, only)
    listed = ", ".join(codes)
    rows = cur.execute(f"select {listed}, count(*) from ({sides}) {_where(narrowed)} group by {listed}").fetchall()
    return [(tuple(map(int, numbers)), int(n)) for *numbers, n in rows]


def words(cur: duckdb.DuckDBPyConnection, name: str) -> dict[int, Any]:
    """The word of each number of a field; of academies the key. Of a season the year stands for itself."""
    match name:
        case "event":
            sql = "select load_id, event_id from source_load"
        case "season":
            sql = "select distinct y, y from (select extract(year from start_date)::integer as y from source_load)"
        case "outcome":
            return _OUTCOMES
        case _:
            sql = f"select code, word from method_word where field = '{CODES.get(name, name)}'"
    nothing = {0: ""} if name.startswith("academy") else {}
    return {**nothing, **{int(code): word for code, word in cur.execute(sql).fetchall()}}


def _narrowed(
    cur: duckdb.DuckDBPyConnection, found: Held, where: Mapping[str, Sequence[str]], only: Only
) -> dict[str, list[str]]:
    """Column -> the conditions that it is read under."""
    narrowed: dict[str, list[str]] = {}
    if found.stale:
        narrowed["load_id"] = [f"load_id not in ({', '.join(map(str, sorted(found.stale)))})"]
    for name, words in where.items():
        narrowed.setdefault(CODES.get(name, name), []).append(_only(cur, name, words))
    for name, codes in only.items():
        narrowed.setdefault(CODES.get(name, name), []).append(_among(CODES.get(name, name), codes))
    return narrowed


def _where(narrowed: Mapping[str, Sequence[str]]) -> str:
    conditions = [one for each in narrowed.values() for one in each]
    return "where " + " and ".join(conditions) if conditions else ""


def _among(column: str, codes: Sequence[int]) -> str:
    return f"{column} in ({', '.join(map(str, codes))})" if codes else "false"


@dataclass(frozen=True)
class _Packed:
    """Columns to group by, and how they are had again."""

    grouped: str
    by: str
    unpacked: str


def _packed(cur: duckdb.DuckDBPyConnection, columns: Sequence[str]) -> _Packed:
    """Many columns as digits of one number: ten million rows are grouped by it a fifth faster than by the columns."""
    sizes = _sizes(cur) if len(columns) > _FEW else {}
    most = math.prod(sizes[name] for name in columns) if sizes else 0
    if not sizes or most >= 2**62:
        listed = ", ".join(columns)
        return _Packed(listed, listed, listed)
    digits, below = [], 1
    for name in reversed(columns):
        digits.append(f"packed // {below} % {sizes[name]} as {name}")
        below *= sizes[name]
    number, kind = "0", "integer" if most < 2**31 else "bigint"
    for name in columns:
        number = f"({number} * {sizes[name]}::{kind} + {name}::{kind})"
    return _Packed(f"{number} as packed", "packed", ", ".join(digits))


_FEW = 2


def _sizes(cur: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Column -> a number above all that it holds."""
    rows = once.ask(cur, "sizes", lambda: cur.execute(_LARGEST).fetchall())
    return dict.fromkeys(CODED, 1) | {"outcome": 3} | {name: int(size) for name, size in rows}


_LARGEST = """
select field, max(code) + 1 from method_word group by 1
union all select 'load_id', max(load_id) + 1 from method_version
union all select 'season', extract(year from max(start_date)) + 1 from source_load
"""

CODES = {"event": "load_id", "academy_key": "academy"}
_OUTCOMES = {0: "none", 1: "won", 2: "lost"}
OF_SIDES = {"academy", "outcome"}


def _sides(columns: Sequence[str], narrowed: Mapping[str, Sequence[str]], only: Only | None) -> str:
    """The bouts, or where a field is a side's the two sides of each."""
    if not OF_SIDES & {*columns}:
        return f"select {', '.join(columns)} from method_bout"
    chosen = [one for name, each in narrowed.items() if name not in OF_SIDES for one in each]
    if only and chosen and not OF_SIDES & {*narrowed}:  # an academy is rarer than what else they could be looked for by
        return _both_sides(columns, chosen)
    parts = []
    for side, own, other in (("red", 1, 2), ("blue", 2, 1)):
        mine = {
            "academy": f"{side}_academy as academy",
            "outcome": f"case winner when {own} then 1 when {other} then 2 else 0 end as outcome",
        }
        parts.append(f"select {', '.join(mine.get(name, name) for name in columns)} from method_bout")
    return " union all ".join(parts)


def _both_sides(columns: Sequence[str], conditions: Sequence[str]) -> str:
    """The same of few bouts: these are looked for once, and then taken twice."""
    mine = {
        "academy": "case side when 1 then red_academy else blue_academy end as academy",
        "outcome": "case winner when 0 then 0 when side then 1 else 2 end as outcome",
    }
    return f"""
    select {", ".join(mine.get(name, name) for name in columns)}
    from (select * from method_bout where {" and ".join(conditions)}) cross join (values (1), (2)) as s(side)
    """


def _only(cur: duckdb.DuckDBPyConnection, name: str, wanted: Sequence[str]) -> str:
    """A condition on the numbers of these words; of academies '' is the one not known."""
    if name == "season":
        return f"season in ({', '.join(wanted)})" if all(each.isdecimal() for each in wanted) else "true"
    codes = [code for code, word in words(cur, name).items() if word in wanted]
    return _among(CODES.get(name, name), codes)


def _worded(name: str) -> str:
    match name:
        case "season":
            return "cast(x.season as integer)"
        case "event":
            return "l.event_id"
        case "outcome":
            return "case x.outcome when 1 then 'won' when 2 then 'lost' else 'none' end"
        case "academy_key":
            return "coalesce(w_academy_key.word, '')"
    return f"w_{name}.word"


def _joined(name: str) -> str:
    if name == "event":
        return "join source_load as l on l.load_id = x.load_id"
    code = CODES.get(name, name)
    if code not in CODED:
        return ""
    words = f"(select code, word from method_word where field = '{code}')"
    return f"left join {words} as w_{name} on w_{name}.code = x.{code}"
