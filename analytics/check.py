"""Whether a store is sound: readable throughout, keys, references, sums and hashes right, answers those of its facts.

A fault has a stable code: one of `CODES`, or the name of a file in `checks/`, whose first line says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analytics import check_keys, prepared, relations, scope
from analytics.store import Store
from etl import damage, versions
from etl.errors import StoreError, UserError

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[str, int, int], None]

_CHECKS = Path(__file__).with_name("checks")
_SHOWN = 20  # faults of one code; how many there are is always told
_TOTALS = ("award_division", "award_category", "award_place", "award_total")
# Warnings of `etl.versions.warn_without_subject`, which no relation gives.
_OF_DECISIONS = (
    "decision_ambiguous",
    "ruled_athlete_not_listed",
    "correction_without_subject",
    "ruling_without_subject",
)

CODES: Mapping[str, str] = {
    "damaged": "bytes of the file are not what was written",
    "key_twice": "two rows have a key that only one may have",
    "reference_lost": "a row names something that is not there",
    "standing_unlike_places": "points or medals of a standing are not the sum of its places",
    "method_count_differs": "the prepared counts of methods are not those of the bouts",
    "answer_differs": "computing a current version again gives another answer than the one stored",
}


@dataclass(frozen=True)
class Fault:
    """One thing wrong: its code, where, and what."""

    code: str
    place: str
    detail: str


@dataclass
class Checked:
    """What was looked at and what is wrong; `counts` = faults by code, of which `faults` holds the first twenty each.

    `other_rules` = versions computed under rules that this program reads otherwise, whose sums were not looked at.
    """

    layout: int
    versions: int = 0
    recomputed: int = 0
    other_rules: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.counts

    def add(self, code: str, found: list[tuple[str, str]], count: int | None = None) -> None:
        """Notes faults of one code; `count` where there are more than were found."""
        if found:
            self.counts[code] = self.counts.get(code, 0) + (len(found) if count is None else count)
            self.faults += [Fault(code, place, detail) for place, detail in found]


def codes() -> dict[str, str]:
    """Every code and what it means."""
    return dict(CODES) | {name: _meaning(text) for name, text in _texts().items()}


def check(path: Path, *, recompute: bool = False, progress: Progress | None = None) -> Checked:
    """Looks a store through; StoreError where it cannot be opened at all."""
    tell = progress or (lambda step, done, total: None)
    with Store.open(path, check_every=3600) as store:
        with store.cursor() as cur:
            result = Checked(_number(cur, "select schema_version from store"))
        try:
            _read_through(store, tell)
            _look(store, result, tell)
            if recompute:
                _recompute(store, result, tell)
        except StoreError as error:
            if not isinstance(error.__cause__, Exception) or not damage.is_damage(error.__cause__):
                raise
            result.add("damaged", [("the file", str(error.__cause__).splitlines()[0])])
    return result


def refuse_unsound(path: Path, name: Path) -> None:
    """StoreError where the store has a fault: what a backup is asked before it takes a store's place."""
    result = check(path)
    if not result.sound:
        first, count = result.faults[0], sum(result.counts.values())
        raise StoreError(
            f"{name} has {count:,} faults, the first is {first.code}: {first.place}: {first.detail}\n"
            f"Nothing was changed; see: tatame check --store {name}"
        )


def _read_through(store: Store, tell: Progress) -> None:
    """Every value of every table: DuckDB compares each block it reads with its checksum."""
    with store.cursor() as cur:
        tables = [row[0] for row in cur.execute("select table_name from duckdb_tables() order by 1").fetchall()]
        for done, table in enumerate(tables):
            tell("read", done, len(tables))
            cur.execute(f"select max(hash(t)) from {table} as t").fetchall()
        tell("read", len(tables), len(tables))


def _look(store: Store, result: Checked, tell: Progress) -> None:
    found = list(_selects())
    for done, (code, select) in enumerate(found):
        tell("check", done, len(found))
        with store.cursor() as cur:
            _ask(cur, result, code, select)
    with store.cursor() as cur:
        rows = cur.execute(_VERSIONS).fetchall()
        same = [row[0] for row in rows if _is_same_rules(*row[1:4])]
        result.versions, result.other_rules = len(rows), len(rows) - len(same)
        _sums(cur, result, same)
    with store.cursor() as cur:
        _methods(cur, result)
    tell("check", len(found), len(found))


def _selects() -> Iterator[tuple[str, str]]:
    """Code, and a SELECT of place and detail: a row for each fault."""
    for table, keys in check_keys.KEYS.items():
        for key in keys:
            yield "key_twice", check_keys.doubled(table, key)
    for reference in check_keys.REFERENCES:
        yield "reference_lost", check_keys.lost(*reference)
    yield from _texts().items()


def _ask(cur: duckdb.DuckDBPyConnection, result: Checked, code: str, select: str) -> None:
    rows = cur.execute(
        f"select place, detail, count(*) over () from ({select}) as f order by place, detail limit {_SHOWN}"
    ).fetchall()
    result.add(code, [(place, detail) for place, detail, _ in rows], rows[0][2] if rows else 0)


_VERSIONS = """
select v.version_id, l.ruleset, l.rule_overrides, v.ruleset_fingerprint, c.version_id is not null as is_current,
  v.event_id
from event_version as v join source_load as l on l.load_id = v.load_id
left join current_version as c on c.version_id = v.version_id
where v.kind <> 'removal' order by v.version_id
"""


@cache
def _fingerprint(ruleset: str, overrides: str) -> str | None:
    try:
        return versions.fingerprint(ruleset, overrides)
    except UserError:  # a rule set that this program no longer has
        return None


def _is_same_rules(ruleset: str, overrides: str, stored: str) -> bool:
    return stored == _fingerprint(ruleset, overrides)


def _sums(cur: duckdb.DuckDBPyConnection, result: Checked, same: list[int]) -> None:
    """Points and medals of every standing again, from the places that are stored: what A1–A6 make of them."""
    scope.create(cur, same)
    for name in _TOTALS:
        cur.execute(f"create temp table {name} as\n{relations.texts()[name]}")
    _ask(cur, result, "standing_unlike_places", _SUMS)


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


def _methods(cur: duckdb.DuckDBPyConnection, result: Checked) -> None:
    """What is counted beforehand, counted again over the same versions in tables of this cursor alone."""
    stored = _stored(cur)
    for table in ("method_count", "method_count_version"):
        cur.execute(f"create temp table {table} as select * from {stored}.{table} limit 0")
    cur.execute(
        "create temp view counted_version as select * from event_version "
        f"where version_id in (select version_id from {stored}.method_count_version)"
    )
    prepared.refresh(cur, fewest=0, stale=0)
    place = "select 'method_count' as place, coalesce(fields, '') || ': ' || n || ' '"
    _ask(
        cur,
        result,
        "method_count_differs",
        f"{place} || 'stored, not of the bouts' as detail "
        f"from (select * from {stored}.method_count except all select * from temp.method_count) as s "
        f"union all {place} || 'of the bouts, not stored' as detail "
        f"from (select * from temp.method_count except all select * from {stored}.method_count) as c",
    )


def _recompute(store: Store, result: Checked, tell: Progress) -> None:
    """Every current version again from its facts, and its answers and findings against those stored."""
    with store.cursor() as cur:
        rows = [(row[0], row[5]) for row in cur.execute(_VERSIONS).fetchall() if row[4] and _is_same_rules(*row[1:4])]
    for done, (version_id, event_id) in enumerate(rows):
        tell("recompute", done, len(rows))
        with store.cursor() as cur:
            relations.recompute(cur, version_id, None)
            for table in (*relations.ANSWERS, "finding"):
                extra, missing = _differences(cur, table, version_id)
                if extra or missing:
                    said = f"{missing} rows stored are not computed, {extra} computed are not stored"
                    result.add("answer_differs", [(f"{table} of version {version_id} of {event_id}", said)])
        result.recomputed += 1
    tell("recompute", len(rows), len(rows))


def _differences(cur: duckdb.DuckDBPyConnection, table: str, version_id: int) -> tuple[int, int]:
    """How many rows are computed and not stored, and stored and not computed."""
    stored = f"{_stored(cur)}.{table}"
    names = [row[0] for row in cur.execute(f"describe {stored}").fetchall() if row[0] != "load_id"]
    columns = ", ".join(f'"{name}"' for name in names)
    computed = f"select {columns} from temp.{table}"
    if table == "finding":
        each = [f"select {columns} from {name}" for name in relations.order() if name.endswith("_finding")]
        computed = " union all ".join(each)
    kept = f"select {columns} from {stored} where version_id = {version_id}"
    if table == "finding":
        kept += f" and code not in {_OF_DECISIONS}"
    return (
        _number(cur, f"select count(*) from ({computed} except all {kept}) as d"),
        _number(cur, f"select count(*) from ({kept} except all ({computed})) as d"),
    )


def _stored(cur: duckdb.DuckDBPyConnection) -> str:
    """The stored tables, which temporary ones of the same names would hide."""
    row = cur.execute("select current_database()").fetchone()
    assert row is not None  # noqa: S101 - always one row
    return '"' + str(row[0]).replace('"', '""') + '".main'


def _number(cur: duckdb.DuckDBPyConnection, select: str) -> int:
    row = cur.execute(select).fetchone()
    return int(row[0]) if row else 0


@cache
def _texts() -> Mapping[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(_CHECKS.glob("*.sql"))}


def _meaning(text: str) -> str:
    return text.splitlines()[0].removeprefix("-- one row per ")
