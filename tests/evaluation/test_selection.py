import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from made_up import annotations, evaluated

from radot_fast.config import PRIORS, TransportConfig
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.selection import EPSILONS, macro_spearman, paper_grid, refit, select
from radot_fast.fitting.cross_validation import fit_and_apply
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.measure import measure
from radot_fast.paper.features import compute_features, feature_names
from radot_fast.paper.method import PaperMethod

SMALL = (
    TransportConfig(epsilon=0.2),
    TransportConfig(epsilon=0.2),
    TransportConfig(weights=PRIORS["uniform"], epsilon=0.2),
)


@pytest.fixture(scope="module")
def made():
    return evaluated()


def test_grids_hold_every_prior_and_epsilon_in_order():
    grid = paper_grid()
    assert len(grid) == 30
    assert [(c.prior, c.epsilon) for c in grid[:4]] == [
        ("polarity-heavy", 0.05), ("polarity-heavy", 0.10), ("polarity-heavy", 0.20), ("uniform", 0.05),
    ]  # fmt: skip
    assert {c.epsilon for c in grid} == set(EPSILONS)
    assert len(paper_grid("partial")) == 90
    assert len(paper_grid("unbalanced")) == 120


def test_measurements_have_the_bits_of_measure(made):
    for config in (TransportConfig(), TransportConfig(weights=PRIORS["no-text"], epsilon=0.1)):
        direct = measure(made.measured.paired, PaperMethod(config))
        np.testing.assert_array_equal(made.measured.values(config), direct.features)
    table = made.measured.features(TransportConfig(), without=("severity",))
    alignment = made.measured.align(TransportConfig())
    np.testing.assert_array_equal(table.drop("pair_id").to_numpy(), compute_features(alignment, ("severity",)))


def test_the_winner_has_the_best_macro_and_ties_go_to_the_first(made):
    chosen = select(made.measured, annotations(made), grid=SMALL)
    assert chosen.table["macro"][0] == chosen.table["macro"][1]
    assert sorted(chosen.table["rank"].to_list()) == [1, 2, 3]
    best = chosen.table.filter(rank=1).row(0, named=True)
    assert best["macro"] == chosen.table["macro"].max()
    assert chosen.config == SMALL[int(chosen.table["rank"].arg_min())]
    assert chosen.table["rank"][0] + 1 == chosen.table["rank"][1]


def test_the_frozen_readout_is_the_refit_on_the_whole_source(made):
    chosen = select(
        made.measured, annotations(made), grid=SMALL[:1], note={"data": "made up", "extractor": {"name": "x"}}
    )
    again = refit(made.measured, annotations(made), chosen.config, note={"data": "made up", "extractor": {"name": "x"}})
    assert again.hash == chosen.readout.hash
    assert chosen.readout.extractor == {"name": "x"}
    assert chosen.readout.provenance == {"data": "made up"}
    direct = fit_readout(
        made.measured.features(chosen.config), annotations(made).drop("group"), transport=chosen.config
    )
    np.testing.assert_array_equal(direct.coefficients, chosen.readout.coefficients)
    other = replace(chosen, config=replace(chosen.config, epsilon=0.1))
    assert other.hash != chosen.hash


def test_fit_and_apply_is_the_readout(made):
    values = made.measured.values(TransportConfig())
    readout = fit_readout(made.measured.features(TransportConfig()), annotations(made).drop("group"))
    np.testing.assert_allclose(fit_and_apply(values, made.counts, values), readout.apply(values), atol=1e-9)


def test_constant_counts_cannot_be_selected_on(made):
    flat = annotations(made).with_columns(pl.lit(1.0).alias(t) for t in made.data.targets)
    with pytest.raises(InputError, match="no configuration has a defined"):
        select(made.measured, flat, grid=SMALL[:1])


@pytest.mark.jit
def test_a_configuration_that_cannot_align_every_pair_ranks_last(made):
    # Sinkhorn at a tolerance that no sweep reaches: unconverged by construction.
    hopeless = TransportConfig(solver="sinkhorn", tol=1e-300)
    chosen = select(made.measured, annotations(made), grid=[hopeless, SMALL[0]])
    assert chosen.table["rank"].to_list() == [2, 1]
    assert chosen.table["macro"][0] is None
    assert chosen.table["n_unconverged"][0] > 0
    with pytest.raises(InputError, match=r"have no converged plan at epsilon 0\.2"):
        made.measured.values(hopeless)


def test_macro_is_the_mean_over_targets():
    risks = np.array([[1.0, 3], [2, 2], [3, 1]])
    assert macro_spearman(risks, np.array([[1.0, 1], [2, 2], [3, 3]])) == (0.0, [1.0, -1.0])
    assert math.isnan(macro_spearman(np.ones((3, 1)), np.arange(3.0)[:, None])[0])


def test_without_a_family_the_readout_has_fewer_features(made):
    chosen = select(made.measured, annotations(made), grid=SMALL[:1], without=("diffuse",))
    assert chosen.readout.features == feature_names(("diffuse",))
