"""Intervals and tests of shares, vectorised: counts in, bounds out, NaN where nothing is known; no statistics library.

Wilson (1927), JASA 22:209; Goodman (1965), Technometrics 7:247; Newcombe (1998), Stat. Med. 17:873, method 10;
Holm (1979), Scand. J. Stat. 6:65; Benjamini and Hochberg (1995), JRSS B 57:289. Checked in tests against statsmodels
and scipy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

LEVEL = 0.95
SMALL = 5.0  # an expected count below it: the exact test instead of the normal one

Numbers = npt.ArrayLike
Floats = npt.NDArray[np.float64]
Bounds = tuple[Floats, Floats]


def quantile(level: float = LEVEL) -> float:
    """Standard normal quantile of a two-sided interval: 1.96 at 95 %."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(count: Numbers, n: Numbers, level: float = LEVEL) -> Bounds:
    """Score interval of a share; `n` may be an effective number; NaN where n is 0."""
    return _score(np.asarray(count, float), np.asarray(n, float), quantile(level))


def goodman(counts: Numbers, level: float = LEVEL, kinds: int | None = None) -> Bounds:
    """Intervals of a whole distribution that hold together; `kinds` = how many there could be, the counts' number else.

    `counts` runs over the kinds in its last axis; the level is shared out over them (Bonferroni).
    """
    found = np.asarray(counts, float)
    return goodman_of(found, found.sum(axis=-1, keepdims=True), kinds or found.shape[-1], level)


def goodman_of(count: Numbers, n: Numbers, kinds: int, level: float = LEVEL) -> Bounds:
    """The same for counts apart from their distribution of `n` bouts over `kinds`."""
    shared = NormalDist().inv_cdf(1 - (1 - level) / (2 * max(kinds, 1)))
    return _score(np.asarray(count, float), np.asarray(n, float), shared)


def _score(count: Floats, n: Floats, z: float | Floats) -> Bounds:
    with np.errstate(divide="ignore", invalid="ignore"):
        p, zz = count / n, np.square(z)
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = z / (1 + zz / n) * np.sqrt(p * (1 - p) / n + zz / (4 * n * n))
        # The bounds are exactly 0 and 1 there; the sums above miss them by a rounding.
        low = np.where(count == 0, 0.0, middle - half)
        high = np.where(count == n, 1.0, middle + half)
    return np.where(n > 0, low, np.nan), np.where(n > 0, high, np.nan)


def newcombe(
    count_a: Numbers, n_a: Numbers, count_b: Numbers, n_b: Numbers, level: float = LEVEL
) -> tuple[Floats, Floats, Floats]:
    """Risk difference a - b with its hybrid score interval."""
    a, m, b, n = (np.asarray(value, float) for value in (count_a, n_a, count_b, n_b))
    (low_a, high_a), (low_b, high_b) = wilson(a, m, level), wilson(b, n, level)
    with np.errstate(divide="ignore", invalid="ignore"):
        p, q = a / m, b / n
    low = p - q - np.hypot(p - low_a, high_b - q)
    high = p - q + np.hypot(high_a - p, q - low_b)
    return p - q, low, high


def two_shares(count_a: int, n_a: int, count_b: int, n_b: int) -> tuple[float, str]:
    """P value that two shares are equal, and which test gave it.

    `fisher` (exact, two-sided) where an expected count is below 5; else `score` (pooled z). NaN where a group is empty.
    """
    total, both = n_a + n_b, count_a + count_b
    if not n_a or not n_b:
        return math.nan, "none"
    expected = min(n_a, n_b) * min(both, total - both) / total
    if expected < SMALL:
        return fisher(count_a, n_a, count_b, n_b), "fisher"
    share = both / total
    z = (count_a / n_a - count_b / n_b) / math.sqrt(share * (1 - share) * (1 / n_a + 1 / n_b))
    return two_sided(z), "score"


def two_sided(z: float) -> float:
    """P value of a standard normal value; by erfc, which keeps its digits in the tail."""
    return math.erfc(abs(z) / math.sqrt(2))


def fisher(count_a: int, n_a: int, count_b: int, n_b: int) -> float:
    """Exact p value: the tables no likelier than the one seen, with its margins."""
    both, total = count_a + count_b, n_a + n_b
    values = np.arange(max(0, both - n_b), min(both, n_a) + 1)
    logs = np.array([_log_choose(n_a, k) + _log_choose(n_b, both - k) for k in values.tolist()])
    weights = np.exp(logs - _log_choose(total, both))
    seen = weights[count_a - int(values[0])]
    return float(min(1.0, weights[weights <= seen * (1 + 1e-7)].sum()))


def _log_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def holm(p: Numbers) -> Floats:
    """P values adjusted so that one false find among them all is as rare as the level says; NaN stays NaN."""
    return _stepwise(p, down=True)


def benjamini_hochberg(p: Numbers) -> Floats:
    """P values adjusted so that of what is found the level's share at most is false; NaN stays NaN."""
    return _stepwise(p, down=False)


def _stepwise(p: Numbers, *, down: bool) -> Floats:
    given = np.asarray(p, float)
    adjusted = np.full(given.shape, np.nan)
    known = np.flatnonzero(~np.isnan(given))
    order = known[np.argsort(given[known], kind="stable")]
    m = len(order)
    if not m:
        return adjusted
    if down:
        raised = np.maximum.accumulate(given[order] * np.arange(m, 0, -1))
    else:
        raised = np.minimum.accumulate((given[order] * m / np.arange(1, m + 1))[::-1])[::-1]
    adjusted[order] = np.minimum(raised, 1.0)
    return adjusted


def slope(at: Sequence[float], values: Numbers, variances: Numbers) -> tuple[float, float, float]:
    """Weighted least squares with known variances: change per unit of `at`, its standard error, its p value."""
    x, y, w = np.asarray(at, float), np.asarray(values, float), 1 / np.asarray(variances, float)
    centred = x - (w * x).sum() / w.sum()
    spread = (w * centred**2).sum()
    if len(x) < 2 or spread == 0:
        return math.nan, math.nan, math.nan
    found, error = float((w * centred * y).sum() / spread), float(1 / math.sqrt(spread))
    return found, error, two_sided(found / error)
