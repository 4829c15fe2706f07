"""Who may import whom. import-linter follows chains of imports; these read each file, and name it."""

import sys
from pathlib import Path

import pytest

from tests.architecture.house import ARROW, imported, roots_imported, tracked_in

ONLY_IN = {
    "streamlit": {"dashboard"},
    "plotly": {"publishing", "dashboard"},
    "pyspark": {"analytics"},
    "sqlglot": {"analytics"},
}


def wrong(package: str, allowed: set[str], among: set[str]) -> dict[Path, set[str]]:
    """Return the files of a package that import one of `among` that is not allowed."""
    found = {file: (roots_imported(file) & among) - allowed for file in tracked_in(package, suffix=".py")}
    return {file: names for file, names in found.items() if names}


@pytest.mark.parametrize("place", range(len(ARROW)), ids=ARROW)
def test_a_package_imports_only_to_its_left(place: int) -> None:
    assert wrong(ARROW[place], set(ARROW[: place + 1]), set(ARROW)) == {}


@pytest.mark.parametrize(
    ("package", "library"),
    [(package, library) for library in ONLY_IN for package in ARROW if package not in ONLY_IN[library]],
)
def test_a_library_stays_in_its_rooms(package: str, library: str) -> None:
    assert wrong(package, set(), {library}) == {}


def test_the_rule_book_needs_nothing_but_the_standard_library() -> None:
    foreign = {
        file: roots_imported(file) - sys.stdlib_module_names - {"rulebook"}
        for file in tracked_in("rulebook", suffix=".py")
    }
    assert {file: names for file, names in foreign.items() if names} == {}


def test_no_source_imports_a_test_or_a_benchmark() -> None:
    for package in ARROW:
        assert wrong(package, set(), {"tests", "benchmarks"}) == {}


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import streamlit.web as web", "streamlit.web"),
        ("from plotly import graph_objects", "plotly"),
        ("def late():\n    import etl.load", "etl.load"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tatame import cli", "tatame"),
        ("import importlib\nimportlib.import_module('dashboard.app')", "dashboard.app"),
    ],
)
def test_every_way_to_import_is_seen(source: str, name: str) -> None:
    assert name in imported(source)


def test_an_import_within_the_package_is_no_foreign_one() -> None:
    assert imported("from . import streamlit\nfrom .plotly import Figure") == set()
