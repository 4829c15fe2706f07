"""A profile proposed for a table from its headings and the values seen, and what would load by it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import duckdb

from etl import flat_files, flat_plan, flat_sources, profile, roles, transform
from etl.errors import UnusableInput
from etl.extract import EventOptions
from etl.flat_files import FlatTable
from etl.flat_plan import Plan
from etl.profile import Profile
from etl.readings import clean
from etl.roles import Question

_SHOWN_ROWS = 5
_SHOWN_TEXTS = 12
_EXAMPLES = 3
_TABLES = {"placements": "official_place", "bouts": "bout", profile.ATHLETE_BOUTS: "bout", "entries": "entry"}
_SHOWN = {
    "official_place": ("place", "athlete", "academy"),
    "bout": ("round", "red_athlete", "blue_athlete", "winner", "decision"),
    "entry": ("athlete", "academy", "status"),
}


@dataclass(frozen=True)
class Guess:
    """One heading: the column of ours it is read as (None: none), by what that was told, some of its texts."""

    heading: str
    column: str | None
    told_by: str
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What would load: events, rows read, used, duplicate and rejected, the first rows, texts that nobody can read."""

    events: int
    counts: tuple[int, int, int, int]
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]
    unread: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Proposal:
    """`known` = the profile is not proposed, it fits already; `questions` = what the table does not tell."""

    profile: Profile
    guesses: tuple[Guess, ...]
    preview: Preview
    known: bool
    questions: tuple[Question, ...] = ()


def propose(path: Path, encoding: str | None = None) -> Proposal:
    """The profile that fits, else one made of headings and values; UnusableInput where no result can be made of it."""
    if not flat_files.recognises(path):
        raise UnusableInput(
            f"{path}: no table of results (CSV, TSV, .xlsx, .ods or Parquet) that a profile could describe"
        )
    table = flat_files.read(path, encoding)
    fitting = profile.of(path, table.columns, None)
    if fitting is not None:
        told = {clean(one).casefold(): name for name, named in fitting.columns.items() for one in named}
        guesses = [_guess(table, i, told.get(clean(one).casefold()), "profile") for i, one in enumerate(table.columns)]
        return Proposal(fitting, tuple(guesses), preview(path, table, fitting), True)
    found = roles.of(table)
    proposed = flat_plan.laid_out(table, found.places, path.stem)
    if proposed is None:
        raise _untold(path, table, found)
    proposed = replace(proposed, recognises=tuple(one for one in table.columns if clean(one)))
    of = {position: name for name, position in found.places.items() if name in {*proposed.columns}}
    guesses = [_guess(table, i, of.get(i), found.how.get(of.get(i, ""), "-")) for i in range(len(table.columns))]
    return Proposal(proposed, tuple(guesses), preview(path, table, proposed), False, (*found.questions,))


def _untold(path: Path, table: FlatTable, found: roles.Roles) -> UnusableInput:
    seen = ", ".join(sorted(found.places)) or "nothing"
    asked = "".join(f"{one.heading!r} {one.text}; " for one in found.questions)
    return UnusableInput(
        f"{table.file}: headings and values tell {seen}, but not who came where or beat whom\n"
        f"{asked}write a profile by hand as docs/formats.md shows, and save it as {profile.beside(path).name}"
    )


def _guess(table: FlatTable, position: int, column: str | None, told_by: str) -> Guess:
    examples = tuple(clean(text) for text in table.values(position)[:_EXAMPLES])
    return Guess(table.columns[position], column, told_by if column else "-", examples)


def preview(path: Path, table: FlatTable, by: Profile) -> Preview:
    """What the table would give by this profile; nothing is stored."""
    from etl import shape

    plan = Plan(table, by, shape.cells(by, table.columns), True)
    options = EventOptions() if by.event.per else EventOptions(event_id="preview", name="Preview", start="2000-01-01")
    sources = flat_sources.of(path, plan, options)
    counts, unread = [0, 0, 0, 0], dict[str, list[str]]()
    rows: list[tuple[object, ...]] = []
    kind = _TABLES[by.rows]
    con = duckdb.connect()
    try:
        for source in sources:
            transform.stage(con, source)
            read = con.execute(
                f"SELECT {', '.join(f'sum(rows_{n})::BIGINT' for n in _COUNTED)} FROM staged_file"
            ).fetchall()
            counts = [before + int(now) for before, now in zip(counts, read[0], strict=True)]
            if len(rows) < _SHOWN_ROWS:
                rows += con.execute(_first_rows(kind)).fetchall()
            _add_unread(con, unread)
    finally:
        con.close()
    shown = ("gender", "age_division", "belt", "weight_class", *_SHOWN[kind])
    return Preview(len(sources), (counts[0], counts[1], counts[2], counts[3]), shown, rows[:_SHOWN_ROWS], unread)


_COUNTED = ("read", "used", "duplicate", "rejected")


def _first_rows(kind: str) -> str:
    names = ", ".join(f"r.{name}" for name in _SHOWN[kind])
    return (
        f"SELECT c.gender, c.age_division, c.belt, c.weight_class, {names} FROM staged_{kind} AS r "
        f"JOIN staged_category AS c ON c.category_id = r.category_id ORDER BY r.file_row LIMIT {_SHOWN_ROWS}"
    )


def _add_unread(con: duckdb.DuckDBPyConnection, unread: dict[str, list[str]]) -> None:
    """Texts of findings, by the code of what is wrong with them, the first few of each."""
    found = con.execute(
        'SELECT code, value FROM staged_finding WHERE value IS NOT NULL AND "column" IS NOT NULL'
    ).fetchall()
    for code, value in found:
        texts = unread.setdefault(code, [])
        if value not in texts and len(texts) < _SHOWN_TEXTS:
            texts.append(value)
