"""The pages, found by listing the folder `views`; each file has ORDER, TITLE (a key), ADDRESS and `page()`."""

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


@cache
def views() -> tuple[View, ...]:
    """Every page in the order of the navigation."""
    names = [found.name for found in pkgutil.iter_modules(folder.__path__)]
    found = [cast(View, importlib.import_module(f"{folder.__name__}.{name}")) for name in names]
    return tuple(sorted(found, key=lambda view: view.ORDER))
