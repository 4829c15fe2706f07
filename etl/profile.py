"""A profile: how one source's tables are laid out, as data (TOML); which one fits a table's headings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from etl import inputs
from etl.columns import CATEGORY, HAVE_CATEGORY, TABLES
from etl.errors import UnusableInput, suggestion
from etl.readings import clean

FOLDER = Path(__file__).with_name("profiles")
SUFFIX = ".profile.toml"  # results.csv.profile.toml, saved beside results.csv, is found by itself
ATHLETE_BOUTS = "athlete_bouts"
ROWS = ("placements", "bouts", ATHLETE_BOUTS, "entries")
EVENT_COLUMNS = ("event", "year", "date")
_RESULT_OF_ONE = ("opponent", "opponent_academy", "opponent_id", "result")
_SIDES = ("winner", "loser")
_OF_A_SIDE = ("academy", "id", "points", "advantages", "penalties")
_MOST_BYTES = 1024 * 1024
_KEYS = ("name", "rows", "recognises", "columns", "constants", "values", "nothing", "left_out", "join", "event")
_EVENT_KEYS = ("per", "id", "name", "start", "ruleset", "uniform", "uniform_where", "awards", "federation")


@dataclass(frozen=True)
class EventRule:
    """Whose events the rows are. No `per`: all one event, which options or the texts here name.

    `id`, `name` and `start` may hold {event}, {year} and {slug}. `uniform_where`: uniform -> words of an event's name
    that tell it.
    """

    per: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    uniform_where: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Profile:
    """`columns`: column of ours -> headings, of which the first that says something counts.

    `values`: column -> text of the source -> text that is read instead (empty: nothing). `nothing`: texts that are
    empty cells everywhere. `join`: column by which the rows of one bout belong together.
    """

    name: str
    rows: str
    recognises: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    nothing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    join: str | None = None
    event: EventRule = field(default_factory=EventRule)

    def fits(self, headings: Sequence[str]) -> bool:
        """Whether a table has every heading that this profile knows it by."""
        there = {clean(heading).casefold() for heading in headings}
        return bool(self.recognises) and all(clean(one).casefold() in there for one in self.recognises)


def known_columns(rows: str) -> frozenset[str]:
    """The columns that a table with these rows may have."""
    if rows == ATHLETE_BOUTS:
        own = {column.name for column in TABLES["bouts"]} | set(_RESULT_OF_ONE)
        own |= {"athlete", "academy", "athlete_id"}
        return frozenset(own | {*CATEGORY, "category", *EVENT_COLUMNS})
    own = {column.name for column in TABLES[rows]}
    if rows == "bouts":
        own |= {*_SIDES, *(f"{side}_{what}" for side in _SIDES for what in _OF_A_SIDE)}
    if rows in HAVE_CATEGORY:
        own |= {*CATEGORY, "category"}
    return frozenset(own | set(EVENT_COLUMNS))


def rows_of(columns: Iterable[str]) -> str | None:
    """What one row of a table with these columns is; None where no result can be made of it."""
    there = set(columns)
    if {"red_athlete", "blue_athlete"} <= there or {"winner", "loser"} <= there:
        return "bouts"
    if {"athlete", "opponent", "result"} <= there:
        return ATHLETE_BOUTS
    if "athlete" in there and "place" in there:
        return "placements"
    if "athlete" in there and there & {"category", *CATEGORY}:
        return "entries"
    return None


@cache
def shipped() -> tuple[Profile, ...]:
    """The profiles that come with the program, by name."""
    return tuple(load(path) for path in sorted(FOLDER.glob("*.toml")))


def beside(path: Path) -> Path:
    """Where the profile of a file is saved and looked for."""
    return path.with_name(path.name + SUFFIX)


def of(path: Path, headings: Sequence[str], named: Path | None) -> Profile | None:
    """The profile for a file: the one named, the one saved beside it, else a shipped one that fits its headings."""
    if named is not None:
        return load(named)
    if beside(path).is_file():
        return load(beside(path))
    return next((profile for profile in shipped() if profile.fits(headings)), None)


def load(path: Path) -> Profile:
    """The profile in a file; UnusableInput says which key is wrong."""
    try:
        raw = tomllib.loads(inputs.text(path, _MOST_BYTES))
    except (ValueError, RecursionError) as error:
        raise UnusableInput(f"{path.name}: no profile in TOML: {str(error)[:120]}") from None
    return _checked(raw, path.name)


def _checked(raw: Mapping[str, Any], file: str) -> Profile:
    _known(raw, _KEYS, file, "key")
    rows = str(raw.get("rows"))
    if rows not in ROWS:
        raise UnusableInput(f"{file}: rows is {rows!r}; it is one of {', '.join(ROWS)}")
    columns = {name: _texts(said, file, name) for name, said in _table(raw, "columns", file).items()}
    constants = {name: str(said) for name, said in _table(raw, "constants", file).items()}
    values = {name: _table(raw["values"], name, file) for name in _table(raw, "values", file)}
    for name in (*columns, *constants, *values):
        _known([name], known_columns(rows), file, "column")
    return Profile(
        name=str(raw.get("name") or file), rows=rows, recognises=_texts(raw.get("recognises", []), file, "recognises"),
        columns=columns, constants=constants,
        values={name: {str(a): str(b) for a, b in said.items()} for name, said in values.items()},
        nothing=_texts(raw.get("nothing", []), file, "nothing"),
        left_out=_texts(raw.get("left_out", []), file, "left_out"),
        join=str(raw["join"]) if "join" in raw else None, event=_event(_table(raw, "event", file), file),
    )  # fmt: skip


def _event(raw: Mapping[str, Any], file: str) -> EventRule:
    _known(raw, _EVENT_KEYS, file, "key of [event]")
    per = _texts(raw.get("per", []), file, "per")
    _known(per, EVENT_COLUMNS, file, "column for per")
    where = {str(uniform): str(words) for uniform, words in _table(raw, "uniform_where", file).items()}
    texts = {key: str(value) for key, value in raw.items() if key not in ("per", "uniform_where")}
    return EventRule(per, texts, where)


def _table(raw: Mapping[str, Any], key: str, file: str) -> Mapping[str, Any]:
    found = raw.get(key, {})
    if not isinstance(found, dict):
        raise UnusableInput(f"{file}: {key} is a table: write [{key}] on a line of its own")
    return found


def _texts(said: object, file: str, key: str) -> tuple[str, ...]:
    """One text or a list of texts."""
    texts = said if isinstance(said, list) else [said]
    if not all(isinstance(text, str) for text in texts):
        raise UnusableInput(f"{file}: {key} is {said!r}; write a text in quotes, or a list of them")
    return tuple(texts)


def _known(names: Iterable[str], known: Iterable[str], file: str, what: str) -> None:
    for name in names:
        if name not in known:
            raise UnusableInput(f"{file}: there is no {what} {name!r}.{suggestion(name, known)}")


def written(profile: Profile) -> str:
    """The profile as TOML, as `load` reads it."""
    lines = [f"name = {_quoted(profile.name)}", f"rows = {_quoted(profile.rows)}"]
    for key in ("recognises", "nothing", "left_out"):
        if found := getattr(profile, key):
            lines.append(f"{key} = [{', '.join(map(_quoted, found))}]")
    if profile.join:
        lines.append(f"join = {_quoted(profile.join)}")
    columns = {name: one[0] if len(one) == 1 else one for name, one in profile.columns.items()}
    lines += _section("columns", columns) + _section("constants", profile.constants)
    for name, texts in profile.values.items():
        lines += _section(f"values.{name}", texts)
    rule = profile.event
    lines += _section("event", {**({"per": rule.per} if rule.per else {}), **rule.texts})
    lines += _section("event.uniform_where", rule.uniform_where)
    return "\n".join(lines) + "\n"


def _section(name: str, pairs: Mapping[str, str | Sequence[str]]) -> list[str]:
    if not pairs:
        return []
    said = {
        key: _quoted(value) if isinstance(value, str) else f"[{', '.join(map(_quoted, value))}]"
        for key, value in pairs.items()
    }
    return ["", f"[{name}]", *(f"{_quoted(key)} = {value}" for key, value in said.items())]


def _quoted(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}" for char in escaped) + '"'
