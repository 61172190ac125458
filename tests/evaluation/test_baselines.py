import sys
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from made_up import evaluated, unit, units

from radot_fast.corpus.reports import corpus_from_units
from radot_fast.evaluation.baselines import systems as baselines
from radot_fast.evaluation.baselines.gnn import GraphModel, _inner, _times, report_graphs, union_graphs
from radot_fast.evaluation.baselines.model_metrics import MODEL_METRICS, offline
from radot_fast.evaluation.baselines.structured import COUNTS, GRAPH_PARTS, graph_features, structured_features
from radot_fast.fitting.cross_validation import group_folds
from radot_fast.statistics.correlation import spearman


@pytest.fixture(scope="module")
def made():
    return evaluated()


def one_pair(reference, candidate):
    return corpus_from_units(units(reference), units(candidate))


def test_structured_counts_what_differs():
    reference = [
        unit("x", 0, "effusion", severity="mild", anatomy=["left"]),
        unit("x", 1, "pneumothorax", "absent"),
        unit("x", 2, "nodule"),
    ]
    candidate = [
        unit("x", 0, "effusion", severity="severe", anatomy=["right"]),
        unit("x", 1, "pneumothorax", "present"),
        unit("x", 2, "edema", "absent"),
    ]
    row = structured_features(one_pair(reference, candidate)).row(0, named=True)
    # An unshared absent finding is no error; a pneumothorax denied there and asserted here is a conflict.
    expected = {
        "reference_only": 1, "candidate_only": 0, "polarity_conflict": 1, "anatomy_mismatch": 1, "severity_mismatch": 1,
    }  # fmt: skip
    assert {k: row[k] for k in COUNTS if row[k]} == {k: v for k, v in expected.items() if v}


def test_graph_distances_are_zero_for_a_copy_and_one_for_nothing_shared():
    report = [unit("x", 0, "effusion", anatomy=["left"], modifiers=["loculated"])]
    copy = graph_features(one_pair(report, report)).row(0)[1:]
    assert set(copy) == {0.0}
    other = graph_features(one_pair(report, [unit("x", 0, "edema", anatomy=["hilum"])])).row(0, named=True)
    assert {k: other[k] for k in GRAPH_PARTS} == {
        "finding": 1, "anatomy": 1, "modifier": 1, "device": 0, "located_at": 1, "modifies": 1, "asserted_as": 1,
    }  # fmt: skip


def test_trained_baselines_learn_and_each_has_a_row(made):
    pytest.importorskip("sklearn")
    other = evaluated(seed=3)
    rows = {r.system: r for r in baselines.trained(made, other)}
    assert list(rows) == list(baselines.TRAINED)
    for row in rows.values():
        assert row.note == ""
        assert spearman(row.risks["total"], other.counts[:, 0]) > 0.3, row.system
    folds = group_folds(made.data.pairs["group"].to_numpy())
    held_out = {r.system: r for r in baselines.trained_out_of_fold(made, folds)}
    assert np.isfinite(held_out["Structured monotone"].risks["significant"]).all()


def graphs_of(made, n=None):
    return union_graphs(report_graphs(made.measured.paired), made.measured.paired.pairs[:n])


@pytest.mark.parametrize("n", [0, 3, 256, 700])
def test_products_in_pieces_are_the_products(n):
    rng = np.random.default_rng(n)
    a, b, c = rng.normal(size=(n, 16)), rng.normal(size=(16, 3)), rng.normal(size=(n, 3))
    np.testing.assert_allclose(_times(a, b), a @ b, atol=1e-12)
    np.testing.assert_allclose(_inner(a, c), a.T @ c, atol=1e-12)


def test_gnn_gradient_is_the_slope_of_its_loss(made):
    graphs = graphs_of(made, 6)
    counts = made.counts[:6]
    model = GraphModel(seed=1)
    model.vocabulary = {label: k + 1 for k, label in enumerate(sorted(set(graphs.labels)))}
    model.weights = model._initial(counts)
    slopes = model.gradient(graphs, counts, model.codes(graphs))
    rng = np.random.default_rng(0)
    for weights, slope in zip(model.weights, slopes, strict=True):
        for _ in range(4):
            at = tuple(rng.integers(0, size) for size in weights.shape)
            before = weights[at]
            weights[at] = before + 1e-6
            above = model.loss(graphs, counts)
            weights[at] = before - 1e-6
            below = model.loss(graphs, counts)
            weights[at] = before
            assert slope[at] == pytest.approx((above - below) / 2e-6, abs=1e-4)


def test_gnn_is_seeded_and_ignores_unknown_labels(made):
    graphs = graphs_of(made, 20)
    fits = [GraphModel(seed=s).fit(graphs, made.counts[:20]).predict(graphs) for s in (0, 0, 1)]
    np.testing.assert_array_equal(fits[0], fits[1])
    assert not np.array_equal(fits[0], fits[2])
    assert np.isfinite(GraphModel().fit(graphs, made.counts[:20]).predict(graphs_of(made))).all()


def test_published_scores_become_risks(made):
    n = made.data.pairs.height
    scores = {"CheXbert": [0.25] * n, "RadCliQ": [3.0] * n, "RadGraph-F1": [0.5, None] + [0.1] * (n - 2)}
    metrics = pl.DataFrame({"pair_id": made.data.pairs["pair_id"], **scores})
    rows = {r.system: r for r in baselines.published(replace(made.data, metrics=metrics))}
    assert rows["CheXbert"].risks["total"][0] == 0.75
    assert rows["RadCliQ"].risks["total"][0] == 3.0
    assert np.isnan(rows["RadGraph-F1"].risks["total"][1])
    assert rows["RadGraph-F1"].note == f"published for {n - 1} of {n} pairs"


def test_a_metric_that_cannot_run_keeps_its_row_and_says_why(made, monkeypatch):
    for module in ("bert_score", "f1chexbert", "radgraph", "RaTEScore", "radeval", "sacrebleu.metrics"):
        monkeypatch.setitem(sys.modules, module, None)
    rows = baselines.learned(made.data)
    assert [r.system for r in rows] == list(MODEL_METRICS)
    assert all(not r.risks and "is missing (pip install" in r.note for r in rows)
    assert [r.system for r in baselines.learned(made.data, skip=["CheXbert"])] == [
        m for m in MODEL_METRICS if m != "CheXbert"
    ]
    lexical = {r.system: r for r in baselines.lexical(made.data)}
    assert "pip install radot-fast[baselines]" in lexical["BLEU-4"].note
    assert lexical["Token Jaccard"].risks


def test_a_metric_whose_weights_are_missing_says_so():
    def fails():
        raise OSError("no such repository")

    row = baselines.attempted("X", "learned", "some-package", fails)
    assert row.note == "not run: some-package failed (OSError); are its weights here?"


def test_offline_puts_the_environment_back(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    with offline():
        assert __import__("os").environ["HF_HUB_OFFLINE"] == "1"
    assert __import__("os").environ["HF_HUB_OFFLINE"] == "0"
    assert "TRANSFORMERS_OFFLINE" not in __import__("os").environ


def test_reference_count_is_the_number_of_units(made):
    row = baselines.reference_count(made)
    assert (
        row.risks["total"].tolist()
        == made.measured.values(__import__("radot_fast.config", fromlist=["x"]).TransportConfig())[:, 47].tolist()
    )
