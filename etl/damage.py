"""A store whose bytes are no longer what DuckDB wrote, cut short or overwritten: recognised, and said in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from etl.errors import StoreError

HEADERS = 3 * 4096  # bytes before the first block
# What a mistake in a statement raises is none of these, whatever its text quotes.
_KINDS = (duckdb.IOException, duckdb.SerializationException, duckdb.InternalException, duckdb.FatalException)
_SIGNS = re.compile(
    r"corrupt|could not read (enough|all) bytes|checksum|deserializ|invalidated because of a previous fatal error"
    r"|failed to load metadata|invalid (block|meta)|failed to decompress|not enough data in file",
    re.IGNORECASE,
)


def is_damage(error: BaseException) -> bool:
    """Whether an exception of DuckDB says that the file is not what it was."""
    kind = isinstance(error, _KINDS) or type(error) is duckdb.Error
    return kind and bool(_SIGNS.search(str(error)))


def told(path: Path | str, error: BaseException | str) -> StoreError:
    """What is said of a damaged file, and what to do."""
    first = next(iter(str(error).splitlines()), "")
    said = re.sub(r"(file )\"[^\"]*\"", r"\1", first).strip()  # it may name a copy that is gone by then
    return StoreError(
        f"{path} cannot be opened or read, it is damaged: {said}\n"
        f"Put a backup in its place (tatame restore BACKUP --store {path}), or load the sources into a new store"
    )


@contextmanager
def explained(path: Path | str) -> Iterator[None]:
    """What DuckDB says of damaged bytes becomes a StoreError."""
    try:
        yield
    except duckdb.Error as error:
        if not is_damage(error):
            raise
        raise told(path, error) from error


def refuse_cut_short(con: duckdb.DuckDBPyConnection, size: int, name: Path | str) -> None:
    """StoreError where a file of so many bytes is shorter than the blocks that its header counts as used."""
    row = con.execute(
        "SELECT used_blocks * block_size FROM pragma_database_size() WHERE database_name = current_database()"
    ).fetchone()
    # Blocks at the end that are free may be missing; that more is missing is met where it is read.
    least = HEADERS + int(row[0] if row else 0)
    if size < least:
        raise told(name, f"{size:,} bytes of at least {least:,}")
