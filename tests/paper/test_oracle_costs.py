"""Tokens, labels and the nine costs against the oracle (method §1 to §3)."""

import numpy as np
import polars as pl
import pytest
import reference as ref
from hypothesis import given, settings
from hypothesis import strategies as st
from unit_strategies import PHRASES, reports, spans, unit_table

from radot_fast.arrays import CHANNELS
from radot_fast.config import PRIORS, TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.corpus.tokens import tokenize
from radot_fast.transport import align

pytestmark = pytest.mark.both


def aligned(pairs, config=None):
    """Alignment of (reference, candidate) reports, which are rows 2k and 2k + 1."""
    units = encode_units(unit_table([report for pair in pairs for report in pair]))
    rows = np.arange(2 * len(pairs)).reshape(-1, 2)
    return align(units, rows, config or TransportConfig())


@settings(max_examples=60, deadline=None)
@given(st.lists(spans, max_size=6))
def test_tokens_equal_the_oracle(texts):
    found = tokenize(pl.Series(texts, dtype=pl.String)).to_list()
    assert [frozenset(tokens) for tokens in found] == [ref.tokens(text) for text in texts]


def test_tokens_of_the_phrases():
    found = tokenize(pl.Series(PHRASES)).to_list()
    assert [frozenset(tokens) for tokens in found] == [ref.tokens(text) for text in PHRASES]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(reports, reports), min_size=1, max_size=3))
def test_costs_equal_the_oracle(pairs):
    alignment = aligned(pairs)
    for p, (reference, candidate) in enumerate(pairs):
        rows, n_rows = ref.transport_units(reference)
        columns, n_columns = ref.transport_units(candidate)
        assert alignment.counts[p].tolist() == [n_rows, n_columns]
        assert alignment.shapes[p].tolist() == [len(rows), len(columns)]
        expected = ref.cost_matrices(rows, columns)
        cells = slice(alignment.offsets[p], alignment.offsets[p + 1])
        for k, channel in enumerate(CHANNELS):
            np.testing.assert_allclose(
                alignment.costs[cells, k], np.ravel(expected[channel]), rtol=0, atol=1e-15, err_msg=channel
            )


@settings(max_examples=15, deadline=None)
@given(reports, reports, st.sampled_from(sorted(PRIORS)))
def test_ground_cost_of_every_prior(reference, candidate, prior):
    weights = PRIORS[prior]
    alignment = aligned([(reference, candidate)], TransportConfig(weights=weights))
    costs = ref.cost_matrices(ref.transport_units(reference)[0], ref.transport_units(candidate)[0])
    np.testing.assert_allclose(alignment.ground, np.ravel(ref.ground_cost(costs, weights)), rtol=0, atol=1e-15)


@settings(max_examples=15, deadline=None)
@given(st.lists(reports, min_size=2, max_size=4))
def test_costs_are_symmetric_and_do_not_depend_on_the_batch(all_reports):
    units = encode_units(unit_table(all_reports))
    n = len(all_reports)
    pairs = np.array([(i, j) for i in range(n) for j in range(n)])
    together = align(units, pairs, TransportConfig())
    for p, (i, j) in enumerate(pairs.tolist()):
        cells = slice(together.offsets[p], together.offsets[p + 1])
        matrices = together.costs[cells].reshape(*together.shapes[p], len(CHANNELS))
        turned = j * n + i
        mirror = together.costs[together.offsets[turned] : together.offsets[turned + 1]]
        assert (matrices == mirror.reshape(*together.shapes[turned], len(CHANNELS)).swapaxes(0, 1)).all()
        alone = aligned([(all_reports[i], all_reports[j])])  # another vocabulary, another code for each token
        assert (alone.costs == together.costs[cells]).all()
        if i == j:
            assert (np.diagonal(matrices) == 0).all()


@pytest.mark.parametrize("n_words", [31, 32, 255, 256, 600])
@pytest.mark.parametrize("n_units", [1, 3, 9, 17])
def test_units_with_many_tokens_and_reports_with_many_units(n_words, n_units):
    """Counters wider than a byte, and more units than a word has counters."""
    source = np.random.default_rng([n_words, n_units])
    anatomy = [f"part{k}" for k in range(40)]

    def unit(n):
        words = source.choice(2 * n_words, n, replace=False)
        labels = source.choice(anatomy, source.integers(0, 40), replace=False).tolist()
        return {"span_text": " ".join(f"w{k}" for k in words), "anatomy": labels, "modifiers": labels[::2]}

    small = [unit(k) for k in source.integers(1, 9, n_units)]
    large = [unit(n_words), *small[1:]]
    pairs = [(small, large), (large, small), (large, large), (small, small)]
    alignment = aligned(pairs)
    for p, (reference, candidate) in enumerate(pairs):
        cells = slice(alignment.offsets[p], alignment.offsets[p + 1])
        expected = ref.cost_matrices(reference, candidate)
        for k, channel in enumerate(CHANNELS):
            np.testing.assert_allclose(
                alignment.costs[cells, k], np.ravel(expected[channel]), rtol=0, atol=1e-15, err_msg=channel
            )
        assert (aligned([(reference, candidate)]).costs == alignment.costs[cells]).all()
