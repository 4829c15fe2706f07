"""Formulas of a workbook that have no value in it, as text: a program wrote them, and no spreadsheet has run them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_CHUNK = 16 * 1024**2
_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def fill(path: Path, sheets: dict[str, list[list[Any]]]) -> None:
    """Put `=…` into every blank cell of an .xlsx that is a formula without a value: nothing of a file is dropped.

    The archive was checked before (etl.archives): none of its XML has entities.
    """
    with zipfile.ZipFile(path) as archive:
        for name, part in _parts(archive):
            rows = sheets.get(name.strip().casefold())
            if rows is None or part not in archive.namelist():
                continue
            with archive.open(part) as stream:
                if not any(_FORMULA.search(chunk) for chunk in iter(lambda: stream.read(_CHUNK), b"")):
                    continue
            with archive.open(part) as stream:
                for row, column, formula in _unvalued(stream):
                    _put(rows, row, column, formula)


def _parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Name of each sheet and the file it stands in."""
    try:
        relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - see `fill`
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314
    except (KeyError, ElementTree.ParseError):
        return
    targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = targets.get(sheet.get(_RELATION)) or ""
        yield sheet.get("name", ""), target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _unvalued(stream: IO[bytes]) -> Iterator[tuple[int, int, str]]:
    """Row and column from 0 and the formula of each cell with a formula and no value."""
    try:
        for _, cell in ElementTree.iterparse(stream):  # noqa: S314
            if cell.tag == f"{_MAIN}row":
                cell.clear()
            if cell.tag != f"{_MAIN}c" or (formula := cell.find(f"{_MAIN}f")) is None:
                continue
            place = _PLACE.fullmatch(cell.get("r", ""))
            if place is not None and not (cell.findtext(f"{_MAIN}v") or cell.find(f"{_MAIN}is")):
                yield int(place[2]) - 1, _number(place[1]) - 1, f"={formula.text or ''}"
    except ElementTree.ParseError:
        return  # the reader of values says what is wrong with it


def _put(rows: list[list[Any]], row: int, column: int, formula: str) -> None:
    while len(rows) <= row:
        rows.append([])
    cells = rows[row]
    cells.extend([""] * (column + 1 - len(cells)))
    if cells[column] in ("", None):
        cells[column] = formula


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number
