"""What a value of a rule set is, and the value itself, in words: `penalties.ladder` and `mark, points:2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from publishing.wording import reasons
from publishing.wording.catalogue import DEFAULT, term, text

SETTING = "setting"
_OF_AWARDS = ("award_lists", "awards")
# In this order: `penalties` is a way to decide a bout, `juvenile` an age division.
_KINDS = ("value", "technique", "decision", "belt", "age_division", "gender", "round", "disqualification")
_CHAIN = "chains."
_POINTS = "points:"


def name(key: str, lang: str = DEFAULT) -> str:
    """What the value of that dotted key is."""
    section, _, award = key.partition(".")
    if section in _OF_AWARDS:
        return f"{term(SETTING, section, lang)}: {term('award', award.rpartition('.')[2], lang)}"
    return term(SETTING, key, lang)


def value(key: str, given: Any, lang: str = DEFAULT) -> str:
    """A value in words; a dash where a rule set has none, names of a list and commands as they are."""
    match given:
        case None | [] | "":
            return "–"
        case bool():
            return text("page.standing.yes", lang) if given else text("page.standing.no", lang)
        case list() | tuple():
            return text("note.comma", lang).join(value(key, each, lang) for each in given)
        case Mapping():
            told = {
                part: inner for part, inner in given.items() if part != "name" and inner not in ([], ())
            }  # absent = all
            return "; ".join(f"{_word(part, lang)}: {value(key, inner, lang)}" for part, inner in told.items())
    said = str(given)
    if key.startswith("award_lists.") or said.isdigit():
        return said
    if key.startswith(_CHAIN) and not said.startswith("T"):
        return reasons.level(said, lang)
    together = said.split() if _POINTS in said else [said]
    return " + ".join(_word(word, lang) for word in together)


def _word(word: str, lang: str) -> str:
    if word.startswith(_POINTS):
        return text("count.points", lang, n=int(word.removeprefix(_POINTS)))
    return next((said for kind in _KINDS if (said := term(kind, word, lang)) != word), word)
