"""CSV -> raw rows, by two ways that agree: DuckDB for big plain files, Python's csv for all others."""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from etl import encoding as encodings
from etl import inputs
from etl.errors import UnusableInput
from etl.extract import CsvFile, RawTable
from etl.findings import CODES, Finding

if TYPE_CHECKING:
    import pyarrow as pa

BIG = 64 * 1024
_CHUNK = 1024 * 1024  # small enough to stay near the processor while it is looked at from all sides
_SMALL = 256 * 1024  # bytes; to look for each pair in them takes less time than to import numpy
_ROWS_AT_ONCE = 50_000
_LONGEST_HEADING = 1024 * 1024
_DELIMITERS = ",;\t"
_BLANKS = " \t\r\n\f\v"
_END, _QUOTE, _BLANK, _TAB = b'\n" \t'
_ODD = (b"\0", b"\n\n", b"\n\r\n", b'" ', b' "', b'"\t', b'\t"')


@dataclass
class _Look:
    """What one pass over the bytes tells."""

    sha256: str
    plain: bool
    lines: int
    has_quotes: bool
    has_cr: bool


def read(path: Path, name: str, big: int = BIG) -> tuple[RawTable, list[Finding]]:
    """One CSV file of a folder; a big plain one stays on disk until DuckDB stages it."""
    look = _look(path)
    with path.open("rb") as stream:
        if not look.plain or path.stat().st_size < big:
            return parse(stream, name, path.name, look.sha256)
        with _text(stream, path.name) as text:
            heading, delimiter, _ = _heading(text, path.name)
    return RawTable(
        name, path.name, look.sha256, heading, CsvFile(path, delimiter, look.lines - 1, look.has_quotes, look.has_cr)
    ), []


def read_in_any(path: Path, name: str, wanted: str | None) -> tuple[RawTable, list[Finding]]:
    """One CSV file of a folder in whatever encoding it is; `wanted` is one that the user names."""
    chosen = encodings.of_file(path, wanted)
    if chosen.name == encodings.UTF8:
        return read(path, name)
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    with path.open("rb") as stream:
        table, findings = parse(stream, name, path.name, digest, chosen.name)
    return table, [*encodings.told(chosen, path.name), *findings]


def parse(
    stream: IO[bytes],
    name: str,
    file: str,
    sha256: str,
    encoding: str | None = None,
    above: int = 0,
    delimiter: str | None = None,
) -> tuple[RawTable, list[Finding]]:
    """The careful way: every record is a row, or a finding that says what is wrong with it.

    `encoding` None = UTF-8 as in a bundle; `above` = records before the heading.
    """
    import pyarrow as pa

    batches: list[pa.Table] = []
    findings: list[Finding] = []
    rows: list[Sequence[str | None]] = []
    numbers: list[int] = []
    with _text(stream, file, encoding) as text:
        columns, _, reader = _heading(text, file, above, delimiter)
        for number, cells in _records(reader, file, first=2 + above):
            fitted = cells if isinstance(cells, Finding) else _fit(cells, len(columns), file, number)
            if isinstance(fitted, Finding):
                findings.append(fitted)
                continue
            rows.append(fitted)
            numbers.append(number)
            if len(rows) == _ROWS_AT_ONCE:
                batches.append(raw(columns, rows, numbers))
                rows, numbers = [], []
    batches.append(raw(columns, rows, numbers))
    return RawTable(name, file, sha256, columns, pa.concat_tables(batches)), findings


def raw(columns: Sequence[str], rows: Sequence[Sequence[str | None]], numbers: Sequence[int]) -> pa.Table:
    """Rows of text as an arrow table with `_row`; the empty text is an empty cell."""
    import pyarrow as pa

    by_column = list(zip(*rows, strict=True)) if rows else [() for _ in columns]
    arrays = [pa.array([cell or None for cell in cells], pa.string()) for cells in by_column]
    return pa.table([pa.array(numbers, pa.int32()), *arrays], names=["_row", *(f"c{i}" for i in range(len(columns)))])


def _look(path: Path) -> _Look:
    digest, odd, quotes, cr, crlf, lf, tail = hashlib.sha256(), False, False, 0, 0, 0, b""
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            seen = tail + chunk
            odd = odd or _is_odd(seen)
            quotes = quotes or b'"' in chunk
            if b"\r" in chunk:
                cr += chunk.count(b"\r")
                crlf += chunk.count(b"\r\n")
            crlf += tail[-1:] == b"\r" and chunk[:1] == b"\n"
            lf += _line_ends(chunk)
            tail = chunk[-2:]
    # A tab as delimiter beside a quote, or a blank line at the very end, is read well by both; careful is only slower.
    plain = not odd and cr == crlf and crlf in (0, lf)
    return _Look(digest.hexdigest(), plain, lf + (tail[-1:] != b"\n"), quotes, cr > 0)


def _line_ends(chunk: bytes) -> int:
    """`count` of a byte that comes often takes ten times as long as comparing all."""
    if len(chunk) <= _SMALL:
        return chunk.count(b"\n")
    import numpy

    return int(numpy.count_nonzero(numpy.frombuffer(chunk, numpy.uint8) == _END))


def _is_odd(seen: bytes) -> bool:
    """Whether there is what the two ways would read differently, or only Python can name the row of: left to Python.

    No character at all, blank lines, and quotes beside blanks. Looking for each pair of bytes by itself takes ten times
    as long as comparing all bytes with one, shifted by one.
    """
    if len(seen) <= _SMALL:
        return any(pair in seen for pair in _ODD)
    import numpy

    signs = numpy.frombuffer(seen, numpy.uint8)
    ends = signs == _END
    blank_line = bool((ends[1:] & ends[:-1]).any()) or (b"\r" in seen and b"\n\r\n" in seen)
    if blank_line or b"\0" in seen or b'"' not in seen:
        return blank_line or b"\0" in seen
    quotes, blanks = signs == _QUOTE, signs == _BLANK
    if b"\t" in seen:
        blanks |= signs == _TAB
    return bool((quotes[1:] & blanks[:-1]).any() or (quotes[:-1] & blanks[1:]).any())


@contextmanager
def _text(stream: IO[bytes], file: str, encoding: str | None = None) -> Iterator[io.TextIOWrapper]:
    """The file as text; the stream stays open, it is its opener's to close."""
    start = stream.read(2)
    stream.seek(0)
    if encoding is None and (start in (b"\xff\xfe", b"\xfe\xff") or b"\0" in start):
        raise UnusableInput(f"{file}: this is UTF-16; save it as CSV UTF-8")
    text = io.TextIOWrapper(stream, encoding=encoding or "utf-8-sig", newline="")
    try:
        yield text
    finally:
        text.detach()


def _heading(
    text: io.TextIOWrapper, file: str, above: int = 0, delimiter: str | None = None
) -> tuple[tuple[str, ...], str, Any]:
    """The heading, its delimiter, and a csv reader that stands behind it."""
    try:
        line = text.readline(_LONGEST_HEADING)
    except UnicodeDecodeError as error:
        raise _not_utf8(file, 1, error) from None
    text.seek(0)
    delimiter = delimiter or max(_DELIMITERS, key=line.count)
    reader = csv.reader(_lines(text, file), delimiter=delimiter, strict=True)
    for _ in range(above):
        with suppress(csv.Error):
            next(reader, None)
    for number, cells in _records(reader, file, first=1 + above):
        if isinstance(cells, Finding) or number > 1 + above:
            raise UnusableInput(
                f"{file}: row {1 + above} is no heading: "
                f"{'it is blank' if number > 1 + above else CODES['broken_quotes']}"
            )
        inputs.check_width(file, len(cells))
        return tuple(cells), delimiter, reader
    raise UnusableInput(f"{file}: the file is empty; it needs a heading")


def _lines(text: io.TextIOWrapper, file: str) -> Iterator[str]:
    """The lines, none longer than memory should hold."""
    while line := text.readline(inputs.MOST_LINE):
        if len(line) == inputs.MOST_LINE:
            raise UnusableInput(f"{file}: a line of more than {inputs.MOST_LINE:,} characters; this is no table")
        yield line


def _records(reader: Any, file: str, first: int) -> Iterator[tuple[int, list[str] | Finding]]:
    """Row number and cells, or what is wrong with the quotes; blank lines are counted and left out."""
    for number in itertools.count(first):
        try:
            cells = next(reader)
        except StopIteration:
            return
        except UnicodeDecodeError as error:
            raise _not_utf8(file, number, error) from None
        except csv.Error as error:
            if "unexpected end" in str(error):
                raise UnusableInput(f"{file}: row {number}: a quote is opened there and never closed") from None
            if "larger than field limit" in str(error):
                raise UnusableInput(
                    f"{file}: row {number}: a cell of more than {csv.field_size_limit():,} characters; "
                    "perhaps a quote is opened there and never closed"
                ) from None
            reason = f"{CODES['broken_quotes']}; the row is not used"
            yield number, Finding("rejected", "broken_quotes", file, reason, row=number)
            continue
        if any(cell.strip(_BLANKS) for cell in cells):
            yield number, cells


def _fit(cells: list[str], width: int, file: str, row: int) -> list[str] | Finding:
    """The cells of the heading's columns; blank cells beyond them are let go."""
    if len(cells) >= width and not any(cell.strip(_BLANKS) for cell in cells[width:]):
        return cells[:width]
    reason = f"{CODES['wrong_number_of_fields']} ({len(cells)}, not {width}); the row is not used"
    return Finding("rejected", "wrong_number_of_fields", file, reason, row=row)


def _not_utf8(file: str, row: int, error: UnicodeDecodeError) -> UnusableInput:
    byte = error.object[error.start]
    return UnusableInput(f"{file}: not UTF-8 (byte 0x{byte:02x} in or after row {row}); save it as CSV UTF-8")
