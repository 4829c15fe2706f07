"""A copy of the live DuckDB file, one event changed, checkpoint, swapped in whole."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import fields
from datetime import datetime
from pathlib import Path

import duckdb

from etl import damage, opening, schema, swap, versions
from etl.arriving import in_order, number
from etl.errors import StoreError
from etl.transform import Staged

Build = Callable[[duckdb.DuckDBPyConnection, Sequence[int]], None]
Meanwhile = Callable[[duckdb.DuckDBPyConnection], None]

_GREW = 64 * 1024**2  # bytes of a load after which the file is put in order
_UNWRITTEN = 384 * 1024**2  # bytes of committed rows in memory: many events share one writing of their row groups
_LOG = logging.getLogger(__name__)

# One load is one contiguous run of rows in each, in the order of its source.
_FACTS = ("category", "entry", "bout", "official_place", "scoring_action", "award", "official_standing")
_REFERRING = ("entry", "bout", "official_place")


class Unchanged(Exception):
    """Raised inside `writing` when there is nothing to keep: ends it quietly, the store stays byte for byte."""


@contextmanager
def writing(
    store: Path,
    *,
    create: bool = False,
    wait: float = swap.WAIT_SECONDS,
    meanwhile: Meanwhile | None = None,
    held: swap.Held | None = None,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on a copy, which takes the store's place at the end; on any exception the store is as it was.

    `meanwhile` is what needs no store, done while the copy is made: it is given the connection, which has no tables
    then but the temporary ones that it makes. `held`: the copy is begun already, and its lock held.
    """
    with nullcontext(held) if held is not None else swap.held(store, create=create, wait=wait) as begun:
        try:
            con = opening.connect(begun.copy)
            try:
                older = _begin(con, begun, meanwhile)
                size = begun.copy.stat().st_size
                yield con
                _write(con, begun.copy, size)
            except Unchanged:
                if older is None:
                    raise
                _only_migrated(con)
            finally:
                con.close()
            with swap.explained(store):
                kept = swap.keep(begun.path, f"layout-{older}") if older is not None else None
                swap.publish(begun.copy, begun.path)
            if kept is not None:
                _LOG.warning("%s: brought to layout %d; as it was: %s", store, schema.SCHEMA_VERSION, kept)
        except Unchanged:
            pass
        except (OSError, duckdb.Error) as error:
            told = _told(store, error)
            if told is None:
                raise
            raise told from error


def _only_migrated(con: duckdb.DuckDBPyConnection) -> None:
    """Nothing new to keep but the layout."""
    with suppress(duckdb.TransactionException):
        con.rollback()
    con.execute("CHECKPOINT")


def _begin(con: duckdb.DuckDBPyConnection, begun: swap.Held, meanwhile: Meanwhile | None) -> int | None:
    """Opens the copy once it is whole; the older layout that the store had."""
    if meanwhile is not None:
        meanwhile(con)
    with swap.explained(begun.path):
        begun.whole()
    return opening.opened(con, begun.path, begun.copy)


def _write(con: duckdb.DuckDBPyConnection, copy: Path, before: int) -> None:
    """All of it into the file, which had so many bytes.

    What many events leave in small pieces two more checkpoints put together, for which the next event would wait
    otherwise. They do nothing where nothing has changed.
    """
    con.execute("CHECKPOINT")
    for _ in range(2 if copy.stat().st_size - before > _GREW else 0):
        con.execute("CREATE TABLE changed (i INTEGER); DROP TABLE changed; CHECKPOINT")


def settle(con: duckdb.DuckDBPyConnection) -> None:
    """Between two transactions: committed rows go from memory to the copy, once there are many of them."""
    con.execute("SELECT coalesce(sum(memory_usage_bytes), 0) FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'")
    if number(con) > _UNWRITTEN:
        con.execute("CHECKPOINT")


def _told(store: Path, error: OSError | duckdb.Error) -> StoreError | None:
    """The StoreError for a full disk or memory; None where it is no user's fault."""
    if swap.is_full(error):
        return StoreError(swap.no_room(store))
    if isinstance(error, duckdb.OutOfMemoryException):
        return StoreError(f"not enough memory to load into {store}; nothing was changed: raise TATAME_MEMORY_LIMIT")
    if damage.is_damage(error):
        return damage.told(store, error)
    return None


def insert(
    con: duckdb.DuckDBPyConnection,
    staged: Staged,
    *,
    by: str | None = None,
    clock: versions.Clock = versions.utc_now,
    checked: bool = False,
    empty: Collection[str] = (),
) -> int | None:
    """Makes the staged rows a new version of their event, in the caller's transaction; returns its version_id.

    `checked`: the rows went through `check_references` already. `empty`: tables known to have no staged row, which
    need not be asked.

    None = the current version already rests on exactly this source ("the same file twice equals once"). The same source
    again after another one, after a removal, or under a rule set whose values have changed since, is a new version.
    """
    before = versions.current(con, staged.event_id)
    if before is not None and before.sha256 == staged.sha256 and not before.rules_changed:
        return None
    at = clock()
    load_id = _load(con, staged, at)
    version = versions.record(con, staged.event_id, load_id, "load", at, by=by)
    if not checked:
        check_references(con)
    offset = versions.following(con, "category", "category_id") - 1
    with in_order(con):
        for table in _FACTS:
            if table not in empty:
                _copy_facts(con, table, load_id, offset)
    _copy_records(con, load_id, empty)
    _copy_draws(con, version, empty)
    return version.version_id


def _load(con: duckdb.DuckDBPyConnection, staged: Staged, at: datetime) -> int:
    load_id = versions.following(con, "source_load", "load_id")
    names = [column.name for column in fields(staged)]
    values = [load_id, at, schema.program_version(), *(getattr(staged, name) for name in names)]
    con.execute(
        f"INSERT INTO source_load (load_id, loaded_at, program_version, {', '.join(names)}) "
        f"VALUES ({', '.join('?' * len(values))})",
        values,
    )
    return load_id


def check_references(con: duckdb.DuckDBPyConnection) -> None:
    """The fact tables have no index, so that the keys of what is staged are checked here, set-based."""
    doubled = con.execute("SELECT category_id FROM staged_category GROUP BY 1 HAVING count(*) > 1").fetchall()
    if doubled:
        raise ValueError(f"staged_category has numbers twice: {doubled[:5]}")
    for table in _REFERRING:
        lost = con.execute(
            f"SELECT DISTINCT category_id FROM staged_{table} WHERE category_id IS NULL OR category_id NOT IN "
            "(SELECT category_id FROM staged_category)"
        ).fetchall()
        if lost:
            raise ValueError(f"staged_{table} names categories that are not staged: {lost[:5]}")


def _copy_facts(con: duckdb.DuckDBPyConnection, table: str, load_id: int, offset: int) -> None:
    columns = [f'"{row[0]}"' for row in con.execute(f"DESCRIBE staged_{table}").fetchall()]
    values = ["category_id + $offset" if column == '"category_id"' else column for column in columns]
    con.execute(
        f"INSERT INTO {table} (load_id, {', '.join(columns)}) SELECT $load, {', '.join(values)} FROM staged_{table}",
        {"load": load_id, "offset": offset} if '"category_id"' in columns else {"load": load_id},
    )


def _copy_records(con: duckdb.DuckDBPyConnection, load_id: int, empty: Collection[str]) -> None:
    """Files, findings and academies not met before; a known spelling keeps its (perhaps reviewed) key."""
    for table, name in (("source_file", "file"), ("finding", "finding")):
        if name in empty:
            continue
        staged = f"staged_{name}"
        columns = ", ".join(f'"{row[0]}"' for row in con.execute(f"DESCRIBE {staged}").fetchall())
        con.execute(f"INSERT INTO {table} (load_id, {columns}) SELECT ?, {columns} FROM {staged}", [load_id])
    if "academy_spelling" in empty:
        return
    con.execute(
        "INSERT INTO academy_spelling SELECT spelling, min(academy_key) FROM staged_academy_spelling "
        "WHERE spelling NOT IN (SELECT spelling FROM academy_spelling) GROUP BY spelling ORDER BY spelling"
    )


def _copy_draws(con: duckdb.DuckDBPyConnection, version: versions.Version, empty: Collection[str]) -> None:
    """The source's draws take the place of those its last load had; draws that operators recorded stay in force."""
    con.execute(
        "UPDATE draw SET undone_version_id = ? WHERE event_id = ? AND origin = 'source' AND undone_version_id IS NULL",
        [version.version_id, version.event_id],
    )
    if "draw" in empty:
        return
    con.execute(
        "INSERT INTO draw (draw_id, event_id, version_id, origin, award_id, position, academy, academy_key, seed, "
        "digest, drawn_at, recorded_by) "
        "SELECT ? + dense_rank() OVER (ORDER BY award_id, tie), ?, ?, 'source', award_id, position, academy, "
        "academy_key, seed, digest, drawn_at, recorded_by FROM staged_draw ORDER BY award_id, tie, position",
        [versions.following(con, "draw", "draw_id") - 1, version.event_id, version.version_id],
    )
