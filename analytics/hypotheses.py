"""Standings under results that did not happen, computed by the relations themselves in a database in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import duckdb

from analytics import awarded, standings

if TYPE_CHECKING:
    from analytics.versions import Version

_SQL = Path(__file__).with_name("sql")
_RELATIONS = (
    "award_division",
    "award_category",
    "award_place",
    "award_chain",
    "award_total",
    "award_level",
    "draw_in_force",
    "standing_order",
    "standing",
)
# What the relations read, of this one award; a hypothesis is a version numbered from 1, the facts are shared.
_COPIED = {
    "fact_category": "select * from category where load_id = $load",
    "fact_result": "select * from category_result where version_id = $version",
    "fact_place": "select row_number() over (order by category_id, place, athlete_key) as row_no, * from place "
    "where version_id = $version",
    "fact_name": "select * from academy_name where version_id = $version",
    "award": "select * from award where load_id = $load and award_id = $award",
    "draw": "select * replace (0 as version_id, null::integer as undone_version_id) from draw where event_id = $event "
    "and award_id = $award and version_id <= $version and coalesce(undone_version_id > $version, true)",
    "fact_academy": "select distinct s.* from version_academy as s join draw as d on d.academy = s.spelling "
    "where d.event_id = $event and s.version_id = $version",
}

_FOR_EACH_HYPOTHESIS = """
create or replace temp table in_category as select v.version_id, f.* from in_version as v cross join fact_category as f;
create or replace temp table category_result as
select v.version_id, f.* exclude (version_id) from in_version as v cross join fact_result as f;
create or replace temp table academy_name as
select v.version_id, f.* exclude (version_id) from in_version as v cross join fact_name as f;
create or replace temp table version_academy as
select v.version_id, f.* exclude (version_id) from in_version as v cross join fact_academy as f;
create or replace temp table place as
select v.version_id, f.category_id, f.place, coalesce(e.athlete, f.athlete) as athlete, f.athlete_key, f.athlete_id,
       case when e.row_no is null then f.academy else e.academy end as academy,
       case when e.row_no is null then f.academy_key else e.academy_key end as academy_key, f.rule, f.source, f.note
from in_version as v cross join fact_place as f
left join edit as e on e.version_id = v.version_id and e.row_no = f.row_no;
"""


@dataclass(frozen=True)
class Edit:
    """Another athlete in a place, named by the number `Laboratory.numbers` gives it; academy_key None = not known."""

    row_no: int
    athlete: str
    academy_key: str | None
    academy: str | None


@dataclass(frozen=True)
class Row:
    """An academy's row of a hypothetical standing."""

    rank: int
    points: int
    draw_required: bool
    position: int


Standing = dict[str, Row]


class Laboratory:
    """One award of one version, ready to be computed with other athletes in its places; nothing stored is touched."""

    def __init__(self, cur: duckdb.DuckDBPyConnection, version: Version, award: str) -> None:
        self._con = duckdb.connect(config={"threads": 1})
        self._version = version
        self._event = version.event_id
        asked: dict[str, object] = {
            "load": version.load_id,
            "version": version.version_id,
            "event": version.event_id,
            "award": award,
        }
        for table, question in _COPIED.items():
            named = {name: value for name, value in asked.items() if f"${name}" in question}
            self._con.register("found", cur.sql(question, params=named).to_arrow_table())
            self._con.execute(f"create table {table} as select * from found")
            self._con.unregister("found")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._con.close()

    def numbers(self) -> dict[tuple[int, str], int]:
        """(category, athlete key) -> the number by which an edit names that place."""
        rows = self._con.execute("select category_id, athlete_key, row_no from fact_place").fetchall()
        return {(category_id, athlete_key): row_no for category_id, athlete_key, row_no in rows}

    def standings(self, hypotheses: Sequence[Sequence[Edit]]) -> list[Standing]:
        """The award's standing under each hypothesis, by academy key; no edits gives the standing as it is."""
        if not hypotheses:
            return []
        self._write(hypotheses)
        for name in _RELATIONS:
            text = (_SQL / f"{name}.sql").read_text(encoding="utf-8")
            self._con.execute(f"create or replace temp table {name} as {text}")
        found: list[Standing] = [{} for _ in hypotheses]
        rows = self._con.execute(
            "select version_id, academy_key, rank, points, draw_required, position from standing"
        ).fetchall()
        for number, key, *values in rows:
            found[number - 1][key] = Row(*values)
        return found

    def _write(self, hypotheses: Sequence[Sequence[Edit]]) -> None:
        con = self._con
        scope = awarded.scope(self._version)
        numbers = list(range(1, len(hypotheses) + 1))
        con.execute(
            """create or replace temp table in_version as
            select cast(unnest($numbers) as integer) as version_id, cast($load_id as integer) as load_id,
                   $event as event_id, cast($first as integer) as points_first,
                   cast($second as integer) as points_second, cast($third as integer) as points_third,
                   $counts as tiebreak_counts""",
            {"numbers": numbers, "event": self._event} | {k: v for k, v in scope.items() if k != "version_id"},
        )
        standings.write_chain_levels(con, dict.fromkeys(numbers, self._version.rules))
        con.execute(
            "create or replace temp table edit "
            "(version_id integer, row_no bigint, athlete varchar, academy_key varchar, academy varchar)"
        )
        edits = [
            (number, edit.row_no, edit.athlete, edit.academy_key, edit.academy)
            for number, hypothesis in zip(numbers, hypotheses, strict=True)
            for edit in hypothesis
        ]
        if edits:
            con.executemany("insert into edit values (?, ?, ?, ?, ?)", edits)
        con.execute(_FOR_EACH_HYPOTHESIS)
