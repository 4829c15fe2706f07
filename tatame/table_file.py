"""A table as a file to download: CSV, Parquet or JSON by its name, with what each column says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from etl import whole_file
from etl.errors import UserError
from tatame import output

KINDS = (".csv", ".parquet", ".json")


def write(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    says: Mapping[str, str],
    data: Mapping[str, Any],
) -> list[Path]:
    """The file, and for CSV `NAME.columns.csv` beside it; `says`: column -> meaning; never over a file there is."""
    if path.suffix.lower() not in KINDS:
        raise UserError(f"{path.name}: the name decides the format; write one that ends in {', '.join(KINDS)}")
    whole_file.require_free(path)
    files = {path: _content(path, columns, rows, says, data)}
    if path.suffix.lower() == ".csv":
        meanings = [{"column": name, "meaning": says[name]} for name in columns]
        files[path.with_suffix(".columns.csv")] = output.as_csv(("column", "meaning"), meanings).encode()
    whole_file.together(files)
    return list(files)


def _content(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    says: Mapping[str, str],
    data: Mapping[str, Any],
) -> bytes:
    match path.suffix.lower():
        case ".csv":
            return output.as_csv(columns, rows).encode()
        case ".json":
            table = [{name: row.get(name) for name in columns} for row in rows]
            document = {"data": dict(data), "columns": {name: says[name] for name in columns}, "rows": table}
            return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()
    return _parquet(columns, rows, says, data)


def _parquet(
    columns: Sequence[str], rows: Sequence[Mapping[str, Any]], says: Mapping[str, str], data: Mapping[str, Any]
) -> bytes:
    """Each column's meaning is metadata of its field (`description`), the data version that of the table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrays = [_column(name, [row.get(name) for row in rows]) for name in columns]
    fields = [
        pa.field(name, array.type, metadata={"description": says[name]})
        for name, array in zip(columns, arrays, strict=True)
    ]
    schema = pa.schema(fields, metadata={"data": json.dumps(dict(data))})
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), sink, compression="zstd")
    written: bytes = sink.getvalue().to_pybytes()
    return written


def _column(name: str, values: Sequence[Any]) -> Any:
    """A share of exactly 0 or 1 is a whole number in an answer, and a column has one type."""
    import pyarrow as pa

    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} and float in kinds:
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    if not kinds:
        return pa.array(values, pa.string())
    return pa.array(values)
