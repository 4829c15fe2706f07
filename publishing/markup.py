"""HTML as plain functions: every text and attribute is escaped, and only `Markup` goes in as it stands."""

from __future__ import annotations

import html
from collections.abc import Iterable

_VOID = frozenset({"meta", "link", "img", "br", "hr"})


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, *children: object, **attributes: object) -> Markup:
    """An element; `class_` and `data_x` become class and data-x, True an attribute alone, None and False none."""
    said = "".join(_attribute(key, value) for key, value in attributes.items() if value not in (None, False))
    if name in _VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{joined(children)}</{name}>")


def joined(children: Iterable[object]) -> Markup:
    """Texts, elements and lists of them, one after the other; None is nothing."""
    return Markup("".join(_child(child) for child in children))


def _child(child: object) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return str(child)
    if isinstance(child, str | int):
        return html.escape(_clean(str(child)), quote=False)
    if isinstance(child, Iterable):
        return joined(child)
    raise TypeError(f"{type(child).__name__} is no part of a page")


def _attribute(key: str, value: object) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(_clean(str(value)))}"'


def _clean(text: str) -> str:
    """Without control characters, which no HTML may hold."""
    return "".join(char for char in text if char in "\n\t" or not (ord(char) < 32 or 127 <= ord(char) < 160))
