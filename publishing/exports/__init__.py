"""What a release is written as: one file here per output, found by listing the folder.

Each has a NAME and `files(content)`: path within the release and bytes, of one export after the other. One that needs
what may not be installed has `missing()`: what, and how to get it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from etl.errors import UnknownName, UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from publishing.content import Content

ALWAYS = ("json", "html")  # the next release compares itself with the one, people read the other


class Export(Protocol):
    """A module of this folder."""

    NAME: str

    def files(self, content: Content) -> Iterator[tuple[str, bytes]]:
        """Path within the release and content of each file."""


@cache
def known() -> dict[str, Export]:
    """Name -> export."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return {module.NAME: cast(Export, module) for module in modules}


def names(asked: Sequence[str]) -> list[str]:
    """These formats and those no release goes without; UnknownName where there is no such."""
    if unknown := [name for name in asked if name not in known()]:
        raise UnknownName("format of a release", unknown[0], sorted(known()))
    return sorted({*asked, *ALWAYS})


def chosen(asked: Sequence[str]) -> list[Export]:
    """The exports of these formats; UserError where one cannot be made here."""
    found = [known()[name] for name in names(asked)]
    for export in found:
        missing = getattr(export, "missing", lambda: None)()
        if missing is not None:
            raise UserError(missing)
    return found
