"""What one size of the benchmark measures: each contestant in a process of its own, in turn, on the same files."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import child
from benchmarks.child import Run

BOUTS_AN_EVENT = 25_000
ONE_MORE = 1_000  # bouts of the event that is added at the end
REPEATED_BELOW = 3_000_000  # bouts; smaller sizes are run three times, the middle one counts
MEMORY_LIMIT = "512MB"
ENDED = (0, 1)  # tatame ingest: 1 = rows rejected or a category needs a ruling, which is no failure

Tell = Callable[[str], None]


@dataclass
class Size:
    """The results of one size; `runs` by contestant, `asked` in milliseconds."""

    bouts: int
    events: int
    entries: int = 0
    bytes_read: int = 0
    store_bytes: int = 0
    runs: dict[str, Run] = field(default_factory=dict)
    asked: dict[str, float] = field(default_factory=dict)
    rows: int = 0
    differing: dict[str, int] = field(default_factory=dict)

    def ratio(self, one: str, other: str) -> float | None:
        """How many times longer one took than the other; None where one was not run."""
        if one not in self.runs or other not in self.runs:
            return None
        return self.runs[one].wall / self.runs[other].wall


def events_of(bouts: int) -> int:
    """So many events as make their usual size."""
    return max(2, bouts // BOUTS_AN_EVENT)


def generated(bouts: int, events: int, folder: Path, seed: int = 1) -> Path:
    """Bundles of ordinary brackets."""
    if not folder.exists():
        child.run(
            ["benchmarks.generate", "--bouts", str(bouts), "--events", str(events), "--seed", str(seed),
             "--special-rate", "0", "--out", folder]
        )  # fmt: skip
    return folder


def measured(bouts: int, folder: Path, tell: Tell, *, largest: bool, skip: frozenset[str] = frozenset()) -> Size:
    """Everything of one size; the files it made go again, the bundles stay for who named the folder."""
    tell(f"{bouts:,} bouts: writing the bundles")
    size = Size(bouts, events_of(bouts))
    bundles = generated(bouts, size.events, folder / f"bundles-{bouts}")
    size.bytes_read = sum(file.stat().st_size for file in bundles.glob("*/*.csv"))
    work = folder / f"work-{bouts}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        _loads(size, bundles, work, tell, skip)
        _agreement(size, work)
        _asked(size, work, tell)
        if largest and "limited" not in skip:
            _limited(size, bundles, work, tell)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return size


def _contestants(bundles: Path, work: Path) -> Mapping[str, list[str | Path]]:
    return {
        "bare": ["benchmarks.rivals.bare", bundles, work / "bare.duckdb"],
        "tatame": ["tatame", "--store", work / "store.duckdb", "ingest", *sorted(p.parent for p in _toml(bundles))],
        "polars": ["benchmarks.rivals.by_polars", bundles, work / "polars.csv"],
        "pandas": ["benchmarks.rivals.by_pandas", bundles, work / "pandas.csv"],
    }


def _toml(bundles: Path) -> list[Path]:
    return list(bundles.glob("*/event.toml"))


def _loads(size: Size, bundles: Path, work: Path, tell: Tell, skip: frozenset[str]) -> None:
    """In turn and again in turn, so that a slow minute of the machine falls on all of them."""
    contestants = {name: command for name, command in _contestants(bundles, work).items() if name not in skip}
    found: dict[str, list[Run]] = {name: [] for name in contestants}
    for _ in range(3 if size.bouts < REPEATED_BELOW else 1):
        for name, command in contestants.items():
            tell(f"{size.bouts:,} bouts: {name}")
            for file in ("bare.duckdb", "store.duckdb"):
                if name in ("bare", "tatame") and file.startswith("bare") == (name == "bare"):
                    (work / file).unlink(missing_ok=True)
            found[name].append(child.run(command, allowed=ENDED))
    size.runs = {name: sorted(runs, key=lambda run: run.wall)[len(runs) // 2] for name, runs in found.items()}
    size.store_bytes = (work / "store.duckdb").stat().st_size
    (work / "bare.duckdb").unlink(missing_ok=True)


def _agreement(size: Size, work: Path) -> None:
    """Both scripts' standings against the store's, row by row."""
    names = [name for name in ("polars", "pandas") if (work / f"{name}.csv").exists()]
    files = [work / f"{name}.csv" for name in names]
    told = child.run(["benchmarks.rivals.agreement", work / "store.duckdb", *files], allowed=ENDED)
    found: dict[str, Any] = json.loads(told.said)
    size.rows = found["rows"]
    size.differing = dict(zip(names, found["differing"], strict=True))


def _asked(size: Size, work: Path, tell: Tell) -> None:
    """Questions of the store, then one event more: what the store has afterwards is not asked again."""
    tell(f"{size.bouts:,} bouts: questions")
    store = work / "store.duckdb"
    size.asked = json.loads(child.run(["benchmarks.asked", store]).said.splitlines()[-1])
    tell(f"{size.bouts:,} bouts: one event more")
    (bundle,) = (file.parent for file in _toml(generated(ONE_MORE, 1, work / "more", seed=2)))
    described = bundle / "event.toml"
    text = described.read_text(encoding="utf-8")
    described.write_text(re.sub(r'(?m)^id = ".*"$', 'id = "one-more"', text), encoding="utf-8")
    size.runs["one more"] = child.run(["tatame", "--store", store, "ingest", bundle], allowed=ENDED)


def _limited(size: Size, bundles: Path, work: Path, tell: Tell) -> None:
    """The same load into a new store, with a memory limit set for DuckDB."""
    tell(f"{size.bouts:,} bouts: tatame with {MEMORY_LIMIT}")
    (work / "store.duckdb").unlink(missing_ok=True)
    size.runs["limited"] = child.run(
        _contestants(bundles, work)["tatame"], {"TATAME_MEMORY_LIMIT": MEMORY_LIMIT}, allowed=ENDED
    )
