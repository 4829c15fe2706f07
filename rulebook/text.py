"""Folding of spellings, so that case, accents, width, hyphens and spaces do not matter."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65536)
def normal(text: str) -> str:
    """Fold a spelling: NFKC, casefold, Latin accents off, blanks, hyphens and underscores one blank; idempotent."""
    folded = _fold(text)
    while (again := _fold(folded)) != folded:
        folded = again
    return folded


def squashed(text: str) -> str:
    """Fold a spelling and leave no blank, so that `MeioPesado` equals `Meio Pesado`."""
    return normal(text).replace(" ", "")


def _fold(text: str) -> str:
    wide = unicodedata.normalize("NFKC", text).casefold()
    letters: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", wide):
        if unicodedata.combining(char):
            if not unicodedata.name(base or " ", "").startswith("LATIN"):
                letters.append(char)
        else:
            base = char
            letters.append(" " if char in "-_" or unicodedata.category(char) in {"Pd", "Zs", "Cc"} else char)
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())
