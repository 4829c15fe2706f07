"""What goes wrong in sources, put into a clean event at a rate, with a list of what was done to which row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.generate.sport import Flags, Ints
from benchmarks.generate.world import World

KINDS = (
    "blank_winner",  # a bout without a winner
    "unknown_winner",  # a winner who is neither red nor blue
    "wrong_decision",  # the winner by points has fewer (D3)
    "impossible_score",  # one point (D5)
    "unknown_decision",
    "unknown_belt",
    "academy_spelling",
    "duplicate_row",
)


def _replaced(table: Any, column: str, mask: Flags, value: Any) -> Any:
    old = table.column(column)
    return table.set_column(table.column_names.index(column), column, pc.if_else(pa.array(mask), value, old))


def _fits(table: Any, kind: str) -> Flags:
    """Return the rows to which this can happen."""
    fought = pc.is_valid(table.column("red_points")).to_numpy()
    if kind == "wrong_decision":
        return np.asarray(pc.equal(table.column("decision"), "points").to_numpy())
    if kind in {"blank_winner", "unknown_winner", "impossible_score"}:
        return np.asarray(fought & pc.is_valid(table.column("winner")).to_numpy())
    return np.ones(len(table), dtype=np.bool_)


def _respelled(rng: np.random.Generator, known: World, academy: Any) -> Any:
    place = pc.index_in(academy, known.academy)
    return known.variants.take(pc.add(pc.multiply(place, 3), pa.array(rng.integers(0, 3, len(academy)))))


def _spoil(rng: np.random.Generator, known: World, table: Any, kind: str, mask: Flags) -> Any:
    """Return the table with this done to these rows."""
    if kind == "blank_winner":
        return _replaced(table, "winner", mask, pa.scalar(None, pa.string()))
    if kind == "unknown_winner":
        return _replaced(table, "winner", mask, pa.scalar("left"))
    if kind == "wrong_decision":
        other = pc.if_else(pc.equal(table.column("winner"), "red"), "blue", "red")
        return _replaced(table, "winner", mask, other)
    if kind == "impossible_score":
        return _replaced(table, "red_points", mask, pa.scalar(1, pa.int16()))
    if kind == "unknown_decision":
        return _replaced(table, "decision", mask, pa.scalar("hantei?"))
    if kind == "unknown_belt":
        return _replaced(table, "belt", mask, pa.scalar("camouflage"))
    return _replaced(table, "red_academy", mask, _respelled(rng, known, table.column("red_academy")))


def soil(rng: np.random.Generator, known: World, tables: dict[str, Any], rate: float) -> tuple[dict[str, Any], Any]:
    """Return the tables with this share of their rows spoiled, at most one thing to a row, and the list of it.

    `row` counts the heading as 1, as findings do. Entries only get their academies spelled otherwise.
    """
    bouts, entries = tables["bouts"], tables["entries"]
    what = np.where(rng.random(len(bouts)) < rate, rng.integers(0, len(KINDS), len(bouts)), -1)
    for number, kind in enumerate(KINDS):
        what[(what == number) & ~_fits(bouts, kind)] = -1
        if kind != "duplicate_row":
            bouts = _spoil(rng, known, bouts, kind, what == number)
    twice = what == KINDS.index("duplicate_row")
    copies: Ints = np.repeat(np.arange(len(bouts)), 1 + twice)
    bouts = bouts.take(pa.array(copies))
    second = np.concatenate([[False], copies[1:] == copies[:-1]]) if len(copies) else np.zeros(0, dtype=np.bool_)
    touched = np.where(twice[copies], second, what[copies] >= 0)
    respelled = rng.random(len(entries)) < rate
    entries = _replaced(entries, "academy", respelled, _respelled(rng, known, entries.column("academy")))
    rows = np.concatenate([np.flatnonzero(touched), np.flatnonzero(respelled)]) + 2
    kinds = np.concatenate([what[copies][touched], np.full(respelled.sum(), KINDS.index("academy_spelling"))])
    done = pa.table(
        {
            "file": ["bouts.csv"] * int(touched.sum()) + ["entries.csv"] * int(respelled.sum()),
            "row": pa.array(rows),
            "kind": pa.array(KINDS).take(pa.array(kinds)),
        }
    )
    return {**tables, "bouts": bouts, "entries": entries}, done
