"""Writes what a run of the benchmark found into benchmarks/RESULTS.md; what people wrote there stays."""

from __future__ import annotations

import datetime as dt
import os
import platform
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

from benchmarks.child import Run
from benchmarks.goals import FULL, GIGABYTE, goals
from benchmarks.measures import MEMORY_LIMIT, Size

FILE = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
_NAMES = {
    "bare": "DuckDB, bare load",
    "tatame": "tatame ingest, load and build",
    "limited": f"the same with TATAME_MEMORY_LIMIT={MEMORY_LIMIT}",
    "polars": "polars script",
    "pandas": "pandas script",
    "one more": "one more event of 1,000 bouts",
}
_LIBRARIES = ("duckdb", "pandas", "polars", "pyarrow", "numpy")


def written(sizes: Sequence[Size], file: Path = FILE) -> str:
    """Puts the measured part into the file and returns it."""
    part = "\n".join(_part(sizes))
    text = file.read_text(encoding="utf-8") if file.exists() else f"# Results\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    file.write_text(f"{before}{BEGIN}\n{part}\n{END}{after}", encoding="utf-8")
    return part


def _part(sizes: Sequence[Size]) -> Iterator[str]:
    yield f"Measured on {dt.datetime.now(dt.UTC):%Y-%m-%d}: {_machine()}."
    yield f"{_versions()}. Load of the machine when it ended: {os.getloadavg()[0]:.1f}."
    yield from ("", *_goals(sizes))
    for size in sizes:
        yield from ("", *_size(size))
    yield from ("", *_questions(sizes))


def _goals(sizes: Sequence[Size]) -> Iterator[str]:
    last = sizes[-1]
    yield f"## Goals, at {last.bouts:,} bouts{'' if last.bouts == FULL else f' (they are set for {FULL:,})'}"
    yield from ("", "| | goal | found | |", "|---|---|---|---|")
    for goal in goals(sizes):
        yield f"| {goal.what} | {goal.most:g} {goal.unit} | {goal.found:.3g} {goal.unit} | {goal.verdict} |"


def _size(size: Size) -> Iterator[str]:
    yield f"## {size.bouts:,} bouts"
    yield ""
    yield (
        f"{size.events:,} events, {size.bytes_read / 1e6:,.0f} MB of CSV, a store of {size.store_bytes / 1e6:,.0f} MB, "
        f"{size.rows:,} rows of standings."
    )
    yield from ("", "| | wall s | processor s | peak MB | times bare | µs a bout |", "|---|---|---|---|---|---|")
    for name, run in size.runs.items():
        yield _run(size, name, run)


def _run(size: Size, name: str, run: Run) -> str:
    ratio = size.ratio(name, "bare")
    times = f"{ratio:.2f}" if ratio is not None and name != "one more" else ""
    each = f"{run.wall / size.bouts * 1e6:.1f}" if name != "one more" else ""
    return f"| {_NAMES[name]} | {run.wall:.2f} | {run.cpu:.2f} | {run.peak / 1e6:,.0f} | {times} | {each} |"


def _questions(sizes: Sequence[Size]) -> Iterator[str]:
    yield "## Questions, in milliseconds"
    yield ""
    yield "| | " + " | ".join(f"{size.bouts:,} bouts" for size in sizes) + " |"
    yield "|---" * (len(sizes) + 1) + "|"
    for question in sizes[-1].asked:
        yield f"| {question} | " + " | ".join(f"{size.asked[question]:.1f}" for size in sizes) + " |"


def _machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIGABYTE
    return f"{_processor()}, {os.cpu_count()} cores, {memory:.0f} GB of memory, {platform.system()}"


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _versions() -> str:
    found = [f"Python {platform.python_version()}", f"tatame {metadata.version('tatame')}"]
    return ", ".join([*found, *map(_version, _LIBRARIES)])


def _version(name: str) -> str:
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:  # polars is an extra that --skip polars does without
        return f"no {name}"


def printed(sizes: Sequence[Size]) -> str:
    """The goals, for a terminal."""
    lines = [f"{goal.verdict:8} {goal.found:9.3g} {goal.unit:3} of {goal.most:g}  {goal.what}" for goal in goals(sizes)]
    return "\n".join(lines)
