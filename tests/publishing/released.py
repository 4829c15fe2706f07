"""Releases to look at: a store with everything a page can show, and one with minors, published once."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from analytics.store import Store
from publishing import release
from publishing.content import Order
from publishing.release import Published

# Every event counts once, so that a store of small events has a ranking.
SCHEME = """
title = "Ours <1>"
by = "athlete"
[points]
1 = 9
2 = 3
3 = 1
[open_class]
factor = 1.5
[seasons]
factors = [1]
[[event]]
weight = 2
"""

EVERYTHING = ("csv", "html", "json", "parquet", "xlsx")


def has_pdf() -> bool:
    """Whether PDFs can be made here."""
    if importlib.util.find_spec("weasyprint") is None:
        return False
    from publishing.exports import pdf_file

    return pdf_file.missing() is None


def publish(store: Path, folder: Path, order: Order | None = None, **more: object) -> Published:
    """Publish a store as the program does."""
    with Store.open(store) as opened:
        return release.publish(opened, folder, order or Order(), **more)  # type: ignore[arg-type]


def scheme(folder: Path) -> str:
    """Write that scheme and give its name."""
    (folder / "ours.toml").write_text(SCHEME, encoding="utf-8")
    return str(folder / "ours.toml")


def contents(folder: Path) -> dict[str, str]:
    """Path -> SHA-256 of every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
