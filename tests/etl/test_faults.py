"""Killed, out of disk, forbidden: the store is as before or as after, and readable."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from etl import file_copy, load
from etl.errors import StoreError
from tests.etl.staging import FOUR
from tests.etl.stores import ask, beside, content, put

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("TATAME_KILLS", "10"))  # `make soak` says 100

# Makes version after version, each with 20,000 answers, and says each number once it is published.
WRITER = """
import sys
from pathlib import Path
from etl import load
from tests.etl.staging import FOUR, stage
store, letter = Path(sys.argv[1]), "abcdef0123456789"
while True:
    with load.writing(store) as con:
        (number,) = con.execute("SELECT max(version) FROM event_version").fetchone()
        con.begin()
        made = load.insert(con, stage(con, [FOUR], content=letter[number % 16]))
        con.execute("INSERT INTO computed_place SELECT ?, i, 1, 'A', 'a', NULL, 'M1' FROM range(20000) AS r(i)", [made])
        con.commit()
    print(number + 1, flush=True)
"""


def child(script: str, *arguments: object, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **options,
    )


@pytest.mark.faults
def test_killed_at_any_moment_the_store_is_as_before_or_as_after(store: Path) -> None:
    moments = random.Random(5)
    for _ in range(KILLS):
        with child(WRITER, store) as writer:
            assert writer.stdout is not None
            said = [int(writer.stdout.readline())]
            time.sleep(moments.uniform(0, 0.4))
            writer.send_signal(signal.SIGKILL)
            said += [int(line) for line in writer.stdout if line.endswith("\n")]
        assert writer.returncode == -signal.SIGKILL
        versions = ask(store, "SELECT version, version_id FROM event_version ORDER BY 1")
        assert versions == [(n, n) for n in range(1, len(versions) + 1)]
        assert len(versions) in (said[-1], said[-1] + 1), "what was acknowledged is there, and at most one more"
        whole = [(n, 20000) for n in range(2, len(versions) + 1)]
        assert ask(store, "SELECT version_id, count(*) FROM computed_place GROUP BY 1 ORDER BY 1") == whole
    put(store, FOUR, content="9")
    assert beside(store) == []


def test_a_killed_writer_blocks_nobody_and_its_leftovers_go(store: Path) -> None:
    before = content(store)
    script = (
        "import sys; from pathlib import Path; from etl import load\n"
        "with load.writing(Path(sys.argv[1])) as con:\n"
        "    con.execute('DELETE FROM bout'); print('in', flush=True); sys.stdin.read()\n"
    )
    with child(script, store, stdin=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "in\n"
        assert ask(store, "SELECT count(*) FROM bout") == [(4,)], "a load locks no reader out"
        with pytest.raises(StoreError, match=f"process {writer.pid}"), load.writing(store, wait=0):
            pass
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    assert content(store) == before
    assert beside(store) != []
    with load.writing(store, wait=0):
        pass
    assert beside(store) == []


def test_a_terminated_or_interrupted_writer_leaves_nothing(store: Path) -> None:
    before = content(store)
    script = (
        "import signal, sys, time; from pathlib import Path; from etl import load\n"
        # A job in the background of a shell inherits an ignored SIGINT.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "with load.writing(Path(sys.argv[1])) as con:\n"
        "    con.execute('DELETE FROM bout'); print('in', flush=True); time.sleep(60)\n"
    )
    with child(script, store, stderr=subprocess.DEVNULL) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "in\n"
        writer.send_signal(signal.SIGINT)
        writer.wait(30)
    assert (content(store), beside(store)) == (before, [])


def limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("room", [-4096, 1 << 20], ids=["for no copy", "for no more rows"])
def test_a_full_disk_is_said_in_one_line_and_changes_nothing(store: Path, room: int) -> None:
    before = content(store)
    script = (
        "import sys; from pathlib import Path; from etl import errors, load\n"
        "try:\n"
        "    with load.writing(Path(sys.argv[1])) as con:\n"
        "        con.execute('CREATE TABLE big AS SELECT random() AS x FROM range(3000000)')\n"
        "except errors.StoreError as error: print(error)\n"
    )
    size = store.stat().st_size + room
    with child(script, store, preexec_fn=lambda: limited(size)) as writer:
        assert writer.stdout is not None
        said = writer.stdout.read()
    assert "no room left on the disk" in said
    assert len(said.splitlines()) == 1
    assert (content(store), beside(store)) == (before, [])


def test_too_little_memory_is_said_in_one_line_and_changes_nothing(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(store)
    monkeypatch.setenv("TATAME_MEMORY_LIMIT", "30MB")
    with pytest.raises(StoreError, match="TATAME_MEMORY_LIMIT"), load.writing(store) as con:
        con.execute("SET max_temp_directory_size = '1MB'")
        con.execute("CREATE TABLE big AS SELECT i, random() AS x FROM range(20000000) AS r(i) ORDER BY x")
    assert (content(store), beside(store)) == (before, [])


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that another user can reach, which a folder of pytest's is not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def test_a_folder_that_may_not_be_written_to_is_named(shared_folder: Path) -> None:
    store = shared_folder / "results.duckdb"
    put(store)
    shared_folder.chmod(0o555)
    before = content(store)
    # Root may write anywhere: the child gives its rights up once everything is imported.
    script = (
        "import fcntl, os, sys; from pathlib import Path\n"
        "from analytics.store import Store; from etl import errors, load\n"
        "if os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "for name, create in (('results.duckdb', False), ('new.duckdb', True)):\n"
        "    try:\n"
        "        with load.writing(Path(sys.argv[1]) / name, create=create): pass\n"
        "    except errors.StoreError as error: print(error)\n"
        "with Store.open(Path(sys.argv[1]) / 'results.duckdb') as store, store.cursor() as cur:\n"
        "    print(cur.execute('SELECT count(*) FROM bout').fetchone()[0])\n"
    )
    with child(script, shared_folder) as writer:
        assert writer.stdout is not None
        said = writer.stdout.read().splitlines()
    assert ["may not be written to" in line for line in said[:2]] == [True, True]
    assert said[2:] == ["4"], "reading is allowed"
    assert (content(store), beside(store)) == (before, [])


def test_a_system_that_refuses_the_copy_is_quoted(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(file_copy, "copy", refuse)
    with pytest.raises(StoreError, match="Input/output error"), load.writing(store):
        pass
    assert beside(store) == []


def test_a_crash_between_swap_and_report_keeps_the_new_store(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is complete on the disk before it takes the name: the file behind the name is always a whole one."""
    seen: list[int] = []
    real = Path.replace

    def replace(self: Path, target: Path) -> Path:
        with duckdb.connect(str(shutil.copy(self, self.with_suffix(".check"))), read_only=True) as con:
            seen.extend(con.execute("SELECT count(*) FROM event_version").fetchone() or ())
        self.with_suffix(".check").unlink()
        assert not self.with_name(self.name + ".wal").exists()
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    put(store, FOUR, content="b")
    assert seen == [2]
