"""Intervals and tests against statsmodels, scipy and published or hand-worked values; coverage against the exact."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import clusters, intervals
from tests.sizes import drawn

NEAR = {"rel": 1e-6, "abs": 1e-9}
counts = st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_wilson_of_the_adcc_submissions_is_the_published_interval() -> None:
    low, high = intervals.wilson(402, 1028)
    assert (round(402 / 1028, 3), round(float(low), 3), round(float(high), 3)) == (0.391, 0.362, 0.421)


def test_wilson_of_the_contract_s_example() -> None:
    low, high = intervals.wilson(40, 120)
    assert (round(float(low), 4), round(float(high), 4)) == (0.2553, 0.4217)


@given(counts.filter(lambda each: each[1] > 0), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_is_statsmodels(pair: tuple[int, int], level: float) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    low, high = intervals.wilson(*pair, level)
    wanted = proportion.proportion_confint(*pair, alpha=1 - level, method="wilson")
    assert (float(low), float(high)) == pytest.approx(wanted, **NEAR)


@given(st.lists(st.integers(0, 300), min_size=2, max_size=10).filter(lambda found: sum(found) > 0))
def test_goodman_is_statsmodels(found: list[int]) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    low, high = intervals.goodman(found)
    wanted = proportion.multinomial_proportions_confint(found, 0.05, "goodman")
    assert np.column_stack([low, high]) == pytest.approx(wanted, **NEAR)


def test_goodman_takes_the_kinds_that_could_have_been() -> None:
    narrow, wide = intervals.goodman([30, 20]), intervals.goodman([30, 20], kinds=10)
    assert (wide[0] < narrow[0]).all()
    assert (wide[1] > narrow[1]).all()
    padded = intervals.goodman([30, 20, *[0] * 8])
    assert wide[0] == pytest.approx(padded[0][:2])


@given(counts.filter(lambda each: each[1] > 0), counts.filter(lambda each: each[1] > 0))
def test_newcombe_is_statsmodels(a: tuple[int, int], b: tuple[int, int]) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    _, low, high = intervals.newcombe(*a, *b)
    wanted = proportion.confint_proportions_2indep(*a, *b, method="newcomb", compare="diff")
    assert (float(low), float(high)) == pytest.approx(wanted, **NEAR)


def test_newcombe_of_his_own_example() -> None:
    # Newcombe 1998, table II (a): 56/70 against 48/80, method 10: 0.0524 to 0.3339.
    difference, low, high = intervals.newcombe(56, 70, 48, 80)
    assert (round(float(difference), 4), round(float(low), 4), round(float(high), 4)) == (0.2, 0.0524, 0.3339)


@given(counts.filter(lambda each: each[1] > 0), counts.filter(lambda each: each[1] > 0))
def test_the_test_of_two_shares_is_scipy_s_or_statsmodels(a: tuple[int, int], b: tuple[int, int]) -> None:
    stats = pytest.importorskip("scipy.stats")
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    p, test = intervals.two_shares(*a, *b)
    table = [[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]
    if test == "fisher":
        assert p == pytest.approx(stats.fisher_exact(table).pvalue, **NEAR)
    else:
        assert p == pytest.approx(proportion.proportions_ztest([a[0], b[0]], [a[1], b[1]])[1], **NEAR)
        assert stats.contingency.expected_freq(table).min() >= intervals.SMALL


def test_few_bouts_are_tested_exactly() -> None:
    # 3 of 3 against 0 of 3: the margins allow 20 tables, the two extreme ones are as rare: 2/20.
    assert intervals.two_shares(3, 3, 0, 3) == (pytest.approx(0.1), "fisher")


@pytest.mark.long
@settings(max_examples=drawn(30, 100))
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_adjusted_p_values_are_statsmodels(p: list[float]) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert intervals.holm(p) == pytest.approx(multitest.multipletests(p, method="holm")[1], **NEAR)
    assert intervals.benjamini_hochberg(p) == pytest.approx(multitest.multipletests(p, method="fdr_bh")[1], **NEAR)


def test_an_unknown_p_value_stays_unknown_and_counts_as_no_test() -> None:
    assert intervals.holm([0.01, math.nan, 0.04]).tolist() == pytest.approx([0.02, math.nan, 0.04], nan_ok=True)
    assert intervals.benjamini_hochberg([math.nan]).tolist() == pytest.approx([math.nan], nan_ok=True)


def test_the_slope_is_statsmodels_with_known_variances() -> None:
    api = pytest.importorskip("statsmodels.api")
    x, y, v = [2019, 2020, 2022, 2023], [0.31, 0.34, 0.33, 0.40], [0.0004, 0.0009, 0.0003, 0.0007]
    fit = api.WLS(y, api.add_constant(x), weights=1 / np.array(v)).fit(cov_type="fixed scale")
    assert intervals.slope(x, y, v)[:2] == pytest.approx((fit.params[1], fit.bse[1]), **NEAR)
    assert intervals.slope(x, y, v)[2] == pytest.approx(math.erfc(abs(fit.params[1] / fit.bse[1]) / 2**0.5), rel=1e-6)


@pytest.mark.parametrize("p", [0.05, 0.39, 0.9])
@pytest.mark.parametrize("n", [100, 400])
def test_wilson_covers_as_often_as_the_binomial_law_says(n: int, p: float) -> None:
    # The exact coverage sums the binomial law over the counts whose interval holds p; the simulation draws them.
    stats = pytest.importorskip("scipy.stats")
    low, high = intervals.wilson(np.arange(n + 1), n)
    holds = (low <= p) & (p <= high)
    exact = stats.binom.pmf(np.arange(n + 1), n, p)[holds].sum()
    draws = 40_000
    seen = holds[np.random.default_rng(5).binomial(n, p, draws)].mean()
    assert abs(seen - exact) < 4 * math.sqrt(exact * (1 - exact) / draws)
    assert 0.93 < exact < 0.975


@pytest.mark.parametrize("shares", [[0.4, 0.3, 0.2, 0.05, 0.05], [0.5, 0.3, 0.1, 0.05, 0.03, 0.02]])
def test_goodman_holds_together_at_least_93_per_cent_of_the_time(shares: list[float]) -> None:
    n = math.ceil(5 / min(shares))  # expected counts of 5 and more
    drawn = np.random.default_rng(7).multinomial(n, shares, size=20_000)
    low, high = intervals.goodman(drawn)
    assert ((low <= shares) & (shares <= high)).all(axis=1).mean() >= 0.93


def clustered(seed: int = 3, groups: int = 12) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(5, 60, groups)
    return rng.binomial(sizes, rng.beta(4, 6, groups)), sizes


def test_the_clustered_error_is_statsmodels() -> None:
    api = pytest.importorskip("statsmodels.api")
    found, sizes = clustered()
    hits = np.concatenate([np.r_[np.ones(x), np.zeros(m - x)] for x, m in zip(found, sizes, strict=True)])
    groups = np.repeat(np.arange(len(sizes)), sizes)
    fit = api.OLS(hits, np.ones(len(hits))).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert clusters.share_error(found, sizes) == pytest.approx(fit.bse[0], **NEAR)


def test_athletes_who_fight_once_leave_bouts_independent() -> None:
    # 10 bouts of 20 athletes, 4 hits: sum of squares 10 * .4 * .6 = 2.4, over 10 * 10, corrected by 20/19.
    hits = [1] * 4 + [0] * 6
    found = clusters.dyadic(clusters.influence(hits, [1] * 10), range(0, 20, 2), range(1, 20, 2))
    assert found == pytest.approx(math.sqrt(2.4 * 20 / 19) / 10)


@given(st.integers(0, 10_000))
def test_the_dyadic_error_is_the_sum_over_pairs_of_bouts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 25))
    red = rng.integers(0, 6, n)
    blue = (red + rng.integers(1, 6, n)) % 6
    hits = rng.integers(0, 2, n)
    off = hits - hits.mean()
    shared = [[len({red[i], blue[i]} & {red[j], blue[j]}) > 0 for j in range(n)] for i in range(n)]
    total = max(sum(off[i] * off[j] for i in range(n) for j in range(n) if shared[i][j]), 0)
    athletes = len({*red.tolist(), *blue.tolist()})
    wanted = math.sqrt(total * athletes / (athletes - 1)) / n
    assert clusters.dyadic(clusters.influence(hits, np.ones(n)), red, blue) == pytest.approx(wanted, abs=1e-7)


@given(st.integers(1, 300), st.sampled_from([0.9, 0.975, 0.995, 0.3]))
def test_student_is_scipy_s(df: int, probability: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    assert clusters.student(probability, df) == pytest.approx(stats.t.ppf(probability, df), rel=1e-6)


def test_the_p_value_of_a_difference_is_student_s() -> None:
    stats = pytest.importorskip("scipy.stats")
    low, high, p = clusters.difference(0.08, 0.03, 9)
    t = stats.t.ppf(0.975, 8) * 0.03
    assert (low, high) == pytest.approx((0.08 - t, 0.08 + t), rel=1e-6)
    assert p == pytest.approx(2 * stats.t.sf(0.08 / 0.03, 8), rel=1e-6)


def test_a_clustered_interval_is_never_narrower_than_the_plain_one() -> None:
    plain = intervals.wilson(40, 100)
    low, high = clusters.interval(40, 100, 0.001, 8)
    assert low < plain[0]
    assert high > plain[1]
    assert all(math.isnan(bound) for bound in clusters.interval(40, 100, math.nan, 1))


def test_events_that_differ_are_covered_where_the_plain_interval_is_too_narrow() -> None:
    # Known truth: each event has its own share, Beta(8, 12), mean 0.4; 20 events of 40 bouts.
    rng = np.random.default_rng(11)
    plain = robust = drawn = 0
    for trial in range(300):
        sizes = np.full(20, 40)
        found = rng.binomial(sizes, rng.beta(8, 12, 20))
        x, n = int(found.sum()), int(sizes.sum())
        low, high = intervals.wilson(x, n)
        plain += bool(low <= 0.4 <= high)
        low, high = clusters.interval(x, n, clusters.share_error(found, sizes), 20)
        robust += low <= 0.4 <= high
        low, high = clusters.bootstrap(found, sizes, draws=300, seed=trial)
        drawn += low <= 0.4 <= high
    assert plain < 0.85 * 300
    assert robust > 0.92 * 300
    assert drawn > 0.88 * 300


def test_the_same_seed_draws_the_same_events() -> None:
    found, sizes = clustered()
    assert clusters.bootstrap(found, sizes, seed=4) == clusters.bootstrap(found, sizes, seed=4)
    assert clusters.bootstrap(found, sizes, seed=4) != clusters.bootstrap(found, sizes, seed=5)
