"""Brackets laid out as flat arrays, so that a million categories are copies of a few thousand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from benchmarks.generate import cases, cases_later
from benchmarks.generate.bracket import Bout, Bracket, Kind
from benchmarks.generate.sport import Flags, Ints
from rulebook.vocabulary import Disqualification, EntryStatus, Round

VARIANTS = 16
ROUNDS, DQS, STATUSES = tuple(Round), tuple(Disqualification), tuple(EntryStatus)
CASES: dict[str, cases.Case] = {
    **{f"M{n}": getattr(cases if n < 16 else cases_later, f"m{n}") for n in range(1, 28)},
    "RULING": cases_later.ruling,
    "IN-PROGRESS": cases_later.in_progress,
}
SPECIAL = tuple(f"M{n}" for n in range(5, 28))  # M1 to M4 are the mass


def ordinary(size: int, variant: int) -> Bracket:
    """One bracket of the mass (M1 to M4); some have an entry more that withdrew."""
    dice = Random(f"{size}/{variant}")
    if size == 3:
        return cases.second_chance(dice, Kind.FOUGHT)
    if size == 1:
        return cases.m2(dice)
    bracket = Bracket(size, dice, Kind.ORDINARY).decide()
    if size > 3 and variant == 0:
        bracket.withdrawn = 1
    if size > 3:
        champion = next(slot for slot, place in bracket.places.items() if place == 1)
        bracket.champion_struck = bracket.struck_out(champion)
    return bracket


def steps(bouts: Iterable[Bout]) -> list[int]:
    """Return for each bout the wave it belongs to: a new one begins when an athlete must fight again (B4)."""
    found, seen, step = [], set[int](), 0
    for bout in bouts:
        here = {slot for slot in (bout.red, bout.blue) if slot is not None}
        if here & seen:
            step, seen = step + 1, set()
        seen |= here
        found.append(step)
    return found


def first_bout(bouts: Sequence[Bout]) -> list[bool]:
    """Return for each bout whether its loser had not fought before."""
    fought, found = set[int](), []
    for bout in bouts:
        loser = bout.blue if bout.winner == bout.red else bout.red
        found.append(loser is not None and loser not in fought)
        if bout.kind is not Kind.BYE:
            fought |= {slot for slot in (bout.red, bout.blue) if slot is not None}
    return found


@dataclass(frozen=True)
class Templates:
    """Every bracket's bouts and entries end to end; `*_at` is where those of one begin. -1 = none."""

    case: Ints  # place in the names of CASES
    size: Ints  # entries, the withdrawn included
    n_bouts: Ints
    entry_at: Ints
    bout_at: Ints
    unresolved: Flags
    status: Ints
    place: Ints  # 0 = none
    place_struck: Ints  # the same when M18 takes the champion's
    partner: Ints  # the slot that must be of the same academy
    round: Ints
    red: Ints
    blue: Ints
    red_won: Ints  # 1, 0 = blue, -1 = nobody
    kind: Ints
    red_dq: Ints
    blue_dq: Ints
    step: Ints
    loser_is_new: Flags


def _slots(bracket: Bracket) -> list[int]:
    """Return old slot -> new slot: the case's first slot, if it names one, becomes slot 0."""
    order = sorted(range(bracket.size), key=lambda slot: slot != bracket.first)
    return [order.index(slot) for slot in range(bracket.size)]


def _entry_rows(bracket: Bracket) -> list[tuple[int, int, int, int]]:
    new = _slots(bracket)
    rows = [(0, 0, 0, -1)] * bracket.size
    struck = bracket.champion_struck or bracket.places
    for slot in range(bracket.size):
        status = STATUSES.index(bracket.status.get(slot, EntryStatus.REGISTERED))
        pair = bracket.one_academy
        partner = new[pair[0]] if pair and slot == pair[1] else -1
        rows[new[slot]] = (status, bracket.places.get(slot, 0), struck.get(slot, 0), partner)
    return rows + [(STATUSES.index(EntryStatus.WITHDRAWN), 0, 0, -1)] * bracket.withdrawn


def _bout_rows(bracket: Bracket, *, byes: bool) -> list[tuple[int, ...]]:
    new = _slots(bracket)
    kept = [bout for bout in bracket.bouts if byes or bout.kind is not Kind.BYE]
    return [
        (
            ROUNDS.index(bout.round),
            new[bout.red],
            -1 if bout.blue is None else new[bout.blue],
            -1 if bout.winner is None else int(bout.winner == bout.red),
            bout.kind,
            -1 if bout.red_dq is None else DQS.index(bout.red_dq),
            -1 if bout.blue_dq is None else DQS.index(bout.blue_dq),
            step,
            is_new,
        )
        for bout, step, is_new in zip(kept, steps(kept), first_bout(kept), strict=True)
    ]


def _starts(counts: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)


def flat(brackets: Sequence[tuple[str, Bracket]], *, byes: bool) -> Templates:
    """Lay brackets out with the names of their cases; byes are rows only where the event records them."""
    entries = [_entry_rows(bracket) for _, bracket in brackets]
    bouts = [_bout_rows(bracket, byes=byes) for _, bracket in brackets]
    names = list(CASES)
    by_entry = np.array([row for rows in entries for row in rows], dtype=np.int64).T
    by_bout = np.array([row for rows in bouts for row in rows], dtype=np.int64).T
    status, place, place_struck, partner = by_entry
    round_, red, blue, red_won, kind, red_dq, blue_dq, step, loser_is_new = by_bout
    return Templates(
        np.array([names.index(case) for case, _ in brackets], dtype=np.int64),
        np.array([len(rows) for rows in entries], dtype=np.int64),
        np.array([len(rows) for rows in bouts], dtype=np.int64),
        _starts([len(rows) for rows in entries]),
        _starts([len(rows) for rows in bouts]),
        np.array([bracket.unresolved for _, bracket in brackets], dtype=np.bool_),
        *(status, place, place_struck, partner),
        *(round_, red, blue, red_won, kind, red_dq, blue_dq, step),
        loser_is_new.astype(np.bool_),
    )


@dataclass(frozen=True)
class Library:
    """All templates of a run, and where the ordinary ones of each size and those of each case are among them."""

    with_byes: Templates
    without_byes: Templates
    of_size: Ints  # size -> first of VARIANTS
    of_case: dict[str, int]  # case -> first of VARIANTS


@cache
def library(largest: int) -> Library:
    """Return the templates for brackets up to this size, and for every case."""
    names = {1: "M2", 2: "M3", 3: "M4"}
    brackets = [
        (names.get(size, "M1"), ordinary(size, variant))
        for size in range(1, largest + 1)
        for variant in range(VARIANTS)
    ]
    of_case = {}
    for case, played in CASES.items():
        of_case[case] = len(brackets)
        brackets += [(case, played(Random(f"{case}/{variant}"))) for variant in range(VARIANTS)]
    of_size = np.arange(-1, largest, dtype=np.int64) * VARIANTS
    return Library(flat(brackets, byes=True), flat(brackets, byes=False), of_size, of_case)
