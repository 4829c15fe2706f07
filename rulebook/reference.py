"""Where the reference files lie, in a source tree and in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_FOLDERS = (
    _HERE.parent / "data" / "reference",  # source tree
    _HERE.parent / "tatame_data" / "reference",  # wheel
)


@cache
def path(name: str) -> Path:
    """Find the reference file of that name; FileNotFoundError names the folders looked in."""
    for folder in _FOLDERS:
        if (folder / name).is_file():
            return folder / name
    places = ", ".join(str(folder) for folder in _FOLDERS)
    raise FileNotFoundError(f"reference file {name} is in none of {places}")
