"""The rare cases of section M: categories that SQL leaves alone, read one at a time by `analytics.brackets`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from analytics.brackets.decide import decide, decide_official
from analytics.brackets.rows import Bout, Category, Entry, Outcome, Place, Switches

if TYPE_CHECKING:
    import duckdb

# Relations that must stand before `rare_outcome` is filled; it looks at one category at a time, those of the first.
READS = ("rare_category", "in_entry", "struck_elsewhere", "official_struck", "official_twice")
FACTS = ("in_version", "in_category", "in_bout", "in_official")

_BATCH = 20_000

_CREATE = """
create or replace temp table rare_outcome (
  version_id integer, category_id bigint, basis varchar, state varchar, source varchar, rule varchar, reason varchar,
  place integer, athlete_key varchar, place_rule varchar, note varchar
)"""
_INSERT = """
insert into rare_outcome
select unnest(?::integer[]), unnest(?::bigint[]), unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]),
       unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::integer[]), unnest(?::varchar[]), unnest(?::varchar[]),
       unnest(?::varchar[])
"""
_BATCHES = """
create or replace temp table rare_batch as
select version_id, category_id, basis,
       (row_number() over (order by version_id, category_id, basis) - 1) // ? as batch
from rare_category
"""
_CATEGORIES = """
select b.version_id, b.category_id, b.basis, c.weigh_in_matters,
       v.three_second_chance, v.absent_semifinalist_keeps_third, v.double_disciplinary_final,
       v.semifinal_double_accident, v.struck_out_moves_up, v.pair_double_disqualification, v.level_means_penalties
from rare_batch as b
join in_version as v on v.version_id = b.version_id
join in_category as c on c.version_id = b.version_id and c.category_id = b.category_id
where b.batch = ?
order by b.version_id, b.category_id, b.basis
"""
_WANTED = "(select distinct version_id, category_id from rare_batch where batch = ?)"
_ENTRIES = f"""
select e.version_id, e.category_id, e.athlete_key, e.athlete, e.status
from in_entry as e join {_WANTED} as w on w.version_id = e.version_id and w.category_id = e.category_id
order by e.version_id, e.category_id, e.athlete_key, e.athlete, e.status
"""
_BOUTS = f"""
select b.version_id, b.category_id, b.bout, b.round, b.red_key, b.blue_key, b.winner, b.decision, b.red_dq, b.blue_dq,
       b.red_points - b.blue_points, b.red_advantages - b.blue_advantages, b.red_penalties - b.blue_penalties
from in_bout as b join {_WANTED} as w on w.version_id = b.version_id and w.category_id = b.category_id
order by b.version_id, b.category_id, b.bout, b.red_key, b.blue_key
"""
_STRUCK = f"""
select s.version_id, s.category_id, s.athlete_key
from {{relation}} as s join {_WANTED} as w on w.version_id = s.version_id and w.category_id = s.category_id
"""
_OFFICIAL = f"""
select o.version_id, o.category_id, o.place, o.athlete_key, o.athlete, o.source
from in_official as o join {_WANTED} as w on w.version_id = o.version_id and w.category_id = o.category_id
where o.place is not null
order by o.version_id, o.category_id, o.place, o.athlete_key
"""

Key = tuple[int, int]
Row = tuple[Any, ...]


class _Rows(NamedTuple):
    """A batch's rows by version and category."""

    entries: dict[Key, list[Row]]
    bouts: dict[Key, list[Row]]
    elsewhere: dict[Key, frozenset[str]]
    official: dict[Key, list[Row]]
    official_struck: dict[Key, frozenset[str]]
    official_twice: dict[Key, frozenset[str]]


def fill(con: duckdb.DuckDBPyConnection) -> None:
    """Makes the relation `rare_outcome`: one row per place, or one with place NULL where a category has none."""
    con.execute(_CREATE)
    con.execute(_BATCHES, [_BATCH])
    row = con.execute("select max(batch) from rare_batch").fetchone()
    last = -1 if row is None or row[0] is None else int(row[0])
    for batch in range(last + 1):
        rows = list(_outcomes(con, batch))
        con.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])
    con.execute("drop table rare_batch")


def _outcomes(con: duckdb.DuckDBPyConnection, batch: int) -> Iterator[Row]:
    heads = con.execute(_CATEGORIES, [batch]).fetchall()
    rows = _Rows(
        _by_category(con, _ENTRIES, batch),
        _by_category(con, _BOUTS, batch),
        _athletes(con, "struck_elsewhere", batch),
        _by_category(con, _OFFICIAL, batch),
        _athletes(con, "official_struck", batch),
        _athletes(con, "official_twice", batch),
    )
    for version_id, category_id, basis, *rules in heads:
        key = (version_id, category_id)
        outcome, source = _outcome(_category(key, rules, rows), basis, key, rows)
        head = (version_id, category_id, basis, outcome.state, source, outcome.rule, outcome.reason)
        if not outcome.places:
            yield (*head, None, None, None, None)
        for p in outcome.places:
            yield (*head, p.place, p.athlete, p.rule, p.note)


def _outcome(category: Category, basis: str, key: Key, rows: _Rows) -> tuple[Outcome, str | None]:
    if basis == "bouts":
        outcome = decide(category)
        return outcome, outcome.source
    listed = rows.official.get(key, [])
    places = dict.fromkeys(Place(place, athlete, "M20") for place, athlete, _, _ in listed)
    twice = rows.official_twice.get(key, frozenset())
    outcome = decide_official(category, tuple(places), rows.official_struck.get(key, frozenset()), twice)
    return outcome, listed[0][3] if listed and outcome.state == "decided" else None


def _category(key: Key, rules: Sequence[Any], rows: _Rows) -> Category:
    weigh_in_matters, *switches, level_means_penalties = rules
    entries = rows.entries.get(key, [])
    names = {athlete: name for athlete, name, _ in entries}
    for _, athlete, name, _ in rows.official.get(key, []):
        names.setdefault(athlete, name)
    return Category(
        entries=tuple(Entry(athlete, status) for athlete, _, status in entries),
        bouts=tuple(_bout(row, level_means_penalties) for row in rows.bouts.get(key, [])),
        switches=Switches(*switches),
        weigh_in_matters=weigh_in_matters,
        struck_elsewhere=rows.elsewhere.get(key, frozenset()),
        names=names,
    )


def _bout(row: Row, level_means_penalties: bool) -> Bout:
    *plain, points, advantages, penalties = row
    gaps = [points, advantages, penalties] if level_means_penalties else [points, advantages]
    level = False if any(gaps) else (None if None in gaps else True)
    number, round_, red, blue, winner, decision, red_dq, blue_dq = plain
    return Bout(number, round_, red, blue, winner, decision, red_dq, blue_dq, level)


def _by_category(con: duckdb.DuckDBPyConnection, sql: str, batch: int) -> dict[Key, list[Row]]:
    rows: Iterable[Row] = con.execute(sql, [batch]).fetchall()
    return {key: [row[2:] for row in group] for key, group in groupby(rows, key=itemgetter(0, 1))}


def _athletes(con: duckdb.DuckDBPyConnection, relation: str, batch: int) -> dict[Key, frozenset[str]]:
    found: dict[Key, set[str]] = defaultdict(set)
    for version_id, category_id, athlete in con.execute(_STRUCK.format(relation=relation), [batch]).fetchall():
        found[version_id, category_id].add(athlete)
    return {key: frozenset(athletes) for key, athletes in found.items()}
