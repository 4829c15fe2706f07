"""Small bundles written to disk and staged, for the tests of reading."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import duckdb

from etl import extract, transform
from etl.extract import EventOptions
from etl.transform import Staged

EVENT = '[event]\nid = "open-2026"\nname = "Open"\nstart = 2026-05-02\nuniform = "gi"\n'
CATEGORY = {"gender": "male", "age_division": "adult", "belt": "blue", "weight_class": "light"}
BOUT = {
    **CATEGORY, "bout": "1", "red_athlete": "Abe", "red_academy": "North", "blue_athlete": "Baz",
    "blue_academy": "South", "winner": "red", "decision": "points",
}  # fmt: skip
ENTRY = {**CATEGORY, "athlete": "Abe", "academy": "North"}
PLACE = {**CATEGORY, "place": "1", "athlete": "Abe", "academy": "North"}


def text(rows: Sequence[Mapping[str, str]], delimiter: str = ",", quoting: Literal[0, 1] = csv.QUOTE_MINIMAL) -> str:
    """A CSV text; its heading is every key met, in order."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def folder(path: Path, event: str | None = EVENT, **tables: Sequence[Mapping[str, str]] | str | bytes) -> Path:
    """A bundle folder; a table is rows, or the very text or bytes of the file."""
    path.mkdir(parents=True, exist_ok=True)
    if event is not None:
        (path / "event.toml").write_text(event, encoding="utf-8")
    for name, rows in tables.items():
        content = rows if isinstance(rows, str | bytes) else text(rows)
        (path / f"{name}.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


class Stage:
    """What one source left in the staged tables."""

    def __init__(self, path: Path, **options: Any) -> None:
        self.con = duckdb.connect()
        (self.source,) = extract.read(path, EventOptions(**options))
        self.con.begin()  # as a load does: nothing may end its transaction
        self.event: Staged = transform.stage(self.con, self.source)

    def rows(self, table: str, *columns: str) -> list[Any]:
        """The rows of staged_<table>; of one column, its values."""
        names = ", ".join(f'"{column}"' for column in columns) or "*"
        order = "ORDER BY file_row" if table in ("bout", "entry") else ""  # joins leave no order of their own
        found = self.con.execute(f"SELECT {names} FROM staged_{table} {order}").fetchall()
        return [row[0] for row in found] if len(columns) == 1 else found

    def findings(self, severity: str | None = None) -> list[tuple[Any, ...]]:
        """Code, row, column and value of each finding."""
        where = f"WHERE severity = '{severity}'" if severity else ""
        return self.con.execute(f'SELECT code, "row", "column", value FROM staged_finding {where}').fetchall()

    def counts(self, file: str) -> tuple[int, int, int, int]:
        """Read, used, duplicate, rejected."""
        row = self.con.execute(
            "SELECT rows_read, rows_used, rows_duplicate, rows_rejected FROM staged_file WHERE file = ?", [file]
        ).fetchone()
        assert row is not None
        return row
