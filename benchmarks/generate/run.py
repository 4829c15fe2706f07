"""A run: the world once, then event by event, each from its own random numbers, so that jobs change no byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.generate import dirt, fill, mass, write
from benchmarks.generate.event import Event, Wish, event
from benchmarks.generate.sport import catalogue
from benchmarks.generate.templates import CASES, Library, library
from benchmarks.generate.world import World, world

FEWEST_ACADEMIES = 16
MEAN_BOUTS = 6  # of a category, before brackets must grow


@dataclass(frozen=True)
class Count:
    """What was written."""

    events: int
    categories: int
    entries: int
    bouts: int

    def __add__(self, other: Count) -> Count:
        """Sum two."""
        return Count(
            self.events + other.events,
            self.categories + other.categories,
            self.entries + other.entries,
            self.bouts + other.bouts,
        )


@dataclass(frozen=True)
class Made:
    """One event in tables."""

    event: Event
    tables: dict[str, Any]
    expected: Any | None
    dirt: Any | None
    count: Count


def check(wish: Wish) -> None:
    """Refuse what cannot be made."""
    unknown = sorted(set(wish.only) - set(CASES))
    if unknown:
        raise ValueError(f"no such case: {', '.join(unknown)}; there are {', '.join(CASES)}")
    if wish.academies < FEWEST_ACADEMIES:
        raise ValueError(f"at least {FEWEST_ACADEMIES} academies are needed, two athletes of each in a category (B6)")
    if wish.events < 1 or wish.bouts < wish.events:
        raise ValueError("at least one event, and one bout for each, are needed")
    for name, rate in (("special", wish.special_rate), ("dirt", wish.dirt_rate)):
        if not 0 <= rate <= 1:
            raise ValueError(f"the {name} rate is a share between 0 and 1, not {rate}")


def _dimensions(wish: Wish) -> tuple[int, int]:
    """Return the largest bracket and the athletes in a category's pool: larger ones only where events are very big."""
    crowded = wish.bouts / wish.events > MEAN_BOUTS * len(catalogue())
    wanted = 128 if crowded else 64
    pool = min(wanted, 1 << (2 * wish.academies).bit_length() - 1)
    return (pool // 2 if pool < wanted or not crowded else 127), pool


def make(wish: Wish, known: World, brackets: Library, number: int, target: int) -> Made:
    """Make one event."""
    rng = np.random.default_rng([wish.seed, 2, number])
    here = event(rng, wish, number, known.first_year)
    templates = brackets.with_byes if here.records_byes else brackets.without_byes
    drawn = mass.categories(rng, wish, target, known, brackets, templates)
    draw = mass.enter(rng, here, known, drawn, brackets)
    bouts, status = fill.bouts_of(rng, here, known, draw, brackets)
    tables = {
        "entries": write.entries_table(here, known, draw, status),
        "bouts": write.bouts_table(here, known, draw, bouts, times=wish.times),
    }
    done = None
    if wish.dirt_rate:
        tables, done = dirt.soil(rng, known, tables, wish.dirt_rate)
    expected = write.expected_table(here, known, draw, templates) if wish.expected else None
    count = Count(1, len(draw.key), len(tables["entries"]), len(tables["bouts"]))
    return Made(here, tables, expected, done, count)


def _maker(wish: Wish) -> Callable[[tuple[int, int]], Made]:
    """Return what makes the n-th event of so many bouts; the world is populated once."""
    check(wish)
    largest, pool = _dimensions(wish)
    known, brackets = world(wish.seed, wish.events, wish.academies, wish.languages, pool), library(largest)
    return lambda task: make(wish, known, brackets, *task)


def events(wish: Wish) -> Iterator[Made]:
    """Yield the events in order, made but not written."""
    return map(_maker(wish), enumerate(wish.targets()))


def _write(wish: Wish, made: Made) -> Count:
    write.write_event(wish.out, made.event, made.tables, wish.format)
    for name, table in (("expected", made.expected), ("dirt", made.dirt)):
        if table is not None:
            (wish.out / name).mkdir(parents=True, exist_ok=True)
            write.write_csv(table, wish.out / name / f"{made.event.id}.csv")
    return made.count


def generate(wish: Wish) -> Count:
    """Write what is asked for and return how much it is."""
    maker = _maker(wish)
    wish.out.mkdir(parents=True, exist_ok=True)
    if wish.format == "one-file":
        return _one_file(wish)
    with ThreadPoolExecutor(wish.jobs) as workers:
        tasks = workers.map(lambda task: _write(wish, maker(task)), enumerate(wish.targets()))
        return sum(tasks, Count(0, 0, 0, 0))


def _one_file(wish: Wish) -> Count:
    total, sinks = Count(0, 0, 0, 0), dict[str, Any]()
    try:
        for made in events(wish):
            extra = {
                name: table for name, table in (("expected", made.expected), ("dirt", made.dirt)) if table is not None
            }
            write.append_event(sinks, wish.out, made.event, {**made.tables, **extra})
            total += made.count
    finally:
        for sink in sinks.values():
            sink.close()
    return total
