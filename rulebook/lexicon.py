"""The spellings of `spellings/*.toml`: value -> language -> spellings, and the index over them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulebook.errors import UnknownKey, near
from rulebook.text import squashed

_FOLDER = Path(__file__).with_name("spellings")
KINDS = tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))
LANGUAGES = ("en", "pt", "ja", "zh", "it")


@cache
def spellings(kind: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Value -> language (or `site`) -> spellings, as the kind's file lists them."""
    if kind not in KINDS:
        raise UnknownKey(f"there is no vocabulary {kind}.{near(kind, KINDS)}")
    raw = _file(kind)
    own = {
        value: {language: tuple(words) for language, words in rows.items() if isinstance(words, list)}
        for value, rows in raw.items()
        if isinstance(rows, dict)
    }
    base = raw.get("extends")
    return {**spellings(base), **own} if isinstance(base, str) else own


@cache
def _file(kind: str) -> dict[str, object]:
    return tomllib.loads((_FOLDER / f"{kind}.toml").read_text(encoding="utf-8"))


@cache
def index(kind: str) -> dict[str, str]:
    """Squashed spelling -> value; the canonical values read as themselves."""
    listed = spellings(kind)
    found = {squashed(value): value for value in listed}
    for value, rows in listed.items():
        for words in rows.values():
            for word in words:
                if found.setdefault(squashed(word), value) != value:
                    raise UnknownKey(f"{kind}.toml: {word} is both {found[squashed(word)]} and {value}.")
    return found


@cache
def affixes(kind: str) -> tuple[str, ...]:
    """Words like `faixa` or 級 that may stand before or after a spelling."""
    raw = _file(kind)
    base = raw.get("extends")
    own = raw.get("affixes", [])
    words = [squashed(str(word)) for word in own] if isinstance(own, list) else []
    return (*words, *affixes(base)) if isinstance(base, str) else tuple(words)


def family(technique: str | None) -> str | None:
    """Family of a technique, for statistics; None for what is no technique."""
    rows = _file("technique").get(technique or "")
    return str(rows["family"]) if isinstance(rows, dict) else None


def find(kind: str, key: str) -> str | None:
    """Look a squashed spelling up, as it is and without a word like `faixa` or 級 before or after it."""
    known = index(kind)
    if key in known:
        return known[key]
    for affix in affixes(kind):
        for bare in (key.removeprefix(affix), key.removesuffix(affix)):
            if bare != key and bare in known:
                return known[bare]
    return None
