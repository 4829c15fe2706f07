"""Whether a store is sound: readable throughout, keys, references, sums and hashes right, answers those of its facts.

A fault has a stable code: one of `CODES`, or the name of a file in `checks/`, whose first line says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from analytics import check_answers, check_keys, check_methods
from analytics.store import Store
from etl import damage
from etl.errors import StoreError

if TYPE_CHECKING:
    import duckdb

Progress = Callable[[str, int, int], None]

_CHECKS = Path(__file__).with_name("checks")
_SHOWN = 20  # faults of one code; how many there are is always told

CODES: Mapping[str, str] = {
    "damaged": "bytes of the file are not what was written",
    "key_twice": "two rows have a key that only one may have",
    "reference_lost": "a row names something that is not there",
    "standing_unlike_places": "points or medals of a standing are not the sum of its places",
    "method_count_differs": "the bouts prepared for questions about methods are not those of the facts",
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
        answered = check_answers.answered(cur)
        same = [each.version_id for each in answered if each.same_rules]
        result.versions, result.other_rules = len(answered), len(answered) - len(same)
        _ask(cur, result, "standing_unlike_places", check_answers.sums(cur, same))
    with store.cursor() as cur:
        for select in check_methods.selects(cur):
            _ask(cur, result, "method_count_differs", select)
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


def _recompute(store: Store, result: Checked, tell: Progress) -> None:
    """Every current version again from its facts, and its answers and findings against those stored."""
    with store.cursor() as cur:
        wanted = [each for each in check_answers.answered(cur) if each.is_current and each.same_rules]
    for batch in check_answers.batches(wanted):
        tell("recompute", result.recomputed, len(wanted))
        with store.cursor() as cur:
            result.add("answer_differs", check_answers.computed_again(cur, batch))
        result.recomputed += len(batch)
    tell("recompute", len(wanted), len(wanted))


def _number(cur: duckdb.DuckDBPyConnection, select: str) -> int:
    row = cur.execute(select).fetchone()
    return int(row[0]) if row else 0


@cache
def _texts() -> Mapping[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(_CHECKS.glob("*.sql"))}


def _meaning(text: str) -> str:
    return text.splitlines()[0].removeprefix("-- one row per ")
