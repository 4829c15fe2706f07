"""What every test may ask for."""

import gc
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import duckdb
import pytest
from hypothesis import settings

from etl import opening

ROOT = Path(__file__).resolve().parent.parent

# No deadline: a busy machine is not a defect. In CI the examples are the same each time: a red run is the change's own.
settings.register_profile("tatame", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("tatame")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the specification and the real results that lie beside the repository, or skip where they do not."""
    folder = ROOT.parent / "shared"
    if not (folder / "spec" / "rules.md").is_file():
        pytest.skip("the specification and the real results (../shared) are not on this machine")
    return folder


@pytest.fixture(scope="session", autouse=True)
def new_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new store is a copy of one made once: its tables and comments take longer than many an event that is loaded."""
    made, blank = opening.opened, tmp_path_factory.mktemp("blank") / "blank.duckdb"

    def opened(con: duckdb.DuckDBPyConnection, path: Path, copy: Path) -> int | None:
        if copy.exists():
            return made(con, path, copy)
        if not blank.exists():
            with opening.connect(blank) as first:
                made(first, path, blank)
                first.execute("CHECKPOINT")
        shutil.copyfile(blank, copy)
        opening.attach(con, copy, path)
        return None

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(opening, "opened", opened)
        yield


# What draws every page, writes every published file or runs the whole program again and again: with the simulations,
# so that `make test` stays under five minutes on two cores.
LONG = (
    "analytics/engines/test_on_duckdb.py",
    "benchmarks/",
    "dashboard/",
    "etl/formats/test_flat_real.py",
    "etl/formats/test_hostile.py",
    "etl/test_again.py",
    "etl/test_same_events.py",
    "etl/test_store_",
    "publishing/exports/",
    "publishing/pages/",
    "publishing/test_bout_privacy.py",
    "publishing/test_dictionary.py",
    "publishing/test_method_charts.py",
    "publishing/test_release",
    "real/",
    "tatame/test_academies.py",
    "tatame/test_build.py",
    "tatame/test_compare_list.py",
    "tatame/test_coverage.py",
    "tatame/test_flow.py",
    "tatame/test_hostile.py",
    "tatame/test_left_out.py",
    "tatame/test_local_encodings.py",
    "tatame/test_profile.py",
    "tatame/test_publish.py",
    "tatame/test_request.py",
    "tatame/test_season_and_privacy.py",
    "tatame/test_server.py",
    "tatame/test_streams.py",
)
# These have a run of their own.
APART = ("browser", "faults", "soak", "spark")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collecting five thousand tests makes much and no garbage; what was made stays, and nobody need look there."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where one mark is asked for, files that have no test of it are not imported: five seconds of each process."""
    mark = str(config.option.markexpr)
    if mark not in (*APART, "long") or not collection_path.name.startswith("test_"):
        return None
    if mark == "long" and _place(collection_path).startswith(LONG):
        return None
    return True if f"mark.{mark}" not in collection_path.read_text(encoding="utf-8") else None


def _place(path: Path) -> str:
    return path.relative_to(ROOT / "tests").as_posix()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies there as long, before the marks are asked for."""
    for item in items:
        if _place(item.path).startswith(LONG) and not any(item.get_closest_marker(name) for name in APART):
            item.add_marker(pytest.mark.long)
