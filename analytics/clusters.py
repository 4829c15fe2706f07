"""Intervals for bouts that are not independent: of one event, of one athlete.

The share is a ratio of sums over clusters, its variance linearised (Liang and Zeger 1986, Biometrika 73:13, with the
C/(C-1) correction); for athletes, of whom a bout has two, dyadic-robust (Aronow, Samii and Assenova 2015, Polit. Anal.
23:564). The interval is Wilson's with the effective number of bouts (Korn and Graubard 1998, Surv. Methodol. 24:193).
"""

from __future__ import annotations

import math

import numpy as np

from analytics import intervals
from analytics.intervals import LEVEL, Floats, Numbers

DRAWS = 2000
SEED = 20260502
_NONE = 1e-12  # of a share: less is rounding
ALIKE = 1e-12  # draws that differ by no more than rounding
FEWEST_EVENTS = 10  # of fewer, percentiles of draws hold the truth less often than they say


def share_error(counts: Numbers, sizes: Numbers) -> float:
    """Standard error of a share over clusters: in each, how many of how many; NaN for fewer than two."""
    return clustered(influence(counts, sizes)[np.asarray(sizes) > 0])


def influence(counts: Numbers, sizes: Numbers) -> Floats:
    """What each cluster, or bout of size 1, moves the share by."""
    x, m = np.asarray(counts, float), np.asarray(sizes, float)
    found: Floats = (x - x.sum() / m.sum() * m) / m.sum()
    return found


def clustered(influences: Numbers) -> float:
    """Standard error of a sum of influences, one per cluster; NaN for fewer than two."""
    u = np.asarray(influences, float)
    clusters = len(u)
    if clusters < 2:
        return math.nan  # one event says nothing of how events differ
    return float(math.sqrt(clusters / (clusters - 1) * np.square(u).sum()))


def dyadic(influences: Numbers, red: Numbers, blue: Numbers) -> float:
    """The same of bouts, in each of which two athletes (numbers from 0) are: bouts that share one may go together."""
    u = np.asarray(influences, float)
    a, b = np.asarray(red, int), np.asarray(blue, int)
    clusters = len(np.unique(np.concatenate([a, b])))
    if len(u) < 2:
        return math.nan
    athletes = int(max(a.max(), b.max())) + 1
    once = np.where(a == b, 0.0, u)
    sums = np.bincount(a, u, athletes) + np.bincount(b, once, athletes)
    # Two bouts of the same pair share both athletes and must count once.
    of_pair = np.bincount(np.unique(np.minimum(a, b) * athletes + np.maximum(a, b), return_inverse=True)[1], once)
    total = np.square(sums).sum() - np.square(of_pair).sum()
    return float(math.sqrt(max(total, 0.0) * clusters / (clusters - 1))) if clusters > 1 else math.nan


def in_all(red: Numbers, blue: Numbers) -> bool:
    """Whether one athlete, or event, is in every bout: how others would do cannot be told from them."""
    a, b = np.asarray(red), np.asarray(blue)
    return len(a) == 0 or any(bool(((a == one) | (b == one)).all()) for one in (a[0], b[0]))


def interval(count: float, n: float, error: float, clusters: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson with the effective number of bouts, never more than the real one, and Student's t for few clusters.

    NaN where the error is not known; a share of 0 or 1 has no error to scale by and keeps n.
    """
    if math.isnan(error) or not n or clusters < 2:
        return math.nan, math.nan
    p = count / n
    effective = min(n, p * (1 - p) / error**2) if error > 0 and 0 < p < 1 else n
    t = student(0.5 + level / 2, clusters - 1)
    # A wider quantile is the same as fewer bouts: Wilson's formula depends on z * z / n alone.
    effective *= (intervals.quantile(level) / t) ** 2
    low, high = intervals.wilson(p * effective, effective, level)
    return float(low), float(high)


def student(probability: float, df: int) -> float:
    """Quantile of Student's t by halving; for a whole df its distribution is a finite sum (Abramowitz, Stegun 26.7)."""
    low, high = 0.0, 1.0
    if probability < 0.5:  # noqa: PLR2004 - symmetric
        return -student(1 - probability, df)
    while _within(high, df) < 2 * probability - 1:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _within(middle, df) < 2 * probability - 1 else (low, middle)
    return high


def _within(t: float, df: int) -> float:
    """Probability that |T| < t."""
    angle = math.atan2(t, math.sqrt(df))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    term = total = 1.0 if df % 2 == 0 else math.cos(angle)
    for k in range(2 if df % 2 == 0 else 3, df - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if df % 2 == 0:
        return sine * total
    return 2 / math.pi * (angle + (sine * total if df > 1 else 0.0))


def bootstrap(
    counts: Numbers, sizes: Numbers, level: float = LEVEL, draws: int = DRAWS, seed: int = SEED
) -> tuple[float, float]:
    """Percentile interval of a share over clusters drawn with replacement; the same seed gives the same interval."""
    x, m = np.asarray(counts, float), np.asarray(sizes, float)
    x, m = x[m > 0], m[m > 0]
    if len(m) < 2:
        return math.nan, math.nan
    shares = resampled(x, m, draws, seed)
    low, high = np.quantile(shares, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def resampled(counts: Floats, sizes: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """The share in each draw of as many clusters as there are."""
    clusters = len(sizes)
    times = np.random.default_rng(seed).multinomial(clusters, np.full(clusters, 1 / clusters), size=draws)
    drawn: Floats = (times @ counts) / (times @ sizes)
    return drawn


def difference(by: float, error: float, clusters: int, level: float = LEVEL) -> tuple[float, float, float]:
    """Interval and p value of a difference from its error, by Student's t; NaN where the error is not known.

    A difference without any error is one whose error these few clusters do not show.
    """
    if math.isnan(error) or clusters < 2 or (error < _NONE < abs(by)):
        return math.nan, math.nan, math.nan
    half = student(0.5 + level / 2, clusters - 1) * error
    p = 1 - _within(abs(by) / error, clusters - 1) if error > _NONE else math.nan
    return by - half, by + half, p
