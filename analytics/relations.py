"""Runs `sql/*.sql` in the order of what they read, one temporary table each, and keeps the answers in the store."""

from __future__ import annotations

import graphlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb

from analytics import (
    athlete_names,
    names_beside,
    once,
    place_numbers,
    placements,
    prepared,
    protected,
    scope,
    standings,
)
from etl.arriving import threads

_SQL = Path(__file__).with_name("sql")

# Relations named so are kept in the table of that name; those ending in _finding become findings.
ANSWERS = ("category_result", "place", "computed_place", "award_chain", "standing", "academy_name", "version_academy")
# Those that chains decide; all others are the same whatever chain there is.
_OF_CHAINS = ("award_chain", "standing")
_AS_STORED = tuple(name for name in ANSWERS if name not in _OF_CHAINS)
# Views: what reads them wants few of their rows, and finds those where the bouts lie.
VIEWS = frozenset({"fought_side"})
# Bouts computed at once: some relations are three rows of names a bout, and steps that go to the disk cost most.
TOGETHER = 1_000_000
_READ = re.compile(r"\b(?:from|join)\s+([a-z_]+)")
_COMMENT = re.compile(r"--[^\n]*")
_FINDING_COLUMNS = 'version_id, severity, code, file, "row", path, "column", value, rule, reason'


@dataclass(frozen=True)
class PythonRelation:
    """A relation filled by Python between two others: the temporary table of its name.

    It has rows for the categories of the relation `of`, each category by itself: so many machines can share them.
    """

    reads: tuple[str, ...]
    fill: Callable[[duckdb.DuckDBPyConnection], None]
    of: str
    facts: tuple[str, ...]


PYTHON: Mapping[str, PythonRelation] = {
    "rare_outcome": PythonRelation(placements.READS, placements.fill, placements.READS[0], placements.FACTS),
}


def build(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int], *, all_in_python: bool = False) -> None:
    """Computes every answer of these versions into the stored tables, in the caller's transaction."""
    stored, small = _stored(con), names_beside.is_small(con, version_ids)
    with threads(con, 1) if small else nullcontext(), names_beside.names(con, version_ids, small) as named:
        _forget(con, stored, version_ids)
        for some in _batches(con, version_ids):
            rules = scope.create(con, some, all_in_python=all_in_python, written_down=small)
            standings.write_chain_levels(con, rules)
            for name in order():
                _made(con, stored, name)
            _drop(con, small)
        _prepare(con, version_ids, named, told=small)


def prepare(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int] = ()) -> bool:
    """What is prepared of these versions, and of current ones that lack it; whether there was anything to do."""
    return _prepare(con, version_ids, lambda: athlete_names.refresh(con, version_ids), told=False)


def _prepare(
    con: duckdb.DuckDBPyConnection, version_ids: Sequence[int], names: names_beside.Named, *, told: bool
) -> bool:
    done = [prepared.refresh(con), protected.refresh(con, version_ids)]
    named = names()
    numbered = place_numbers.refresh(con, named if told else ())
    con.execute("drop table if exists temp.athlete_called")
    return numbered or bool(named) or any(done)


def _made(con: duckdb.DuckDBPyConnection, stored: str, name: str) -> None:
    """Makes a relation, keeps what is kept of it, and lets go of what nothing reads after it.

    A finding that no other relation reads is kept at once, without a table of its own.
    """
    done = last_read().get(name, ())
    if name.endswith("_finding") and name in done:
        _keep_finding(con, stored, f"\n{texts()[name]}\n")
        done = tuple(one for one in done if one != name)
    else:
        _make(con, name)
        _keep(con, stored, name)
    for one in done:
        con.execute(f"drop table temp.{one}")


def _batches(con: duckdb.DuckDBPyConnection, version_ids: Sequence[int]) -> list[list[int]]:
    """So many versions at once that what is computed of their bouts fits into memory: no version looks at another."""
    if len(version_ids) < 2:
        return [list(version_ids)] if version_ids else []
    batches: list[list[int]] = [[]]
    bouts = 0
    for version, n in con.execute(_SIZES, [list(version_ids)]).fetchall():
        if batches[-1] and bouts + n > TOGETHER:
            batches.append([])
            bouts = 0
        batches[-1].append(version)
        bouts += n
    return batches


_SIZES = """
select v.version_id, count(b.load_id)
from event_version as v left join bout as b on b.load_id = v.load_id
where v.version_id in (select unnest(?::integer[]))
group by 1 order by 1
"""


def recompute(
    cur: duckdb.DuckDBPyConnection,
    version_id: int | Sequence[int],
    ruleset: str | None,
    *,
    by_association: bool = False,
    findings: bool = False,
    chains_alone: bool = False,
) -> None:
    """What-if: temporary tables of the answers' names shadow the stored ones here; other rules, or associations.

    The checks of the bouts are left out unless `findings`: no answer rests on them. `chains_alone`: places and points
    are those that are stored (`analytics/same_rules.py`).
    """
    once.apart(cur)
    version_ids = [version_id] if isinstance(version_id, int) else version_id
    rules = scope.create(cur, version_ids, ruleset, by_association=by_association, checks=findings)
    standings.write_chain_levels(cur, rules)
    if chains_alone:
        for name in _AS_STORED:
            held = f"select * from {name} where version_id in (select version_id from in_version)"
            cur.execute(f"create or replace temp table {name} as {held}")
    for name in order() if findings else needed(_OF_CHAINS, _AS_STORED) if chains_alone else needed():
        _make(cur, name)
    once.apart(cur)  # what was asked meanwhile was asked of half of them


def _make(con: duckdb.DuckDBPyConnection, name: str) -> None:
    if name in PYTHON:
        PYTHON[name].fill(con)
    else:
        kind = "view" if name in VIEWS else "table"
        con.execute(f"create or replace temp {kind} {name} as\n{texts()[name]}")


@cache
def texts() -> Mapping[str, str]:
    """Relation -> its SELECT."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(_SQL.glob("*.sql"))}


@cache
def order() -> tuple[str, ...]:
    """Every relation after those it reads."""
    return tuple(graphlib.TopologicalSorter({name: sorted(found) for name, found in _reads().items()}).static_order())


@cache
def needed(wanted_for: tuple[str, ...] = ANSWERS, given: tuple[str, ...] = ()) -> tuple[str, ...]:
    """These answers and what they rest on, every relation after those it reads; not what is `given`."""
    wanted, open_ = set[str](), list(wanted_for)
    while open_:
        name = open_.pop()
        wanted.add(name)
        open_ += _reads()[name] - wanted - {*given}
    return tuple(name for name in order() if name in wanted)


@cache
def _reads() -> Mapping[str, set[str]]:
    """Relation -> the relations it reads, by name: DuckDB says the same (a test asks it), and takes 0.1 s to."""
    names = texts().keys() | PYTHON.keys()
    reads = {name: set(_READ.findall(_COMMENT.sub("", text))) & names for name, text in texts().items()}
    reads |= {name: set(relation.reads) for name, relation in PYTHON.items()}
    return {name: reads[name] for name in sorted(reads)}


@cache
def last_read() -> Mapping[str, tuple[str, ...]]:
    """Relation -> those that nothing after it reads: ten million bouts leave no room for all of them at a time."""
    last = {name: name for name in order()}
    for name in order():
        last.update(dict.fromkeys(_reads()[name], name))
    for view in VIEWS:  # what a view reads is read when the view is
        last.update((read, max(last[read], last[view], key=order().index)) for read in _reads()[view])
    after: dict[str, tuple[str, ...]] = {}
    for name, reader in last.items():
        if name not in VIEWS:
            after[reader] = (*after.get(reader, ()), name)
    return after


def _stored(con: duckdb.DuckDBPyConnection) -> str:
    """Unqualified, a name means the temporary table: the stored one is named with its database."""
    row = con.execute("select current_database()").fetchone()
    assert row is not None  # noqa: S101 - always one row
    return '"' + str(row[0]).replace('"', '""') + '".main'


def _forget(con: duckdb.DuckDBPyConnection, stored: str, version_ids: Sequence[int]) -> None:
    for table in (*ANSWERS, "finding"):
        con.execute(
            f"delete from {stored}.{table} where version_id in (select unnest(?::integer[]))", [list(version_ids)]
        )


def _keep(con: duckdb.DuckDBPyConnection, stored: str, name: str) -> None:
    """What a relation found, where it is an answer or a finding."""
    if name in ANSWERS:
        con.execute(f"insert into {stored}.{name} by name select * from {name}")
    elif name.endswith("_finding"):
        _keep_finding(con, stored, f"select * from {name}")


def _keep_finding(con: duckdb.DuckDBPyConnection, stored: str, rows: str) -> None:
    con.execute(
        f"insert into {stored}.finding by name select v.load_id, {_FINDING_COLUMNS} "
        f"from ({rows}) as f join in_version as v using (version_id)"
    )


def _drop(con: duckdb.DuckDBPyConnection, written_down: bool) -> None:
    """The connection goes on to other statements, which mean the stored tables."""
    views, tables = (VIEWS, scope.VIEWS) if written_down else (VIEWS.union(scope.VIEWS), ())
    for name in views:
        con.execute(f"drop view if exists temp.{name}")
    for name in (*tables, *scope.TABLES, standings.TABLE):
        con.execute(f"drop table if exists temp.{name}")
