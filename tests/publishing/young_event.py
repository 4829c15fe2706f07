"""An event with minors wherever one can hide: kids, juveniles, juveniles in an adult class, a division nobody can read.

`make(folder)` loads it and gives the store; `strategy` draws others. No name of a minor is an adult's.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

import tatame

DIVISIONS = ("adult", "juvenile-2", "teen-1", "master-1", "nobody knows")
HEAD = ("gender", "age_division", "belt", "weight_class")
SIDES = ("red_athlete", "red_academy", "blue_athlete", "blue_academy")
GIVEN = ("Xaquira", "Yolbert", "Zefrino", "Quilda", "Wenefrid", "小野寺葵", "Ürsoly", "Ksawier")


@dataclass(frozen=True)
class Entrant:
    """`also_open`: fights in the adult open class as well; `born`: known year of birth."""

    number: int
    division: int
    academy: int
    also_open: bool
    born: int | None

    @property
    def name(self) -> str:
        return f"{GIVEN[self.number % len(GIVEN)]} No{'abcdefghijklmnop'[self.number]}vak"

    @property
    def club(self) -> str:
        return f"Club {'ABC'[self.academy]}"


entrants = st.lists(
    st.tuples(
        st.integers(0, len(DIVISIONS) - 1), st.integers(0, 2), st.booleans(), st.sampled_from((None, None, 2009, 1990))
    ),
    min_size=3,
    max_size=12,
)
strategy = entrants.map(lambda found: [Entrant(number, *rest) for number, rest in enumerate(found)])

EXAMPLE = [
    Entrant(0, 0, 0, True, 1990),
    Entrant(1, 0, 1, False, None),
    Entrant(2, 1, 0, True, None),
    Entrant(3, 1, 1, False, None),
    Entrant(4, 2, 1, False, None),
    Entrant(5, 4, 2, False, None),
    Entrant(6, 0, 2, False, 2009),
    Entrant(7, 3, 2, True, None),
    Entrant(8, 0, 0, False, None),
]


def make(folder: Path, people: list[Entrant] | None = None) -> Path:
    """Write the bundle, load it, and give the store."""
    store = folder / "young.duckdb"
    tatame.ingest(store, write(folder / "young-2026", EXAMPLE if people is None else people))
    return store


def write(bundle: Path, people: list[Entrant]) -> Path:
    """Everybody of a division meets the next in a list of bouts; the open class has a disqualified final (M12)."""
    bundle.mkdir(parents=True)
    (bundle / "event.toml").write_text(
        '[event]\nid = "young-2026"\nname = "Young Open"\nstart = 2026-05-02\nruleset = "ibjjf-2024"\nuniform = "gi"\n',
        encoding="utf-8",
    )
    groups = [("male", division, "blue", "light") for division in DIVISIONS] + [("male", "adult", "blue", "open")]
    inside = [[one for one in people if one.division == n] for n in range(len(DIVISIONS))]
    inside.append([one for one in people if one.also_open])
    entries, bouts = [], []
    for group, found in zip(groups, inside, strict=True):
        entries += [(*group, one.name, one.club, one.born or "", "registered") for one in found]
        for red, blue in zip(found[::2], found[1::2], strict=False):
            decision = "disqualification" if group[3] == "open" else "points"
            red_dq = "technical" if decision == "disqualification" else ""
            side = "" if red_dq else "red"
            last = "final" if len(found) < 4 else "semifinal"
            bouts.append(
                (*group, len(bouts) + 1, last, red.name, red.club, blue.name, blue.club, side, decision, red_dq, red_dq)
            )
    _table(bundle / "entries.csv", (*HEAD, "athlete", "academy", "birth_year", "status"), entries)
    more = ("bout", "round", *SIDES, "winner", "decision", "red_dq", "blue_dq")
    _table(bundle / "bouts.csv", (*HEAD, *more), bouts)
    places = [(*HEAD, "place", "athlete", "academy")]
    kids = inside[2]
    places += [(*groups[2], min(n, 3), one.name, one.club) for n, one in enumerate(kids[:3], start=1)]
    _table(bundle / "placements.csv", places[0], places[1:])
    return bundle


def _table(path: Path, head: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as lines:
        csv.writer(lines).writerows([head, *rows])
