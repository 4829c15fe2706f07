"""Inputs of every format, made of the cases of tests/cases/formats, for the fuzz test to mutate."""

from __future__ import annotations

import csv
import io
import zipfile
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq

CASES = Path(__file__).parents[2] / "cases" / "formats"
Files = dict[str, bytes]  # one file, or the files of a bundle's folder

_EVENT = [["key", "value"], ["id", "open-2026"], ["name", "Open"], ["start", "2026-05-02"], ["uniform", "gi"]]
_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


@cache
def all_of() -> dict[str, list[Files]]:
    """Seeds by what they are; a format without one is missed by the fuzz test, and it says so."""
    bundle = {file.name: file.read_bytes() for file in (CASES / "dirty-bundle").iterdir() if file.stem != "expected"}
    places = (CASES / "five-languages" / "placements.csv").read_bytes()
    bouts = bundle["bouts.csv"]
    tables = {name.removesuffix(".csv"): _rows(content) for name, content in bundle.items() if name.endswith(".csv")}
    sheets = {"event": _EVENT, **tables}
    return {
        "folder": [bundle],
        "zip": [{"bundle.zip": zipped(bundle)}],
        "xlsx": [{"book.xlsx": xlsx(sheets)}, {"flat.xlsx": xlsx({"Sheet1": tables["bouts"]})}],
        "ods": [{"book.ods": ods(sheets)}, {"flat.ods": ods({"Sheet1": tables["bouts"]})}],
        "csv": [{"flat.csv": places}, {"flat.tsv": bouts.replace(b";", b"\t")}, _encoded(places)],
        "parquet": [{"flat.parquet": _parquet(tables["bouts"])}],
        "documents": [
            {file.name: file.read_bytes()}
            for file in sorted(CASES.glob("*/*"))
            if file.suffix in (".json", ".html", ".htm")
        ],
    }


def _rows(content: bytes) -> list[list[str]]:
    delimiter = ";" if b";" in content.splitlines()[0] else ","
    return [row for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter) if row]


def _encoded(content: bytes) -> Files:
    return {"shift-jis.csv": content.decode("utf-8-sig").encode("cp932", "replace")}


def zipped(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def xlsx(sheets: dict[str, list[list[str]]]) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE.sub("?", cell) for cell in row])
    book.save(out)
    return out.getvalue()


def ods(sheets: dict[str, list[list[str]]]) -> bytes:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    body = "".join(
        f'<table:table table:name="{name}">'
        + "".join(
            f"<table:table-row>{''.join(cell.format(escape(one)) for one in row)}</table:table-row>" for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_NAMESPACES}><office:body>'
        f"<office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return zipped(
        {"mimetype": _ODS.encode(), "content.xml": content.encode(), "META-INF/manifest.xml": manifest.encode()}
    )


def _parquet(rows: list[list[str]]) -> bytes:
    heading, *cells = rows
    whole = [[*row, *[""] * (len(heading) - len(row))][: len(heading)] for row in cells]
    out = io.BytesIO()
    pq.write_table(pa.table(dict(zip(heading, map(list, zip(*whole, strict=True)), strict=True))), out)
    return out.getvalue()
