"""Incidence curves whose bouts are not independent: events drawn with replacement, percentiles at each second.

Davison and Hinkley (1997), Bootstrap Methods and their Application, 3.5 and 5.3. The seed is fixed. Of few events such
intervals are too narrow to be called 95 % (of two they held a known truth in 59 of 100 samples, of five in 84): of
fewer than `FEWEST_EVENTS` there are none, nor at a second at which all draws are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analytics.clusters import ALIKE, FEWEST_EVENTS
from analytics.incidence import Ints
from analytics.intervals import LEVEL, Bounds, Floats

DRAWS = 1000
SEED = 20260502


@dataclass(frozen=True)
class Events:
    """Bouts by event (rows) and second (columns, ascending): ended by each cause, or watched no longer."""

    seconds: Floats
    ended: Mapping[str, Ints]
    censored: Ints

    def __len__(self) -> int:
        return len(self.censored)

    def bounds(self, cause: str | None, level: float = LEVEL) -> Bounds:
        """Bounds of the curve of a cause, None = of all together, at each of `seconds`; NaN where not known."""
        events = len(self)
        if events < FEWEST_EVENTS:
            nothing = np.full(len(self.seconds), np.nan)
            return nothing, nothing
        times = np.random.default_rng(SEED).multinomial(events, np.full(events, 1 / events), size=DRAWS)
        of_all = times @ sum(self.ended.values(), np.zeros_like(self.censored))
        own = of_all if cause is None else times @ self.ended[cause]
        drawn = _shares(own, of_all, times @ self.censored)
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
        alike = np.ptp(drawn, axis=0) < ALIKE
        return np.where(alike, np.nan, low), np.where(alike, np.nan, high)


def _shares(own: Ints, of_all: Ints, censored: Ints) -> Floats:
    """Aalen-Johansen of each draw, a row of the three; where nobody is left a share stays as it is."""
    at_risk = np.cumsum((of_all + censored)[:, ::-1], axis=1)[:, ::-1].astype(float)
    divisor = np.where(at_risk > 0, at_risk, 1.0)
    left = np.cumprod(1 - of_all / divisor, axis=1)
    before = np.concatenate([np.ones((len(left), 1)), left[:, :-1]], axis=1)
    shares: Floats = np.cumsum(before * own / divisor, axis=1)
    return shares
