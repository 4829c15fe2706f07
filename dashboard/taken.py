"""A file made of what a page showed names nobody who is hidden by the time somebody takes it.

A button has the tables of its page; so it works while the page is drawn anew after new results. But a browser that
froze the page shows its button for days, and the list of those who are not to be named may have grown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from analytics import queries
from dashboard import looking, source, words
from publishing import privacy

if TYPE_CHECKING:
    import pandas as pd


def checked(made: Callable[..., bytes], *shown: pd.DataFrame) -> Callable[[], bytes]:
    """A file made of what was shown; a text of it that names somebody who may not be named any more is withheld."""
    return partial(_file, looking.now(), made, shown, words.chosen())


def _file(page: looking.Looking[Any], made: Callable[..., bytes], shown: tuple[pd.DataFrame, ...], lang: str) -> bytes:
    if page.looked_at is not None:  # else no store is behind it
        reader = source.now()
        if reader.seen != page.looked_at:
            shown = _withheld(reader, shown, lang)
    return made(*shown)


def _withheld(reader: source.Reader, shown: tuple[pd.DataFrame, ...], lang: str) -> tuple[pd.DataFrame, ...]:
    """The same frames where nobody in them is hidden by now, else copies."""
    texts = set(_texts(shown))
    with reader.store.cursor() as cur:
        shield = privacy.shield_for(cur, queries.counted(cur), sorted(texts))
    instead = {text: shield.text(text, lang) for text in texts if shield.names(text)}
    return tuple(_replaced(frame, instead) for frame in shown) if instead else shown


def _replaced(frame: pd.DataFrame, instead: dict[str, str]) -> pd.DataFrame:
    def of(cell: object) -> object:
        return instead.get(cell, cell) if isinstance(cell, str) else cell

    made = frame.copy()
    for name in frame:
        if any(cell in instead for cell in _texts([frame[[name]]])):
            made[name] = frame[name].map(of)
    return made


def _texts(shown: Iterable[pd.DataFrame]) -> Iterator[str]:
    for frame in shown:
        for name in frame:
            yield from (cell for cell in frame[name].tolist() if isinstance(cell, str))
