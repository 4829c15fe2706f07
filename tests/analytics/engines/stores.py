"""A store with everything that answers can rest on, and the rows of what engines make of it."""

from __future__ import annotations

import shlex
from pathlib import Path

import duckdb

from analytics.engines import answers
from tatame import cli
from tests.architecture.house import ROOT
from tests.tatame import bundles

# One draw is of no effect once its two academies are one.
DECISIONS = (
    "draw --event open-2026 --award overall --seed lot --by A",
    "rule --event open-2026 --category 'male adult black heavy' --place '1=Fil Faria' --reason 'new final' --by B",
    "correct --event open-2026 --category 'black light' --athlete 'Ari Alho' --status doping --reason lab --by C",
    "academies accept South West --by D",
)


def hurried(folder: Path) -> Path:
    """An event whose finalists had less than their two match times of rest (B4), by a clock with parts of a second."""
    bundle = folder / "rest-2025"
    bundle.mkdir()
    head = '[event]\nid = "rest-2025"\nname = "Rest 2025"\nstart = 2025-05-02\nruleset = "ibjjf-2024"\nuniform = "gi"\n'
    (bundle / "event.toml").write_text(head, encoding="utf-8")
    columns = f"{bundles.HEAD},bout,round,{bundles.SIDES},winner,decision,elapsed,started_at"
    bouts = (
        f"{bundles.LIGHT},1,semifinal,Ana Alho,North,Bia Brito,South,red,submission,60,2025-05-02T10:00:00.9",
        f"{bundles.LIGHT},2,semifinal,Cal Costa,East,Dov Dias,West,red,submission,30,2025-05-02T10:00:30",
        f"{bundles.LIGHT},3,final,Ana Alho,North,Cal Costa,East,red,submission,60,2025-05-02T10:02:00.1",
    )
    (bundle / "bouts.csv").write_text("\n".join((columns, *bouts)) + "\n", encoding="utf-8")
    return bundle


def decided(store: Path, folder: Path) -> Path:
    """A store of three small events with official places, draws, a ruling, a correction and an alias."""
    sources = (ROOT / "data" / "sample" / "mat-open-2026", bundles.write(folder), hurried(folder))
    ingest = ["ingest", *map(str, sources)]
    for arguments in (ingest, *map(shlex.split, DECISIONS)):
        assert cli.main([*arguments, "--store", str(store)]) in {0, 1}, arguments
    return store


def rows(folder: Path, name: str) -> list[tuple[object, ...]]:
    """The rows of an answer, in an order of their own."""
    with duckdb.connect() as con:
        return con.execute(f"from read_parquet('{folder}/{name}/*.parquet') order by all").fetchall()


def stored(store: Path, name: str) -> list[tuple[object, ...]]:
    """The rows of the current versions that a store itself keeps of an answer."""
    listed = ", ".join(f'"{column}"' for column in answers.columns(name))
    current = "version_id in (select version_id from current_version)"
    with duckdb.connect(str(store), read_only=True) as con:
        return con.execute(f"select {listed} from {name} where {current} order by all").fetchall()


def differences(one: Path, other: Path) -> dict[str, tuple[int, int]]:
    """Answer -> rows that only the one has, and only the other; without those that are the same."""
    found = {}
    with duckdb.connect() as con:
        for name in answers.NAMES:
            a, b = (f"(from read_parquet('{folder}/{name}/*.parquet'))" for folder in (one, other))
            counts = [
                con.execute(f"select count(*) from ({x} except all {y})").fetchall()[0][0] for x, y in ((a, b), (b, a))
            ]
            kinds = [con.execute(f"describe {x}").fetchall() for x in (a, b)]
            if any(counts) or kinds[0] != kinds[1]:
                found[name] = (counts[0], counts[1])
    return found
