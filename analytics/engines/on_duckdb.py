"""A build on one machine: the relations as `tatame ingest` runs them, over Parquet instead of a store's own facts."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb

from analytics import prepared, relations
from analytics.engines import Built, Progress, answers, facts, folders
from etl import schema
from etl.errors import UnusableInput, UserError


def build(source: str, output: str, *, force: bool = False, progress: Progress | None = None) -> Built:
    """Computes every answer of the versions in `source`, written whole or not at all."""
    tell = progress or (lambda step, done, total: None)
    if not Path(source).is_dir():
        raise UnusableInput(f"there is no folder {source}; write it with: tatame facts DIR")
    here = folders.Local()
    folders.refuse_overlap(here, source, output)
    with folders.replaced(here, output, folders.ANSWERS, force=force) as new, _opened(Path(new.steps)) as con:
        try:
            return _computed(con, Path(source), Path(new.answers), tell)
        except (duckdb.IOException, duckdb.InvalidInputException, duckdb.OutOfMemoryException) as error:
            why = facts.first_line(error)
            raise UnusableInput(f"nothing was written to {output}, {source} cannot be worked off: {why}") from error


def _computed(con: duckdb.DuckDBPyConnection, source: Path, folder: Path, tell: Progress) -> Built:
    for table in facts.TABLES:
        facts.view(con, source, table)
    versions = con.execute("select version_id from event_version order by 1").fetchall()
    tell("relations", 0, len(answers.NAMES))
    relations.build(con, [row[0] for row in versions])
    prepared.refresh(con, fewest=0)
    rows = {}
    for done, name in enumerate(answers.NAMES):
        tell(f"writing {name}", done, len(answers.NAMES))
        rows[name] = _write(con, name, folder / name)
    return Built(rows, _one(con, answers.NEEDS_RULING))


def _opened(folder: Path) -> duckdb.DuckDBPyConnection:
    """A database with the tables of a store, on the disk: what does not fit into memory goes there too."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "temp_directory": str(folder / "spilled"),
    }
    if limit := os.environ.get("TATAME_MEMORY_LIMIT"):
        config["memory_limit"] = limit
    try:
        con = duckdb.connect(str(folder / "answers.duckdb"), config=config)
    except (duckdb.ParserException, duckdb.InvalidInputException) as error:
        raise UserError(f"TATAME_MEMORY_LIMIT is {limit!r}; write a size such as 512MB or 4GB") from error
    schema.create(con)
    return con


def _write(con: duckdb.DuckDBPyConnection, name: str, folder: Path) -> int:
    folder.mkdir()
    target = str(folder / "part-0.parquet").replace("'", "''")
    return _one(con, f"copy ({answers.whole(name, name)} order by all) to '{target}' (format parquet)")


def _one(con: duckdb.DuckDBPyConnection, statement: str) -> int:
    row = con.execute(statement).fetchone()
    assert row is not None  # noqa: S101 - counts and COPY always give a row
    return int(row[0])
