"""Which spellings mean the same academy: equal after folding, or reviewed; never guessed."""

from __future__ import annotations

import re
from functools import lru_cache

from rulebook.text import normal

# Real lists write one academy as `Barbosa Jiu-Jitsu`, `Barbosa JJ`, `Barbosa J-J`; without it is another.
_JIU_JITSU = re.compile(r"\bjiu ?jitsu\b|\bj j\b")
_NO_WORD = re.compile(r"[\W_]+")
_INSIDE_WORD = re.compile(r"['’`´]")


@lru_cache(maxsize=65536)
def key(spelling: str | None) -> str | None:
    """The academy a spelling stands for; None = not known (blank, or nothing but punctuation), equal to no other."""
    words = _NO_WORD.sub(" ", _INSIDE_WORD.sub("", normal(spelling or ""))).strip()
    return _JIU_JITSU.sub("jj", words).replace(" ", "") or None
