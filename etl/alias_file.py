"""The ledger of academies as a CSV file: what ships as defaults, what is exported and imported."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import duckdb

from etl import aliases, inputs, whole_file
from etl.aliases import ACCEPTED, REJECTED, Alias
from etl.errors import UnusableInput, suggestion
from etl.schema import program_version
from etl.versions import Clock, utc_now
from rulebook import reference

COLUMNS = ("alias", "academy", "association", "valid_from", "valid_to", "note", "status")
DEFAULTS = "academies.csv"
# A spreadsheet would run these: they leave with an apostrophe before them, and come back without it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def defaults() -> list[Alias]:
    """The rows that ship with the program."""
    return read(reference.path(DEFAULTS))


def install_defaults(con: duckdb.DuckDBPyConnection, *, clock: Clock = utc_now) -> None:
    """Writes the shipped rows into a new store, where they are seen and can be undone like any other."""
    by, at = f"defaults of tatame {program_version()}", clock()
    aliases.insert_all(con, defaults(), 1, by, at)


def read(path: Path) -> list[Alias]:
    """The rows of a file; comma or semicolon, headings in any order; UnusableInput names the row that is wrong."""
    text = inputs.text(path)
    heading = text.split("\n", 1)[0]
    lines = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if ";" in heading else ",")
    names = [_heading(name) for name in lines.fieldnames or []]
    for needed in ("alias", "academy"):
        if needed not in names:
            raise UnusableInput(f"{path.name} has no column {needed}; the columns are {', '.join(COLUMNS)}")
    for name in names:
        if name not in COLUMNS:
            raise UnusableInput(f"{path.name} has an unknown column {name!r}.{suggestion(name, COLUMNS)}")
    lines.fieldnames = names
    return [_alias(row, f"{path.name}, row {number}") for number, row in enumerate(lines, start=2) if any(row.values())]


def _heading(name: str) -> str:
    return "_".join(name.casefold().replace("_", " ").split())


def _alias(row: Mapping[str, str | list[str] | None], where: str) -> Alias:
    said = {name: _text(value) for name, value in row.items() if isinstance(value, str)}
    alias, academy, status = said.get("alias"), said.get("academy"), said.get("status") or ACCEPTED
    if alias is None or academy is None:
        raise UnusableInput(f"{where}: alias and academy must both be named")
    if status not in (ACCEPTED, REJECTED):
        raise UnusableInput(f"{where}: status {status!r} is neither {ACCEPTED} nor {REJECTED}")
    first, last = (_day(said.get(name), where) for name in ("valid_from", "valid_to"))
    found = Alias(alias, academy, said.get("association"), first, last, said.get("note"), status)
    return checked(found, where)


def checked(row: Alias, where: str = "") -> Alias:
    """The row, if it says something: two names or an association, and an end that is not before its beginning."""
    at = f"{where}: " if where else ""
    if row.valid_from and row.valid_to and row.valid_to < row.valid_from:
        raise UnusableInput(f"{at}{row.alias} is valid to {row.valid_to}, before {row.valid_from}")
    if row.alias_key == row.academy_key and (row.association_key is None or row.status == REJECTED):
        raise UnusableInput(f"{at}{row.alias} and {row.academy} are the same academy already")
    return row


def _text(value: str) -> str | None:
    stripped = value.strip()
    if stripped[:1] == "'" and stripped[1:2] in _FORMULA:
        stripped = stripped[1:]
    return stripped or None


def _day(text: str | None, where: str) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise UnusableInput(f"{where}: {text!r} is no day; write it as 2026-05-02") from None


def write(path: Path, rows: Sequence[Alias]) -> None:
    """One row per pair; a file of this name is replaced."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, column)) for column in COLUMNS] for row in rows)
    whole_file.write(path, text.getvalue().encode(), over=True)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
