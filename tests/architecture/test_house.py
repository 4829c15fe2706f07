"""Habits of the house that a machine can keep: short files, telling names, no trace of one person's machine."""

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.house import ARROW, ROOT, tracked, tracked_in

LONGEST = 300
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
# In pieces, or this file would accuse itself.
MACHINE = re.compile("/(" + "|".join(("work", "farm", "root", "tmp")) + ")/")
REGISTRY = re.compile(
    "|".join(
        ("pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.org", "(extra-)?index-" + "url", "find-" + "links")
    )
)


def text(file: Path) -> str:
    """Return a tracked file as text, a binary one as the empty string."""
    content = (ROOT / file).read_bytes()
    return "" if b"\0" in content else content.decode("utf-8", errors="replace")


def lines_matching(pattern: re.Pattern[str]) -> list[str]:
    """Return `file:line` for each match in a tracked file."""
    return [
        f"{file}:{n}" for file in tracked() for n, line in enumerate(text(file).splitlines(), 1) if pattern.search(line)
    ]


def test_no_source_file_is_long() -> None:
    sources = tracked_in(*ARROW, "benchmarks", suffix=".py") + tracked_in(*ARROW, suffix=".sql")
    lengths = {str(file): len(text(file).splitlines()) for file in sources}
    assert {file: n for file, n in lengths.items() if n > LONGEST} == {}


def test_no_file_or_folder_has_an_empty_name() -> None:
    assert [file for file in tracked_in(*ARROW, "tests") if {*file.parent.parts, file.stem} & EMPTY_NAMES] == []


def test_no_tracked_file_names_a_path_of_the_machine_it_was_written_on() -> None:
    assert lines_matching(MACHINE) == []


def test_no_tracked_file_names_a_package_registry() -> None:
    assert lines_matching(REGISTRY) == []


def test_no_tracked_file_is_one_that_is_ignored_or_built() -> None:
    assert [file for file in tracked() if file.suffix in {".duckdb", ".wal", ".pyc", ".whl"}] == []


def test_every_relation_says_first_what_one_row_is() -> None:
    def first_comment(file: Path) -> str:
        comment = re.match(r"(?:--.*\n?)+", text(file))
        return comment[0].casefold() if comment else ""

    assert [file for file in tracked_in("analytics/sql", suffix=".sql") if "one row" not in first_comment(file)] == []


def test_every_package_and_test_folder_is_importable() -> None:
    folders = {file.parent for file in tracked_in(*ARROW, "tests", suffix=".py")}
    assert [folder for folder in sorted(folders) if not (ROOT / folder / "__init__.py").is_file()] == []
    for folder in folders:
        if folder.parts[0] == "tests":
            importlib.import_module(".".join(folder.parts))


def test_nothing_in_the_dashboard_hides_a_package() -> None:
    # `streamlit run dashboard/app.py` puts the folder first on sys.path: a `rulebook.py` in it would be everybody's.
    dependencies = {canonicalize_name(name).replace("-", "_") for name in pins()}
    taken = {*ARROW, *sys.stdlib_module_names, *dependencies}
    names = {
        file.relative_to("dashboard").parts[0].removesuffix(".py") for file in tracked_in("dashboard", suffix=".py")
    }
    assert names & (taken | {"pages"}) == set()


def pins() -> dict[str, str]:
    """Return canonical name -> version of constraints.txt."""
    lines = [line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line]
    return {canonicalize_name(name): version for name, version in lines}


def test_constraints_are_names_and_versions_alone() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []


def requirements() -> list[str]:
    """Return every requirement in pyproject.toml, those of the extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"] + [line for extra in project["optional-dependencies"].values() for line in extra]


@pytest.mark.parametrize("line", requirements())
def test_every_dependency_has_a_lower_bound_that_its_pin_meets(line: str) -> None:
    requirement = Requirement(line)
    assert any(bound.operator == ">=" for bound in requirement.specifier), "a lower bound"
    assert requirement.specifier.contains(pins()[canonicalize_name(requirement.name)]), "the pin in constraints.txt"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", ".ci/run"])
def test_every_make_target_that_a_page_names_exists(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"(?:^|`| {4})make ([a-z-]+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named - targets == set()
