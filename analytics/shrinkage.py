"""Rates of many groups, each drawn towards what groups are like: a club of two with two medals does not lead.

Empirical Bayes with a beta prior fitted to all groups by maximum likelihood of the beta-binomial (Skellam 1948, JRSS B
10:257; Casella 1985, Am. Stat. 39:83); the rate shown is the posterior mean, its interval the posterior's quantiles,
which take the prior as known. A funnel (Spiegelhalter 2005, Stat. Med. 24:1185) shows what chance alone would do with
groups of every size. No library; checked in tests against scipy, and in a simulation whose truth is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analytics.intervals import LEVEL, Floats, Numbers, wilson

LEAST_GROUPS = 5  # fewer do not tell what groups are like
_STRENGTHS = (-3.0, 14.0)  # natural logarithms: from 0.05 to a million trials
_STEPS = 40
_HALVINGS = 50
_CLOSE, _LEAST = 1e-11, 1e-15  # a step of Newton's that is none any more, of the quantile; and a half that is none
_TINY = 1e-300
_FEW = 10  # numbers for which numpy takes longer than Python does
_EXACT = 500  # counts up to which every one is a term of its own
_NO_GAIN = 1e-6  # of log likelihood: groups that differ are no likelier than groups that do not


@dataclass(frozen=True)
class Prior:
    """What groups are like: their mean rate, and how many trials that knowledge is worth (inf = all groups alike)."""

    mean: float
    strength: float

    @property
    def a(self) -> float:
        """First parameter of the beta distribution."""
        return self.mean * self.strength

    @property
    def b(self) -> float:
        """Second parameter."""
        return (1 - self.mean) * self.strength


@dataclass(frozen=True)
class Shrunk:
    """Per group: the raw rate with its Wilson interval, the shrunk one with its own; NaN where there is no prior."""

    raw: Floats
    raw_low: Floats
    raw_high: Floats
    rate: Floats
    low: Floats
    high: Floats
    prior: Prior | None


def shrink(count: Numbers, n: Numbers, level: float = LEVEL, only: npt.ArrayLike | None = None) -> Shrunk:
    """Every group's rate, `count` of `n`; groups without a trial (n = 0) are given the prior itself.

    `only`: whose shrunk intervals are wanted, True or False; the others' are NaN where they would take long.
    """
    k, m = np.asarray(count, float), np.asarray(n, float)
    low, high = wilson(k, m, level)
    with np.errstate(divide="ignore", invalid="ignore"):
        raw = k / m
    prior = fit(k, m)
    if prior is None:
        nothing = np.full(k.shape, np.nan)
        return Shrunk(raw, low, high, nothing, nothing.copy(), nothing.copy(), None)
    if math.isinf(prior.strength):  # nothing tells the groups apart: all have the one rate, as well as that is known
        whole_low, whole_high = wilson(k.sum(), m.sum(), level)
        rate, all_low, all_high = (np.full(k.shape, float(value)) for value in (prior.mean, whole_low, whole_high))
        return Shrunk(raw, low, high, rate, all_low, all_high, prior)
    a, b = prior.a + k, prior.b + m - k
    tail, own = (1 - level) / 2, np.ones(k.shape, bool) if only is None else np.asarray(only, bool)
    lowest, highest = np.full(k.shape, np.nan), np.full(k.shape, np.nan)
    lowest[own], highest[own] = beta_quantile(tail, a[own], b[own]), beta_quantile(1 - tail, a[own], b[own])
    return Shrunk(raw, low, high, a / (a + b), lowest, highest, prior)


def fit(count: Numbers, n: Numbers) -> Prior | None:
    """The beta prior under which these counts are likeliest; None for fewer than five groups with trials."""
    k, m = np.asarray(count, float), np.asarray(n, float)
    k, m = k[m > 0], m[m > 0]
    if len(m) < LEAST_GROUPS:
        return None
    pooled = float(k.sum() / m.sum())
    if pooled in (0.0, 1.0):
        return Prior(pooled, math.inf)
    groups = _Groups(_above(k), _above(m - k), _above(m))
    best = _highest(groups.likelihood, *_STRENGTHS)
    if groups.likelihood(best) - groups.likelihood(_STRENGTHS[1]) < _NO_GAIN:
        return Prior(pooled, math.inf)
    return Prior(groups.mean(math.exp(best)), math.exp(best))


Above = tuple[Floats, Floats]


@dataclass(frozen=True)
class _Groups:
    """For j = 0, 1, …: how many groups have more than j hits, misses, trials; all that the likelihood depends on.

    Each as (j, how many); far out many j stand together at their mean, where the terms hardly differ.
    """

    hits: Above
    misses: Above
    trials: Above

    def likelihood(self, log_strength: float) -> float:
        """Of the likeliest prior of that strength; its logarithm, binomial coefficients apart."""
        strength = math.exp(log_strength)
        mean = self.mean(strength)
        parts = ((self.hits, mean, 1), (self.misses, 1 - mean, 1), (self.trials, 1.0, -1))
        return sum(sign * float(n @ np.log(share * strength + j)) for (j, n), share, sign in parts)

    def mean(self, strength: float) -> float:
        """The likeliest mean for that strength: where the likelihood's slope, which falls, is 0."""
        low, high = 0.0, 1.0
        (hit, hits), (miss, misses) = self.hits, self.misses
        for _ in range(_STEPS):
            middle = (low + high) / 2
            up = float(hits @ (1 / (middle * strength + hit)))
            down = float(misses @ (1 / ((1 - middle) * strength + miss)))
            low, high = (middle, high) if up > down else (low, middle)
        return (low + high) / 2


def _above(count: Floats) -> Above:
    """How many of the counts are above 0, above 1 and so on; from _EXACT on in bins a hundredth as wide as they lie."""
    have = np.bincount(count.astype(np.int64))
    many = (len(count) - np.cumsum(have))[:-1].astype(float)
    at = np.arange(len(many), dtype=float)
    if len(many) <= _EXACT:
        return at, many
    steps = math.ceil(math.log(len(many) / _EXACT) * 100)
    edges = np.unique(np.geomspace(_EXACT, len(many), steps + 1).astype(np.int64))[:-1]
    starts = np.concatenate([np.arange(_EXACT), edges])
    together = np.add.reduceat(many, starts)
    return np.add.reduceat(at * many, starts) / together, together


def _highest(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one hill is highest, by golden section."""
    ratio = (math.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = of(left), of(right)
    for _ in range(_STEPS):
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = of(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = of(right)
    return (low + high) / 2


@dataclass(frozen=True)
class Funnel:
    """For each number of trials, the rates between which chance alone keeps 95 % and 99.8 % of groups."""

    n: npt.NDArray[np.int64]
    low: Floats
    high: Floats
    far_low: Floats
    far_high: Floats


def funnel(rate: float, most: int, points: int = 60) -> Funnel:
    """Limits around a rate for groups of 1 to `most` trials, from the binomial distribution, interpolated."""
    n = np.unique(np.geomspace(1, max(most, 1), points).round().astype(np.int64))
    bounds = [[_limit(probability, int(size), rate) for size in n] for probability in (0.025, 0.975, 0.001, 0.999)]
    return Funnel(n, *(np.array(bound) for bound in bounds))


def _limit(probability: float, n: int, rate: float) -> float:
    """Spiegelhalter's: the count that is passed with that probability, between whole counts in proportion."""
    if not 0 < rate < 1:
        return rate
    k = np.arange(n + 1)
    logs = _choose(n) + k * math.log(rate) + (n - k) * math.log1p(-rate)
    up_to = np.cumsum(np.exp(logs))
    place = min(int(np.searchsorted(up_to, probability, side="right")), n)
    step = math.exp(logs[place])
    part = (up_to[place] - probability) / step if step > 0 else 0.0
    return float(np.clip((place - part) / n, 0, 1))


def _choose(n: int) -> Floats:
    k = np.arange(n + 1, dtype=float)
    chosen: Floats = log_gamma(np.array([n + 1.0])) - log_gamma(k + 1) - log_gamma(n - k + 1)
    return chosen


def beta_quantile(probability: float, a: Numbers, b: Numbers) -> Floats:
    """Quantile of beta distributions: Newton's steps, by halving where one leads out or too slowly on."""
    p, q = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    low, high, last, done = np.zeros(p.shape), np.ones(p.shape), np.ones(p.shape), np.zeros(p.shape, bool)
    found: Floats = p / (p + q)
    front = log_gamma(p + q) - log_gamma(p) - log_gamma(q)
    for _ in range(2 * _HALVINGS):
        off = beta_cdf(found, p, q) - probability
        low, high = np.where(off < 0, found, low), np.where(off < 0, high, found)
        with np.errstate(all="ignore"):
            slope = np.exp(front + (p - 1) * np.log(found) + (q - 1) * np.log1p(-found))
            step = off / slope
            good = (found - step > low) & (found - step < high) & (np.abs(2 * step) < last)
            there = np.abs(step) < _CLOSE * found
        near = np.where(there, found, np.where(good, found - step, (low + high) / 2))
        last = np.abs(near - found)
        found = np.where(done, found, near)
        done |= there | (high - low < _LEAST)
        if done.all():
            break
    return found


def beta_cdf(x: Numbers, a: Numbers, b: Numbers) -> Floats:
    """Regularised incomplete beta function, by its continued fraction (Lentz), on the side where that is quick."""
    value, p, q = np.broadcast_arrays(np.asarray(x, float), np.asarray(a, float), np.asarray(b, float))
    turn = value > (p + 1) / (p + q + 2)
    y, s, t = np.where(turn, 1 - value, value), np.where(turn, q, p), np.where(turn, p, q)
    with np.errstate(divide="ignore"):
        front = log_gamma(s + t) - log_gamma(s) - log_gamma(t) + s * np.log(y) + t * np.log1p(-y)
    part = np.exp(front) * _fraction(y, s, t) / s
    found: Floats = np.where(turn, 1 - part, part)
    return found


def _fraction(x: Floats, a: Floats, b: Floats) -> Floats:
    """1 / (1 + d1 / (1 + d2 / …)) of the incomplete beta function (Abramowitz, Stegun 26.5.8)."""
    if x.size <= _FEW:
        each = zip(x.ravel().tolist(), a.ravel().tolist(), b.ravel().tolist(), strict=True)
        return np.array([_fraction_of(*one) for one in each]).reshape(x.shape)
    c, d = np.ones_like(x), 1 / _away(1 - (a + b) * x / (a + 1))
    value = d.copy()
    for m in range(1, 2000):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + top * d)
            c = _away(1 + top / c)
            value = value * d * c
        if np.abs(d * c - 1).max(initial=0.0) < 1e-14:  # noqa: PLR2004 - what a double holds
            break
    return value


def _fraction_of(x: float, a: float, b: float) -> float:
    """The same of one: of few, hundreds of steps take arrays ten times as long."""
    c, d = 1.0, 1 / _away_of(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 2000):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away_of(1 + top * d)
            c = _away_of(1 + top / c)
            value = value * d * c
        if abs(d * c - 1) < 1e-14:  # noqa: PLR2004 - what a double holds
            break
    return value


def _away_of(value: float) -> float:
    return _TINY if abs(value) < _TINY else value


def _away(value: Floats) -> Floats:
    return np.where(np.abs(value) < _TINY, _TINY, value)


def log_gamma(x: Floats) -> Floats:
    """Logarithm of the gamma function above 0: Stirling's series eight further on, and back."""
    z = x + 8
    back = np.log(x * (x + 1) * (x + 2) * (x + 3)) + np.log((x + 4) * (x + 5) * (x + 6) * (x + 7))
    series = 1 / (12 * z) - 1 / (360 * z**3) + 1 / (1260 * z**5) - 1 / (1680 * z**7) + 1 / (1188 * z**9)
    found: Floats = (z - 0.5) * np.log(z) - z + math.log(2 * math.pi) / 2 + series - back
    return found
