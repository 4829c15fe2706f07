"""Releases to look at: a store with everything a page can show, and one with minors, published once."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import tatame
from analytics.store import Store
from publishing import release
from publishing.content import Order
from publishing.release import Published
from publishing.wording import languages
from tatame import cli
from tests.tatame import bundles

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

EVIL = 'A "B" <script>alert(1)</script> & Co'
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


def everything(place: Path) -> Path:
    """Every page there is in every language, with names that would like to be a script; gives the release's folder."""
    store = place / "t.duckdb"
    rows = tuple(row.replace("South", '"' + EVIL.replace('"', '""') + '"') for row in bundles.BOUT_ROWS)
    tatame.ingest(store, bundles.write(place, bouts=rows))
    publish(store, place / "before")
    where = ("--event", "open-2026", "--store", str(store))
    cli.main(["draw", "--award", "overall", "--seed", "4 8 15", "--by", "Board", *where])
    named = ("--category", "male adult black light", "--athlete", "Ari Alho")
    cli.main(["correct", *named, "--status", "doping", "--reason", EVIL, "--by", "Panel", *where])
    logo = (b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>', "image/svg+xml")
    seasons = ((scheme(place), 2026),)
    order = Order(languages=languages(), podium=True, federation=EVIL, logo=logo, seasons=seasons)
    publish(store, place / "out", order, previous=place / "before")
    return place / "out"


def contents(folder: Path) -> dict[str, str]:
    """Path -> SHA-256 of every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
