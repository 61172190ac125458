import numpy as np
import pytest

from radot_fast.corpus.reports import corpus_from_texts
from radot_fast.errors import ConfigError
from radot_fast.extended.method import ExtendedPrepared
from radot_fast.extraction import load_lexicon
from radot_fast.io.pairs import pairs_from_lists
from radot_fast.measure import measure
from radot_fast.method import FINDING_COUNTS, feature_names_of
from radot_fast.method_registry import METHODS, method_of
from radot_fast.pair_status import STATUSES
from radot_fast.paper import method as paper
from radot_fast.transport import align

REPORTS = [
    "Small left pleural effusion. No pneumothorax. Heart size is normal.",
    "Large right pneumothorax. Endotracheal tube in good position.",
    "The lungs are clear.",
    "",
]


@pytest.fixture(scope="module")
def paired():
    references, candidates = zip(*[(a, b) for a in REPORTS for b in REPORTS], strict=True)
    return corpus_from_texts(pairs_from_lists(references, candidates), load_lexicon())


def test_methods_agree_on_what_they_both_report(paired):
    found = [measure(paired, method_of(name)) for name in METHODS]
    assert (found[0].status == found[1].status).all()
    assert (found[0].converged == found[1].converged).all()
    for measured in found:
        assert measured.features.shape == (len(paired.pairs), len(feature_names_of(measured.method)))
        assert (measured.counts.max() > 0) == (measured.method.name == "extended")


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_told_apart_by_its_settings_and_identity(name):
    method = method_of(name)
    assert method.name == name
    assert all(isinstance(v, str) for v in method.identity().values())
    assert set(method.settings()) <= {"weights", "epsilon", "method", "mass", "marginal_penalty"}
    assert method.units_identity({"name": "rules", "hash": "0"}).items() >= {"name": "rules", "hash": "0"}.items()


def test_an_unknown_method_and_a_transport_that_is_not_read_are_one_line():
    with pytest.raises(ConfigError, match="'abnormal' is not one of extended, paper"):
        method_of("abnormal")
    with pytest.raises(ConfigError, match="no entropic"):
        method_of("extended", transport=method_of("paper").transport)


def test_the_default_does_not_run_the_papers_transport(paired, monkeypatch):
    def never(*_):
        raise AssertionError("the paper's transport was asked for")

    monkeypatch.setattr(paper, "align", never)
    measured = measure(paired, method_of("extended"))
    assert len(measured.scored) == len(paired.pairs)


def test_a_plan_without_mass_is_a_numerical_error_and_null(paired, monkeypatch):
    def without_mass(arrays, pairs, config):
        alignment = align(arrays, pairs, config)
        alignment.plan[: alignment.offsets[1]] = 0.0
        return alignment

    monkeypatch.setattr(paper, "align", without_mass)
    found = measure(paired, method_of("paper"))
    lost = found.status == STATUSES.index("numerical_error")
    assert lost.tolist() == [True] + [False] * (len(lost) - 1)
    assert (np.isnan(found.transport_cost) == lost).all()
    assert (np.isnan(found.features).all(axis=1) == lost).all()


@pytest.mark.parametrize("name", METHODS)
def test_pieces_change_no_bit(paired, name, monkeypatch):
    whole = measure(paired, method_of(name))
    one_by_one = [slice(k, k + 1) for k in range(len(paired.pairs))]
    for kind in (ExtendedPrepared, paper.PaperPrepared):
        monkeypatch.setattr(kind, "pieces", lambda _, pairs: one_by_one[: len(pairs)])
    pieces = measure(paired, method_of(name))
    for field in ("features", "transport_cost", "status", "counts"):
        np.testing.assert_array_equal(getattr(whole, field), getattr(pieces, field))


def test_counts_of_findings_are_those_of_the_reports(paired):
    counts = measure(paired, method_of("extended")).counts
    assert dict(zip(FINDING_COUNTS, counts[1].tolist(), strict=True)) == {
        "n_ref_findings": 1,
        "n_cand_findings": 2,
        "n_matched_findings": 0,
        "n_ref_denials": 2,
        "n_addressed_denials": 0,
    }
