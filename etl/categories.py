"""Which category a row belongs to: its four parts read by vocabulary, what cannot be read kept apart and reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import duckdb

from etl.arriving import put
from etl.columns import CATEGORY, HAVE_CATEGORY
from etl.findings import CODES
from etl.raw_rows import RawRows
from etl.readings import clean
from rulebook import spelling
from rulebook.vocabulary import UNKNOWN, age_group, age_rank, belt_rank, is_minor, is_open_class, weight_rank

_TEXTS = (*CATEGORY, "category")
_DIFFERENT = 65_536  # of a federation over the years a few thousand
_COLUMNS = (
    "category_id BIGINT, gender VARCHAR, age_division VARCHAR, belt VARCHAR, weight_class VARCHAR, unread VARCHAR, "
    "age_rank INTEGER, age_group VARCHAR, belt_rank INTEGER, weight_rank DOUBLE, is_open BOOLEAN, is_minor BOOLEAN"
)


class Category(NamedTuple):
    """The four parts, `unknown` where unread, and the text that could not be read."""

    gender: str
    age_division: str
    belt: str
    weight_class: str
    unread: str = ""


@dataclass(frozen=True)
class _Doubt:
    """One part of a category text that is unknown."""

    code: str
    column: str
    value: str | None


def stage(con: duckdb.DuckDBPyConnection, raws: Sequence[RawRows], uniform: str) -> bool:
    """Fill staged_category and TEMP category_text (texts -> category_id); whether category_doubt has any to report."""
    read = {texts: _read(texts) for texts in _different(con, raws)}
    known = sorted({category for category, _ in read.values()}, key=_order)
    numbers = {category: number for number, category in enumerate(known, start=1)}
    columns = ", ".join(f"{name} VARCHAR" for name in _TEXTS)
    put(con, "category_text", f"{columns}, category_id BIGINT", [(*t, numbers[c]) for t, (c, _) in read.items()])
    doubts = [(*texts, d.code, d.column, d.value) for texts, (_, found) in read.items() for d in found]
    put(con, "category_doubt", f'{columns}, code VARCHAR, doubted VARCHAR, "value" VARCHAR', doubts)
    put(con, "category_read", _COLUMNS, [(numbers[one], *_columns(one, uniform)) for one in known])
    con.execute("INSERT INTO staged_category BY NAME SELECT * FROM category_read")
    return bool(doubts)


def report(con: duckdb.DuckDBPyConnection, raw: RawRows) -> None:
    """One warning per different text that could not be read, at its first row: the rows are kept, nothing is lost."""
    if raw.table.name not in HAVE_CATEGORY:
        return
    present = [name for name in _TEXTS if name in raw.columns]
    on = " AND ".join(f'd."{name}" IS NOT DISTINCT FROM r."{name}"' for name in present)
    found = con.execute(
        f"SELECT d.code, d.doubted, d.value, min(r._row), count(*) FROM category_doubt AS d "
        f"JOIN raw_{raw.table.name} AS r ON {on} GROUP BY 1, 2, 3 ORDER BY 4, 1"
    ).fetchall()
    rows = [
        (
            row,
            "warning",
            code,
            column,
            value,
            "contract 1",
            CODES[code] + (f" ({count} rows, this the first)" if count > 1 else ""),
        )
        for code, column, value, row, count in found
    ]
    put(con, "doubted", "_row INTEGER, s VARCHAR, c VARCHAR, n VARCHAR, v VARCHAR, u VARCHAR, w VARCHAR", rows)
    con.execute(f"INSERT INTO row_finding SELECT '{raw.table.name}', * FROM doubted")


def _different(con: duckdb.DuckDBPyConnection, raws: Sequence[RawRows]) -> list[tuple[str | None, ...]]:
    selects = []
    for raw in raws:
        if raw.table.name in HAVE_CATEGORY:
            texts = ", ".join(f'"{t}"' if t in raw.columns else "NULL::VARCHAR" for t in _TEXTS)
            selects.append(f"SELECT DISTINCT {texts} FROM raw_{raw.table.name}")
    return con.execute(" UNION ".join(selects)).fetchall() if selects else []


@lru_cache(maxsize=_DIFFERENT)
def _read(texts: tuple[str | None, ...]) -> tuple[Category, list[_Doubt]]:
    """The same texts come again with every event."""
    *parts, whole = texts
    if not any(parts):
        return _read_whole(clean(whole or ""))
    return _read_parts(parts) if whole is None else _read_both(parts, clean(whole))


def _read_whole(text: str) -> tuple[Category, list[_Doubt]]:
    """One text with all parts in any order, as results pages write it."""
    found = spelling.read_category(text)
    values = {name: str(getattr(found, name) or UNKNOWN) for name in CATEGORY}
    rest = clean(str(found.rest or ""))
    doubts = [_Doubt(f"unknown_{name}", "category", text or None) for name in CATEGORY if values[name] == UNKNOWN]
    if rest and not doubts:
        doubts = [_Doubt("unread_category", "category", text)]
    return Category(**values, unread=rest), doubts


def _read_parts(parts: Sequence[str | None]) -> tuple[Category, list[_Doubt]]:
    values: dict[str, str] = {}
    unread: list[str] = []
    doubts: list[_Doubt] = []
    for name, part in zip(CATEGORY, parts, strict=True):
        text = clean(part or "")
        value = None if text.casefold() == UNKNOWN else _part(name, text)
        values[name] = value or UNKNOWN
        if value is None:
            doubts.append(_Doubt(f"unknown_{name}", name, text or None))
            unread += [text] if text and text.casefold() != UNKNOWN else []
    return Category(**values, unread=" / ".join(unread)), doubts


def _read_both(parts: Sequence[str | None], whole: str) -> tuple[Category, list[_Doubt]]:
    """Cells beside one text: either fills what the other leaves out; a part on which they differ is unknown."""
    found = spelling.read_category(whole)
    values: dict[str, str] = {}
    unread: list[str] = []
    doubts: list[_Doubt] = []
    for name, part in zip(CATEGORY, parts, strict=True):
        text, said = clean(part or ""), str(getattr(found, name) or UNKNOWN)
        silent = not text or text.casefold() == UNKNOWN
        own = said if silent else _part(name, text) or UNKNOWN
        differ = UNKNOWN not in (own, said) and own != said
        values[name] = UNKNOWN if differ else own
        if values[name] == UNKNOWN:
            code = "category_disagrees" if differ else f"unknown_{name}"
            doubts.append(_Doubt(code, *(("category", whole or None) if silent else (name, text))))
            unread += [] if silent else [text]
    rest = clean(str(found.rest or ""))
    if rest and not doubts:
        doubts = [_Doubt("unread_category", "category", whole)]
    if any(doubt.code == "category_disagrees" for doubt in doubts):
        rest = whole  # which of the two is wrong is not known: no other text is the same category
    return Category(**values, unread=" / ".join([*unread, *([rest] if rest else [])])), doubts


def _part(name: str, text: str) -> str | None:
    return spelling.read(name, text) if text else None


@lru_cache(maxsize=_DIFFERENT)
def _order(category: Category) -> tuple[object, ...]:
    """Any fixed order will do, so that the order of rows never matters."""
    c = category
    return (
        c.gender,
        age_rank(c.age_division) or 0,
        belt_rank(c.belt) or 0,
        c.belt,
        c.weight_class,
        c.unread,
        c.age_division,
    )


@lru_cache(maxsize=_DIFFERENT)
def _columns(c: Category, uniform: str) -> tuple[object, ...]:
    known = c.weight_class != UNKNOWN
    return (
        c.gender, c.age_division, c.belt, c.weight_class, c.unread,
        age_rank(c.age_division), age_group(c.age_division), belt_rank(c.belt),
        weight_rank(c.weight_class, c.gender, c.age_division, uniform) if known else None,
        is_open_class(c.weight_class) if known else None, is_minor(c.age_division),
    )  # fmt: skip
