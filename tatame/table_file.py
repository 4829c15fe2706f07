"""A table as a file to download: CSV, Parquet or JSON by its name, with what each column says."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from etl import whole_file
from etl.errors import UserError
from etl.whole_file import Content
from tatame import json_stream, output

KINDS = (".csv", ".parquet", ".json")


def write(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    says: Mapping[str, str],
    data: Mapping[str, Any],
) -> list[Path]:
    """The file, and for CSV `NAME.columns.csv` beside it; `says`: column -> meaning; never over a file there is."""
    _require(path)
    return _together(path, _content(path, columns, rows, says, data), columns, says)


def write_each(
    path: Path,
    kinds: Mapping[str, str],
    batches: Iterable[Sequence[Mapping[str, Any]]],
    says: Mapping[str, str],
    data: Mapping[str, Any],
) -> list[Path]:
    """The same of rows that come some at a time and are never held together; `kinds`: column -> its type in Arrow."""
    _require(path)
    content: Iterator[bytes]
    match path.suffix.lower():
        case ".csv":
            content = (text.encode() for text in _csv(list(kinds), batches))
        case ".json":
            head = {"data": dict(data), "columns": {name: says[name] for name in kinds}}
            rows = ({name: row.get(name) for name in kinds} for batch in batches for row in batch)
            content = (text.encode() for text in json_stream.document(head, "rows", rows))
        case _:
            content = _row_groups(kinds, batches, says, data)
    return _together(path, content, list(kinds), says)


def _require(path: Path) -> None:
    if path.suffix.lower() not in KINDS:
        raise UserError(f"{path.name}: the name decides the format; write one that ends in {', '.join(KINDS)}")
    whole_file.require_free(path)


def _together(path: Path, content: Content, columns: Sequence[str], says: Mapping[str, str]) -> list[Path]:
    files = {path: content}
    if path.suffix.lower() == ".csv":
        meanings = [{"column": name, "meaning": says[name]} for name in columns]
        files[path.with_suffix(".columns.csv")] = output.as_csv(("column", "meaning"), meanings).encode()
    whole_file.together(files)
    return list(files)


def _csv(columns: Sequence[str], batches: Iterable[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    yield output.as_csv(columns, ())
    for rows in batches:
        yield output.as_csv(columns, rows).partition("\r\n")[2]


def _row_groups(
    kinds: Mapping[str, str],
    batches: Iterable[Sequence[Mapping[str, Any]]],
    says: Mapping[str, str],
    data: Mapping[str, Any],
) -> Iterator[bytes]:
    """A Parquet file as it grows, a row group for each batch."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    fields = [
        pa.field(name, pa.type_for_alias(kind), metadata={"description": says[name]}) for name, kind in kinds.items()
    ]
    schema = pa.schema(fields, metadata={"data": json.dumps(dict(data))})
    sink = _Sink()
    with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
        for rows in batches:
            writer.write_table(pa.Table.from_pylist(list(rows), schema=schema))
            yield sink.taken()
    yield sink.taken()


class _Sink(io.RawIOBase):
    """What is written to it is taken away again and again; positions are those of a file that keeps all."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[bytes] = []
        self._at = 0

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._waiting.append(bytes(piece))
        self._at += len(self._waiting[-1])
        return len(self._waiting[-1])

    def tell(self) -> int:
        return self._at

    def taken(self) -> bytes:
        found = b"".join(self._waiting)
        self._waiting.clear()
        return found


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
