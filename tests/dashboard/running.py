"""A page run without a browser: stores to run it on, its address, and what it shows as words."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from analytics import relations
from etl import pipeline
from etl.extract import EventOptions

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "dashboard" / "app.py"
HEADING = "gender,age_division,belt,weight_class,"
NASTY = "<b>Bold</b> **Stars** [a](b) :joy: $x$"


def ingest(store: Path, *bundles: Path) -> Path:
    """A store of these bundles."""
    pipeline.ingest(store, list(bundles), EventOptions(), relations.build)
    return store


def bundle(folder: Path, *, entries: str, places: str, bouts: str = "", more: str = "", name: str = "Cup") -> Path:
    """A bundle of one event `cup`; without bouts no file of them."""
    folder.mkdir()
    (folder / "event.toml").write_text(
        f'[event]\nid = "cup"\nname = "{name}"\nstart = 2026-05-02\nuniform = "gi"\n{more}'
    )
    (folder / "entries.csv").write_text(f"{HEADING}athlete,academy\n{entries}")
    (folder / "placements.csv").write_text(f"{HEADING}place,athlete,academy\n{places}")
    if bouts:
        (folder / "bouts.csv").write_text(bouts)
    return folder


def drawn(name: str) -> None:
    """One page alone: AppTest cannot switch to a page that is a function."""
    from dashboard import pagelist, words

    words.settle()
    words.keep()
    next(view for view in pagelist.every() if name == view.ADDRESS).page()


def opened(
    store: Path, monkeypatch: pytest.MonkeyPatch, view: str | None = None, **address: str | list[str]
) -> AppTest:
    """The first page with its navigation, or the view of that address alone; it must run without an exception."""
    monkeypatch.setenv("TATAME_STORE", str(store))
    if view is None:
        page = AppTest.from_file(str(APP), default_timeout=60)
    else:
        page = AppTest.from_function(drawn, args=(view,), default_timeout=60)
    for key, value in address.items():
        page.query_params[key] = value
    page.run()
    assert not page.exception
    return page


def words(page: AppTest) -> str:
    """Everything the page shows as text, and every cell of its tables."""
    cells = [table.value.to_csv(index=False) for table in (*page.dataframe, *page.table)]
    elements = [*page.text, *page.info, *page.error, *page.header, *page.subheader, *page.markdown, *page.expander]
    return "\n".join([*(str(each.value if hasattr(each, "value") else each.label) for each in elements), *cells])


def in_address(page: AppTest, key: str) -> str:
    """What stands in the address under that key."""
    found = page.query_params[key]
    return found[0] if isinstance(found, list) else found
