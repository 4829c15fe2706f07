"""What is asked for, and the event itself: its day, place, rule set and what its source writes down."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.generate.names import LANGUAGES
from benchmarks.generate.sport import RULESETS
from benchmarks.generate.world import EVENTS_A_YEAR

FORMATS = ("folders", "one-file", "parquet")
TITLES = {"en": "{} Open", "pt": "Open de {}", "it": "Open di {}", "ja": "{}オープン", "zh": "{}公開賽"}


@dataclass(frozen=True)
class Wish:
    """The options of a run."""

    bouts: int
    out: Path
    events: int = 1
    seed: int = 1
    special_rate: float = 0.02
    dirt_rate: float = 0.0
    languages: tuple[str, ...] = tuple(LANGUAGES)
    rulesets: tuple[str, ...] = RULESETS[:2]
    only: tuple[str, ...] = ()
    academies: int = 300
    format: str = "folders"
    times: bool = False
    expected: bool = False
    jobs: int = 1

    def targets(self) -> list[int]:
        """Return bouts per event: a little uneven, in sum what was asked."""
        weight = np.random.default_rng([self.seed, 1]).uniform(0.9, 1.1, self.events)
        edges = np.round(np.concatenate([[0.0], np.cumsum(weight)]) / weight.sum() * self.bouts).astype(int)
        return [int(n) for n in np.diff(edges)]


@dataclass(frozen=True)
class Event:
    """One event; the last four say what its source writes down."""

    number: int
    id: str
    name: str
    start: dt.date
    city: str
    country: str
    ruleset: str
    uniform: str
    awards: bool
    records_byes: bool
    has_ids: bool
    minutes: bool  # elapsed as m:ss instead of seconds
    scores_submissions: bool

    @property
    def year(self) -> int:
        """Return the competition year (B1)."""
        return self.start.year

    def toml(self) -> str:
        """Return event.toml."""
        lines = [
            "[event]",
            f'id = "{self.id}"',
            f'name = "{self.name}"',
            f"start = {self.start}",
            f"end = {self.start + dt.timedelta(days=4)}",
            f'city = "{self.city}"',
            f'country = "{self.country}"',
            'status = "official"',
            f'ruleset = "{self.ruleset}"',
            f'uniform = "{self.uniform}"',
        ]
        return "\n".join(lines + ['awards = "ibjjf-championship"'] * self.awards) + "\n"


def event(rng: np.random.Generator, wish: Wish, number: int, first_year: int) -> Event:
    """Return the n-th event: fifty a year, most in the gi."""
    language = wish.languages[number % len(wish.languages)]
    towns = LANGUAGES[language].towns.split("|")
    city = towns[number // len(wish.languages) % len(towns)]
    year, within = first_year + number // EVENTS_A_YEAR, number % EVENTS_A_YEAR
    chances = rng.random(6)
    return Event(
        number=number,
        id=f"open-{year}-{number + 1:03}",
        name=f"{TITLES[language].format(city)} {year} ({number + 1})",
        start=dt.date(year, 1, 8) + dt.timedelta(days=7 * within),
        city=city,
        country=LANGUAGES[language].countries.split()[0],
        ruleset=wish.rulesets[number % len(wish.rulesets)],
        uniform="gi" if chances[0] < 0.75 else "no-gi",  # noqa: PLR2004
        awards=bool(chances[1] < 0.7),  # noqa: PLR2004
        records_byes=bool(chances[2] < 0.3),  # noqa: PLR2004
        has_ids=bool(chances[3] < 0.8),  # noqa: PLR2004
        minutes=bool(chances[4] < 0.5),  # noqa: PLR2004
        scores_submissions=bool(chances[5] < 0.4),  # noqa: PLR2004
    )
