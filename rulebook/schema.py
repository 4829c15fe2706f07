"""What a rule set may hold: reads schema.toml and turns a raw TOML value into a checked, immutable one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rulebook.errors import BadValue, UnknownKey, near
from rulebook.vocabulary import AgeDivision, Belt, Gender, Technique

Value = bool | int | str | tuple[str, ...] | Mapping[str, int] | Mapping[str, str | tuple[str, ...]]

_LEVEL = re.compile(r"gold|silver|highest_belt|heaviest|higher_rank|heavier|(?:black|top_belt)_(?P<age>.+)")
_MOST = 999  # minutes, seconds, points, years, athletes: no rule book comes near it, and sums of many stay small
_SHOWN = 60
_STEP = re.compile(r"mark|warning|disqualified|(?:(?:points:\d|advantage)(?: |$))+")


@dataclass(frozen=True)
class Spec:
    """One key of the schema; `allowed` is empty where the type alone decides."""

    key: str
    type: str
    allowed: tuple[str, ...]
    rule: str
    meaning: str


@cache
def specs() -> dict[str, Spec]:
    """Key or `section.*` -> its row, in the order of the file."""
    raw = tomllib.loads(Path(__file__).with_name("schema.toml").read_text(encoding="utf-8"))
    found = {}
    for section, rows in raw.items():
        for name, row in rows.items():
            allowed = row.get("allowed", ())
            words = tuple(t.value for t in Technique) if allowed == "Technique" else tuple(allowed)
            key = f"{section}.{name}"
            found[key] = Spec(key, row["type"], words, row["rule"], row["meaning"])
    return found


def spec(key: str) -> Spec:
    """Give the schema's row for a dotted key; UnknownKey names the nearest ones."""
    found = specs().get(key) or specs().get(f"{key.partition('.')[0]}.*")
    if found is None or "." not in key:
        raise UnknownKey(f"no rule set has a value {key}.{near(key, specs())}")
    return found


def full_key(name: str) -> str:
    """Complete a short switch name (`tiebreak_counts`) to its dotted key; UnknownKey where none or several fit."""
    if "." in name:
        return spec(name).key if not spec(name).key.endswith("*") else name
    fitting = [key for key in specs() if key.partition(".")[2] == name]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnknownKey(f"{name} is several values; say which: {', '.join(fitting)}.")
    short = {key.partition(".")[2]: key for key in specs()}
    raise UnknownKey(f"no rule set has a switch {name}.{near(name, short)}")


def check(key: str, raw: object) -> Value:
    """Return the value of a key, immutable; BadValue says what was expected."""
    row = spec(key)
    try:
        return _CHECKS[row.type](raw, row.allowed)
    except _Wrong as wrong:
        raise BadValue(f"{key} = {_shown(raw)}: expected {wrong}.") from None


def _shown(raw: object) -> str:
    text = repr(raw)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class _Wrong(Exception):
    """Carries what was expected up to check()."""


def _bool(raw: object, _: tuple[str, ...]) -> bool:
    if not isinstance(raw, bool):
        raise _Wrong("true or false")
    return raw


def _int(raw: object, _: tuple[str, ...]) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= _MOST:
        raise _Wrong(f"a whole number, 0 to {_MOST}")
    return raw


def _choice(raw: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(raw, str) or raw not in allowed:
        raise _Wrong(f"one of {', '.join(allowed)}")
    return raw


def _list(raw: object, allowed: tuple[str, ...]) -> tuple[str, ...]:
    words = _names(raw, ()) if raw not in ([], ()) else ()
    if any(word not in allowed for word in words) or len(set(words)) < len(words):
        raise _Wrong(f"a list, each once, of {', '.join(allowed)}")
    return words


def _names(raw: object, _: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or not raw or not all(isinstance(word, str) and word for word in raw):
        raise _Wrong("a list of texts")
    return tuple(raw)


def _counts(raw: object, known: type[AgeDivision] | type[Belt]) -> Mapping[str, int]:
    allowed = [word.value for word in known]
    if not isinstance(raw, Mapping) or not raw or any(name not in allowed for name in raw):
        raise _Wrong(f"a table with keys of {', '.join(allowed)}")
    return MappingProxyType({str(name): _int(number, ()) for name, number in raw.items()})


def _years(raw: object, _: tuple[str, ...]) -> Mapping[str, int]:
    return _counts(raw, AgeDivision)


def _minutes(raw: object, _: tuple[str, ...]) -> int | Mapping[str, int]:
    return _counts(raw, Belt) if isinstance(raw, Mapping) else _int(raw, ())


def _places(raw: object, _: tuple[str, ...]) -> Mapping[str, int]:
    if not isinstance(raw, Mapping) or not raw or any(str(place) not in {"1", "2", "3"} for place in raw):
        raise _Wrong("a table of the points of places 1, 2, 3 (A2: only the first three count)")
    return MappingProxyType({str(place): _int(points, ()) for place, points in raw.items()})


def _levels(raw: object, _: tuple[str, ...]) -> tuple[str, ...]:
    words = _names(raw, ())
    if len(set(words)) < len(words):
        raise _Wrong("levels, each once")
    for word in words:
        found = _LEVEL.fullmatch(word)
        if found is None or (found["age"] and found["age"] not in set(AgeDivision)):
            raise _Wrong(
                "levels gold, silver, highest_belt, heaviest, higher_rank, heavier, black_<age> or top_belt_<age>,"
                f" not {word}"
            )
    return words


def _steps(raw: object, _: tuple[str, ...]) -> tuple[str, ...]:
    words = _names(raw, ())
    if any(not _STEP.fullmatch(word) for word in words) or words[-1] != "disqualified" or len(words) > _MOST:
        raise _Wrong("steps mark, warning, advantage, points:N (joined by a blank), the last one disqualified")
    return words


def _award(raw: object, _: tuple[str, ...]) -> Mapping[str, str | tuple[str, ...]]:
    fields = {
        "genders": [gender.value for gender in Gender],
        "ages": [age.value for age in AgeDivision],
        "belts": [belt.value for belt in Belt],
    }
    if not isinstance(raw, Mapping) or set(raw) - {"name", "chain", *fields} or not isinstance(raw.get("name"), str):
        raise _Wrong("a table of name, genders, ages, belts and chain")
    lists = {field: _list(raw.get(field, ()), tuple(words)) for field, words in fields.items()}
    return MappingProxyType({"name": raw["name"], "chain": raw.get("chain", "auto"), **lists})


_CHECKS: dict[str, Callable[[object, tuple[str, ...]], Value]] = {
    "bool": _bool,
    "int": _int,
    "choice": _choice,
    "list": _list,
    "names": _names,
    "years": _years,
    "minutes": _minutes,
    "places": _places,
    "levels": _levels,
    "steps": _steps,
    "award": _award,
}
