"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

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


# Folders that draw every page or load every published file: run with the simulations, so that `make test` stays short.
LONG = ("dashboard", "real")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in these folders as long, before the marks are asked for."""
    for item in items:
        if item.path.relative_to(ROOT / "tests").parts[0] in LONG:
            item.add_marker(pytest.mark.long)
