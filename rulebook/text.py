"""Folding of spellings, so that case, accents, width, hyphens and spaces do not matter."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=65536)
def normal(text: str) -> str:
    """Fold a spelling: NFKC, casefold, Latin accents off, blanks, hyphens and underscores one blank; idempotent."""
    folded = _fold(text)
    while not folded.isascii() and (again := _fold(folded)) != folded:
        folded = again
    return folded


def squashed(text: str) -> str:
    """Fold a spelling and leave no blank, so that `MeioPesado` equals `Meio Pesado`."""
    return normal(text).replace(" ", "")


def _fold(text: str) -> str:
    wide = unicodedata.normalize("NFKC", text).casefold()
    apart = wide if wide.isascii() else unicodedata.normalize("NFD", wide)
    simple = apart.translate(_SIMPLE)
    if _OTHER in simple or _STRAY.search(simple):
        return _folded_by_letter(apart)
    letters = simple.replace(_MARK, "")
    return " ".join((letters if letters.isascii() else unicodedata.normalize("NFC", letters)).split())


def _folded_by_letter(apart: str) -> str:
    letters: list[str] = []
    base = ""
    for char in apart:
        if unicodedata.combining(char):
            if not _is_latin(base):
                letters.append(char)
        else:
            base = char
            letters.append(" " if _is_blank(char) else char)
    return " ".join(unicodedata.normalize("NFC", "".join(letters)).split())


def _is_blank(char: str) -> bool:
    return char in "-_" or unicodedata.category(char) in {"Pd", "Zs", "Cc"}


def _is_latin(char: str) -> bool:
    return unicodedata.name(char or " ", "").startswith("LATIN")


_MARK = "\u0300"  # stands for any mark on a letter
_OTHER = "\uffff"  # for what is neither Latin nor ASCII: such a text is gone through letter by letter
_STRAY = re.compile(f"(?:^|[^a-z\u0080-{_OTHER}{_MARK}]){_MARK}")  # a mark that stands on no letter


class _Simple(dict[int, str]):
    """What each character becomes, looked up once: a store has the names of a million athletes."""

    def __missing__(self, number: int) -> str:
        char = chr(number)
        if unicodedata.combining(char):
            found = _MARK
        elif _is_blank(char):
            found = " "
        else:
            found = char if char.isascii() or _is_latin(char) else _OTHER
        self[number] = found
        return found


_SIMPLE = _Simple()
