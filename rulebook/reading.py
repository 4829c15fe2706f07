"""Reading one word of a vocabulary from any of its spellings."""

from __future__ import annotations

import re
from functools import lru_cache

from rulebook import lexicon
from rulebook.text import normal, squashed
from rulebook.vocabulary import AgeDivision, Belt, age_group, age_of_years, weight_limit_kg

_YEARS = re.compile(r"(\d{1,2}) ?(?:anos?|anni|years?(?: old)?|años|歳|才|歲)\b ?(.*)")
_NUMBER = re.compile(r"(.*?) ?(\d|i{1,3}|iv|vi{0,2}|[一二三四五六七])")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7}
_BELT_JOINTS = re.compile(r"[-+/&,、・\s]+")
_AND = frozenset({"and", "e", "ed"})
_BRACKET = re.compile(r"\s*[(\[]\s*[-+]?\s*\d{1,3}(?:[.,]\d+)?\s*(?:kg|lbs?)\.?\s*[)\]]", re.IGNORECASE)
_LIMIT = re.compile(r"([-+OU]?)\s*(\d{1,3}(?:[.,]\d+)?)\s*(kgs?)?", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


@lru_cache(maxsize=65536)
def read(kind: str, text: str | None) -> str | None:
    """Read a spelling of that vocabulary (`gender`, `belt`, `age_division`, …); None where it is not known."""
    lexicon.index(kind)  # an unknown kind is refused even for an empty text
    if not text or not text.strip():
        return None
    found = lexicon.find(kind, squashed(text))
    if found is not None:
        return found
    if kind == "belt":
        return _combined_belt(text)
    if kind == "age_division":
        return _numbered_age(normal(text))
    if kind == "weight_class":
        return _weight(text)
    return None


def limit_in_kg(text: str) -> str | None:
    """`66KG`, `-66`, `U66KG` -> `-66 kg`; `+99KG`, `O99KG` -> `+99 kg`; None for a bare number or pounds."""
    found = _LIMIT.fullmatch(text.translate(_DASHES).strip())
    if found is None or not (found[3] or found[1] in {"-", "+"}):  # "U15" is an age, "125" perhaps pounds
        return None
    number = found[2].replace(",", ".")
    number = number.rstrip("0").rstrip(".") if "." in number else number
    limit = f"{'+' if found[1] in {'+', 'O', 'o'} else '-'}{number} kg"
    return limit if weight_limit_kg(limit) else None


def without_bracketed_limit(text: str) -> str:
    """`Galo (57.50kg)` -> `Galo`."""
    return _BRACKET.sub("", text).strip()


def _combined_belt(text: str) -> str | None:
    """Read `Purple Brown Black`, `AMARELA-CINZA`, 茶・黒帯: each part a belt, joined low to high."""
    joints = {"", *_AND, *lexicon.affixes("belt")}
    parts = [part for part in map(squashed, _BELT_JOINTS.split(text)) if part not in joints]
    belts = {lexicon.find("belt", part) for part in parts}
    known = [belt for belt in Belt if belt.value in belts]
    return "+".join(known) if known and len(known) == len(belts) else None


def _numbered_age(text: str) -> str | None:
    """Read `master 2`, `ジュブナイルii`, `15 anos`, `16 anos juvenil` (which must agree with itself)."""
    years = _YEARS.fullmatch(text)
    if years:
        division = age_of_years(int(years[1]))
        group = read("age_division", years[2]) if years[2] else None
        agrees = not years[2] or (group is not None and age_group(group) == age_group(division))
        return division.value if division and agrees else None
    found = _NUMBER.fullmatch(_without_age_affix(text))
    base = lexicon.find("age_division", squashed(found[1])) if found and found[1] else None
    if found is None or base is None:
        return None
    number = _ROMAN.get(found[2]) or "一二三四五六七".find(found[2]) + 1 or int(found[2])
    division_name = f"{base}-{number}"
    return division_name if division_name in set(AgeDivision) else None


def _without_age_affix(text: str) -> str:
    for affix in lexicon.affixes("age_division"):
        text = text.removesuffix(affix).strip()
    return text


def _weight(text: str) -> str | None:
    bare = without_bracketed_limit(text)
    if bare and bare != text.strip():
        return read("weight_class", bare)
    return limit_in_kg(text)
