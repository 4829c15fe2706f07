"""A season scheme: which events and categories count, for how much; one TOML file each, refused where malformed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from etl import inputs
from etl.errors import UnknownName, UnusableInput, suggestion
from rulebook import reference
from rulebook.vocabulary import AgeDivision, Belt, Gender, Uniform

BY = ("athlete", "academy")
TIES = ("gold", "silver", "bronze", "season", "best", "events")
_UNKNOWN_BOUTS = ("count", "leave out")
_DECIMALS, _LARGEST = 2, 1000  # totals stay exact, also as numbers of JSON
_PLACES = ("1", "2", "3")
_KEYS: dict[str, tuple[str, ...]] = {
    "": ("title", "by", "points", "open_class", "seasons", "event", "categories", "limits", "ties"),
    "points": _PLACES,
    "open_class": ("factor",),
    "seasons": ("factors",),
    "event": ("weight", "levels", "federations", "events", "uniforms"),
    "categories": ("genders", "ages", "belts", "awards", "counted_only", "minimum_bouts", "without_bouts"),
    "limits": ("best", "minimum_results"),
    "ties": ("order",),
}


@dataclass(frozen=True)
class EventRule:
    """Events it fits have this weight; an empty list fits all. Levels and federations in any case."""

    weight: Decimal
    levels: tuple[str, ...] = ()
    federations: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    uniforms: tuple[str, ...] = ()

    def fits(self, event: str, level: str | None, federation: str | None, uniform: str) -> bool:
        """Whether an event is meant; a level or federation not known fits no list of them."""
        return (
            (not self.levels or (level or "").casefold() in self.levels)
            and (not self.federations or (federation or "").casefold() in self.federations)
            and (not self.events or event in self.events)
            and (not self.uniforms or uniform in self.uniforms)
        )


@dataclass(frozen=True)
class Scheme:
    """`factors`: of the season asked for, the one before, …; older ones count nothing. Empty lists admit everything.

    `counted_only`: a category that gives academies no points (A3, A4, categories.csv) gives none here. `minimum_bouts`
    in the category, where its bouts are known; `unknown_bouts` says what becomes of a place where they are not. `best`:
    that many results count, 0 = all; fewer than `minimum_results`: not ranked.
    """

    name: str
    title: str
    by: str
    points: Mapping[int, Decimal]
    open_class: Decimal
    factors: tuple[Decimal, ...]
    events: tuple[EventRule, ...]
    genders: tuple[str, ...]
    ages: tuple[str, ...]
    belts: tuple[str, ...]
    awards: tuple[str, ...]
    counted_only: bool
    minimum_bouts: int
    unknown_bouts: str
    best: int
    minimum_results: int
    ties: tuple[str, ...]


def names() -> list[str]:
    """The schemes shipped, by the names of their files."""
    return sorted(file.stem for file in reference.path("schemes/ibjjf-2012-2018.toml").parent.glob("*.toml"))


def load(given: str) -> Scheme:
    """A scheme by its name, or a federation's own by the path of its file."""
    if given in names():
        return read(reference.path(f"schemes/{given}.toml"))
    if Path(given).suffix == ".toml" or len(Path(given).parts) > 1:
        return read(Path(given))
    raise UnknownName("season scheme", given, names())


def read(file: Path) -> Scheme:
    """Reads a file; UnusableInput names what is wrong in it and the nearest key."""
    try:
        raw = tomllib.loads(inputs.text(file), parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise UnusableInput(f"{file.name} cannot be read as a season scheme: {error}") from error
    return _Reader(file.name, raw).scheme(file.stem)


class _Reader:
    """One file being read: every value of the right kind, no key that nobody knows."""

    def __init__(self, file: str, raw: Mapping[str, Any]) -> None:
        self._file, self._raw = file, raw
        self._known("", raw)

    def scheme(self, name: str) -> Scheme:
        points, categories, limits = (self._table(key) for key in ("points", "categories", "limits"))
        by = self._raw.get("by", BY[0])
        self._one_of("by", by, BY)
        factors = self._list(self._table("seasons"), "factors")
        if not factors:
            raise self._wrong("[seasons] factors is missing: one number for each season, this one first")
        without = categories.get("without_bouts", _UNKNOWN_BOUTS[0])
        self._one_of("[categories] without_bouts", without, _UNKNOWN_BOUTS)
        return Scheme(
            name=name,
            title=str(self._raw.get("title", name)),
            by=by,
            points={int(place): self._number(f"[points] {place}", points.get(place, 0)) for place in _PLACES},
            open_class=self._number("[open_class] factor", self._table("open_class").get("factor", 1)),
            factors=tuple(self._number("[seasons] factors", each) for each in factors),
            events=self._events(),
            genders=self._words(categories, "genders", list(Gender)),
            ages=self._words(categories, "ages", list(AgeDivision)),
            belts=self._words(categories, "belts", list(Belt)),
            awards=self._words(categories, "awards"),
            counted_only=self._bool(categories, "counted_only"),
            minimum_bouts=self._whole(categories, "minimum_bouts"),
            unknown_bouts=without,
            best=self._whole(limits, "best"),
            minimum_results=self._whole(limits, "minimum_results"),
            ties=self._words(self._table("ties"), "order", TIES),
        )

    def _events(self) -> tuple[EventRule, ...]:
        found = self._raw.get("event")
        if not isinstance(found, list) or not all(isinstance(each, Mapping) for each in found) or not found:
            raise self._wrong("write at least one [[event]] with its weight; without further keys it means every event")
        rules = []
        for each in found:
            self._known("event", each)
            if "weight" not in each:
                raise self._wrong("an [[event]] has no weight")
            levels, federations = (self._words(each, key) for key in ("levels", "federations"))
            rules.append(
                EventRule(
                    self._number("[[event]] weight", each["weight"]),
                    tuple(level.casefold() for level in levels),
                    tuple(federation.casefold() for federation in federations),
                    self._words(each, "events"),
                    self._words(each, "uniforms", [*Uniform, "unknown"]),
                )
            )
        return tuple(rules)

    def _known(self, table: str, found: Mapping[str, Any]) -> None:
        for key in found:
            if key not in _KEYS[table]:
                where = f" in [{table}]" if table else ""
                raise self._wrong(f"nobody knows the key {key}{where}.{suggestion(key, _KEYS[table])}")

    def _table(self, name: str) -> Mapping[str, Any]:
        found = self._raw.get(name, {})
        if not isinstance(found, Mapping):
            raise self._wrong(f"{name} is a table: write [{name}]")
        self._known(name, found)
        return found

    def _number(self, what: str, value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self._wrong(f"{what} is a number, not {value!r}")
        number = Decimal(value)
        exponent = number.as_tuple().exponent
        if not isinstance(exponent, int) or exponent < -_DECIMALS or not 0 <= number <= _LARGEST:
            raise self._wrong(f"{what} = {value} is no number from 0 to {_LARGEST} with {_DECIMALS} decimals at most")
        return number

    def _whole(self, table: Mapping[str, Any], key: str) -> int:
        value = table.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self._wrong(f"{key} is a whole number, 0 = no limit; not {value!r}")
        return value

    def _bool(self, table: Mapping[str, Any], key: str) -> bool:
        value = table.get(key, True)
        if not isinstance(value, bool):
            raise self._wrong(f"{key} is true or false, not {value!r}")
        return value

    def _list(self, table: Mapping[str, Any], key: str) -> Sequence[Any]:
        found = table.get(key, [])
        if not isinstance(found, list):
            raise self._wrong(f"{key} is a list, not {found!r}")
        return found

    def _words(self, table: Mapping[str, Any], key: str, known: Sequence[str] = ()) -> tuple[str, ...]:
        words = self._list(table, key)
        for word in words:
            if not isinstance(word, str):
                raise self._wrong(f"{key} is a list of texts, not {word!r}")
            if known:
                self._one_of(key, word, [str(each) for each in known])
        return tuple(words)

    def _one_of(self, what: str, value: object, known: Sequence[str]) -> None:
        if value not in known:
            raise self._wrong(f"{what} has {value!r}, which is none of its words.{suggestion(str(value), known)}")

    def _wrong(self, what: str) -> UnusableInput:
        return UnusableInput(f"{self._file}: {what}")
