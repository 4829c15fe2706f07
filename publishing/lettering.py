"""How wide a text is, roughly, without the font: Chinese and Japanese letters are twice as wide as Latin ones."""

from __future__ import annotations

import unicodedata

_LATIN, _WIDE = 0.5, 1.0  # of the size of the font


def width(text: str, size: float) -> float:
    """In the unit of `size`."""
    if text.isascii():
        return len(text) * _LATIN * size
    return sum(_of(letter) for letter in text) * size


def cut(text: str, room: float, size: float) -> str:
    """As much of a text as fits, with a sign that something is missing."""
    if width(text, size) <= room:
        return text
    left = room - _WIDE * size
    kept = 0
    for kept, letter in enumerate(text):  # noqa: B007 - where it stops is what is wanted
        left -= _of(letter) * size
        if left < 0:
            break
    return f"{text[:kept].rstrip()}…"


def _of(letter: str) -> float:
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _LATIN
