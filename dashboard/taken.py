"""A file made of what a page showed names nobody who is hidden by the time somebody takes it.

A button has the tables of its page; so it works while the page is drawn anew after new results. But a browser that
froze the page shows its button for days, and the list of those who are not to be named may have grown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from analytics import queries
from dashboard import looking, source
from etl.errors import UserError
from publishing import privacy

if TYPE_CHECKING:
    import pandas as pd


def checked(made: Callable[[], bytes], *shown: pd.DataFrame) -> Callable[[], bytes]:
    """The same, refused where a text of what was shown names somebody who may not be named any more."""
    return partial(_file, looking.now(), made, shown)


def _file(page: looking.Looking[Any], made: Callable[[], bytes], shown: tuple[pd.DataFrame, ...]) -> bytes:
    if page.looked_at is not None:  # else no store is behind it
        reader = source.now()
        if reader.seen != page.looked_at and _names_hidden(reader, set(_texts(shown))):
            raise UserError("the page is older than a decision on who may be named; open it again")
    return made()


def _names_hidden(reader: source.Reader, texts: set[str]) -> bool:
    with reader.store.cursor() as cur:
        shield = privacy.shield_for(cur, queries.counted(cur), sorted(texts))
    return any(map(shield.names, texts))


def _texts(shown: Iterable[pd.DataFrame]) -> Iterator[str]:
    for frame in shown:
        for name in frame:
            yield from (cell for cell in frame[name].tolist() if isinstance(cell, str))
