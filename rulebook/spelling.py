"""From any spelling of five languages to the words of the vocabulary; what is not known is None, never guessed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from rulebook.category import Category, read_category
from rulebook.lexicon import KINDS, LANGUAGES, family, spellings
from rulebook.reading import limit_in_kg, read
from rulebook.text import normal, squashed

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Category",
    "family",
    "limit_in_kg",
    "nearest",
    "normal",
    "read",
    "read_category",
    "spellings",
    "squashed",
]


def nearest(text: str, candidates: Iterable[str], n: int = 3) -> list[str]:
    """Give the candidates most like a text, best first, case and accents aside."""
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(normal(candidate), candidate)
    return [folded[match] for match in difflib.get_close_matches(normal(text), folded, n=n, cutoff=0.5)]
