import numpy as np
import pytest
from made_up import annotations, evaluated

from radot_fast.config import TransportConfig
from radot_fast.evaluation.protocol.profile_selection import Option, ProfileMeasurements, extended_grid, select_profile
from radot_fast.evaluation.protocol.selection import paper_grid, select
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.fitting.fit_method import FLOORED
from radot_fast.measure import measure
from radot_fast.scorer import Scorer

SMALL = (Option("extended", recipes=FLOORED), Option("extended", recipes=FLOORED[-1:]), Option("paper"))


@pytest.fixture(scope="module")
def made():
    return evaluated()


def test_the_grid_holds_every_profile_and_the_papers_configurations():
    grid = extended_grid()
    assert {o.profile for o in grid} == {"extended", "paper"}
    assert [o.config for o in grid if o.profile == "paper"] == list(paper_grid())
    assert sum(o.profile == "extended" for o in grid) == 1 + len(FLOORED)
    assert len(extended_grid("partial")) == len(grid) + len(paper_grid("partial")) - len(paper_grid())
    assert all(recipe.floor > 0 for o in grid for recipe in o.recipes)


@pytest.mark.parametrize("option", [Option("paper", TransportConfig(epsilon=0.1)), SMALL[0]], ids=["paper", "extended"])
def test_features_have_the_bits_of_measure(made, option):
    pairs = ProfileMeasurements(made.measured, load_knowledge())
    values, broken = pairs.values(option)
    np.testing.assert_array_equal(values, measure(made.measured.paired, option.method(load_knowledge())).features)
    assert not broken.any()


def test_the_winner_is_refitted_under_its_own_profile(made):
    extractor = {"name": "rules", "hash": "0" * 64}
    chosen = select_profile(made.measured, annotations(made), grid=SMALL, note={"data": "x", "extractor": extractor})
    best = chosen.table.filter(rank=1).row(0, named=True)
    assert best["macro"] == chosen.table["macro"].max()
    assert chosen.readout.profile == best["profile"]
    assert len(chosen.readout.features) == best["features"]
    assert chosen.table["fit"].to_list() == ["chosen by target", str(FLOORED[-1]), "method §6"]
    Scorer(readout=chosen.readout)  # the readout and its profile fit together
    assert chosen.readout.provenance["data"] == "x"


def test_counts_and_sums_are_held_to_the_floor_and_name_their_significances(made):
    extractor = {"name": "rules", "hash": "0" * 64}
    chosen = select_profile(made.measured, annotations(made), grid=SMALL[:1], note={"extractor": extractor})
    assert chosen.readout.extractor == {**extractor, "significance": load_knowledge().hash}
    assert set(chosen.readout.provenance["recipe"]) == set(made.data.targets)
    assert all("floor 0.05" in recipe for recipe in chosen.readout.provenance["recipe"].values())


def test_a_profile_with_a_transport_scores_as_in_the_papers_selection(made):
    options = [Option("paper", TransportConfig()), Option("paper", TransportConfig(epsilon=0.05))]
    ours = select_profile(made.measured, annotations(made), grid=options)
    papers = select(made.measured, annotations(made), grid=[o.config for o in options])
    assert ours.table["macro"].to_list() == papers.table["macro"].to_list()
    np.testing.assert_array_equal(ours.readout.coefficients, papers.readout.coefficients)
