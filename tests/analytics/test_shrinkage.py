"""Empirical Bayes against scipy, its truth given back in a simulation, and the club of two that must not lead."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import shrinkage
from tests.sizes import drawn

sizes = st.floats(0.05, 400)


@given(st.floats(0.001, 1e5))
def test_the_gamma_function_is_scipy_s(x: float) -> None:
    special = pytest.importorskip("scipy.special")
    assert shrinkage.log_gamma(np.array([x]))[0] == pytest.approx(special.gammaln(x), rel=1e-11, abs=1e-11)


@given(st.floats(0, 1), sizes, sizes)
def test_the_beta_distribution_is_scipy_s(x: float, a: float, b: float) -> None:
    special = pytest.importorskip("scipy.special")
    assert float(shrinkage.beta_cdf(x, a, b)) == pytest.approx(special.betainc(a, b, x), rel=1e-8, abs=1e-10)


@pytest.mark.long
@given(st.sampled_from([0.025, 0.5, 0.975]), st.floats(0.5, 4000), st.floats(0.5, 4000))
def test_its_quantiles_are_scipy_s(probability: float, a: float, b: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    wanted = stats.beta.ppf(probability, a, b)
    assert float(shrinkage.beta_quantile(probability, a, b)) == pytest.approx(wanted, rel=1e-6, abs=1e-9)


groups = st.lists(
    st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=5, max_size=40
)


@settings(max_examples=drawn(12, 30))
@given(groups)
def test_no_prior_is_likelier_by_scipy_s_reckoning(found: list[tuple[int, int]]) -> None:
    stats = pytest.importorskip("scipy.stats")
    k, n = np.array(found, float).T
    prior = shrinkage.fit(k, n)
    assert prior is not None

    def likelihood(mean: float, strength: float) -> float:
        if math.isinf(strength):
            return float(stats.binom.logpmf(k, n, mean).sum())
        return float(stats.betabinom.logpmf(k, n, mean * strength, (1 - mean) * strength).sum())

    best = likelihood(prior.mean, prior.strength)
    for mean in np.clip([prior.mean * 0.9, prior.mean, prior.mean * 1.1, 0.3], 0.001, 0.999):
        for strength in (0.1, 1, 5, 30, 300, prior.strength * 0.9, prior.strength * 1.1):
            assert likelihood(float(mean), min(strength, 1e6)) <= best + 1e-4


def test_the_middle_of_prior_and_own_rate_worked_by_hand() -> None:
    prior = shrinkage.Prior(0.2, 10)
    assert (prior.a, prior.b) == (2, 8)
    # A club of 2 of 2: (2 + 2) / (10 + 2) = 1/3; one of 60 of 100: (2 + 60) / (10 + 100) = 62/110.
    assert (prior.a + 2) / (prior.strength + 2) == pytest.approx(1 / 3)


def test_a_club_of_two_does_not_lead() -> None:
    count = [2, 60, 12, 20, 9, 30, 5, 0]
    n = [2, 100, 60, 90, 50, 120, 30, 3]
    found = shrinkage.shrink(count, n)
    assert found.raw.argmax() == 0
    assert found.rate.argmax() == 1
    assert found.high[0] - found.low[0] > found.high[1] - found.low[1]
    assert ((found.low < found.rate) & (found.rate < found.high)).all()


@pytest.mark.long
@settings(max_examples=drawn(12, 30))
@given(groups)
def test_a_shrunk_rate_lies_between_the_raw_one_and_the_mean(found: list[tuple[int, int]]) -> None:
    k, n = np.array(found, float).T
    shrunk = shrinkage.shrink(k, n)
    assert shrunk.prior is not None
    low, high = np.minimum(shrunk.raw, shrunk.prior.mean), np.maximum(shrunk.raw, shrunk.prior.mean)
    assert (low - 1e-9 <= shrunk.rate).all()
    assert (shrunk.rate <= high + 1e-9).all()


def test_few_groups_have_no_prior_and_equal_ones_one_rate() -> None:
    assert shrinkage.fit([1, 2, 3, 4], [5, 5, 5, 5]) is None
    assert np.isnan(shrinkage.shrink([1, 2], [5, 5]).rate).all()
    alike = shrinkage.shrink([5] * 8, [10] * 8)
    assert alike.prior == shrinkage.Prior(0.5, math.inf)
    assert alike.rate.tolist() == [0.5] * 8
    assert shrinkage.shrink([0] * 6, [4] * 6).rate.tolist() == [0] * 6


@pytest.mark.long
def test_the_truth_is_given_back() -> None:
    """Clubs whose true rates are beta(2, 6), of 1 to 60 entries: prior found, intervals cover, errors are smaller."""
    draw = np.random.default_rng(3)
    inside = total = 0
    raw_error = shrunk_error = 0.0
    strengths, means = [], []
    for _ in range(25):
        truth, n = draw.beta(2, 6, 200), draw.integers(1, 60, 200)
        found = shrinkage.shrink(draw.binomial(n, truth), n)
        assert found.prior is not None
        inside += int(((found.low <= truth) & (truth <= found.high)).sum())
        total += 200
        raw_error += float(((found.raw - truth) ** 2).sum())
        shrunk_error += float(((found.rate - truth) ** 2).sum())
        strengths.append(found.prior.strength)
        means.append(found.prior.mean)
    assert abs(inside / total - 0.95) < 0.015  # four binomial errors of 5,000
    assert shrunk_error < 0.75 * raw_error
    assert np.mean(means) == pytest.approx(0.25, abs=0.01)
    assert np.median(strengths) == pytest.approx(8, rel=0.12)


def test_the_funnel_is_the_binomial_s() -> None:
    stats = pytest.importorskip("scipy.stats")
    found = shrinkage.funnel(0.3, 400)
    for n, low, high in zip(found.n, found.low, found.high, strict=True):
        assert abs(low * n - stats.binom.ppf(0.025, n, 0.3)) <= 1
        assert abs(high * n - stats.binom.ppf(0.975, n, 0.3)) <= 1
    assert (found.far_low <= found.low).all()
    assert (found.high <= found.far_high).all()
    assert found.n[[0, -1]].tolist() == [1, 400]


def test_a_limit_worked_by_hand() -> None:
    # Two tosses of a fair coin: nothing 1/4, up to one 3/4, both 1. For 0.5: one is passed; (0.75 - 0.5) / 0.5 = 1/2
    # of the step: (1 - 1/2) / 2 = 1/4.
    assert shrinkage._limit(0.5, 2, 0.5) == pytest.approx(0.25)


def test_groups_of_thousands_are_fitted_at_once_and_where_the_likelihood_is_highest() -> None:
    """Against the beta-binomial's own likelihood: nothing near the fit is likelier, though far terms go together."""
    draw = np.random.default_rng(20260502)
    n = draw.integers(1, 20_000, 40)
    count = draw.binomial(n, draw.beta(20, 20, len(n)))
    prior = shrinkage.fit(count, n)
    assert prior is not None

    def likelihood(mean: float, strength: float) -> float:
        a, b = mean * strength, (1 - mean) * strength
        return sum(
            math.lgamma(a + k) + math.lgamma(b + m - k) - math.lgamma(a + b + m) for k, m in zip(count, n, strict=True)
        ) - len(n) * (math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b))

    best = likelihood(prior.mean, prior.strength)
    for mean, strength in ((1.01, 1), (0.99, 1), (1, 1.05), (1, 0.95)):
        assert likelihood(prior.mean * mean, prior.strength * strength) < best


@pytest.mark.parametrize("groups", [6, 40])
def test_the_intervals_of_some_groups_are_those_of_all(groups: int) -> None:
    """Of few one by one, of many in arrays: as far as a double tells."""
    count, n = [3 + 7 * (one % 5) for one in range(groups)], [40 + 900 * (one % 3) for one in range(groups)]
    whole = shrinkage.shrink(count, n)
    assert whole.prior is not None
    some = [one % 4 == 1 for one in range(groups)]
    found = shrinkage.shrink(count, n, only=some)
    assert found.prior == whole.prior
    for name in ("raw", "raw_low", "raw_high", "rate"):
        assert getattr(found, name).tolist() == getattr(whole, name).tolist()
    for name in ("low", "high"):
        wanted = [value if own else math.nan for value, own in zip(getattr(whole, name), some, strict=True)]
        assert getattr(found, name).tolist() == pytest.approx(wanted, rel=1e-10, nan_ok=True)
