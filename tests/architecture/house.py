"""The house as the tests see it: its packages from left to right, its files, what a file imports."""

import ast
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARROW = ("rulebook", "etl", "analytics", "publishing", "dashboard", "tatame")


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file under version control that is still there, relative to the root."""
    try:
        listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git work tree")
    return tuple(Path(name) for name in listing.split("\0") if name and (ROOT / name).is_file())


def tracked_in(*folders: str, suffix: str = "") -> list[Path]:
    """Return the tracked files below one of the folders whose names end with the suffix."""
    return [
        file
        for file in tracked()
        if file.as_posix().startswith(tuple(f"{folder}/" for folder in folders)) and file.name.endswith(suffix)
    ]


def imported(source: str) -> set[str]:
    """Return the full names of the modules a text imports: late, for types only, or by `import_module("…")` too."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=aliases):
                names.update(alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module)
            case ast.Call(
                func=ast.Name(id=called) | ast.Attribute(attr=called), args=[ast.Constant(value=str(module)), *_]
            ):
                if called in {"import_module", "__import__"}:
                    names.add(module)
    return names


def roots_imported(file: Path) -> set[str]:
    """Return the top-level names that a tracked Python file imports."""
    return {name.partition(".")[0] for name in imported((ROOT / file).read_text(encoding="utf-8"))}
