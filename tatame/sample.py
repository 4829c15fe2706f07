"""Where the sample data lies, in a source tree and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from etl.errors import UnusableInput

_TOP = Path(__file__).resolve().parent.parent
_FOLDERS = (
    _TOP / "data" / "sample",  # source tree
    _TOP / "tatame_data" / "sample",  # wheel
)


def bundles() -> list[Path]:
    """The sample bundles, by name."""
    found = sorted(file.parent for folder in _FOLDERS for file in folder.glob("*/event.toml"))
    if not found:
        raise UnusableInput(f"the sample data is in none of {', '.join(map(str, _FOLDERS))}; install tatame again")
    return found
