"""A ranking as people paste it, text or CSV -> lines of rank, academy and points under the headings they stand below.

`1. Alliance 97`, `2º - Atos – 58 pontos`, `Checkmat 2<TAB>45`, or a table with a heading row. What is no such line is
kept as it stands, with its row: nothing is guessed.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from etl import encoding, headings, inputs
from etl.errors import UnusableInput

_DELIMITERS = ("\t", ";", "|", ",")
_COLUMNS = {
    "rank": "rank place pos position # no posição colocação lugar classifica posizione posto 順位 名次 排名",
    "points": "points point pts score total pontos pontuação punti punteggio 点 得点 ポイント 點數 積分 分數",
    "award": "award list category prêmio categoria premio 部門 獎項",
}
_HEADS = {word: column for column, words in _COLUMNS.items() for word in words.split()}
_RANK = r"(?:(?P<rank>\d{1,4})(?:\s*(?:[.):]|[º°ª]|o(?!\w)|位)+\s*[-–—:]?\s*|\s*[-–—]\s*|\s+))?"
_WRONG = -1  # a cell that should be a number and is none
_UNIT = r"(?:points?|pts?\.?|pontos?|punt[io]|点|點|分|ポイント)"
_LINE = re.compile(rf"{_RANK}(?P<academy>\S.*?)(?:[\s,:=.…–—-]+(?P<points>\d{{1,6}})\s*{_UNIT}?)?", re.IGNORECASE)


@dataclass(frozen=True)
class Line:
    """One academy of a list; rank or points None where the list gives none. `row` counts from 1."""

    row: int
    academy: str
    rank: int | None
    points: int | None


@dataclass(frozen=True)
class Pasted:
    """`lists`: what stands below each heading, None = below none; `unread`: row and text of every other line.

    `headings`: the row of each heading that is a line of its own, not a cell of a table.
    """

    lists: dict[str | None, list[Line]]
    unread: list[tuple[int, str]]
    headings: dict[str, int] = field(default_factory=dict)


def read(path: Path) -> Pasted:
    """The lists in a file, in whatever encoding; UnusableInput where no line of it is one of a ranking."""
    content = inputs.content(path)
    found = parse(content.decode(encoding.of_file(path).name))
    if not any(found.lists.values()):
        raise UnusableInput(
            f"{path} has no line of a ranking; write rank, academy and points, for example: 1 Alliance 97"
        )
    return found


def parse(text: str) -> Pasted:
    """The lists in a text."""
    lines = [unicodedata.normalize("NFKC", line).strip("\ufeff\r ") for line in text.split("\n")]
    table = _table(lines)
    return _columns(*table) if table is not None else _pasted(lines)


def _table(lines: Sequence[str]) -> tuple[Sequence[list[str]], dict[str, int], int] | None:
    """The rows of a table, the position of each column, and the row of its heading; None where it has no heading."""
    at = next((number for number, line in enumerate(lines) if line.strip()), None)
    if at is None:
        return None
    for delimiter in _DELIMITERS:
        heads = [_head(cell) for cell in next(csv.reader([lines[at]], delimiter=delimiter), [])]
        if "academy" in heads and len(set(heads) - {None}) > 1:
            rows = [next(csv.reader([line], delimiter=delimiter), []) for line in lines[at + 1 :]]
            return rows, {name: n for n, name in reversed(list(enumerate(heads))) if name is not None}, at + 1
    return None


def _head(cell: str) -> str | None:
    known = _HEADS.get(cell.strip(" .:").casefold())
    return known or ("academy" if headings.column(cell) == "academy" else None)


def _columns(rows: Sequence[list[str]], columns: dict[str, int], above: int) -> Pasted:
    lists: dict[str | None, list[Line]] = {}
    unread = []
    for number, row in enumerate(rows, start=above + 1):
        cells = {name: row[at].strip() if at < len(row) else "" for name, at in columns.items()}
        if not any(cells.values()):
            continue
        rank, points = (_number(cells.get(name, "")) for name in ("rank", "points"))
        if not cells["academy"] or _WRONG in (rank, points):
            unread.append((number, " ".join(row)))
            continue
        lists.setdefault(cells.get("award") or None, []).append(Line(number, cells["academy"], rank, points))
    return Pasted(lists, unread)


def _number(cell: str) -> int | None:
    """None = empty; _WRONG = no number."""
    if not cell:
        return None
    found = re.fullmatch(rf"(\d{{1,6}})(?:\.0+)?\s*(?:[.º°ª]|{_UNIT})?", cell, re.IGNORECASE)
    return int(found[1]) if found else _WRONG


def _pasted(lines: Sequence[str]) -> Pasted:
    lists: dict[str | None, list[Line]] = {}
    headings: list[tuple[int, str]] = []
    found = list(_read(lines))
    numbered = [line for _, line in found if (line.rank, line.points) != (None, None)]
    ranked = 2 * sum(line.rank is not None for line in numbered) > len(numbered)  # then `Worlds 2024` is a title
    for text, line in found:
        if line.rank is None and (line.points is None or ranked):  # what stands below it is its list, if it names one
            headings.append((line.row, text))
        else:
            lists.setdefault(headings[-1][1] if headings else None, []).append(line)
    unread = [(row, text) for row, text in headings if text not in lists]
    return Pasted(lists, unread, {text: row for row, text in headings if text in lists})


def _read(lines: Sequence[str]) -> Iterator[tuple[str, Line]]:
    """Each line that is not blank, and what its parts would be."""
    for row, written in enumerate(lines, start=1):
        bare = re.sub(r"[\t;|]+", " ", written).strip(" ,*•")
        found = _LINE.fullmatch(bare)
        if found is not None:
            rank, points = (None if found[name] is None else int(found[name]) for name in ("rank", "points"))
            yield bare, Line(row, found["academy"].strip(" ,:-–—."), rank, points)
        elif bare:
            yield bare, Line(row, bare, None, None)
