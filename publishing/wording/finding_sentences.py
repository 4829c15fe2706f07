"""What a finding says, in any language: in English its reason, elsewhere what its code means and the reason's data.

The store keeps reasons in English. Where the end of one is a template of `found`, its values are read off it and said
in the language; of any other reason only the meaning of the code is, never an English sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from publishing.wording.catalogue import DEFAULT, entries, term, text

MEANING, DETAIL = "finding.", "found."
_OPEN = frozenset({"names", "near", "academy", "athlete", "age", "rule"})  # texts; all other values are whole numbers
_FIELD = re.compile(r"\\\{(\w+)\\\}")


def meaning(code: str, lang: str = DEFAULT) -> str:
    """What a code means; one that a later program wrote stands as it is."""
    return text(f"{MEANING}{code}", lang) if f"{MEANING}{code}" in entries() else code


def reason(code: str, said: str, lang: str = DEFAULT) -> str:
    """The reason of a finding as a page shows it."""
    if lang == DEFAULT:
        return said
    told = _told(said, lang)
    meant = meaning(code, lang)
    return meant if told is None else text("page.quality.told", lang, meaning=meant, told=told)


def key(said: str) -> str | None:
    """The template that the end of a reason is of; None = of none."""
    return next((name for name, form in _forms().items() if form.search(said)), None)


def _told(said: str, lang: str) -> str | None:
    found = key(said)
    match = None if found is None else _forms()[found].search(said)
    if found is None or match is None:
        return None
    return text(found, lang, **{name: _shown(name, value, lang) for name, value in match.groupdict().items()})


def _shown(name: str, value: str, lang: str) -> str:
    return term("age_division", value, lang) if name == "age" else value


@cache
def _forms() -> Mapping[str, re.Pattern[str]]:
    found = {name: entry for name, entry in entries().items() if name.startswith(DETAIL) and isinstance(entry, str)}
    return {name: re.compile(_FIELD.sub(_group, re.escape(entry)) + r"\Z") for name, entry in found.items()}


def _group(field: re.Match[str]) -> str:
    name = field.group(1)
    return rf"(?P<{name}>.+?)" if name in _OPEN else rf"(?P<{name}>\d+)"
