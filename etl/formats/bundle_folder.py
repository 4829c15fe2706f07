"""A bundle as a folder: event.toml and the tables as CSV or Parquet files (contract 1)."""

from __future__ import annotations

from pathlib import Path

from etl import bundle, csv_files, flat_files
from etl.errors import UnusableInput
from etl.extract import EventOptions, RawTable, Source
from etl.findings import Finding

NAME = "bundle_folder"


def recognises(path: Path) -> bool:
    """A folder with at least one file of a bundle."""
    names = (bundle.EVENT_FILE, *bundle.TABLE_FILES, *map(_parquet, bundle.TABLE_FILES.values()))
    return path.is_dir() and any((path / name).is_file() for name in names)


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the folder."""
    own = bundle.Described()
    if (path / bundle.EVENT_FILE).is_file():
        own = bundle.described((path / bundle.EVENT_FILE).read_bytes(), bundle.EVENT_FILE)
    tables: list[RawTable] = []
    findings: list[Finding] = bundle.unknown_files(file.name for file in path.iterdir() if file.is_file())
    for file, name in bundle.TABLE_FILES.items():
        if (path / file).is_file():
            table, more = csv_files.read_in_any(path / file, name, options.encoding)
            tables.append(table)
            findings += more
        if (path / _parquet(name)).is_file():
            if (path / file).is_file():
                raise UnusableInput(f"{path.name}: it holds both {file} and {_parquet(name)}; keep one of them")
            columns = flat_files.parquet(path / _parquet(name))
            tables.append(RawTable(name, _parquet(name), columns.sha256, columns.columns, columns.data))
    own.findings.extend(findings)
    return [bundle.source(path, NAME, own, tables, options)]


def _parquet(name: str) -> str:
    return f"{name}.parquet"
