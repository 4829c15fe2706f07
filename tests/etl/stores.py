"""Stores made, asked and compared in tests."""

import hashlib
from pathlib import Path

import duckdb

from etl import load, versions
from tests.etl.staging import FOUR, OTHER, Sheet, stage


class Broken(Exception):
    """Raised by a test in the middle of something."""


def put(store: Path, *sheets: Sheet, **options: object) -> int | None:
    with load.writing(store, create=True) as con:
        con.begin()
        made = load.insert(con, stage(con, list(sheets) or [FOUR, OTHER], **options))  # type: ignore[arg-type]
        if made is not None:
            versions.warn_without_subject(con, made)
        con.commit()
    return made


def ask(store: Path, query: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute(query).fetchall()


def content(store: Path) -> str:
    return hashlib.sha256(store.read_bytes()).hexdigest()


def beside(store: Path) -> list[str]:
    return sorted(file.name for file in store.parent.iterdir() if file != store)
