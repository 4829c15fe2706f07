"""The stored answers against what they rest on: standings against places, prepared counts and answers against facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from analytics import relations, scope
from etl import versions
from etl.errors import UserError

if TYPE_CHECKING:
    import duckdb

_TOGETHER = 250_000  # bouts computed again at once
_TOTALS = ("award_division", "award_category", "award_place", "award_total")
# Warnings of `etl.versions.warn_without_subject`, which no relation gives.
_OF_DECISIONS = (
    "decision_ambiguous",
    "ruled_athlete_not_listed",
    "correction_without_subject",
    "ruling_without_subject",
)


@dataclass(frozen=True)
class Answered:
    """A version with answers; `same_rules` = this program reads its rule set as the one that computed it did."""

    version_id: int
    is_current: bool
    bouts: int
    same_rules: bool


def answered(cur: duckdb.DuckDBPyConnection) -> list[Answered]:
    """Every version but removals, which have no answers."""
    rows = cur.execute(_VERSIONS).fetchall()
    return [
        Answered(version_id, is_current, bouts, stored == _fingerprint(ruleset, overrides))
        for version_id, is_current, bouts, ruleset, overrides, stored in rows
    ]


_VERSIONS = """
select v.version_id, c.version_id is not null as is_current, coalesce(b.bouts, 0) as bouts, l.ruleset, l.rule_overrides,
  v.ruleset_fingerprint
from event_version as v join source_load as l on l.load_id = v.load_id
left join current_version as c on c.version_id = v.version_id
left join (select load_id, count(*) as bouts from bout group by 1) as b on b.load_id = v.load_id
where v.kind <> 'removal' order by v.version_id
"""


@cache
def _fingerprint(ruleset: str, overrides: str) -> str | None:
    try:
        return versions.fingerprint(ruleset, overrides)
    except UserError:  # a rule set that this program no longer has
        return None


def sums(cur: duckdb.DuckDBPyConnection, version_ids: list[int]) -> str:
    """SELECT of standings that are not what A1–A6 make of the places that are stored; its tables are of this cursor."""
    scope.create(cur, version_ids)
    for name in _TOTALS:
        cur.execute(f"create temp table {name} as\n{relations.texts()[name]}")
    return _SUMS


_SUMS = """
with
computed as (select version_id, award_id, academy_key, points, gold, silver, bronze from award_total where points > 0),
stored as (
  select version_id, award_id, academy_key, points, gold, silver, bronze from standing
  where version_id in (select version_id from in_version where computes)
),
compared as (
  select version_id, award_id, academy_key,
    concat_ws(' ', c.points, c.gold, c.silver, c.bronze) as computed,
    concat_ws(' ', s.points, s.gold, s.silver, s.bronze) as stored
  from computed as c full join stored as s using (version_id, award_id, academy_key)
)
select 'standing ' || award_id || ' of version ' || version_id || ': ' || academy_key as place,
  'points and medals stored: ' || case stored when '' then 'none' else stored end
  || '; of its places: ' || case computed when '' then 'none' else computed end as detail
from compared where computed <> stored
"""


def computed_again(cur: duckdb.DuckDBPyConnection, batch: list[int]) -> list[tuple[str, str]]:
    """Place and detail for each table and version whose answers, or findings, computed again are others."""
    relations.recompute(cur, batch, None, findings=True)
    return [each for table in (*relations.ANSWERS, "finding") for each in _differences(cur, table, batch)]


def batches(wanted: list[Answered]) -> Iterator[list[int]]:
    """So many versions at once that they have some bouts together: a pass over many takes little longer than one."""
    batch: list[int] = []
    bouts = 0
    for each in wanted:
        if batch and bouts + each.bouts > _TOGETHER:
            yield batch
            batch, bouts = [], 0
        batch.append(each.version_id)
        bouts += each.bouts
    if batch:
        yield batch


def _differences(cur: duckdb.DuckDBPyConnection, table: str, batch: list[int]) -> list[tuple[str, str]]:
    """Place and detail for each version whose stored rows are not those computed."""
    stored = f"{_stored(cur)}.{table}"
    names = [row[0] for row in cur.execute(f"describe {stored}").fetchall() if row[0] != "load_id"]
    columns = ", ".join(f'"{name}"' for name in names)
    computed, kept = f"select {columns} from temp.{table}", f"select {columns} from {stored}"
    kept += f" where version_id in ({', '.join(map(str, batch))})"
    if table == "finding":
        each = [f"select {columns} from {name}" for name in relations.order() if name.endswith("_finding")]
        computed, kept = " union all ".join(each), f"{kept} and code not in {_OF_DECISIONS}"
    return cur.execute(
        f"""
        with extra as (({computed}) except all ({kept})), missing as (({kept}) except all ({computed})),
        counted as (
          select version_id, sum(extra) as extra, sum(missing) as missing from (
            select version_id, 1 as extra, 0 as missing from extra union all select version_id, 0, 1 from missing
          ) group by 1
        )
        select '{table} of version ' || version_id || ' of ' || v.event_id,
          missing || ' rows stored are not computed, ' || extra || ' computed are not stored'
        from counted join event_version as v using (version_id) order by version_id
        """
    ).fetchall()


def _stored(cur: duckdb.DuckDBPyConnection) -> str:
    """The stored tables, which temporary ones of the same names would hide."""
    row = cur.execute("select current_database()").fetchone()
    assert row is not None  # noqa: S101 - always one row
    return '"' + str(row[0]).replace('"', '""') + '".main'
