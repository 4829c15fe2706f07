"""How often a bout has ended in each way by a given second, and how fast: competing risks from counts; no library.

Aalen and Johansen (1978), Scand. J. Stat. 5:141; the variance of Marubini and Valsecchi (1995), ch. 10 (delta method,
Greenwood's for one cause); intervals on the arcsine scale (Borgan and Liestoel 1990, Scand. J. Stat. 17:35); bands that
hold along the whole curve, of equal precision, by resampling with Poisson multipliers (Lin 1997, Stat. Med. 16:901;
Beyersmann, Di Termini and Pauly 2013, Scand. J. Stat. 40:387). Hazards: events per minute fought, with the score
interval of a Poisson mean. Checked in tests against statsmodels, and in simulations whose truth is known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analytics.intervals import LEVEL, Bounds, Floats, Numbers, quantile, wilson

DRAWS = 1000
SEED = 20260502
LEAST = 5  # events before a band begins: of fewer, no normal curve tells how far off the share may be
MINUTE = 60.0

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Curve:
    """The share of bouts that had ended so by each of `seconds`; NaN in a band where there is none."""

    seconds: Floats
    share: Floats
    error: Floats
    low: Floats
    high: Floats
    band_low: Floats
    band_high: Floats


class Sample:
    """Bouts counted by the second in which they ended, by cause, or in which watching them ended (`censored`)."""

    def __init__(self, seconds: Numbers, ended: Mapping[str, Numbers], censored: Numbers) -> None:
        order = np.argsort(np.asarray(seconds, float), kind="stable")
        self.seconds: Floats = np.asarray(seconds, float)[order]
        self.ended: dict[str, Floats] = {cause: np.asarray(n, float)[order] for cause, n in ended.items()}
        self.censored: Floats = np.asarray(censored, float)[order]
        self.events: Floats = np.sum([*self.ended.values(), np.zeros(len(order))], axis=0)
        self._apart: Sample | None = None
        left = self.events + self.censored
        self.at_risk: Floats = np.cumsum(left[::-1])[::-1]

    @property
    def n(self) -> int:
        """Bouts."""
        return int(self.at_risk[0]) if len(self.at_risk) else 0

    @property
    def survival(self) -> Floats:
        """Share not ended in any way after each second (Kaplan and Meier)."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.cumprod(1 - np.where(self.at_risk > 0, self.events / self.at_risk, 0.0))

    def still_at(self, second: float) -> int:
        """Bouts still watched at that second, those that end in it included."""
        place = int(np.searchsorted(self.seconds, second))
        return int(self.at_risk[place]) if place < len(self.at_risk) else 0

    def together(self) -> Sample:
        """The same bouts, every way of ending taken as one, and drawn anew as the ways are."""
        found = Sample(self.seconds, {"any": self.events}, self.censored)
        found._apart = self
        return found

    @cached_property
    def _moved(self) -> dict[str, Floats]:
        """Each way's ends drawn anew, less what they are: once for all curves, for it is most of the time they take."""
        if self._apart is not None:
            return {"any": self._apart._moved_together}
        draw = np.random.default_rng(SEED)
        return {cause: draw.poisson(d, (DRAWS, len(d))) - d for cause, d in self.ended.items()}

    @cached_property
    def _moved_together(self) -> Floats:
        found: Floats = np.sum([*self._moved.values()], axis=0)
        return found

    def curve(self, cause: str, level: float = LEVEL) -> Curve:
        """Aalen-Johansen with pointwise intervals and a simultaneous band from the fifth event on."""
        d, n, all_d = self.ended[cause], self.at_risk, self.events
        before = np.concatenate([[1.0], self.survival[:-1]])
        step = before / n
        share: Floats = np.cumsum(step * d)
        error = _error(share, step, d, all_d, n)
        known = n[0] - np.cumsum(self.censored) + self.censored if len(n) else n
        low, high = _interval(share, error, quantile(level), known)
        first = np.cumsum(d) >= LEAST
        critical = self._critical(cause, share, first, level)
        band_low, band_high = _interval(share, error, critical, known)
        return Curve(
            self.seconds, share, error, low, high, np.where(first, band_low, np.nan), np.where(first, band_high, np.nan)
        )

    def _critical(self, cause: str, share: Floats, within: npt.NDArray[np.bool_], level: float) -> float:
        """How many errors the whole curve stays within, in that share of resampled curves; the seed is fixed."""
        if not within.any():
            return math.nan
        n, before = self.at_risk, np.concatenate([[1.0], self.survival[:-1]])
        own, either = self._moved[cause], self._moved_together
        path = np.cumsum(own * before / n + either * share / n, axis=1) - share * np.cumsum(either / n, axis=1)
        spread = path.std(axis=0)
        used = within & (spread > 0) & (share < 1)
        if not used.any():
            return math.nan
        away = _angle(np.clip(share + path, 0, 1)[:, used]) - _angle(share[used])
        scale = spread[used] / (2 * np.sqrt(share[used] * (1 - share[used])))
        widest = np.quantile((np.abs(away) / scale).max(axis=1), level)
        return max(float(widest), quantile(level))  # never narrower than an interval by the luck of the draws

    def hazard(self, cause: str, until: float, level: float = LEVEL) -> list[Minute]:
        """Events per minute fought, for each minute up to `until`; its last second belongs to it."""
        left, found = self.events + self.censored, []
        for start in np.arange(0.0, until, MINUTE):
            end = min(start + MINUTE, until)
            fought = float((left * np.clip(self.seconds - start, 0, end - start)).sum() / MINUTE)
            inside = (self.seconds <= end) & ((self.seconds > start) | (start == 0))
            events = float(self.ended[cause][inside].sum())
            low, high = poisson(events, fought, level)
            rate = events / fought if fought > 0 else math.nan
            found.append(Minute(start / MINUTE, end / MINUTE, int(events), fought, rate, low, high))
        return found


@dataclass(frozen=True)
class Minute:
    """Events of one cause in one minute of the bout; `minutes` fought by all bouts in it; NaN where nobody fought."""

    start: float
    end: float
    events: int
    minutes: float
    rate: float
    low: float
    high: float


def poisson(events: float, exposure: float, level: float = LEVEL) -> tuple[float, float]:
    """Score interval of a rate: the rates that a test of them would not refuse."""
    if exposure <= 0:
        return math.nan, math.nan
    z = quantile(level)
    middle, half = events + z * z / 2, z * math.sqrt(events + z * z / 4)
    return (0.0 if events == 0 else (middle - half) / exposure), (middle + half) / exposure


def median(curve: Curve) -> tuple[float, float, float]:
    """The second by which half had ended so, and where its pointwise bounds cross a half; NaN = not reached."""
    return _first(curve.seconds, curve.share), _first(curve.seconds, curve.high), _first(curve.seconds, curve.low)


def _first(seconds: Floats, share: Floats) -> float:
    reached = np.flatnonzero(share >= 0.5 - 1e-12)
    return float(seconds[reached[0]]) if len(reached) else math.nan


def _error(share: Floats, step: Floats, d: Floats, all_d: Floats, n: Floats) -> Floats:
    # Where all who are left end in one second the share stays as it is: what would divide by zero counts for nothing.
    ends = np.where(n > all_d, all_d / np.where(n > all_d, n * (n - all_d), 1.0), 0.0)
    v = share**2 * np.cumsum(ends) - 2 * share * np.cumsum(share * ends) + np.cumsum(share**2 * ends)
    v += np.cumsum(step**2 * (n - d) * d / n)
    both = step * d / n
    v += 2 * np.cumsum(share * both) - 2 * share * np.cumsum(both)
    error: Floats = np.sqrt(np.maximum(v, 0.0))  # rounding alone can make it negative
    return error


def _interval(share: Floats, error: Floats, z: float, known: Floats) -> Bounds:
    """A share of 0 or 1 has no error to scale by: Wilson's with the bouts whose fate was then known."""
    inside = np.clip(share, 1e-12, 1 - 1e-12)
    half = z * error / (2 * np.sqrt(inside * (1 - inside)))
    low = np.sin(np.maximum(_angle(inside) - half, 0)) ** 2
    high = np.sin(np.minimum(_angle(inside) + half, np.pi / 2)) ** 2
    plain_low, plain_high = wilson(share * known, known)
    edge = (share <= 0) | (share >= 1 - 1e-12)
    return np.where(edge, plain_low, low), np.where(edge, plain_high, high)


def _angle(share: Floats) -> Floats:
    """The scale on which a share's error hardly depends on the share."""
    angle: Floats = np.arcsin(np.sqrt(share))
    return angle
