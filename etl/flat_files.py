"""One table of any container (CSV, TSV, .xlsx, .ods, Parquet) as text, its heading found, its encoding told."""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from etl import csv_files, encoding, headings, inputs, workbooks
from etl.errors import UnusableInput
from etl.extract import CsvFile
from etl.findings import Finding

if TYPE_CHECKING:
    import pyarrow as pa

PARQUET = b"PAR1"
MOST_CELLS = 300_000_000  # ten million bouts; repeated cells take no room in the file, but in memory
TEXT = (".csv", ".tsv", ".tab", ".txt")
_SAMPLE_ROWS = 2_000
_DIFFERENT = 200
_PEEKED = 64 * 1024
_DELIMITERS = ",;\t"


@dataclass(frozen=True)
class FlatTable:
    """`data` as in RawTable; `head` holds some rows below the heading, for looking at. `file` names sheet or file."""

    file: str
    sha256: str
    columns: tuple[str, ...]
    data: Any  # pyarrow.Table or CsvFile
    head: tuple[Sequence[str | None], ...]
    findings: list[Finding] = field(default_factory=list)
    encoding: str | None = None

    def values(self, position: int) -> list[str]:
        """Some different texts of a column."""
        found = dict.fromkeys(row[position] for row in self.head if position < len(row))
        return [text for text in found if text][:_DIFFERENT]


def recognises(path: Path) -> bool:
    """A text table by its name, a spreadsheet or Parquet file by name or content."""
    if not path.is_file():
        return False
    if path.suffix.casefold() in (".txt", "") and workbooks.kind(path) is None:
        return is_parquet(path) or _has_cells(path)
    return path.suffix.casefold() in (*TEXT, ".parquet") or workbooks.kind(path) is not None or is_parquet(path)


def _has_cells(path: Path) -> bool:
    """Whether a text of no telling name is a table: a delimiter in its first line, which is no tag and no bracket."""
    with path.open("rb") as stream:
        line = stream.readline(_PEEKED).replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe ")
    return line[:1] not in (b"<", b"[", b"{") and any(one.encode() in line for one in _DELIMITERS)


def is_parquet(path: Path) -> bool:
    """Whether the file begins as Parquet does."""
    with path.open("rb") as stream:
        return stream.read(4) == PARQUET


def read(path: Path, wanted_encoding: str | None = None) -> FlatTable:
    """The table of a file; of a spreadsheet the sheet whose heading tells most."""
    if workbooks.kind(path) is not None:
        return _sheet(path)
    if is_parquet(path) or path.suffix.casefold() == ".parquet":
        return parquet(path)
    return _text(path, wanted_encoding)


def _text(path: Path, wanted: str | None) -> FlatTable:
    chosen = encoding.of_file(path, wanted)
    above, delimiter = _above(path, chosen.name)
    findings = encoding.told(chosen, path.name)
    if chosen.name == encoding.UTF8 and not above:
        table, more = csv_files.read(path, "flat")
    else:
        with path.open("rb") as stream:
            table, more = csv_files.parse(stream, "flat", path.name, _digest(path), chosen.name, above, delimiter)
    columns, data = table.columns, table.data
    head = _head(data, columns) if not isinstance(data, CsvFile) else _first_rows(path, delimiter)
    return FlatTable(path.name, table.sha256, columns, data, head, [*findings, *more], chosen.title)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _above(path: Path, name: str) -> tuple[int, str]:
    """How many records stand above the heading (a title, blank lines), and the delimiter."""
    with path.open("rb") as stream, encoding.reader(stream, name) as text:
        start = text.read(_PEEKED)
    lines = start.splitlines()[: headings.MOST_ROWS_ABOVE]
    delimiter = max(_DELIMITERS, key=lambda one: max((line.count(one) for line in lines), default=0))
    try:
        rows = list(itertools.islice(csv.reader(io.StringIO(start, newline=""), delimiter=delimiter), len(lines)))
    except csv.Error:
        return 0, delimiter
    return headings.heading_row(rows), delimiter


def _first_rows(path: Path, delimiter: str) -> tuple[Sequence[str | None], ...]:
    """The first rows of a big plain file, which DuckDB reads later."""
    with path.open("rb") as stream, encoding.reader(stream, encoding.UTF8) as text:
        rows = csv.reader(text, delimiter=delimiter)
        next(rows, None)
        return tuple(itertools.islice(rows, _SAMPLE_ROWS))


def _head(data: pa.Table, columns: Sequence[str]) -> tuple[Sequence[str | None], ...]:
    first = data.slice(0, _SAMPLE_ROWS)
    cells = [first.column(f"c{i}").to_pylist() for i in range(len(columns))]
    return tuple(zip(*cells, strict=True)) if cells else ()


def _sheet(path: Path) -> FlatTable:
    digest = _digest(path)
    tables = {
        name: _of_rows(path, digest, name, rows) for name, rows in workbooks.sheets(path).items() if _filled(rows)
    }
    if not tables:
        raise UnusableInput(f"{path.name}: no sheet of it holds a table; it needs a heading and rows")
    best = max(tables, key=lambda name: len({headings.column(one) for one in tables[name].columns} - {None}))
    for name in tables:
        if name != best:
            reason = f"the sheet {best} is read and no other: save each as a file of its own"
            tables[best].findings.append(Finding("warning", "unknown_file", path.name, reason, value=name))
    return tables[best]


def _filled(rows: Sequence[Sequence[workbooks.Cell]]) -> bool:
    return sum(any(workbooks.text(cell) for cell in row) for row in rows[:_SAMPLE_ROWS]) > 1


def _of_rows(path: Path, digest: str, sheet: str, rows: Sequence[Sequence[workbooks.Cell]]) -> FlatTable:
    texts = [[workbooks.text(cell) for cell in row] for row in rows]
    above = headings.heading_row(texts)
    width = max(len(row) for row in texts)
    columns = tuple((cell or "") for cell in (*texts[above], *[None] * (width - len(texts[above]))))
    below = [(*row, *[None] * (width - len(row))) for row in texts[above + 1 :]]
    data = csv_files.raw(columns, below, range(above + 2, above + 2 + len(below)))
    return FlatTable(f"{path.name} {sheet}", digest, columns, data, tuple(below[:_SAMPLE_ROWS]))


def parquet(path: Path) -> FlatTable:
    """A Parquet file as text: numbers, days and switches as a CSV file would have them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        about = pq.read_metadata(path)
        unpacked = sum(about.row_group(number).total_byte_size for number in range(about.num_row_groups))
        if about.num_rows * about.num_columns > MOST_CELLS or unpacked > inputs.MOST_BYTES:
            raise UnusableInput(
                f"{path.name}: {about.num_rows:,} rows of {about.num_columns:,} columns; save it as CSV"
            )
        table = pq.read_table(path)
        arrays = [_as_text(column) for column in table.columns]
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnusableInput(f"{path.name}: no Parquet file that can be read: {str(error)[:100]}") from None
    columns = tuple(str(name) for name in table.column_names)
    numbers = pa.array(range(2, table.num_rows + 2), pa.int32())
    data = pa.table([numbers, *arrays], names=["_row", *(f"c{i}" for i in range(len(columns)))])
    return FlatTable(path.name, _digest(path), columns, data, _head(data, columns))


def _as_text(column: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.cast(kind.value_type), kind.value_type
    if pa.types.is_nested(kind):
        raise ValueError(f"a column of {kind}: only texts, numbers and days can be read")
    if pa.types.is_floating(kind) or pa.types.is_temporal(kind) or pa.types.is_boolean(kind):
        texts = [workbooks.text(cell) for cell in column.to_pylist()]
        return pa.array(texts, pa.string())
    text = column.cast(pa.string())
    return pc.if_else(pc.equal(text, ""), None, text)
