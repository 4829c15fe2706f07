"""`in_alias`: what the ledger of academies says in each version being computed, chains followed to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from etl import aliases
from etl.aliases import Ledger

if TYPE_CHECKING:
    from datetime import date

    import duckdb

TABLE = "in_alias"

Row = tuple[str, str, str | None, str | None, str | None]  # alias key, academy key, association, its key, shown

_CREATE = f"""
create or replace temp table {TABLE} (
  version_id integer, alias_key varchar, academy_key varchar, association varchar, association_key varchar,
  shown varchar
)"""
_INSERT = f"""
insert into {TABLE} select unnest(?::integer[]), unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]),
       unnest(?::varchar[]), unnest(?::varchar[])
"""


def write(con: duckdb.DuckDBPyConnection, *, by_association: bool = False) -> None:
    """Makes the table for the versions of `in_version`; by association, an academy that has one becomes it."""
    con.execute(_CREATE)
    recorded = aliases.recorded(con)
    ledgers: dict[tuple[int, ...], Ledger] = {}
    found: dict[tuple[tuple[int, ...], date], list[Row]] = {}
    rows: list[tuple[int, *Row]] = []
    for version_id, day in con.execute("select version_id, start_date from in_version order by 1").fetchall():
        valid = [row for row in recorded if row.in_force(version_id)]
        numbers = tuple(row.number for row in valid)
        ledger = ledgers.setdefault(numbers, Ledger(row.alias for row in valid))
        if (numbers, day) not in found:
            found[numbers, day] = [_row(ledger, key, day, by_association) for key in sorted(ledger.keys())]
        rows += [(version_id, *row) for row in found[numbers, day]]
    if rows:
        con.execute(_INSERT, [list(column) for column in zip(*rows, strict=True)])


def _row(ledger: Ledger, key: str, day: date, by_association: bool) -> Row:
    association_key, association = ledger.association(key, day) or (None, None)
    if by_association and association_key is not None:
        return key, association_key, association, association_key, association
    return key, ledger.academy(key, day), association, association_key, None
