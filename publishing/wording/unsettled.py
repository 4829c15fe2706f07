"""Why a category is not settled, and what stands beside a place, in any language.

The store keeps these sentences in English, as the contract's answers have them. Each is one template of the English
catalogue: it is found again, its values read off it, and the same said in another language. What no template fits, the
words of a person, stands as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from publishing.wording.catalogue import DEFAULT, entries, term, text

_NUMBERS = frozenset({"n", "bout", "final", "lost", "place", "waiting", "registered"})
_FIELD = re.compile(r"\\\{(\w+)\\\}")


def reason(said: str, lang: str = DEFAULT) -> str:
    """A reason of `category_result`, or of a change of one."""
    return _told(said, "unsettled.", lang)


def note(said: str, lang: str = DEFAULT) -> str:
    """What stands beside a place."""
    return _told(said, "placed.", lang)


def key(said: str, prefix: str = "unsettled.") -> str | None:
    """The template that a sentence is of; None = of none."""
    return next((name for name, form in _forms(prefix).items() if form.fullmatch(said)), None)


def _told(said: str, prefix: str, lang: str) -> str:
    found = None if lang == DEFAULT else key(said, prefix)
    match = None if found is None else _forms(prefix)[found].fullmatch(said)
    if found is None or match is None:
        return said
    return text(found, lang, **{name: _shown(name, value, lang) for name, value in match.groupdict().items()})


def _shown(name: str, value: str, lang: str) -> str:
    if name == "round":
        return term("round", value, lang)
    if name == "names":
        first, *others = value.split(" and ")
        for other in others:
            first = text("note.pair", lang, one=first, other=other)
        return first
    return value


@cache
def _forms(prefix: str) -> Mapping[str, re.Pattern[str]]:
    found = {
        name: entry for name, entry in entries(DEFAULT).items() if name.startswith(prefix) and isinstance(entry, str)
    }
    return {name: re.compile(_FIELD.sub(_group, re.escape(entry))) for name, entry in found.items()}


def _group(field: re.Match[str]) -> str:
    name = field.group(1)
    if name == "numbers":
        return r"(?P<numbers>\d+(?:, \d+)*)"
    return rf"(?P<{name}>\d+)" if name in _NUMBERS else rf"(?P<{name}>.+?)"
