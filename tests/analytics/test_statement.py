"""A SELECT of anybody's: what it may take of time and memory, whatever it asks."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tatame
from analytics import statement
from etl.errors import UserError
from tests.tatame import bundles


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("statement")
    tatame.ingest(folder / "t.duckdb", bundles.write(folder, bouts=bundles.BOUT_ROWS[:3]))
    return folder / "t.duckdb"


@pytest.mark.parametrize(
    "text",
    [
        "select count(*) from range(1000000000000)",  # stops between two vectors
        "select sum(length(repeat('x', 400000000 + (range % 2)::integer))) from range(100000)",  # not within one
        "select count(*) from bout as a, bout as b, bout as c, range(100000000000)",
    ],
)
def test_what_takes_too_long_ends_in_time(text: str, store: Path) -> None:
    before = time.monotonic()
    with pytest.raises(UserError, match=r"stopped after 0\.5 seconds"):
        statement.run(store, text, 0.5)
    assert time.monotonic() - before < 15, "its own time, the start of a process, and a machine that is busy"


@pytest.mark.parametrize(
    "text",
    [
        "select list(range(1000000000))",
        "select range(1000000000)",
        "select repeat('x', 10000000 + range::integer) from range(1000)",
    ],
)
def test_what_takes_too_much_memory_is_told(text: str, store: Path) -> None:
    with pytest.raises(UserError, match=r"[Mm]emory|allocat|stopped after|larger than|maximum"):
        statement.run(store, text, 3)


def test_a_store_that_is_gone_is_told(store: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no store at"):
        statement.run(tmp_path / "none.duckdb", "select 1")


def test_a_limit_beyond_all_rows_is_one(store: Path) -> None:
    assert statement.run(store, "select 1", most=10**30).rows == [(1,)]


def test_no_process_is_left_behind(store: Path) -> None:
    with pytest.raises(UserError):
        statement.run(store, "select list(range(300000000)) from range(10)", 0.2)
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("this system does not list the children of a process")
    assert not [pid for pid in children.read_text().split() if b"statement_process" in command(pid)]


def command(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_nothing_of_the_folder_it_runs_in_is_run(store: Path, tmp_path: Path) -> None:
    for name in ("duckdb.py", "json.py", "analytics.py"):
        (tmp_path / name).write_text("raise SystemExit('run')")
    top = Path(statement.__file__).parents[1]
    code = (
        f"import sys; sys.path[0] = {str(top)!r}\nfrom pathlib import Path\nfrom analytics import statement\n"
        f"print(statement.run(Path({str(store)!r}), 'select 42').rows)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[(42,)]\n"


def test_values_arrive_as_they_are(store: Path) -> None:
    found = statement.run(store, "select 1 as a, 2 as a, date '2026-05-02' as day, 1.5::decimal(3, 1) as d, null as n")
    assert found.columns == ["a", "a_2", "day", "d", "n"]
    assert [str(value) for value in found.rows[0]] == ["1", "2", "2026-05-02", "1.5", "None"]


def test_a_float_that_is_no_number_is_text_and_no_null(store: Path) -> None:
    query = "select 'nan'::double, 'inf'::double, [1.5, '-inf'::double], {'x': 'nan'::float}, null::double, 2e0, 1e300"
    with tatame.open(store) as opened:
        [row] = opened.sql(query)["rows"]
    assert row == ["NaN", "Infinity", [1.5, "-Infinity"], {"x": "NaN"}, None, 2, 1e300]
