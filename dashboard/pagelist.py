"""The pages, found by listing the folder `views`; each file has ORDER, TITLE (a key), ADDRESS and `page()`.

One that is there only where the operator asked for it has `offered()` too.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Protocol, cast

from dashboard import views as folder


class View(Protocol):
    """A module of that folder; the one of the lowest ORDER opens at `/`."""

    ORDER: int
    TITLE: str
    ADDRESS: str

    def page(self) -> None:
        """Draws it."""


def views() -> tuple[View, ...]:
    """The pages of this dashboard, in the order of the navigation."""
    return tuple(view for view in every() if getattr(view, "offered", lambda: True)())


@cache
def every() -> tuple[View, ...]:
    """Those too that nobody asked for here."""
    names = [found.name for found in pkgutil.iter_modules(folder.__path__)]
    found = [cast(View, importlib.import_module(f"{folder.__name__}.{name}")) for name in names]
    return tuple(sorted(found, key=lambda view: view.ORDER))
