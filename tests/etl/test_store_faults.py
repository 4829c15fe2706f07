"""The program itself killed, ended, out of room or forbidden: the store is as before or after, and sound."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from analytics import check
from tatame import cli
from tests.etl.stores import ask, beside, content

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "data" / "sample" / "mat-open-2026"
KILLS = int(os.environ.get("TATAME_KILLS", "10"))  # `make soak` says 100


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with one event and its answers."""
    store = tmp_path_factory.mktemp("loaded") / "results.duckdb"
    assert cli.main(["ingest", str(SAMPLE), "--store", str(store)]) == 1
    return store


@pytest.fixture
def store(loaded: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    return Path(shutil.copy(loaded, folder))


def another(folder: Path, number: int) -> Path:
    """Return the same event with another number of seconds in a bout: a load of it is a new version."""
    bundle = folder / f"bundle-{number}" / SAMPLE.name
    shutil.copytree(SAMPLE, bundle)
    toml = bundle / "event.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace('city = "', f'city = "{number} '), encoding="utf-8")
    return bundle


def program(*arguments: object, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "tatame", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        **options,
    )


def versions(store: Path) -> list[int]:
    return [row[0] for row in ask(store, "SELECT version FROM event_version ORDER BY 1")]  # type: ignore[misc]


def until_it_writes(store: Path, process: subprocess.Popen[str]) -> None:
    """Wait until the process has made its copy."""
    while process.poll() is None and not any(name.endswith(".new") for name in beside(store)):
        time.sleep(0.002)


def writing_time(store: Path, bundle: Path) -> float:
    """Return the seconds from the copy to the end of a load."""
    with program("ingest", bundle, "--store", store) as process:
        until_it_writes(store, process)
        started = time.monotonic()
        process.wait()
        return time.monotonic() - started


@pytest.mark.faults
def test_a_load_killed_at_any_moment_leaves_the_store_as_before_or_after(store: Path, tmp_path: Path) -> None:
    moments, takes = random.Random(9), writing_time(store, another(tmp_path, 0))
    before, after = 0, 0
    for number in range(1, KILLS + 1):
        known = versions(store)
        bundle = another(tmp_path, number)
        with program("ingest", bundle, "--store", store) as process:
            until_it_writes(store, process)
            time.sleep(moments.uniform(0, takes))
            process.kill()
        now = versions(store)
        assert now in (known, [*known, len(known) + 1]), "as before, or as after"
        before, after = before + (now == known), after + (now != known)
        assert check.check(store).counts == {}
        shutil.rmtree(bundle.parent)
    with program("ingest", another(tmp_path, 999), "--store", store) as process:
        assert process.wait() == 1, "the next load succeeds: it says that a category needs a ruling"
    assert beside(store) == [], "and clears up after the killed ones"
    assert check.check(store, recompute=True).counts == {}
    assert before, "no kill came in time: the test tests nothing"


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_load_that_is_ended_removes_its_copy(store: Path, tmp_path: Path, number: signal.Signals) -> None:
    before = content(store)
    # A job in the background of a shell inherits an ignored SIGINT, one under nohup an ignored SIGHUP.
    usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    with program(
        "ingest",
        another(tmp_path, 1),
        "--store",
        store,
        preexec_fn=lambda: signal.signal(number, usual),
    ) as process:
        until_it_writes(store, process)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert (content(store), beside(store)) == (before, [])
    assert "Traceback" not in err


def limited(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def commands(store: Path, backup: Path, bundle: Path) -> Iterator[Sequence[object]]:
    yield "ingest", bundle
    yield "backup", store.parent / "new-backup.duckdb"
    yield "restore", backup
    yield "remove", "--event", "mat-open-2026"


@pytest.mark.faults
def test_without_room_each_writing_command_says_so_and_changes_nothing(store: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.duckdb"
    assert cli.main(["backup", str(backup), "--store", str(store)]) == 0
    before, room = content(store), store.stat().st_size - 4096
    for command in commands(store, backup, another(tmp_path, 1)):
        with program(*command, "--store", store, preexec_fn=lambda: limited(room)) as process:
            out, err = process.communicate()
        assert (command[0], process.returncode, out) == (command[0], 2, ""), err
        assert "no room left on the disk" in err
        assert len(err.splitlines()) <= 2
        assert (content(store), beside(store)) == (before, [])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 12 MB: a store of eight, and no second one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.faults
def test_on_a_full_file_system_each_writing_command_says_so(loaded: Path, tmp_path: Path, small_disk: Path) -> None:
    store = Path(shutil.copy(loaded, small_disk))
    before = content(store)
    for command in commands(store, loaded, another(tmp_path, 1)):
        with program(*command, "--store", store) as process:
            out, err = process.communicate()
        assert (command[0], process.returncode, out) == (command[0], 2, ""), err
        assert "no room left on the disk" in err
        assert (content(store), beside(store)) == (before, [])
    with program("standings", "--store", store) as process:
        process.communicate()
    assert process.returncode == 0, "reading needs no room"


@pytest.mark.faults
def test_a_file_system_that_is_read_only_is_read(loaded: Path, tmp_path: Path, small_disk: Path) -> None:
    store = Path(shutil.copy(loaded, small_disk))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with program("check", "--store", store, "--format", "csv") as process:
        assert process.communicate()[0].splitlines() == ["code,place,detail"]
    for command in commands(store, loaded, another(tmp_path, 1)):
        with program(*command, "--store", store) as process:
            out, err = process.communicate()
        assert (command[0], process.returncode, out) == (command[0], 2, ""), err
        assert "internal error" not in err
        assert len(err.splitlines()) <= 2


@pytest.mark.faults
def test_two_loads_at_once_are_two_versions(store: Path, tmp_path: Path) -> None:
    bundles = [another(tmp_path, number) for number in (1, 2)]
    processes = [program("ingest", bundle, "--store", store) for bundle in bundles]
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [1, 1]
    assert versions(store) == [1, 2, 3]
    assert beside(store) == []
    assert check.check(store).counts == {}


@pytest.mark.faults
def test_readers_during_loads_are_answered_as_before_or_after(store: Path, tmp_path: Path) -> None:
    """Whoever asks gets a whole answer, and none that is older than one he had."""
    seen: list[int] = []
    for number in range(1, 4):
        with program("ingest", another(tmp_path, number), "--store", store) as process:
            while process.poll() is None:
                with program("history", "--event", "mat-open-2026", "--format", "json", "--store", store) as reader:
                    out, err = reader.communicate()
                assert reader.returncode == 0, err
                seen.append(out.count('"loaded_at"'))
    assert seen == sorted(seen)
    assert versions(store) == [1, 2, 3, 4]
