"""Reads the catalogues, `<language>.toml` here and in each folder: keys, placeholders, a plural chosen by `n`."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path

from publishing.wording import locales

DEFAULT = "en"
TERM = "term."
PLURAL = frozenset({"one", "other"})
_FOLDER = Path(__file__).parent
_ONE = {"pt": {0, 1}, "ja": set(), "zh-TW": set()}  # as CLDR has it; other languages: 1
_NAMES = frozenset({"bout", "version", "year", "season"})  # numbers that count nothing: no separator in a year

Entry = str | Mapping[str, str]


class WordingError(Exception):
    """A key nobody wrote, or a placeholder nobody filled: a mistake in this program, never the user's."""


def text(key: str, lang: str = DEFAULT, **values: object) -> str:
    """The words of a key; `n` chooses between one and other, and every placeholder must be given and used.

    Numbers, days and times are written as the language does.
    """
    entry = _entry(key, lang)
    template = entry if isinstance(entry, str) else entry[_form(key, lang, values)]
    wanted = placeholders(entry)
    if wanted != set(values):
        raise WordingError(f"{key} ({lang}) takes {sorted(wanted)}, not {sorted(values)}")
    return template.format(**{name: _shown(name, value, lang) for name, value in values.items()})


def term(kind: str, value: str, lang: str = DEFAULT) -> str:
    """The word for a value of a closed vocabulary; one it does not list (the limit `-76 kg`) stands as written."""
    entry = _catalogue(lang).get(f"{TERM}{kind}.{value}")
    return entry if isinstance(entry, str) else value


def own(kind: str, value: str, given: str, lang: str = DEFAULT) -> str:
    """The word for what this program named so (an award of a preset); what somebody else named stands as given."""
    return term(kind, value, lang) if given == _catalogue(DEFAULT).get(f"{TERM}{kind}.{value}") else given


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for, the default first."""
    return (DEFAULT, *sorted({file.stem for file in _FOLDER.glob("*.toml")} - {DEFAULT}))


def entries(lang: str = DEFAULT) -> Mapping[str, Entry]:
    """Every key of a language, dotted, in the order of its file."""
    return dict(_catalogue(lang))


def placeholders(entry: Entry) -> set[str]:
    """The names an entry needs; `n` where it has a plural."""
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    named = {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name is not None}
    return named if isinstance(entry, str) else named | {"n"}


def _entry(key: str, lang: str) -> Entry:
    found = _catalogue(lang).get(key)
    if found is None:
        raise WordingError(f"the catalogue {lang} has no {key}")
    return found


def _form(key: str, lang: str, values: Mapping[str, object]) -> str:
    number = values.get("n")
    if not isinstance(number, int):
        raise WordingError(f"{key} ({lang}) has a plural and needs a whole number n")
    return "one" if number in _ONE.get(lang, {1}) else "other"


def _shown(name: str, value: object, lang: str) -> object:
    """Numbers, days and times as the language writes them; text as it stands."""
    if isinstance(value, bool) or name in _NAMES:
        return value
    if isinstance(value, int | float | Decimal):
        return locales.number(value, lang)
    if isinstance(value, datetime):
        return locales.moment(value, lang)
    return locales.day(value, lang) if isinstance(value, date) else value


@cache
def _catalogue(lang: str) -> Mapping[str, Entry]:
    if lang not in languages():
        raise WordingError(f"there is no catalogue for {lang}; there are {', '.join(languages())}")
    files = [_FOLDER / f"{lang}.toml", *sorted(_FOLDER.glob(f"*/{lang}.toml"))]
    read = [dict(_flat(tomllib.loads(file.read_text(encoding="utf-8")), "")) for file in files]
    return {key: entry for part in read for key, entry in part.items()}


def _flat(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, Entry]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield f"{prefix}{name}", value
        elif isinstance(value, Mapping) and set(value) == PLURAL:
            yield f"{prefix}{name}", {form: str(words) for form, words in value.items()}
        elif isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            raise WordingError(f"{prefix}{name} is neither text, a plural (one, other), nor a table")
