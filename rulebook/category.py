"""Reading a category's name (`Juvenile 1 / Male / Blue / Light-Feather`) by vocabulary, not by position."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rulebook.reading import read, without_bracketed_limit
from rulebook.text import squashed
from rulebook.vocabulary import UNKNOWN, Belt, age_group, weight_limit_kg

_KINDS = ("gender", "age_division", "belt", "weight_class")
_QUALIFIER = "qualifier"  # known words beside the four parts: they change none of them and stay in `rest`
_SEPARATORS = re.compile(r"[/|;,／\n]")
_LONGEST = 5  # words of one spelling: "Purple Brown Black belt", "Open Class Light"
_NO_BLANKS = re.compile(r"(?=.*[\u3040-\u30ff\u3400-\u9fff])\w{2,40}")


Piece = tuple[str, str | None, str]  # text, kind (None = not understood), value


@dataclass(frozen=True)
class Category:
    """The four parts, `unknown` where unread; `rest` is what was not understood, its parts joined by ` / `."""

    gender: str
    age_division: str
    belt: str
    weight_class: str
    rest: str


@lru_cache(maxsize=65536)
def read_category(text: str) -> Category:
    """Read a category's name; a part named twice must agree with itself, otherwise it is unknown."""
    seen: dict[str, list[tuple[str, str]]] = defaultdict(list)
    rest: list[str] = []
    for part in filter(None, map(str.strip, _SEPARATORS.split(text))):
        for piece, kind, value in _pieces(part):
            if kind is None or kind == _QUALIFIER:
                rest.append(piece)
            else:
                seen[kind].append((piece, value))
    parts = {}
    for kind in _KINDS:
        parts[kind], left = _agree(kind, seen[kind])
        rest += left
    return Category(**parts, rest=" / ".join(rest))


def _pieces(part: str) -> Iterator[Piece]:
    """Split one part into pieces that can be read, the longest first."""
    whole = _readings(part)
    if whole:
        yield from whole
        return
    words = without_bracketed_limit(part).split()
    pieces: list[Piece] = []
    while words:
        size, found = _longest(words)
        pieces += found
        del words[:size]
    yield from _without_modified(pieces)


def _longest(words: list[str]) -> tuple[int, list[Piece]]:
    """Read as many of the first words as one spelling takes; a first word nobody knows is a piece of kind None."""
    for size in range(min(_LONGEST, len(words)), 0, -1):
        found = _readings(" ".join(words[:size]))
        if found:
            return size, found
    return 1, [(words[0], None, "")]


def _without_modified(pieces: list[Piece]) -> Iterator[Piece]:
    """Join a strange word with its neighbours into one unread piece: it may change their meaning (`Super Feather`)."""
    run: list[Piece] = []
    for piece in pieces:
        if run and not (piece[1] is None or run[-1][1] is None):
            yield from _run(run)
            run = []
        run.append(piece)
    yield from _run(run)


def _run(run: list[Piece]) -> Iterator[Piece]:
    if any(kind is None for _, kind, _ in run):
        yield " ".join(text for text, _, _ in run), None, ""
    else:
        yield from run


def _readings(phrase: str) -> list[Piece]:
    whole = _read_any(phrase)
    if whole:
        return [(phrase, *whole)]
    return _unspaced(phrase) if _NO_BLANKS.fullmatch(phrase) else []


def _unspaced(text: str) -> list[Piece]:
    """Cut アダルト男子黒帯ライト級 into words, the longest first; empty unless all of it can be read."""
    found: list[Piece] = []
    while text:
        for size in range(len(text), 0, -1):
            hit = _read_any(text[:size])
            if hit:
                break
        else:
            return []
        found.append((text[:size], *hit))
        text = text[size:]
    return found


def _read_any(text: str) -> tuple[str, str] | None:
    """Read a text in the four vocabularies and the qualifiers, which share no spelling."""
    for kind in (*_KINDS, _QUALIFIER):
        value = read(kind, text)
        if value is not None:
            return kind, value
    return None


def _agree(kind: str, seen: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """One value out of all readings of a kind, and the texts left over."""
    values = {value for _, value in seen}
    if not values:
        return UNKNOWN, []
    value = _joined(kind, values)
    if value is None:
        return UNKNOWN, [piece for piece, _ in seen]
    if kind == "gender" and len({squashed(piece) for piece, _ in seen}) > 1:
        # a sex twice in two spellings ("F" for the belt, "Female") hides another part: keep the shorter in sight
        kept = max((piece for piece, _ in seen), key=len)
        return value, [piece for piece, _ in seen if piece != kept]
    return value, []


def _joined(kind: str, values: set[str]) -> str | None:
    """Reconcile several values of a kind: belts combine, a number beats no number, a named class beats its limit."""
    if len(values) == 1:
        return next(iter(values))
    if kind == "belt":
        parts = {part for value in values for part in value.split("+")}
        return "+".join(belt for belt in Belt if belt.value in parts)
    if kind == "age_division" and len({age_group(value) for value in values}) == 1:
        numbered = [value for value in values if value != age_group(value)]
        return numbered[0] if len(numbered) == 1 else None
    if kind == "weight_class":
        named = [value for value in values if weight_limit_kg(value) is None]
        return named[0] if len(named) == 1 else None
    return None
