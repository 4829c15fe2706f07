"""`python -m benchmarks.dashboard_load`: many viewers at once on a real `tatame dashboard`, or one on a large store.

    python -m benchmarks.dashboard_load --sessions 100 --seconds 300 --ingest-every 10
    python -m benchmarks.dashboard_load --latency --store big.duckdb

Each viewer opens a page or changes one of its pickers, waits five seconds, and asks for new data as a browser does.
With `--ingest-every` a new event of 1,000 bouts is loaded meanwhile, by `tatame ingest` as a process of its own. The
figures: seconds from asking to the last byte, errors, memory and processor time of the server's processes together, and
the script's own, which has the same cores. Without --store a sample store is made. A store given is copied, and only
the copy changes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.dashboard_session import Times, Viewer, viewer
from benchmarks.generate.event import Wish
from benchmarks.generate.run import generate

PAUSE = 5.0
ROOT = Path(__file__).resolve().parents[1]
TAKEN = 0.04  # of the actions: a file is downloaded
LANGUAGES = ("pt",) * 7 + ("en",) * 3  # who looks at an event speaks its language, or English
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """The processes that serve, which are children of the program."""

    port: int
    program: int

    @property
    def processes(self) -> list[int]:
        """Those that run now."""
        file = Path(f"/proc/{self.program}/task/{self.program}/children")
        return [int(pid) for pid in file.read_text(encoding="ascii").split()]

    @property
    def megabytes(self) -> float:
        """Memory of all; what several share is counted once."""
        return sum(_kilobytes(pid) for pid in self.processes) / 1024

    @property
    def each(self) -> list[float]:
        """User and system time of each so far, in seconds."""
        return [_seconds(pid) for pid in self.processes]

    @property
    def processor_seconds(self) -> float:
        """The same of all together."""
        return sum(self.each)


def _kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:")))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


@contextmanager
def serving(store: Path, processes: int | None = None) -> Iterator[Server]:
    """`tatame dashboard` on a free port, up."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tatame", "dashboard", "--headless", "--port", str(port), "--store", str(store)]
    command += [] if processes is None else ["--processes", str(processes)]
    log = store.with_suffix(".log")
    with log.open("w", encoding="utf-8") as file:
        program = subprocess.Popen(command, stderr=file, cwd=ROOT)
    try:
        while "Dashboard: " not in log.read_text(encoding="utf-8"):
            if program.poll() is not None:
                raise SystemExit(log.read_text(encoding="utf-8"))
            time.sleep(0.1)
        yield Server(port, program.pid)
    finally:
        program.terminate()
        program.wait(20)
        if said := log.read_text(encoding="utf-8").partition("stops it)")[2].strip():
            print(f"the server said:\n{said[-2000:]}")


def sample(folder: Path) -> Path:
    """The sample data and a generated event with bouts."""
    store = folder / "sample.duckdb"
    generate(Wish(bouts=2000, events=2, seed=7, out=folder / "some"))
    bundles = [ROOT / "data" / "sample" / name for name in ("worlds-2024", "worlds-2022", "mat-open-2026")]
    ingest(store, *bundles, *sorted(path for path in (folder / "some").iterdir() if path.is_dir()))
    return store


def ingest(store: Path, *paths: Path) -> float:
    """Loads as a process of its own; seconds, or an exception where it failed."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "tatame", "ingest", *map(str, paths), "--store", str(store)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return time.perf_counter() - began


async def browse(port: int, times: Times, seed: int, until: float) -> None:
    """One viewer until then: every second action opens a page, the others change a picker on it."""
    chance = Random(seed)
    await asyncio.sleep(chance.random() * PAUSE)
    try:
        async with viewer(port, times, seed) as one:
            lang = chance.choice(LANGUAGES)
            while time.monotonic() < until:
                await asyncio.sleep(PAUSE * (0.8 + 0.4 * chance.random()))
                await act(one, chance, lang)
    except (OSError, EOFError) as error:
        times.errors.append(f"no session: {error}")


async def act(one: Viewer, chance: Random, lang: str) -> None:
    """A page of the navigation, or another choice on the one that is open; now and then a file of it."""
    if one.files and chance.random() < TAKEN:
        await one.take()
    elif chance.choice((True, False)):
        await one.open(chance.choice(one.pages), {"lang": lang})
    else:
        await one.choose()


async def loading(
    store: Path, bundles: list[Path], every: float, until: float, times: Times, took: list[float]
) -> None:
    """Another event every so many seconds."""
    for bundle in bundles:
        began = time.monotonic()
        if began + every > until:
            return
        try:
            took.append(await asyncio.to_thread(ingest, store, bundle))
        except RuntimeError as error:
            times.errors.append(f"a load failed: {error}")
        await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))


async def crowd(
    server: Server, store: Path, asked: argparse.Namespace, bundles: list[Path]
) -> tuple[Times, list[float]]:
    """All viewers at once, for so long; what they met, and how long each load took."""
    times, took = Times(), list[float]()
    until = time.monotonic() + asked.seconds
    tasks = [browse(server.port, times, seed, until) for seed in range(asked.sessions)]
    if bundles:
        tasks.append(loading(store, bundles, asked.ingest_every, until, times, took))
    tasks.append(watch(server, until))
    await asyncio.gather(*tasks)
    return times, took


async def watch(server: Server, until: float) -> None:
    """Memory and processor time as they go."""
    spent, at = server.processor_seconds, time.monotonic()
    while time.monotonic() < until:
        await asyncio.sleep(min(30.0, max(0.1, until - time.monotonic())))
        now, busy = time.monotonic(), server.processor_seconds
        print(f"  {server.megabytes:.0f} MB, {100 * (busy - spent) / (now - at):.0f} % of a processor", flush=True)
        spent, at = busy, now


async def alone(server: Server, runs: int) -> Times:
    """One viewer: every page opened once unmeasured, then a few times, then its pickers changed."""
    first, times = Times(), Times()
    async with viewer(server.port, first, 1, looks=False) as one:
        for page in one.pages:
            await one.open(page, {})
        for name, seconds in first.seconds[1:]:  # before them all, the first page of all
            print(f"the first time: {name:18} {seconds:.3f} s")
        one.times = times
        for page in one.pages:
            spent = server.processor_seconds
            for _ in range(runs):
                await one.open(page, {})
            print(f"processor: {f'open /{page}':23} {(server.processor_seconds - spent) / runs:.3f} s each time")
            for _ in range(runs):
                await one.choose()
    times.errors += first.errors
    return times


def report(times: Times) -> None:
    """Count, median, 95th percentile and the longest, all together and by action; then what went wrong."""
    by_action = defaultdict[str, list[float]](list)
    for name, seconds in times.seconds:
        by_action[name].append(seconds)
    print(f"{'action':24} {'n':>6} {'p50':>7} {'p95':>7} {'max':>7}  seconds")
    for name, found in [("all", [seconds for _, seconds in times.seconds]), *sorted(by_action.items())]:
        if found:
            print(f"{name:24} {len(found):6} {_part(found, 0.5):7.3f} {_part(found, 0.95):7.3f} {max(found):7.3f}")
    print(f"errors: {len(times.errors)}")
    for said, many in Counter(times.errors).most_common(8):
        print(f"  {many} x {said[:160]}")


def _part(found: list[float], share: float) -> float:
    return (
        statistics.quantiles(found, n=100, method="inclusive")[round(share * 100) - 1] if len(found) > 1 else found[0]
    )


def main() -> int:
    """Run it; exit status 1 where something went wrong."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.dashboard_load")
    options.add_argument("--store", type=Path, help="a store; a sample is made without it")
    options.add_argument("--sessions", type=int, default=100)
    options.add_argument("--processes", type=int, help="of the server; as many as it starts by itself otherwise")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--ingest-every", type=float, default=0, help="seconds between loads; 0 = none")
    options.add_argument("--latency", action="store_true", help="one viewer and every page, instead of many")
    options.add_argument("--runs", type=int, default=5, help="of each page, with --latency")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="dashboard-load-") as place:
        folder = Path(place)
        store = sample(folder) if asked.store is None else Path(shutil.copy(asked.store, folder / "copy.duckdb"))
        bundles = _bundles(folder, asked) if asked.ingest_every else []
        with serving(store, asked.processes) as server:
            before = server.megabytes
            began, spent, own = time.monotonic(), server.processor_seconds, time.process_time()
            took: list[float] = []
            if asked.latency:
                times = asyncio.run(alone(server, asked.runs))
            else:
                times, took = asyncio.run(crowd(server, store, asked, bundles))
            passed, busy = time.monotonic() - began, server.processor_seconds - spent
            own, each = time.process_time() - own, busy / max(1, len(times.seconds))
            report(times)
            print(f"memory of the server: {before:.0f} MB at the start, {server.megabytes:.0f} MB at the end")
            print(f"processor of the server: {busy:.1f} s in {passed:.0f} s, {each:.3f} s an action")
            print("  of its processes since their start: " + ", ".join(f"{one:.1f} s" for one in server.each))
            print(f"processor of this script: {own:.1f} s, {own / max(1, len(times.seconds)):.4f} s an action")
            if took:
                print(f"loads: {len(took)}, median {statistics.median(took):.1f} s, longest {max(took):.1f} s")
    return 1 if times.errors else 0


def _bundles(folder: Path, asked: argparse.Namespace) -> list[Path]:
    many = int(asked.seconds / asked.ingest_every) + 1
    generate(Wish(bouts=1000 * many, events=many, seed=11, out=folder / "arriving"))
    return sorted(path for path in (folder / "arriving").iterdir() if path.is_dir())


if __name__ == "__main__":
    sys.exit(main())
