"""Layouts of figures put together as plain values and handed to Plotly once.

Each `update_layout` walks through everything that is set already: half a dozen of them cost five times the figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Layout = Mapping[str, Any]


def merged(*parts: Layout) -> dict[str, Any]:
    """What all of them say, the later ones over the earlier, value by value; none of them is changed."""
    whole: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            before = whole.get(name)
            both = isinstance(value, Mapping) and isinstance(before, Mapping)
            whole[name] = merged(before or {}, value) if both or isinstance(value, Mapping) else value
    return whole
