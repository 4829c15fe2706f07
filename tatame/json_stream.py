"""A JSON document with one long list, piece by piece: the bytes `json.dumps` would give of it, never held together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any


def document(
    head: Mapping[str, Any], name: str, items: Iterable[object], tail: Callable[[], Mapping[str, Any]] = dict
) -> Iterator[str]:
    """`head`, the list under `name`, then `tail`, which is asked for when the list has ended."""
    yield f"{_open({**head, name: []})[:-1]}"
    between = ""
    for item in items:
        yield between + _deeper(f"\n{_text(item)}", 2)
        between = ","
    yield "\n ]" if between else "]"
    for key, value in tail().items():
        yield f",\n {_text(key)}: {_deeper(_text(value), 1)}"
    yield "\n}\n"


def _open(value: Mapping[str, Any]) -> str:
    """Without the brace that ends it."""
    return _text(value)[:-2]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)


def _deeper(text: str, by: int) -> str:
    """Line ends within texts are escaped in JSON, so every one here begins a line of the document."""
    return text.replace("\n", "\n" + " " * by)
