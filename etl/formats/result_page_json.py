"""A federation's results page as JSON: `categoria` with `ranking`, and the team ranking as `rankingAcademias`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from etl import bundle
from etl.errors import UnusableInput
from etl.extract import EventOptions, RawTable, Source
from etl.findings import CODES, Finding

NAME = "result_page_json"
IN_MEMORY = True
USUAL_AWARDS = "ibjjf-championship"  # its lists are those of A9
_ITEM_KEYS = ("categoria", "ranking", "rankingAcademias")
_LINE = ("posicao", "academia", "pontos")
_COLUMNS = {
    "placements": ("category", "place", "athlete", "academy"),
    "listed": ("category", "athlete", "academy"),
    "official_standings": ("award", "rank", "academy", "points"),
}
_KEYS = {
    "place": ".posicao",
    "rank": ".posicao",
    "athlete": ".nome",
    "academy": ".academia",
    "points": ".pontos",
}
_PARTS = {"placements": "ranking", "listed": "ranking without places", "official_standings": "rankingAcademias"}


@dataclass
class _Rows:
    """Rows of one part, each with its path into the document."""

    cells: list[tuple[str | None, ...]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def add(self, path: str, *cells: str | None) -> None:
        self.cells.append(cells)
        self.paths.append(path)


@dataclass
class _Page:
    file: str
    rows: dict[str, _Rows] = field(default_factory=lambda: {name: _Rows() for name in _COLUMNS})
    findings: list[Finding] = field(default_factory=list)

    def refuse(self, path: str, what: object) -> None:
        """Count a thing of the wrong shape as a row that is not used."""
        reason = f"{CODES['wrong_shape']}; the row is not used"
        self.findings.append(Finding("rejected", "wrong_shape", self.file, reason, path=path, value=str(what)[:80]))


def recognises(path: Path) -> bool:
    """A .json file, or one that begins as a JSON list or object."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        start = stream.read(256).removeprefix(b"\xef\xbb\xbf").lstrip()
    return path.suffix.casefold() == ".json" or start[:1] in (b"[", b"{")


def read(path: Path, options: EventOptions) -> list[Source]:
    """The one event of the page; it names none, so options or --event-file must."""
    content = path.read_bytes()
    page = _Page(path.name)
    for number, item in enumerate(_items(content, path.name)):
        _item(page, f"$[{number}]", item)
    digest = hashlib.sha256(content).hexdigest()
    own = bundle.Described(findings=page.findings)
    tables = [_table(page, name, digest) for name in _COLUMNS if page.rows[name].cells]
    if listed := page.rows["listed"].cells:
        own.findings.append(
            Finding("warning", "no_place", page.file, f"{len(listed)} {CODES['no_place']}", path="$", rule="M")
        )
    return [bundle.source(path, NAME, own, tables, options, content=digest, usual_awards=USUAL_AWARDS)]


def _items(content: bytes, file: str) -> list[Any]:
    try:
        items = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableInput(f"{file}: not UTF-8; save it as UTF-8") from None
    except RecursionError:
        raise UnusableInput(f"{file}: nested too deeply for a results page") from None
    except ValueError as error:
        raise UnusableInput(f"{file}: not JSON: {str(error)[:100]}") from None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise UnusableInput(f"{file}: a results page is a list of objects with categoria and ranking")
    if not any(key in item for item in items for key in _ITEM_KEYS):
        raise UnusableInput(f"{file}: no object of the list has categoria and ranking, so this is no results page")
    return items


def _item(page: _Page, path: str, item: Mapping[str, Any]) -> None:
    """A category with its ranking, or the team rankings, or both."""
    if "ranking" in item or "categoria" in item:
        category, ranking = item.get("categoria"), item.get("ranking")
        if not isinstance(ranking, list) or not (category is None or isinstance(category, str)):
            page.refuse(path, item)
        else:
            for number, person in enumerate(ranking):
                _person(page, f"{path}.ranking[{number}]", category or "", person)
    elif "rankingAcademias" not in item:
        page.refuse(path, item)
    if "rankingAcademias" in item:
        for name, where, line in _lines(page, f"{path}.rankingAcademias", item["rankingAcademias"]):
            _line(page, where, name, line)


def _person(page: _Page, path: str, category: str, person: Any) -> None:
    """One athlete of a category; without posicao he is listed and no more."""
    if not isinstance(person, dict) or not all(_is_cell(person.get(key)) for key in ("posicao", "nome", "academia")):
        page.refuse(path, person)
        return
    name, academy, place = (_text(person.get(key)) for key in ("nome", "academia", "posicao"))
    if place is None:
        page.rows["listed"].add(path, _text(category), name, academy)
    else:
        page.rows["placements"].add(path, _text(category), place, name, academy)


def _lines(page: _Page, path: str, lists: Any) -> Iterator[tuple[str, str, Any]]:
    """List name, path and line of every published line."""
    if not isinstance(lists, dict):
        page.refuse(path, lists)
        return
    for name, lines in lists.items():
        if not isinstance(lines, list):
            page.refuse(f"{path}[{name!r}]", lines)
            continue
        for number, line in enumerate(lines):
            yield name, f"{path}[{name!r}][{number}]", line


def _line(page: _Page, path: str, name: str, line: Any) -> None:
    if not isinstance(line, dict) or not all(_is_cell(line.get(key)) for key in _LINE):
        page.refuse(path, line)
        return
    rank, academy, points = (_text(line.get(key)) for key in _LINE)
    if rank is academy is points is None:
        return  # an empty object is no line, as an empty row of a table is none
    if points == "0":
        reason = CODES["points_not_given"]
        page.findings.append(
            Finding("warning", "points_not_given", page.file, reason, path=f"{path}.pontos", column="points", value="0")
        )
        points = None
    page.rows["official_standings"].add(path, _text(name), rank, academy, points)


def _is_cell(value: Any) -> bool:
    """Text, a number or nothing; text with half a character in it can be kept nowhere."""
    if isinstance(value, str):
        return value.isprintable() or not any("\ud800" <= char <= "\udfff" for char in value)
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _text(value: str | float | None) -> str | None:
    """The cell as text; 3.0 is 3."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return None if value is None or value == "" else str(value)


def _table(page: _Page, name: str, digest: str) -> RawTable:
    import pyarrow as pa

    rows = page.rows[name]
    columns = _COLUMNS[name]
    arrays = [pa.array(cells, pa.string()) for cells in zip(*rows.cells, strict=True)]
    data = pa.table(
        [pa.array(range(1, len(rows.paths) + 1), pa.int32()), pa.array(rows.paths, pa.string()), *arrays],
        names=["_row", "_path", *(f"c{i}" for i in range(len(columns)))],
    )
    return RawTable(name, page.file, digest, columns, data, part=f"{page.file} {_PARTS[name]}", cell_paths=_KEYS)
