"""The readout against the oracle (method §6): coefficients, risks, contributions, monotonicity."""

import numpy as np
import polars as pl
import pytest
import reference_readout as ref
from hypothesis import given, settings
from hypothesis import strategies as st

from radot_fast.config import TARGETS
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.fitting.least_squares import monotone_least_squares
from radot_fast.readout.model import INTERCEPT, Readout

NAMES = tuple(f"f{k}" for k in range(6))


def tables(X, Y):
    """Feature and target tables of a fit; the targets in another order than the features."""
    ids = [str(i) for i in range(len(X))]
    features = pl.DataFrame({"pair_id": ids, **{n: X[:, k] for k, n in enumerate(NAMES[: X.shape[1]])}})
    targets = pl.DataFrame({"pair_id": ids, **{t: Y[:, k] for k, t in enumerate(TARGETS)}})
    return features, targets.reverse()


def problem(seed, n=25, dependent=True):
    """Features with ties, a constant column and an exact dependence; three targets."""
    source = np.random.default_rng(seed)
    X = source.random((n, len(NAMES))) * source.choice([1.0, 30.0], len(NAMES))
    X[:, 1] = source.integers(0, 3, n)
    X[:, 2] = 0.7
    if dependent:
        X[:, 5] = X[:, 3] + X[:, 4]
    Y = np.column_stack([X @ source.normal(size=len(NAMES)) + source.normal(size=n) for _ in TARGETS])
    return X, Y


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1e-6, 1e-3, 1.0]))
def test_fit_equals_the_oracle(seed, ridge):
    X, Y = problem(seed)
    readout = fit_readout(*tables(X, Y), ridge=ridge)
    fresh = np.vstack([X, X * 1.5 - 1.0])  # beyond the ranges: clipped
    risks = readout.apply(fresh)
    for t in range(len(TARGETS)):
        fit = ref.fit(X.tolist(), Y[:, t].tolist(), ridge)
        # Ranges are kept to 12 digits; along an exact dependence 1/ridge amplifies that, but not in the risk of
        # pairs that keep the dependence.
        np.testing.assert_allclose(readout.coefficients[t], fit.coefficients, rtol=1e-6, atol=1e-6)
        expected = [ref.risk(fit, row) for row in fresh.tolist()]
        np.testing.assert_allclose(risks[:, t], expected, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(risks[: len(X), t], expected[: len(X)], rtol=1e-9, atol=1e-9)
    assert readout.unseen == ("f2",)
    assert not readout.coefficients[:, 2].any()


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 12), st.integers(1, 8))
def test_least_squares_meets_the_optimality_conditions(seed, n, size):
    # Ties, constant columns and targets, more columns than rows: what folds of small data sets look like.
    source = np.random.default_rng(seed)
    X = source.choice([0.0, 0.25, 1.0], (n, size))
    y = source.integers(0, 4, n).astype(float)
    beta, intercept = monotone_least_squares(X, y)
    assert (beta >= 0).all()
    assert ref.kkt_error(X.tolist(), y.tolist(), intercept, beta.tolist()) < 1e-12
    exact_intercept, exact = ref.nonnegative_least_squares(X.tolist(), y.tolist())
    np.testing.assert_allclose(beta, exact, atol=1e-8)
    assert intercept == pytest.approx(exact_intercept, abs=1e-8)


def test_least_squares_of_the_papers_size():
    source = np.random.default_rng(5)
    X = source.random((200, 66))
    X[:, 60:64] = X[:, :4] + X[:, 4:8]
    X /= X.max(axis=0)
    y = 3 * X[:, 0] + X[:, 61] + source.normal(0, 1, 200)
    beta, intercept = monotone_least_squares(X, y)
    assert ref.kkt_error(X.tolist(), y.tolist(), intercept, beta.tolist()) < 1e-12


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_contributions_sum_to_the_risk(seed):
    X, Y = problem(seed)
    readout = fit_readout(*tables(X, Y))
    fresh = X[:5] * 1.1
    risks = readout.apply(fresh)
    for t, target in enumerate(TARGETS):
        account = readout.contributions(fresh, target)
        sums = account.group_by("index", maintain_order=True).agg(pl.col("contribution").sum())
        np.testing.assert_allclose(sums["contribution"].to_numpy(), risks[:, t], rtol=0, atol=1e-12)
        product = account["coefficient"] * account["scaled_value"]
        assert (account["contribution"] == product).all()
        start = account.filter(pl.col("feature") == INTERCEPT)
        assert (start["scaled_value"] == 1).all()
        assert (start["contribution"] == readout.intercepts[t]).all()
        rest = account.filter(pl.col("feature") != INTERCEPT)
        assert rest["scaled_value"].is_between(0, 1).all()
        assert (rest["contribution"] >= 0).all()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, len(NAMES) - 1), st.floats(0, 50))
def test_risk_never_falls_when_a_feature_rises(seed, column, rise):
    X, Y = problem(seed)
    readout = fit_readout(*tables(X, Y))
    raised = X.copy()
    raised[:, column] += rise
    assert (readout.apply(raised) >= readout.apply(X)).all()


def test_same_bits_alone_in_a_batch_and_reordered():
    X, Y = problem(3)
    readout = fit_readout(*tables(X, Y))
    risks = readout.apply(X)
    order = np.random.default_rng(0).permutation(len(X))
    assert (readout.apply(X[order]) == risks[order]).all()
    assert (readout.apply(np.asfortranarray(X)) == risks).all()
    for i in range(len(X)):
        assert (readout.apply(X[i : i + 1])[0] == risks[i]).all()


def test_order_of_pairs_and_other_columns_do_not_change_the_fit():
    X, Y = problem(4)
    features, targets = tables(X, Y)
    readout = fit_readout(features, targets)
    other = fit_readout(features.with_columns(note=pl.lit("x")).reverse(), targets.with_columns(rater=1))
    assert other.hash == readout.hash
    # Rows in another order are summed in another order: equal coefficients, not equal bits.
    turned = fit_readout(features, targets.reverse())
    np.testing.assert_allclose(turned.coefficients, readout.coefficients, rtol=1e-8, atol=1e-9)


def test_a_saved_readout_gives_the_same_bits(tmp_path):
    X, Y = problem(6)
    readout = fit_readout(*tables(X, Y), provenance={"data": "made up"})
    path = tmp_path / "readout.json"
    readout.save(path)
    again = Readout.load(path)
    assert again.hash == readout.hash
    assert (again.apply(X) == readout.apply(X)).all()
    before = path.read_bytes()
    again.save(path)
    assert path.read_bytes() == before


def test_few_pairs_are_summed_as_many(monkeypatch):
    X, Y = problem(5)
    readout = fit_readout(*tables(X, Y))
    few = readout.apply(X[:40])
    monkeypatch.setattr("radot_fast.readout.model.FEW_PAIRS", 0)
    assert few.tobytes() == readout.apply(X[:40]).tobytes()
