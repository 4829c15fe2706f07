"""Figures on a page: drawn once for all who see the same, each with its text and one button, which saves it as PNG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import theme
from dashboard.kept import Kept
from dashboard.words import chosen

if TYPE_CHECKING:
    import plotly.graph_objects as go

_PLAIN = (str, int, float, bool, type(None))


@dataclass(frozen=True)
class Drawn:
    """A figure, title and caption apart from it, and what it was made of: kept, so that no other has its identity."""

    figure: go.Figure
    title: str
    caption: str
    made_of: tuple[object, ...]


_drawn = Kept[Drawn](200)


def show(make: Callable[..., go.Figure], *values: object, alt: str) -> None:
    """`make(*values, template, language)` as part of the page; title and caption as text, which breaks on a phone."""
    found = drawn(make, *values)
    if found.title:
        st.text(found.title)
    st.plotly_chart(found.figure, theme=None, config=theme.TO_TAKE, alt=alt)
    if found.caption:
        st.text(found.caption)


def drawn(make: Callable[..., go.Figure], *values: object) -> Drawn:
    """Kept as long as the answers it is made of are: nobody may change it.

    Answers are told apart by identity, for a reader gives everybody the same one.
    """
    asked = (*values, theme.template(), chosen())
    name = f"{make.__module__}.{make.__qualname__}"
    key = (name, *(value if isinstance(value, _PLAIN) else f"#{id(value)}" for value in asked))
    return _drawn.get(key, lambda: _draw(make, asked))


def _draw(make: Callable[..., go.Figure], asked: tuple[object, ...]) -> Drawn:
    figure = make(*asked)
    title, caption = theme.lifted(figure)
    return Drawn(figure, title, caption, asked)
